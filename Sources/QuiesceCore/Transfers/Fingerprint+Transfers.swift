// What of transfers goes into a fingerprint: all of it.

extension Fingerprint {
    mutating func add(_ effect: TransferEffect) {
        switch effect {
        case .startAgent: add(1 as UInt64)
        case .start(let id, let attempt, let request):
            add(2, id)
            add(attempt)
            add(request.value)
        case .stop(let id, let attempt):
            add(3, id)
            add(attempt)
        case .forget(let id): add(4, id)
        case .answer(let id, let attempt, let question, let usual):
            add(5, id)
            add(attempt)
            add(question)
            add(usual)
        case .place(let id, let owner, let request):
            add(6, id)
            add(owner)
            add(request.value)
        case .unplace(let id, let app):
            add(7, id)
            add(app)
        case .tellSession(let app, let launch, let session):
            add(8 as UInt64)
            add(app)
            add(launch.number)
            add(session)
        }
    }

    mutating func add(_ call: TransferCall) {
        switch call {
        case .handleEvents(let wake, let session):
            add(1 as UInt64)
            add(wake.value)
            add(session)
        case .ask(let id, let session, let task, let question):
            add(2, id)
            add(session)
            add(task)
            add(question)
        case .completed(let id, let session, let task):
            add(3, id)
            add(session)
            add(task)
        case .finishedEvents(let session):
            add(4 as UInt64)
            add(session)
        }
    }

    mutating func add(_ transfer: Transfer) {
        add(transfer.id.value)
        add(transfer.owner)
        add(transfer.session)
        add(transfer.task)
        add(transfer.kind.rawValue)
        add(transfer.origin)
        add(transfer.request.value)
        add(Int64(transfer.priority))
        add(transfer.earliestBegin) { $0.add($1.nanoseconds) }
        add(transfer.description) { $0.add($1) }
        add(transfer.isDiscretionary)
        add(transfer.created.nanoseconds)
        switch transfer.stage {
        case .suspended: add(1 as UInt64)
        case .queued: add(2 as UInt64)
        case .placing(let file, let response):
            add(3 as UInt64)
            add(file)
            add(response.value)
        case .ended(let outcome):
            add(4 as UInt64)
            add(outcome)
        case .kept: add(5 as UInt64)
        }
        add(transfer.settings) { $0.add($1) }
        add(transfer.resumed) { $0.add($1.nanoseconds) }
        add(transfer.order)
    }

    mutating func add(_ session: TransferSession) {
        add(session.app)
        add(session.identifier)
        add(session.settings)
    }

    private mutating func add(_ settings: SessionSettings) {
        add(settings.sendsLaunchEvents)
        add(settings.isDiscretionary)
        add(settings.allowsCellular)
        add(Int64(settings.connectionsPerHost))
        add(settings.resourceTimeout.nanoseconds)
    }

    mutating func add(_ outcome: TransferOutcome) {
        switch outcome {
        case .finished(let file, let response):
            add(1 as UInt64)
            add(file)
            add(response.value)
        case .failed(let failure, let received, let response):
            add(2 as UInt64)
            add(failure)
            add(received)
            add(response) { $0.add($1.value) }
        case .cancelled(let kind, let received, let resumable):
            add(3 as UInt64)
            add(kind.rawValue)
            add(received)
            add(resumable)
        }
    }

    mutating func add(_ failure: TransferFailure) {
        add(failure.kind.rawValue)
        add(failure.code) { $0.add(Int64($1)) }
    }

    private mutating func add(_ file: TransferredFile) {
        add(Int64(file.status))
        add(file.size)
        if let copy = file.copy { add(Int64(copy)) }
    }

    mutating func add(_ owner: TransferOwner) {
        switch owner {
        case .app(let app):
            add(1 as UInt64)
            add(app)
        case .user: add(2 as UInt64)
        }
    }

    private mutating func add(_ tag: UInt64, _ transfer: TransferID) {
        add(tag)
        add(transfer.value)
    }
}
