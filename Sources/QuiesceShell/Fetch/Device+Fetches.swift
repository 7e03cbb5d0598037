import QuiesceCore
import QuiesceWire

// What an app asks of its background fetches and background tasks.
extension Device {
    /// Takes what an app asks of its fetches; `AppChannel` has checked it.
    func take(_ demand: FetchDemand, request: UInt64, from key: ProcessKey) {
        let (app, launch) = (key.app, key.launch)
        switch demand {
        case .setMinimumInterval(let seconds):
            take(
                .fetching(
                    .setMinimumInterval(
                        app, launch, request: request, seconds.map(Interval.init(fetchSeconds:)))))
        case .submit(let task):
            guard let kind = BackgroundTaskKind(rawValue: task.kind) else { return }
            take(
                .fetching(
                    .submit(
                        app, launch, request: request,
                        BackgroundTaskRequest(
                            kind: kind, identifier: task.identifier,
                            earliestBegin: task.earliestBegin.map(WallTime.init(milliseconds:)),
                            requiresNetwork: task.requiresNetwork ?? false,
                            requiresPower: task.requiresPower ?? false))))
        case .cancel(let identifier):
            take(.fetching(.cancel(app, launch, request: request, identifier: identifier)))
        }
    }

    /// What the app waits for, also of what earlier launches asked for.
    func pendingTasks(of app: AppID) -> [FetchDemand.Task]? {
        let tasks = machine.pendingTasks(of: app).map { request in
            var task = FetchDemand.Task(
                kind: request.kind.rawValue, identifier: request.identifier)
            task.earliestBegin = request.earliestBegin.map { $0.nanoseconds / 1_000_000 }
            task.requiresNetwork = request.requiresNetwork ? true : nil
            task.requiresPower = request.requiresPower ? true : nil
            return task
        }
        return tasks.isEmpty ? nil : tasks
    }
}

extension Interval {
    /// An interval between fetches: never shorter than asked for, up to a century.
    fileprivate init(fetchSeconds seconds: Double) {
        let most = Double(Limits.fetchIntervalMost.nanoseconds)
        self.init(nanoseconds: Int64(min((seconds * 1e9).rounded(.up), most)))
    }
}

extension FetchDemand: AppDemand {
    package func come(to device: Device, request: UInt64, from key: ProcessKey) {
        device.take(self, request: request, from: key)
    }
}
