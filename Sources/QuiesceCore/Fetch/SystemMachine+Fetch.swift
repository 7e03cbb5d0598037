// What is asked of background fetches and background tasks, by apps and by the user.
extension SystemMachine {
    mutating func fetching(_ event: FetchEvent, _ now: Moment, _ out: inout Recorder) {
        if let speaker = event.speaker, !takeFetchRequest(speaker, now, &out) { return }
        switch event {
        case .setMinimumInterval(let app, _, _, let interval):
            setMinimumInterval(app, interval, &out)
        case .submit(let app, _, _, let request): submit(request, app, now, &out)
        case .cancel(let app, _, _, let identifier): cancelTasks(app, identifier, &out)
        case .simulate(let app, let identifier, let ticket):
            simulate(app, identifier, ticket, now, &out)
        }
    }

    /// Acknowledges a request, once what follows from it is on disk.
    ///
    /// - Returns: whether it is to be carried out.
    private mutating func takeFetchRequest(
        _ speaker: (app: AppID, launch: Launch, request: UInt64), _ now: Moment,
        _ out: inout Recorder
    ) -> Bool {
        guard let slot = slot(speaker.app), apps[slot].launch == speaker.launch, apps[slot].isAlive
        else { return false }
        var isNew = false
        update(slot, now, &out) { app, _, out in
            isNew = app.isNew(request: speaker.request)
            out.effects.append(
                .ack(speaker.app, speaker.launch, request: speaker.request, durable: true))
        }
        return isNew
    }

    /// The app says how often it wants to be fetched for at most (F1).
    private mutating func setMinimumInterval(
        _ app: AppID, _ interval: Interval?, _ out: inout Recorder
    ) {
        let interval = interval.map { min(max($0, .zero), Limits.longestFetchInterval) }
        guard fetches[app]?.minimumInterval != interval else { return }
        noteFetch(.input, .fetchIntervalSet, .f1, detail: .fetchInterval(interval), app, &out)
        fetches.change(app) { $0.minimumInterval = interval }
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
