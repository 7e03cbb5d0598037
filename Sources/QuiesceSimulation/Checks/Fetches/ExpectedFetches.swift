import QuiesceCore

/// What one app has asked of fetches and background tasks, by its requests alone.
struct ExpectedFetches {
    /// A background task that it waits for.
    struct Task {
        var kind: BackgroundTaskKind
        var earliestBegin: WallTime?
        var launch: Launch
        var request: UInt64
        var isAcknowledged = false
    }

    /// A background task that was taken back.
    struct Cancellation {
        var launch: Launch
        var request: UInt64
        var isAcknowledged = false
    }

    /// What it said of its interval, and the disk needn't know.
    struct Said {
        var launch: Launch
        var request: UInt64
        var interval: Interval?
    }

    /// nil: never.
    private(set) var interval: Interval?
    /// What was acknowledged, and what came after it.
    private(set) var lasting: Interval?
    private(set) var said: [Said] = []
    /// By their identifiers.
    var tasks: [String: Task] = [:]
    /// Likewise, those that must not come again.
    private(set) var cancelled: [String: Cancellation] = [:]
    /// When it was last fetched for as planned, on this boot's clock.
    var planned: Instant?

    init() {}

    init(_ fact: FetchFact) {
        goOn(from: fact)
    }

    mutating func set(_ interval: Interval?, _ launch: Launch, _ request: UInt64) {
        self.interval = interval
        said.append(Said(launch: launch, request: request, interval: interval))
    }

    /// - Returns: the intervals of which the disk must know one, if it was told of any by these.
    mutating func acknowledged(_ launch: Launch, _ request: UInt64) -> [Interval?]? {
        let last = said.lastIndex { $0.launch == launch && $0.request <= request }
        guard let last else { return nil }
        lasting = said[last].interval
        said.removeSubrange(...last)
        return possible
    }

    mutating func cancel(_ identifier: String?, _ launch: Launch, _ request: UInt64) {
        for known in tasks.keys where identifier == nil || known == identifier {
            tasks[known] = nil
            cancelled[known] = Cancellation(launch: launch, request: request)
        }
    }

    mutating func submit(_ identifier: String, _ task: Task) {
        tasks[identifier] = task
        cancelled[identifier] = nil
    }

    /// - Returns: tasks that the disk mustn't know any more.
    mutating func acknowledgedCancellations(_ launch: Launch, _ request: UInt64) -> [String] {
        let done = cancelled.filter { $0.value.launch == launch && $0.value.request <= request }
        for identifier in done.keys { cancelled[identifier]?.isAcknowledged = true }
        return done.keys.sorted()
    }

    /// The disk didn't take it, and its app is told so.
    mutating func refused(_ unstored: UnstoredFetch) {
        switch unstored {
        case .interval(_, _, let interval, let was):
            self.interval = was
            said.removeAll { $0.interval == interval }
        case .task(_, let launch, let task, let was):
            tasks[task.identifier] = was.map {
                Task(
                    kind: $0.kind, earliestBegin: $0.earliestBegin, launch: launch, request: 0,
                    isAcknowledged: true)
            }
        }
    }

    /// Of which a daemon that has only what lasts may know any.
    var possible: [Interval?] { [lasting] + said.map(\.interval) }

    mutating func goOn(from fact: FetchFact?) {
        interval = fact?.minimumInterval
        lasting = interval
        said = []
        planned = nil
        tasks = [:]
        cancelled = [:]
        for task in fact?.tasks ?? [] {
            tasks[task.identifier] = Task(
                kind: task.kind, earliestBegin: task.earliestBegin, launch: Launch(number: 0),
                request: 0, isAcknowledged: true)
        }
    }
}
