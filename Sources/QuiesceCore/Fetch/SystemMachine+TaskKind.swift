extension SystemMachine {
    /// Background tasks that an app waits for, in the order in which they were submitted.
    package func pendingTasks(of app: AppID) -> [BackgroundTaskRequest] {
        fetches[app]?.tasks ?? []
    }

    /// What kind of background task a wake-up is for; nil: for none, or it is over.
    package func taskKind(of wake: WakeID) -> BackgroundTaskKind? {
        for app in around.apps {
            guard let found = app.wakes.first(where: { $0.id == wake }) else { continue }
            if case .task(let kind, _) = found.cause { return kind }
        }
        return nil
    }
}
