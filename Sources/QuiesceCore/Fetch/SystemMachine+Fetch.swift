// What is asked of background fetches and background tasks, by apps and by the user.
extension SystemMachine {
    mutating func fetching(_ event: FetchEvent, _ now: Moment, _ out: inout Recorder) {
        if let speaker = event.speaker, !takeRequest(speaker, now, &out) { return }
        switch event {
        case .setMinimumInterval(let app, _, _, let interval):
            setMinimumInterval(app, interval, &out)
        case .submit(let app, let launch, _, let request):
            submit(request, app, launch, now, &out)
        case .cancel(let app, _, _, let identifier): cancelTasks(app, identifier, &out)
        case .simulate(let app, let identifier, let ticket):
            simulate(app, identifier, ticket, now, &out)
        case .notStored(let unstored, let reason): notStored(unstored, reason, &out)
        case .received(let app, let launch, let wake, let bytes):
            guard let slot = slot(app), apps[slot].launch == launch, bytes == 0,
                fetches[app]?.running == wake
            else { return }
            fetches.change(app) { $0.fetchedNothing = wake }
        }
    }

    /// The app says how often it wants to be fetched for at most (F1).
    private mutating func setMinimumInterval(
        _ app: AppID, _ interval: Interval?, _ out: inout Recorder
    ) {
        let interval = interval.map { min(max($0, .zero), Limits.longestFetchInterval) }
        guard fetches[app]?.minimumInterval != interval else { return }
        noteFetch(.input, .fetchIntervalSet, .f1, detail: .fetchInterval(interval), app, &out)
        fetches.change(app) { $0.minimumInterval = interval }
        forgetRefusal(of: nil, app)
        recordFetches(of: app, &out)
        fetches.isDirty = true
    }

    /// Records a decision about an app's fetches.
    mutating func noteFetch(
        _ kind: Decision.Kind, _ reason: Reason, _ rule: Rule, detail: Detail? = nil, _ app: AppID,
        _ out: inout Recorder
    ) {
        guard let slot = slot(app) else { return }
        apps[slot].note(kind, reason, rule, detail: detail, &out)
    }
}
