import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting

/// The tasks of `BGTaskScheduler` that the case's app has begun, in any launch.
@MainActor enum Work {
    static let app = AppManifest.underTest(
        modes: [.fetch, .processing], tasks: ["refresh", "other"] + (1...11).map { "work\($0)" })

    static var begun: [BGTask] = []
    static var expired: [String] = []
    /// Done in place of completing a task at once.
    static var does: (@MainActor (BGTask) -> Void)?

    static func register() {
        for identifier in app.taskIdentifiers {
            BGTaskScheduler.shared.register(
                forTaskWithIdentifier: identifier, using: nil
            ) { task in
                MainActor.assumeIsolated { begin(task) }
            }
        }
    }

    static func begin(_ task: BGTask) {
        begun.append(task)
        if let does { return does(task) }
        task.setTaskCompleted(success: true)
    }

    /// It goes on until its time is nearly over.
    static func goOn(_ task: BGTask) {
        task.expirationHandler = {
            MainActor.assumeIsolated { expired.append(task.identifier) }
            task.setTaskCompleted(success: false)
        }
    }

    static func refresh(_ identifier: String = "refresh", after begin: Double? = nil) throws {
        let request = BGAppRefreshTaskRequest(identifier: identifier)
        request.earliestBeginDate = begin.map { DeviceClock().date + $0 }
        try BGTaskScheduler.shared.submit(request)
    }

    static func process(
        _ identifier: String = "work1", power: Bool = false, network: Bool = false,
        after begin: Double? = nil
    ) throws {
        let request = BGProcessingTaskRequest(identifier: identifier)
        request.requiresExternalPower = power
        request.requiresNetworkConnectivity = network
        request.earliestBeginDate = begin.map { DeviceClock().date + $0 }
        try BGTaskScheduler.shared.submit(request)
    }

    static var pending: [BGTaskRequest] {
        get async { await BGTaskScheduler.shared.pendingTaskRequests() }
    }
}

/// The case's device, with an app in front that has a handler for each of its tasks.
@MainActor func worker(
    does: (@MainActor (BGTask) -> Void)? = nil
) async throws -> VirtualDevice {
    (Work.begun, Work.expired, Work.does) = ([], [], does)
    return try await launched(Work.app) { Work.register() }
}
