import QuiesceCore
import QuiesceWire

extension Device {
    /// The background tasks that an app waits for, also those of earlier launches.
    func pendingTasks(of app: AppID) -> [BackgroundTaskRequest]? {
        let tasks = machine.pendingTasks(of: app)
        return tasks.isEmpty ? nil : tasks
    }

    func backgroundTask(_ wake: WakeID, _ identifier: String) -> MessageToApp.Call {
        .backgroundTask(
            wake: wake.value, identifier: identifier,
            kind: machine.taskKind(of: wake) ?? .appRefresh)
    }

    /// Drops an app's request for fetches that the disk didn't take.
    ///
    /// - Returns: whether the request is refused.
    func dropFetch(
        _ fetch: FetchEvent?, in changes: [StorePort.Change], _ failure: Reason
    ) -> Bool {
        guard let fetch, let unstored = storedFetches.unstored(fetch, in: changes) else {
            return false
        }
        take(.fetching(.notStored(unstored, failure)))
        return true
    }
}

extension FetchRefusal {
    var call: MessageToApp.Call {
        .fetchRefused(identifier: identifier, reason: reason.rawValue)
    }
}
