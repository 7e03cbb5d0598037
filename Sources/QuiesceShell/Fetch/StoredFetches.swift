import QuiesceCore

/// The stored requests of apps for fetches and background tasks: they hold again when the disk
/// doesn't take more.
struct StoredFetches {
    private struct Known {
        var interval: Interval?
        var tasks: [BackgroundTaskRequest] = []
    }

    private var apps: [AppID: Known] = [:]

    init(_ facts: [Fact]) {
        for case .fetch(let fact) in facts { note(stored: fact) }
    }

    private mutating func note(stored fact: FetchFact) {
        apps[fact.app] = Known(interval: fact.minimumInterval, tasks: fact.tasks)
    }

    /// These are on their way to the disk. What an app wants no more is over for good.
    mutating func note(_ changes: [StorePort.Change]) {
        for change in changes {
            switch change {
            case .record(.put(.fetch(let fact))):
                if fact.minimumInterval == nil { apps[fact.app]?.interval = nil }
                apps[fact.app]?.tasks.removeAll { known in
                    !fact.tasks.contains { $0.identifier == known.identifier }
                }
            case .record(.delete(let key)):
                if key.hasPrefix("fetch/"), let app = AppID(String(key.dropFirst(6))) {
                    apps[app] = nil
                }
            case .record(.put), .putPayload, .dropPayload: continue
            }
        }
    }

    /// These are on the disk.
    mutating func stored(_ changes: [StorePort.Change]) {
        for case .record(.put(.fetch(let fact))) in changes { note(stored: fact) }
    }

    /// The part of an app's request that the disk didn't take; nil: the disk was told nothing new.
    func unstored(_ asked: FetchEvent, in changes: [StorePort.Change]) -> UnstoredFetch? {
        for case .record(.put(.fetch(let fact))) in changes {
            guard case .asked(fact.app, let launch, _, let request) = asked else { continue }
            let was = apps[fact.app]
            switch request {
            case .setMinimumInterval:
                guard fact.minimumInterval != was?.interval else { return nil }
                return .interval(fact.app, launch, fact.minimumInterval, was: was?.interval)
            case .submit(let task):
                guard fact.tasks.contains(task) else { return nil }
                let old = was?.tasks.first { $0.identifier == task.identifier }
                return .task(fact.app, launch, task, was: old)
            case .cancel: continue
            }
        }
        return nil
    }
}

extension Event {
    /// An app wants to be woken for more, which can be refused; nil: that isn't it.
    var newFetch: FetchEvent? {
        guard case .fetching(let event) = self else { return nil }
        switch event {
        case .asked(_, _, _, .setMinimumInterval(.some)), .asked(_, _, _, .submit): return event
        case .asked(_, _, _, .setMinimumInterval(nil)), .asked(_, _, _, .cancel), .simulate,
            .received, .notStored:
            return nil
        }
    }
}
