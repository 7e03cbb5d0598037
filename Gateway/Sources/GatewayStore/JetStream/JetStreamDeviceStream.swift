import GatewayRules
import NATS
import Synchronization

/// A device's pushes: read from the stream when it connects, and from then on as the server sends
/// them to whoever listens.
///
/// The gateway that has the connection listens on the device's subjects. That is all there is of
/// it: no consumer at the server, nothing to renew, and an idle device costs one subscription.
final class JetStreamDeviceStream: DeviceStream, LiveStream {
    private struct State {
        /// The highest sequence that was given out.
        var given: Int64 = 0
        /// Where reading begins, and the place that was read or given out last, or below which
        /// there is nothing. Nil before the first look, and once the server was away.
        var begin: JetStreamStore.Begin?
        var last: Int64 = 0
        /// The highest base of an epoch that is known here.
        var base: Int64 = 0
        /// How often places may have become others: what was found before is nothing then.
        var life: UInt64 = 0
        /// The first that was read, and whether all was.
        var first: Int64?
        var hasReadAll = false
        /// There may be stored ones that weren't sent to us.
        var mustRead = true
        /// Another gateway may have taken the device while the server was away.
        var mustCheck = false
        /// How often the server was away, as far as is known here.
        var reconnects: UInt64
        /// Live pushes that haven't been given out yet, as they came.
        var live: [PlacedPush] = []
        /// This connection's number, once it is known, and the highest that was told of.
        var number: Int64?
        var newest: Int64 = 0
        var hasEnded = false
        var waiter: CheckedContinuation<Void, Never>?

        var isSuperseded: Bool { number.map { $0 < newest } ?? false }

        /// Places may be given again: what is stored is read from its beginning, and what came
        /// isn't waited for, as it may have been lost.
        mutating func readAnew() {
            life += 1
            begin = nil
            live = []
            mustRead = true
        }

        mutating func serverWasAway() {
            readAnew()
            mustCheck = true
        }

        mutating func take(_ push: PlacedPush, reconnects: UInt64) {
            // Pushes that came before this one, while the server was away, are read before it is
            // given.
            if self.reconnects != reconnects {
                self.reconnects = reconnects
                serverWasAway()
            } else if push.base > base, begin != nil {
                // The client may hand out late what the server had sent before it was away.
                readAnew()
            }
            base = max(base, push.base)
            // Pushes that the device doesn't take at once are read when it does.
            if live.count < Limits.pushesAtOnce {
                live.append(push)
            } else {
                live = []
                mustRead = true
            }
        }
    }

    private enum Step {
        case end, wait
        case give([PlacedPush], after: Int64, life: UInt64)
        case check(Int64)
        case begin(life: UInt64)
        case read(after: Int64, life: UInt64)
    }

    /// How long a read that failed waits: the server is away, or on its way.
    private static let retry = Duration.milliseconds(250)

    let device: DeviceID
    /// The sequence of the last push that the device says it has.
    private let said: Int64
    private let opened: Moment
    private let store: JetStreamStore
    private let state: Mutex<State>
    private let subscription = Mutex<NATSSubscription?>(nil)

    init(device: DeviceID, after said: Int64, opened: Moment, store: JetStreamStore) throws {
        self.device = device
        self.said = said
        self.opened = opened
        self.store = store
        state = Mutex(State(reconnects: store.connection.reconnects))
        let made = try store.connection.subscribe(Names.live(device) + ".>") {
            [weak self] message in self?.receive(message)
        }
        subscription.withLock { $0 = made }
    }

    // MARK: What comes

    private func receive(_ message: NATSMessage) {
        switch message.subject.dropFirst(Names.live(device).count + 1) {
        case Names.newer[...]:
            let number = Int64(String(decoding: message.body, as: UTF8.self)) ?? 0
            wake { $0.newest = max($0.newest, number) }
        case Names.here[...]:
            if let reply = message.reply { try? store.connection.publish(reply) }
        case _:
            guard let push = JetStream.Message(message).flatMap(PlacedPush.init) else { return }
            let reconnects = store.connection.reconnects
            wake { $0.take(push, reconnects: reconnects) }
        }
    }

    /// This connection is the device's with this number.
    func isNumber(_ number: Int64) { wake { $0.number = number } }

    /// The server was away. What it has brought back of what was settled is read once more, and
    /// places that it has lost it gives again.
    func signal() {
        wake { $0.serverWasAway() }
    }

    func stop() { wake { $0.hasEnded = true } }

    // MARK: What is given

    func next() async throws -> [StoredPush]? {
        try await withTaskCancellationHandler {
            try await take()
        } onCancel: {
            stop()
        }
    }

    private func take() async throws -> [StoredPush]? {
        while true {
            switch step() {
            case .end: return nil
            case .wait: await untilWoken()
            case .give(let pushes, let last, let life):
                let areNext = try await orLater(\.mustRead) {
                    try await store.areNext(pushes, after: last, of: device)
                }
                guard areNext == true else {
                    // Also those that come later and are to be told before.
                    state.withLock { $0.mustRead = true }
                    break
                }
                state.withLock { state in
                    guard state.life == life, let newest = pushes.last else { return }
                    state.last = max(state.last, newest.position)
                }
                let news = try await sift(pushes)
                if !news.isEmpty { return news }
            case .check(let number):
                try await orLater(\.mustCheck) {
                    if try await !store.isNewest(number, of: device) { stop() }
                }
            case .begin(let life):
                let begin = try await orLater(\.mustRead) { try await store.begin(of: device) }
                guard let begin else { break }
                state.withLock { state in
                    guard state.life == life else { return }
                    state.begin = begin
                    state.base = max(state.base, begin.base)
                    state.last = begin.sequence - 1
                    state.first = nil
                    state.hasReadAll = false
                }
            case .read(let last, let life):
                let pushes = try await orLater(\.mustRead) {
                    try await store.pending(of: device, after: last, opened: opened)
                }
                guard let pushes else { break }
                let news = try await sift(pushes)
                await hasRead(pushes, in: life)
                if !news.isEmpty { return news }
            }
        }
    }

    /// Those that the device is told. What it would take for one that it has had, and hasn't, it is
    /// told under another number.
    private func sift(_ pushes: [PlacedPush]) async throws -> [StoredPush] {
        var news: [StoredPush] = []
        var known: JetStreamStore.Numbering?
        for push in pushes {
            let given = state.withLock { $0.given }
            let floor = max(said, given)
            if push.number <= floor {
                let hasHad = try await orLater(\.mustRead) {
                    if known == nil { known = try await store.numbering() }
                    if known?.wasThere(push, at: floor) == true { return true }
                    try await store.storeAgain(push, on: device, above: floor)
                    return false
                }
                guard let hasHad else {
                    // All of it is looked at once more.
                    state.withLock { $0.begin = nil }
                    break
                }
                if !hasHad || push.number <= given { continue }
            }
            state.withLock { $0.given = push.number }
            news.append(push.stored)
        }
        return news
    }

    private func step() -> Step {
        let moment = store.now()
        return state.withLock { state in
            if state.hasEnded || state.isSuperseded { return .end }
            if state.mustCheck, let number = state.number {
                state.mustCheck = false
                return .check(number)
            }
            if state.mustRead {
                guard state.begin != nil else { return .begin(life: state.life) }
                state.mustRead = false
                return .read(after: state.last, life: state.life)
            }
            guard !state.live.isEmpty else { return .wait }
            // Some were read as well, and some may have waited for too long: they are settled when
            // the device connects again.
            let pushes = state.live.filter {
                $0.position > state.last && !$0.push.isOver(at: moment)
            }
            state.live = []
            return .give(
                pushes.sorted { $0.position < $1.position }, after: state.last, life: state.life)
        }
    }

    private func hasRead(_ pushes: [PlacedPush], in life: UInt64) async {
        let known = state.withLock { state -> (Int64, Int64)? in
            guard state.life == life, let begin = state.begin else { return nil }
            if let newest = pushes.last { state.last = max(state.last, newest.position) }
            let isAll = pushes.count < Limits.pushesAtOnce
            if !isAll { state.mustRead = true }
            guard !state.hasReadAll else { return nil }
            state.first = state.first ?? pushes.first?.position
            state.hasReadAll = isAll
            return isAll ? begin.afterReading(from: state.first).map { ($0, begin.base) } : nil
        }
        if let (sequence, base) = known {
            await store.remember(begin: sequence, in: base, of: device)
        }
    }

    /// Does `body`; if the server is away, waits a little and has it done again.
    private func orLater<T>(
        _ again: WritableKeyPath<State, Bool>, _ body: () async throws -> T
    ) async throws -> T? {
        do { return try await body() } catch let failure as StoreFailure where failure.isUnavailable
        {
            state.withLock { $0[keyPath: again] = true }
            // Cancelled, it has ended.
            try? await Task.sleep(for: Self.retry)
            return nil
        }
    }

    func end() async {
        stop()
        subscription.withLock { $0.take() }?.end()
        store.streams.remove(self)
    }

    private func wake(_ change: (inout sending State) -> Void) {
        let waiter = state.withLock { state in
            change(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    private func untilWoken() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                let isIdle =
                    !state.mustRead && !state.mustCheck && state.live.isEmpty && !state.hasEnded
                    && !state.isSuperseded
                if isIdle { state.waiter = continuation }
                return isIdle
            }
            if !mustWait { continuation.resume() }
        }
    }
}
