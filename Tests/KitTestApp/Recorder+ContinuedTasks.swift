import Foundation
import QuiesceKit
import Synchronization

/// Those that were begun, in that order.
private let tasks = Mutex<[BGContinuedProcessingTask]>([])

// The recorder's commands for the tests of continued tasks.
extension Recorder {
    /// `continued ID TITLE`, `progress COMPLETED TOTAL`, `completeContinued`: of the first that
    /// runs.
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyContinued(_ words: [Substring]) -> Bool {
        let rest = words.dropFirst().map(String.init)
        switch words.first {
        case "continued": submit(rest[0], rest[1])
        case "progress":
            guard let progress = tasks.withLock({ $0.first })?.progress else { break }
            progress.totalUnitCount = Int64(rest[1]) ?? 0
            progress.completedUnitCount = Int64(rest[0]) ?? 0
        case "completeContinued":
            let task = tasks.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            task?.setTaskCompleted(success: true)
            say("continued completed")
        case _: return false
        }
        return true
    }

    nonisolated private func submit(_ identifier: String, _ title: String) {
        BGTaskScheduler.shared.register(
            forTaskWithIdentifier: identifier, using: .global()
        ) { begun in
            guard let task = begun as? BGContinuedProcessingTask else { return }
            tasks.withLock { $0.append(task) }
            task.expirationHandler = { say("continued expired \(identifier)") }
            say("continued begun \(identifier)")
        }
        let request = BGContinuedProcessingTaskRequest(
            identifier: identifier, title: title, subtitle: "")
        do {
            try BGTaskScheduler.shared.submit(request)
            say("continued submitted")
        } catch {
            say("continued refused: \(error.localizedDescription)")
        }
    }
}
