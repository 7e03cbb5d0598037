import QuiesceCore
import QuiesceWire

extension Device {
    /// The background tasks that an app waits for, also those of earlier launches.
    func pendingTasks(of app: AppID) -> [FetchDemand.Task]? {
        let tasks = machine.pendingTasks(of: app).map(\.task)
        return tasks.isEmpty ? nil : tasks
    }
}
