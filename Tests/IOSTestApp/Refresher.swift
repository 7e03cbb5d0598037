import BackgroundTasks
import Foundation

/// Isolated to nothing, as most classes of apps are.
class Refresher {
    static let identifier = "org.quiesce.tests.ios.refresh"
    private var count = 0

    func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: Self.identifier)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 3_600)
        do {
            try BGTaskScheduler.shared.submit(request)
            say("refresh submitted")
        } catch {
            say("refresh not submitted: \(error.localizedDescription)")
        }
    }

    func handle(_ task: BGAppRefreshTask) {
        count += 1
        task.expirationHandler = { self.count -= 1 }
        say("refresh \(count)")
        task.setTaskCompleted(success: true)
    }
}
