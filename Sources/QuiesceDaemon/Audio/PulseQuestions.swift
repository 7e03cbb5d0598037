import QuiesceCore

/// The identity of a client or a stream.
enum SoundThing: Sendable, Hashable {
    case client(UInt32)
    case stream(SoundStreamID)
}

/// Clients and streams that the server is to be asked about: each once, however often it has
/// changed meanwhile.
struct PulseQuestions {
    private var waiting: [SoundThing] = []
    private var isWaiting: Set<SoundThing> = []
    private var next = 0
    var underWay = 0
    /// Since the last pause, or the last rest that was as long.
    private(set) var inARow = 0
    /// Microseconds of libpulse's clock.
    private var askedLast: UInt64 = 0

    var isEmpty: Bool { isWaiting.isEmpty }

    mutating func add(_ thing: SoundThing) {
        if isWaiting.insert(thing).inserted { waiting.append(thing) }
    }

    mutating func remove(_ thing: SoundThing) { isWaiting.remove(thing) }

    /// The next is asked, if it need not wait.
    ///
    /// - Parameter now: microseconds of libpulse's clock.
    mutating func countsOne(at now: UInt64) -> Bool {
        let rest = UInt64(Limits.soundQuestionsPauseMilliseconds) * 1_000
        if now >= askedLast + rest { inARow = 0 }
        guard inARow < Limits.soundQuestionsInARow else { return false }
        inARow += 1
        askedLast = now
        return true
    }

    mutating func take() -> SoundThing? {
        while next < waiting.count {
            let thing = waiting[next]
            next += 1
            if isWaiting.remove(thing) != nil { return thing }
        }
        waiting = []
        next = 0
        return nil
    }
}

/// Clients and streams that were reported on this connection, so that none that nobody knows is
/// said to be gone, and no more are reported than are kept.
struct SoundKnown {
    private var things: Set<SoundThing> = []
    private var clients = 0
    private var streams: [SoundStreamID.Kind: Int] = [:]
    private var hasTooMany = false

    /// - Returns: whether it is one of those that are kept; `isFirst`: the first that isn't.
    mutating func add(_ thing: SoundThing) -> (isKept: Bool, isFirst: Bool) {
        if things.contains(thing) { return (true, false) }
        let (count, most) =
            switch thing {
            case .client: (clients, Limits.soundClients)
            case .stream(let id): (streams[id.kind] ?? 0, Limits.soundStreams)
            }
        guard count < most else {
            defer { hasTooMany = true }
            return (false, !hasTooMany)
        }
        things.insert(thing)
        change(thing, by: 1)
        return (true, false)
    }

    mutating func remove(_ thing: SoundThing) -> Bool {
        guard things.remove(thing) != nil else { return false }
        change(thing, by: -1)
        return true
    }

    private mutating func change(_ thing: SoundThing, by one: Int) {
        switch thing {
        case .client: clients += one
        case .stream(let id): streams[id.kind, default: 0] += one
        }
    }
}
