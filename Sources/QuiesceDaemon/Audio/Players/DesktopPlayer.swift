import Glibc
import Logging
import QuiesceBus
import QuiesceCore
import QuiesceLinux

/// Shows the desktop of this session who plays, and what, and takes what its keys and buttons
/// order: MPRIS (A5). Belongs to the loop's thread; nothing in it waits.
///
/// The bus is only used, and the name on it had, while there is something to show.
final class DesktopPlayer {
    private static let properties = "org.freedesktop.DBus.Properties"

    private let address: () -> String?
    private let loop: EventLoop
    private let logger: Logger
    private let appName: (AppID) -> String
    private let ordered: (RemoteOrder) -> Void
    private var link: BusLink?
    private var isReady = false
    private var media: MediaPlayer?
    private var retry: OneShotTimer?
    private var delay = Limits.playerRetryMilliseconds
    private var trouble: String?

    /// - Parameters:
    ///   - address: where the session's bus is, asked for each time that it is needed; nil: there
    ///     is none.
    ///   - appName: what an app is called.
    ///   - ordered: somebody pressed a key that the app takes.
    init(
        address: @escaping () -> String?, loop: EventLoop, logger: Logger,
        appName: @escaping (AppID) -> String, ordered: @escaping (RemoteOrder) -> Void
    ) {
        self.address = address
        self.loop = loop
        self.logger = logger
        self.appName = appName
        self.ordered = ordered
    }

    deinit { shutdown() }

    /// Off, until something is shown again.
    func shutdown() { show(nil) }

    /// Shows this in place of what was shown; nil: nothing.
    func show(_ playing: NowPlaying?) {
        guard let playing else { return rest() }
        let identity = "\(appName(playing.app)) (\(playing.app))"
        guard var media else {
            media = MediaPlayer(playing, identity: identity, now: Self.now)
            return connect()
        }
        let old = media
        let jump = media.show(playing, identity: identity, now: Self.now)
        self.media = media
        guard isReady else { return }
        tell(MediaPlayer.root, old.rootEntries, media.rootEntries)
        tell(MediaPlayer.player, old.playerEntries, media.playerEntries)
        if let jump {
            link?.attempt { bus throws(BusError) in
                try bus.signal("Seeked", of: MediaPlayer.player, path: MediaPlayer.path) {
                    message throws(BusError) in
                    try message.append(MediaPlayer.microseconds(jump))
                }
            }
        }
    }

    private static var now: Double { Double(BusClock.now()) / 1_000_000 }

    private func rest() {
        media = nil
        retry = nil
        delay = Limits.playerRetryMilliseconds
        drop()
    }

    private func drop() {
        isReady = false
        link?.close()
        link = nil
    }

    // MARK: The bus

    private func connect() {
        retry = nil
        guard let address = address() else {
            return lost("there is no session bus: the desktop isn't shown what plays")
        }
        do {
            link = try BusLink(
                address: address, loop: loop, ready: { [weak self] in self?.enter() },
                ended: { [weak self] in self?.lost("the session bus can't be used: \($0)") })
        } catch {
            lost("the session bus can't be used: \(error)")
        }
    }

    private func lost(_ why: String) {
        drop()
        if trouble != why {
            trouble = why
            logger.info("\(why)")
        }
        guard media != nil,
            let timer = try? OneShotTimer(loop: loop, handler: { [weak self] in self?.connect() })
        else { return }
        timer.set(microseconds: UInt64(delay) * 1_000)
        delay = min(2 * delay, Limits.playerRetryMillisecondsMost)
        retry = timer
    }

    private func enter() {
        isReady = true
        trouble = nil
        delay = Limits.playerRetryMilliseconds
        link?.attempt { bus throws(BusError) in
            try bus.serve(MediaPlayer.path) { [weak self] in self?.called($0) }
        }
        ask(for: MediaPlayer.name)
    }

    /// Another device of this session may have the name: then it is one with our number, as MPRIS
    /// has it.
    private func ask(for name: String) {
        link?.attempt { bus throws(BusError) in
            let request = try bus.call(
                "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", method: "RequestName")
            try request.append(name)
            try request.append(4 as UInt32)  // It isn't waited for.
            try bus.send(request, seconds: Limits.locationAnswerSeconds) { [weak self] answer in
                guard answer.errorName == nil, let result = answer.uint32() else { return }
                let isOurs = result == 1 || result == 4
                if !isOurs, name == MediaPlayer.name {
                    self?.ask(for: "\(name).instance\(getpid())")
                }
            }
        }
    }

    private func tell(_ interface: String, _ old: [MediaEntry], _ new: [MediaEntry]) {
        let changed = new.filter { !old.contains($0) }
        guard !changed.isEmpty else { return }
        link?.attempt { bus throws(BusError) in
            try bus.signal("PropertiesChanged", of: Self.properties, path: MediaPlayer.path) {
                message throws(BusError) in
                try message.append(interface)
                try MediaEntry.append(changed, to: message)
                try message.append([String]())
            }
        }
    }

    // MARK: What is asked

    private func called(_ call: borrowing BusMessage) {
        guard let link, let media, let (interface, name) = call.method else { return }
        do throws(BusError) {
            switch interface {
            case "org.freedesktop.DBus.Introspectable":
                try link.bus.answer(call) { message throws(BusError) in
                    try message.append(MediaPlayer.introspection)
                }
            case Self.properties: try asked(call, name, media, link.bus)
            case MediaPlayer.root: try link.bus.answer(call) { _ in }
            case MediaPlayer.player, nil: try order(call, name, media, link.bus)
            case _:
                try link.bus.refuse(
                    call, "org.freedesktop.DBus.Error.UnknownInterface",
                    "there is no such interface")
            }
        } catch {
            // Too long for the bus, or it has ended, which its next turn says.
        }
        // Sends the answer.
        self.link?.attempt { _ in }
    }

    private func asked(
        _ call: borrowing BusMessage, _ name: String, _ media: MediaPlayer, _ bus: MessageBus
    ) throws(BusError) {
        guard name == "Get" || name == "GetAll", let interface = call.string(),
            let entries = media.entries(of: interface, now: Self.now)
        else {
            return try name == "Set"
                ? bus.refuse(
                    call, "org.freedesktop.DBus.Error.PropertyReadOnly", "the app says what it is")
                : bus.refuse(
                    call, "org.freedesktop.DBus.Error.InvalidArgs", "there is no such interface")
        }
        if name == "GetAll" {
            return try bus.answer(call) { message throws(BusError) in
                try MediaEntry.append(entries, to: message)
            }
        }
        guard let wanted = call.string(), let entry = entries.first(where: { $0.name == wanted })
        else {
            return try bus.refuse(
                call, "org.freedesktop.DBus.Error.UnknownProperty", "there is no such property")
        }
        try bus.answer(call) { message throws(BusError) in try entry.appendVariant(to: message) }
    }

    private func order(
        _ call: borrowing BusMessage, _ name: String, _ media: MediaPlayer, _ bus: MessageBus
    ) throws(BusError) {
        let order: RemoteOrder?
        switch name {
        case "Play": order = media.play
        case "Pause": order = media.pause
        case "PlayPause": order = media.playPause
        case "Stop": order = media.stop
        case "Next": order = media.next
        case "Previous": order = media.previous
        case "Seek": order = call.int64().flatMap { media.seek(by: $0, now: Self.now) }
        case "SetPosition":
            guard let track = call.path(), let position = call.int64() else {
                return try bus.refuse(
                    call, "org.freedesktop.DBus.Error.InvalidArgs", "a track and a position")
            }
            order = media.setPosition(position, of: track)
        case _:
            return try bus.refuse(
                call, "org.freedesktop.DBus.Error.UnknownMethod", "there is no such method")
        }
        // A command that the app doesn't take has no effect, as MPRIS has it.
        try bus.answer(call) { _ in }
        if let order { ordered(order) }
    }
}
