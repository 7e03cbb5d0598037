import Foundation
import QuiesceCore
import QuiesceWire

// The callbacks to apps about their transfers.
extension Device {
    /// A callback with all that belongs to it.
    func wireCallback(_ call: TransferCall) -> TransferCallback {
        switch call {
        case .handleEvents(let wake, let session):
            .handleEvents(wake: wake.value, session: session)
        case .finishedEvents(let session): .finishedEvents(session: session)
        case .ask(let id, let session, let task, let question):
            .ask(
                transfer: id.value, question: question, session: session, task: task,
                transfers.inquiry(id, question) ?? .overtaken)
        case .completed(let id, let session, let task):
            .completed(transfer: id.value, session: session, task: task, verdict(on: id))
        }
    }

    private func verdict(on id: TransferID) -> TransferVerdict {
        var verdict = TransferVerdict()
        guard let transfer = machine.transferView(id)?.transfer,
            case .ended(let outcome) = transfer.stage
        else {
            // Forgotten meanwhile: the app handled it, and its acknowledgement is on the way.
            verdict.failure = .init(reason: TransferFailure.Kind.requestLost.rawValue)
            return verdict
        }
        switch outcome {
        case .finished(let file, let response):
            verdict.bytesReceived = file.size
            guard let head: TransferResponse = stored(response) else {
                // A power cut took it, before anybody was told that the transfer has finished.
                verdict.failure = .init(reason: TransferFailure.Kind.requestLost.rawValue)
                return verdict
            }
            verdict.response = head
            verdict.file = FinishedFile.path(id)
            verdict.bytesSent = bytesSent(transfer)
        case .failed(let failure, let received, let response):
            verdict.response = response.flatMap { stored($0) }
            verdict.bytesReceived = received
            verdict.bytesSent = transfers.progress[id]?.sent ?? 0
            verdict.failure = .init(reason: failure.kind.rawValue, code: failure.code)
        case .cancelled(let kind, let received, let resumable):
            verdict.bytesReceived = received
            verdict.bytesSent = transfers.progress[id]?.sent ?? 0
            verdict.failure = .init(reason: kind.rawValue)
            verdict.resumable = resumable ? id.value : nil
        }
        return verdict
    }

    private func bytesSent(_ transfer: Transfer) -> UInt64 {
        guard transfer.kind == .upload else { return 0 }
        let stored: StoredTransfer? = stored(transfer.request)
        return stored?.request.uploadBytes ?? 0
    }

    /// To the app, unless it sleeps: it would find them all when it wakes, and they are old then.
    func tellProgress(of id: TransferID) {
        guard let transfer = machine.transferView(id)?.transfer,
            case .app(let owner) = transfer.owner, let app = machine.view(owner), app.isAlive,
            app.state != .suspended, let progress = transfers.progress[id]
        else { return }
        world.apps.send(
            ProcessKey(app: owner, launch: app.launch),
            .progress(
                TransferProgress(
                    session: transfer.session, task: transfer.task, received: progress.received,
                    expected: progress.expected, sent: progress.sent,
                    expectedToSend: progress.expectedToSend,
                    resumedAt: transfers.resumedAt(id))))
    }

    func tellSession(_ session: String, _ key: ProcessKey) {
        let tasks = machine.tasks(ofSession: session, of: key.app).compactMap(task)
        let pages = Pages(tasks, most: Limits.sessionPageBytes) { task in
            // JSON may need six bytes for one, of a description.
            160 + task.url.utf8.count + (task.description?.utf8.count ?? 0) * 6
        }
        for page in pages.all {
            let tasks = SessionTasks(session: session, tasks: page.items, isLast: page.isLast)
            world.apps.send(key, .session(tasks))
        }
    }

    private func task(_ transfer: Transfer) -> SessionTasks.Task? {
        let state: SessionTasks.Task.State
        switch transfer.stage {
        case .suspended: state = .suspended
        case .queued, .placing: state = .running
        case .ended(.cancelled): state = .canceling
        case .ended(.finished), .ended(.failed): state = .completed
        case .kept: return nil
        }
        return SessionTasks.Task(
            task: transfer.task, kind: transfer.kind, url: shown(transfer).url,
            state: state,
            priority: transfer.priority, description: transfer.description)
    }
}

extension TransferInquiry {
    /// In place of what an attempt asked that is over: no answer to it counts.
    fileprivate static var overtaken: TransferInquiry {
        .redirect(TransferResponse(url: "", status: 0, version: "", headers: []), to: "")
    }
}
