// The requests for background fetches and background tasks, by apps and by the user.
extension Fetches {
    mutating func handle(_ event: FetchEvent, in around: inout Surroundings) {
        if let speaker = event.speaker, !around.takeRequest(speaker) { return }
        switch event {
        case .asked(let app, _, _, .setMinimumInterval(let seconds)):
            setMinimumInterval(app, seconds.map(Interval.init(fetchSeconds:)), in: &around)
        case .asked(let app, let launch, _, .submit(let task)):
            submit(task, app, launch, in: &around)
        case .asked(let app, _, _, .cancel(let identifier)):
            cancelTasks(app, identifier, in: &around)
        case .simulate(let app, let identifier, let ticket):
            simulate(app, identifier, ticket, in: &around)
        case .notStored(let unstored, let reason): notStored(unstored, reason, in: &around)
        case .received(let app, let launch, let wake, let bytes):
            guard around.launch(of: app) == launch, bytes == 0, self[app]?.running == wake else {
                return
            }
            change(app) { $0.fetchedNothing = wake }
        }
    }

    /// The app says how often it wants to be fetched for at most (F1).
    private mutating func setMinimumInterval(
        _ app: AppID, _ interval: Interval?, in around: inout Surroundings
    ) {
        guard self[app]?.minimumInterval != interval else { return }
        around.note(.input, .fetchIntervalSet, .f1, detail: .fetch(.interval(interval)), of: app)
        change(app) { $0.minimumInterval = interval }
        forgetRefusal(of: nil, app)
        record(of: app, in: &around)
        isDirty = true
    }

    /// Takes the news of apps: the apps that are fetched for may be others.
    mutating func hear(in around: inout Surroundings) {
        guard !around.news.isEmpty else { return }
        around.news.removeAll { signal in
            guard case .permissionSet = signal else { return false }
            isDirty = true
            return true
        }
    }
}
