import Foundation
import QuiesceTerminal
import QuiesceWire
import Synchronization

/// One page that is connected.
final class Viewer: Sendable {
    private struct State {
        var isPage = false
        var isLooking = false
        var topics: Set<Topic> = []
        var view = ScreenView()
        var heard = ContinuousClock.now
    }

    let number: UInt64
    let outbox: Outbox
    private let state = Mutex(State())
    private let isPage: @Sendable (_ key: String) -> Bool
    private let commands: CommandRunner
    private let feed: DeviceFeed
    private let left: @Sendable () -> Void

    init(
        _ number: UInt64, of device: ConsoleDevice,
        isPage: @escaping @Sendable (String) -> Bool,
        overflowed: @escaping @Sendable () -> Void, left: @escaping @Sendable () -> Void
    ) {
        outbox = Outbox(overflowed: overflowed)
        self.number = number
        feed = device.feed
        self.isPage = isPage
        self.left = left
        commands = CommandRunner(of: device, outbox: outbox)
    }

    var isLooking: Bool { state.withLock { $0.isLooking } }
    var topics: Set<Topic> { state.withLock { $0.topics } }
    var view: ScreenView { state.withLock { $0.view } }

    /// Nobody looks at a page that has said nothing for long: its machine sleeps.
    func giveUpIfSilent(now: ContinuousClock.Instant) {
        state.withLock { state in
            if now - state.heard > .seconds(ConsoleLimits.silentSeconds) { state.isLooking = false }
        }
    }

    /// Nobody sees the page any more.
    func lookAway() {
        state.withLock { $0.isLooking = false }
        Task { await feed.changed(self) }
    }

    /// The page is gone.
    func leave() {
        outbox.finish()
        commands.end()
        left()
        Task { await feed.leave(self) }
    }

    /// - Returns: whether the line goes on.
    func take(_ payload: Data) async -> Bool {
        guard let message = try? JSONDecoder().decode(PageMessage.self, from: payload) else {
            return end(1_007)
        }
        if let key = message.key {
            guard isPage(key) else { return end(1_008) }
            state.withLock { $0.isPage = true }
        }
        guard state.withLock({ $0.isPage }) else { return end(1_008) }
        note(message)
        if let number = message.ping { outbox.put("{\"pong\":\(number)}", as: "pong") }
        if message.looking != nil || message.topics != nil || message.view != nil {
            await feed.changed(self)
        }
        if let touch = message.touch {
            await commands.touch(touch, view)
        }
        if let number = message.timeline { await commands.timeline(number) }
        if let number = message.run {
            await commands.run(number, message.words ?? [], message.input)
        }
        return true
    }

    private func note(_ message: PageMessage) {
        state.withLock { state in
            state.heard = .now
            if let looking = message.looking { state.isLooking = looking }
            if let topics = message.topics {
                state.topics = Set(topics.compactMap(Topic.init(rawValue:)))
            }
            if let view = message.view { state.view = view }
        }
    }

    private func end(_ code: UInt16) -> Bool {
        outbox.put(.bye(code))
        return false
    }
}

/// The pages that are connected.
final class Viewers: Sendable {
    private let viewers = Mutex<[UInt64: Viewer]>([:])
    private let turnOut = Mutex<(@Sendable (UInt64) -> Void)?>(nil)

    /// - Parameter number: of its connection.
    /// - Returns: nil if there are too many.
    func add(
        _ number: UInt64, of device: ConsoleDevice, isPage: @escaping @Sendable (String) -> Bool
    ) -> Viewer? {
        viewers.withLock { viewers in
            guard viewers.count < ConsoleLimits.viewers else { return nil }
            let viewer = Viewer(
                number, of: device, isPage: isPage,
                overflowed: { [weak self] in self?.turnOut.withLock { $0 }?(number) },
                left: { [weak self] in
                    _ = self?.viewers.withLock { $0.removeValue(forKey: number) }
                })
            viewers[number] = viewer
            return viewer
        }
    }

    /// - Parameter turnOut: ends a connection at the door. Only so does a line end from here: the
    ///   server would close it under its own reader.
    func end(by turnOut: @escaping @Sendable (UInt64) -> Void) {
        self.turnOut.withLock { $0 = turnOut }
    }

    /// A client is gone; it may have been a page. Its line ends once its last message is served.
    func closed(_ number: UInt64) {
        viewers.withLock { $0[number] }?.lookAway()
    }
}
