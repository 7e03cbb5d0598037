import Foundation
import QuiesceWire

/// The app's continued tasks. On the main thread.
@MainActor final class ContinuedTasks: AppRoom {
    /// The words and the progress that the daemon was told last.
    private struct Told: Equatable {
        var done = 0
        var title: String
        var subtitle: String
    }

    private struct Running {
        let task: BGContinuedProcessingTask
        var told: Told
    }

    private let link: DaemonLink
    /// Those that haven't begun.
    private var submitted: [UInt64: ContinuedTask] = [:]
    private var running: [UInt64: Running] = [:]
    private var timer: DeviceTimer?

    init(of link: DaemonLink) { self.link = link }

    var runs: Int { running.count }

    /// In the place of one that waits under the same identifier.
    func submit(_ task: ContinuedTask, waits: Bool) {
        let id = link.change { $0.ask(.submit(task, waits: waits)) }
        submitted = submitted.filter { $0.value.identifier != task.identifier }
        submitted[id] = task
        tellWaiting()
    }

    /// nil: all that wait.
    func cancel(_ identifier: String?) {
        let left = submitted.filter { identifier != nil && $0.value.identifier != identifier }
        guard left.count < submitted.count else { return }
        submitted = left
        tellWaiting()
        let request = ContinuedRequest.cancel(identifier: identifier)
        link.change { _ = $0.ask(request) }
    }

    private func tellWaiting() {
        let tasks = submitted.sorted { $0.key < $1.key }.map(\.value)
        BGTaskScheduler.shared.setContinued(tasks)
    }

    func take(_ callback: ContinuedCallback) {
        switch callback {
        case .begin(let id): begin(id)
        case .expire(let id): expire(id)
        case .refused(let id, let reason):
            guard let task = submitted.removeValue(forKey: id) else { return }
            tellWaiting()
            BGTaskScheduler.shared.tellRefusal(
                of: BGContinuedProcessingTaskRequest(
                    identifier: task.identifier, title: task.title, subtitle: task.subtitle),
                reason)
        }
    }

    private func begin(_ id: UInt64) {
        link.change { $0.continuedBegan(id) }
        guard let words = submitted.removeValue(forKey: id) else {
            // It was cancelled when it had begun already.
            return link.completeContinued(id, success: false)
        }
        tellWaiting()
        BGTaskScheduler.shared.begin(
            BGContinuedProcessingTask.self, of: words.identifier
        ) { [weak self, link] result in
            link.completeContinued(id, success: result != .failed)
            MainQueue.run { self?.ended(id) }
        } before: { task in
            task.updateTitle(words.title, subtitle: words.subtitle)
            running[id] = Running(
                task: task, told: Told(title: words.title, subtitle: words.subtitle))
            guard timer == nil else { return }
            timer = .scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
                self?.report()
            }
        }
    }

    /// The user sees all that is done until then; nothing is reported after.
    private func expire(_ id: UInt64) {
        guard let task = running[id]?.task else { return }
        report()
        ended(id)
        task.expire()
    }

    private func report() {
        for (id, one) in running {
            let now = Told(
                done: one.task.done, title: one.task.title.cut(to: ContinuedTask.textBytes),
                subtitle: one.task.subtitle.cut(to: ContinuedTask.textBytes))
            guard now != one.told else { continue }
            running[id]?.told = now
            link.change {
                _ = $0.ask(
                    .report(id: id, done: now.done, title: now.title, subtitle: now.subtitle))
            }
        }
    }

    private func ended(_ id: UInt64) {
        running[id] = nil
        guard running.isEmpty else { return }
        timer?.invalidate()
        timer = nil
    }
}
