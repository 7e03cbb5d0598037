extension SystemMachine {
    /// Background tasks that an app waits for, in the order in which they were submitted.
    package func pendingTasks(of app: AppID) -> [BackgroundTaskRequest] {
        fetches[app]?.tasks ?? []
    }

    /// The kind of background task that a wake-up is for; nil: for none, or it is over.
    package func taskKind(of wake: WakeID) -> BackgroundTaskKind? {
        guard case .task(let kind, _) = around.cause(of: wake) else { return nil }
        return kind
    }
}
