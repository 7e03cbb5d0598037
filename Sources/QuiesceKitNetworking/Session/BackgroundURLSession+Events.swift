import Foundation
import FoundationNetworking
import QuiesceKit
import QuiesceWire

// Messages of the daemon about the session.
extension BackgroundURLSession: BackgroundTransferSession {
    package func opened(_ listed: SessionTasks) {
        let (waiting, early) = state.withLock { state -> ([TasksHandler], [TransferCallback]) in
            for task in listed.tasks where !state.judged.contains(task.task) {
                if state.tasks[task.task] == nil { state.tasks[task.task] = restored(task) }
            }
            state.isListed = state.isListed || listed.isLast
            guard state.isListed else { return ([], []) }
            defer { (state.waiting, state.early) = ([], []) }
            return (state.waiting, state.early)
        }
        guard listed.isLast else { return }
        for body in bodies.tasks where state.withLock({ $0.tasks[body] == nil }) {
            bodies.remove(body)
        }
        for handler in waiting { calls.append { handler(self.tasks) } }
        for callback in early { act(on: callback) }
        invalidateIfDone()
    }

    package func progressed(_ progress: TransferProgress) {
        guard let task = state.withLock({ $0.tasks[progress.task] }) else { return }
        if task.values.withLock({ $0.progress.note(progress) }) {
            calls.append { self.tellProgress(of: task) }
        }
    }

    package func take(_ callback: TransferCallback) {
        let waits = state.withLock { state in
            // The daemon hasn't said yet of which kind the task is.
            if !state.isListed { state.early.append(callback) }
            return !state.isListed
        }
        if !waits { act(on: callback) }
    }

    private func act(on callback: TransferCallback) {
        switch callback {
        case .handleEvents: break
        case .ask(let transfer, let question, _, let task, let inquiry):
            ask(inquiry, about: self.task(task)) { [transfers] answer in
                transfers.ask(.answer(transfer: transfer, question: question, answer))
            } unless: {
                $0.insert(question).inserted
            }
        case .completed(let transfer, _, let number, let verdict):
            guard state.withLock({ $0.judged.insert(number).inserted }) else {
                // It comes again where the daemon doesn't know that it was told.
                return calls.append { self.transfers.toldAgain(transfer) }
            }
            transfers.isTelling(transfer)
            let task = task(number)
            calls.append {
                self.tell(verdict, on: task)
                self.remove(task)
                self.transfers.told(transfer)
                self.invalidateIfDone()
            }
        case .finishedEvents:
            calls.append { self.tellEndOfEvents(to: self.delegate) }
        }
    }

    /// Once for each time that the app was woken for them (X6).
    func tellEndOfEvents(to delegate: (any BackgroundURLSessionDelegate)?) {
        if transfers.owesEnd(ofEventsOf: name) {
            delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: self)
        }
        transfers.finishedEvents(of: name)
    }

    /// A task that the daemon never hears of fails.
    func fail(_ task: BackgroundURLSessionTask, _ error: URLError) {
        guard state.withLock({ $0.judged.insert(task.number).inserted }) else { return }
        calls.append {
            self.complete(task, error, resumeData: nil)
            self.remove(task)
            self.invalidateIfDone()
        }
    }

    private func remove(_ task: BackgroundURLSessionTask) {
        state.withLock { $0.tasks[task.number] = nil }
        bodies.remove(task.number)
    }

    /// The task of this number; one that nobody has mentioned yet may be over already.
    private func task(_ number: UInt64) -> BackgroundURLSessionTask {
        state.withLock { state in
            if let task = state.tasks[number] { return task }
            let task = BackgroundURLSessionTask.make(
                .download, number: number, request: nil, in: self)
            state.tasks[number] = task
            return task
        }
    }

    private func restored(_ task: SessionTasks.Task) -> BackgroundURLSessionTask {
        var values = BackgroundURLSessionTask.Values()
        values.state =
            switch task.state {
            case .suspended: .suspended
            case .running: .running
            case .canceling: .canceling
            case .completed: .completed
            }
        values.priority = Float(task.priority) / 100
        values.description = task.description
        return .make(
            task.kind, number: task.task,
            request: URL(string: task.url).map { URLRequest(url: $0) },
            in: self, values)
    }
}
