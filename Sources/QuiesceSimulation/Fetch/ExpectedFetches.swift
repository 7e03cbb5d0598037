import QuiesceCore

/// The fetches and background tasks that one app has asked for, by its requests alone.
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

    /// An interval that the app has asked for, of which the disk needn't know.
    struct Said {
        var launch: Launch
        var request: UInt64
        var interval: Interval?
        /// By which event its app was told that it isn't so. Until the disk has something as new, a
        /// daemon may know of the request and not of that, and takes it for true.
        var refused: UInt64?
    }

    /// nil: never.
    private(set) var interval: Interval?
    /// The acknowledged interval, and the requests that came after it.
    private(set) var lasting: Interval?
    private(set) var said: [Said] = []
    /// By their identifiers.
    var tasks: [String: Task] = [:]
    /// Likewise, those that must not come again.
    private(set) var cancelled: [String: Cancellation] = [:]
    /// When it was last fetched for as planned, on this boot's clock.
    var planned: Instant?

    init() {}

    init(_ fact: FetchFact, stored: FetchFact?) {
        goOn(from: fact, stored: stored)
    }

    mutating func set(_ interval: Interval?, _ launch: Launch, _ request: UInt64) {
        self.interval = interval
        said.append(Said(launch: launch, request: request, interval: interval))
    }

    /// - Returns: the intervals of which the disk must know one, if it was told of any by these.
    mutating func acknowledged(_ launch: Launch, _ request: UInt64) -> [Interval?]? {
        let last = said.lastIndex { $0.launch == launch && $0.request <= request }
        guard let last else { return nil }
        // An interval that an earlier launch asked for and never heard of isn't acknowledged with
        // this one.
        let done = said[...last].last { $0.launch == launch && $0.refused == nil }
        if let done {
            lasting = done.interval
            said.replaceSubrange(...last, with: said[...last].filter { $0.refused != nil })
        }
        return [lasting] + said.filter { $0.refused == nil }.map(\.interval)
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
    ///
    /// - Parameters:
    ///   - seq: by this event.
    ///   - stored: what the disk has.
    mutating func refused(_ unstored: UnstoredFetch, _ seq: UInt64, stored: FetchFact?) {
        switch unstored {
        case .interval(_, _, let interval, let was):
            // The refusal of an interval changes nothing if the app has asked for another in its
            // place.
            if self.interval == interval { self.interval = was }
            for index in said.indices where said[index].interval == interval {
                said[index].refused = seq
            }
        case .task(_, let launch, let task, let was):
            guard let asked = tasks[task.identifier], asked.kind == task.kind,
                asked.earliestBegin == task.earliest
            else { return }
            // The one before, which the journal of an earlier daemon alone may have.
            tasks[task.identifier] = was.map { was in
                let isStored = stored?.tasks.contains { $0.identifier == was.identifier } == true
                return Task(
                    kind: was.kind, earliestBegin: was.earliest, launch: launch, request: 0,
                    isAcknowledged: isStored)
            }
        }
    }

    /// Intervals, of which another daemon may know any, if the disk has everything up to `stored`.
    func possible(stored: UInt64) -> [Interval?] {
        let said = said.filter { $0.refused.map { $0 > stored } ?? true }
        return [lasting] + said.map(\.interval)
    }

    /// Another daemon knows `fact`. What isn't `stored` the one after it needn't know, unless its
    /// app was promised it before.
    mutating func goOn(from fact: FetchFact?, stored: FetchFact?) {
        interval = fact?.minimumInterval
        lasting = stored?.minimumInterval
        if interval == lasting {
            said = []
        } else if let known = said.lastIndex(where: { $0.interval == interval }) {
            // It is acknowledged when the disk has it.
            said.removeSubrange((known + 1)...)
            said[known].refused = nil
        } else {
            said = [Said(launch: Launch(number: 0), request: 0, interval: interval)]
        }
        planned = nil
        let before = tasks
        tasks = [:]
        cancelled = cancelled.filter { $0.value.isAcknowledged }
        for task in fact?.tasks ?? [] {
            let known = before[task.identifier]
            let isStored = stored?.tasks.contains { $0.identifier == task.identifier } == true
            tasks[task.identifier] = Task(
                kind: task.kind, earliestBegin: task.earliest,
                launch: known?.launch ?? Launch(number: 0), request: known?.request ?? 0,
                isAcknowledged: isStored || known?.isAcknowledged == true)
            cancelled[task.identifier] = nil
        }
    }
}
