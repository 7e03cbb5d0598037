// Requests of apps for fetches and background tasks that don't hold, though the apps were told at
// once that they do.
extension Fetches {
    /// The disk didn't take it, so after a power cut nobody would know of it: what was before it
    /// holds, which its app is told (D5 of the reliability catalogue). What has changed since
    /// stays.
    mutating func notStored(
        _ unstored: UnstoredFetch, _ reason: Reason, in around: inout Surroundings
    ) {
        guard let fetching = self[unstored.app] else { return }
        switch unstored {
        case .interval(let app, let launch, let interval, let was):
            around.note(.refuse, reason, .f1, detail: .fetch(.interval(interval)), of: app)
            // Its app has asked for another since, and waits for what becomes of that.
            guard fetching.minimumInterval == interval else { return }
            change(app) { $0.minimumInterval = was }
            tell(app, launch, FetchRefusal(identifier: nil, reason: reason))
        case .task(let app, let launch, let task, let was):
            around.note(
                .refuse, reason, .f2,
                detail: .fetch(.request(task.kind, identifier: task.identifier)), of: app)
            guard let index = fetching.tasks.firstIndex(of: task) else { return }
            change(app) {
                if let was { $0.tasks[index] = was } else { $0.tasks.remove(at: index) }
            }
            tell(app, launch, FetchRefusal(identifier: task.identifier, reason: reason))
        }
        record(of: unstored.app, in: &around)
        isDirty = true
    }

    /// Tells the launch that asked, as soon as it hears. Nobody is woken for it.
    mutating func tell(_ app: AppID, _ launch: Launch, _ refusal: FetchRefusal) {
        forgetRefusal(of: refusal.identifier, app)
        // As many calls end it anyway.
        guard refused.count(where: { $0.app == app }) < Limits.outstandingCallsPerApp
        else { return }
        refused.append(.init(app: app, launch: launch, refusal: refusal))
    }

    /// The app has asked anew: what became of its last request doesn't matter any more, unless it
    /// knows already.
    mutating func forgetRefusal(of identifier: String?, _ app: AppID) {
        refused.removeAll { $0.app == app && $0.refusal.identifier == identifier }
    }

    /// Tells apps the refusals that they are to know, as soon as the apps hear: one refusal at a
    /// time of each identifier.
    mutating func tellRefused(in around: inout Surroundings) {
        guard !refused.isEmpty else { return }
        let waiting = refused
        refused.removeAll()
        for entry in waiting {
            let hearing = around.hearing(of: entry.app, entry.launch) { call in
                guard case .fetchRefused(let told) = call else { return false }
                return told.identifier == entry.refusal.identifier
            }
            switch hearing {
            case .never: continue
            case .later: refused.append(entry)
            case .now: around.deliver(.fetchRefused(entry.refusal), to: entry.app)
            }
        }
    }
}
