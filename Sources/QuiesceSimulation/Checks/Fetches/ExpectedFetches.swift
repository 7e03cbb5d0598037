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
        /// The disk had failed, which the app can't be told: it is in the journal, and nothing more is promised.
        var isUnpromised = false
    }

    /// What it said of its interval, and the disk needn't know.
    struct Said {
        var launch: Launch
        var request: UInt64
        var interval: Interval?
        var isUnpromised = false
    }

    /// nil: never.
    private(set) var interval: Interval?
    /// What was acknowledged, and what came after it.
    private(set) var lasting: Interval?
    private(set) var said: [Said] = []
    /// By their identifiers.
    var tasks: [String: Task] = [:]
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
        let last = said.lastIndex {
            $0.launch == launch && $0.request <= request && !$0.isUnpromised
        }
        guard let last else { return nil }
        lasting = said[last].interval
        said.removeSubrange(...last)
        return possible
    }

    /// What was said up to then is acknowledged, and need not last.
    mutating func acknowledgedUnpromised(_ launch: Launch, _ request: UInt64) {
        for index in said.indices
        where said[index].launch == launch && said[index].request <= request {
            said[index].isUnpromised = true
        }
        for (identifier, task) in tasks
        where !task.isAcknowledged && task.launch == launch && task.request <= request {
            tasks[identifier]?.isUnpromised = true
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
        for task in fact?.tasks ?? [] {
            tasks[task.identifier] = Task(
                kind: task.kind, earliestBegin: task.earliestBegin, launch: Launch(number: 0),
                request: 0, isAcknowledged: true)
        }
    }
}
