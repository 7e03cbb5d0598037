import Foundation
import QuiesceWire

// Continued tasks (F10).
extension BGTaskScheduler {
    /// The resources that a `BGContinuedProcessingTaskRequest` may require: none.
    public static var supportedResources: BGContinuedProcessingTaskRequest.Resources { [] }

    /// As far as the app knows; the daemon may refuse it still (`requestRefusedNotification`).
    func submit(_ request: BGContinuedProcessingTaskRequest) throws {
        let most = link.read(\.continuedTasks)
        guard most > 0 else {
            throw Error(.unavailable, "this system has no continued tasks: use the profile ios26")
        }
        guard request.requiredResources.isEmpty else {
            throw Error(.notPermitted, "no device here lends its GPU out")
        }
        guard link.read({ !$0.inBackground }) else {
            throw Error(
                .notPermitted, "submit it while the app is in front, when the user asks for it")
        }
        let isFull: @MainActor () -> Bool = { UIApplication.shared.continuedTasks.runs >= most }
        if request.strategy == .fail, MainQueue.isCurrent, MainActor.assumeIsolated(isFull) {
            throw Error(.immediateRunIneligible, "\(most) of the app's own run already")
        }
        let (task, waits) = (request.words, request.strategy == .queue)
        MainQueue.run { UIApplication.shared.continuedTasks.submit(task, waits: waits) }
    }

    func cancelContinued(_ identifier: String?) {
        MainQueue.run { UIApplication.shared.continuedTasks.cancel(identifier) }
    }
}

extension UIApplication {
    var continuedTasks: ContinuedTasks { room() }
}
