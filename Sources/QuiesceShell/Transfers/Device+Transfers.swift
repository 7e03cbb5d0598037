import Foundation
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

// Transfers: between the core, which knows them by number, and the agent and apps, who know what
// they are.
extension Device {
    /// Takes what an app asks of its transfers; `AppChannel` has checked it.
    func take(_ asked: BackgroundSessionRequest, request: UInt64, from key: ProcessKey) {
        let app = key.app
        let stored: StoredSessionRequest = asked.map {
            new($0, of: app)
        } _: { transfer, question, answer in
            let id = TransferID(transfer)
            // Nobody answers for another's.
            if machine.transferView(id)?.transfer.owner == .app(app) {
                transfers.note(answer, id, question)
            }
            return KeptAnswer()
        }
        take(.transfer(.requested(app, key.launch, request: request, stored)))
    }

    /// Takes what `quiesce get` asks for.
    ///
    /// - Parameter reply: with the transfer's number, where it was accepted.
    package func askTransfer(
        _ stored: StoredTransfer, origin: String, _ settings: SessionSettings,
        reply: @escaping (Answer, TransferID?) -> Void
    ) {
        let handle = stage(stored)
        // As unique as the request's number.
        let new = NewTransfer(
            session: "", task: handle.value, kind: .download, origin: origin, request: handle)
        var made: TransferID?
        ask({ .transfer(.get(new, settings, $0)) }, reply: { reply($0, made) })
        if machine.transferView(machine.newestTransfer)?.transfer.request == handle {
            made = machine.newestTransfer
        }
    }

    private func new(_ order: TransferOrder, of app: AppID) -> NewTransfer {
        let upload = order.uploadFile.flatMap { world.transfers.upload(app, $0) }
        var request = order.request
        request.uploadBytes = upload?.size
        // A mistake in the URL or the file is told when the transfer begins.
        let isUpload = order.uploadFile != nil
        let handle = stage(
            StoredTransfer(
                request: request, upload: upload, isRefused: isUpload && upload == nil ? true : nil)
        )
        return order.with(
            StoredRequest(
                origin: (try? TransferOrigin.of(request.url)) ?? "", handle: handle))
    }

    // MARK: The agent

    /// Takes what the agent says.
    package func heard(_ message: MessageFromAgent) {
        switch message {
        case .ready: take(.transfer(.agentStarted))
        case .unusable: break  // Its end follows.
        case .progress(let id, let attempt, let received, let expected, let sent, let toSend):
            guard isCurrent(id, attempt) else { return }
            count(received, of: id)
            transfers.note(
                id,
                .init(
                    attempt: attempt, received: received, expected: expected, sent: sent,
                    expectedToSend: toSend, moment: world.now().instant))
            tellProgress(of: id)
        case .responded(let id, let attempt, let outcome):
            guard isCurrent(id, attempt) else { return }
            transfers.note(id, resumedAt: outcome.resumedAt)
            take(.transfer(.responded(id, attempt: attempt, outcome)))
        case .asked(let id, let attempt, let question, let inquiry):
            guard isCurrent(id, attempt) else { return }
            transfers.note(inquiry, id, question)
            take(
                .transfer(.asked(id, attempt: attempt, question: question, inquiry.kind)))
        case .finished(let id, let attempt, let file, let response):
            guard isCurrent(id, attempt) else { return }
            count(file.size, of: id)
            transfers.stopped(id, received: file.size)
            take(
                .transfer(
                    .finished(id, attempt: attempt, file, response: stage(response))))
        case .interrupted(
            let id, let attempt, let failure, let received, let retryAfter, let response):
            guard isCurrent(id, attempt) else { return }
            count(received, of: id)
            transfers.stopped(id, received: received)
            take(
                .transfer(
                    .interrupted(
                        id, attempt: attempt, failure, received: received,
                        retryAfter: retryAfter.map { .milliseconds(min(max(0, $0), 1 << 40)) },
                        response: response.map { stage($0) })))
        case .stopped(let id, let attempt, let received):
            count(received, of: id)
            transfers.stopped(id, received: received)
            take(.transfer(.stopped(id, attempt: attempt, received: received)))
        }
    }

    private func count(_ received: UInt64, of id: TransferID) {
        guard case .app(let app)? = machine.transferView(id)?.transfer.owner else { return }
        transfers.count(received, of: id, for: app)
    }

    /// The agent's process has ended, or couldn't be started.
    package func agentEnded(_ status: ExitStatus?) {
        transfers.agentEnded()
        take(.transfer(.agentEnded(status)))
    }

    /// Whether this attempt is the one that runs: what an older one says would leave payloads that
    /// nobody has.
    private func isCurrent(_ id: TransferID, _ attempt: UInt64) -> Bool {
        machine.transferView(id)?.runningAttempt == attempt
    }

    func carryOut(_ effect: TransferEffect) {
        switch effect {
        case .startAgent: world.transfers.startAgent()
        case .start(let id, let attempt, let request): start(id, attempt, request)
        case .stop(let id, let attempt):
            world.transfers.tell(.stop(id, attempt: attempt), nil)
        case .forget(let id):
            transfers.forget(id)
            world.transfers.tell(.forget(id), nil)
        case .answer(let id, let attempt, let question, let usual):
            let given = transfers.takeAnswer(id, question)
            let answer = usual ? .proceed : given ?? .proceed
            world.transfers.tell(
                .answer(id, attempt: attempt, question: question, answer), nil)
        case .place(let id, let owner, _): place(id, owner)
        case .tellSession(let app, let launch, let session):
            tellSession(session, ProcessKey(app: app, launch: launch))
        }
    }

    private func start(_ id: TransferID, _ attempt: UInt64, _ handle: PayloadHandle) {
        func refuse(_ failure: TransferFailure) {
            take(
                .transfer(
                    .interrupted(
                        id, attempt: attempt, failure, received: 0, retryAfter: nil, response: nil))
            )
        }
        guard let stored: StoredTransfer = stored(handle) else {
            return refuse(TransferFailure(.requestLost))
        }
        if let size = try? bytes(handle)?.count, size > Limits.transferRequestBytes {
            return refuse(TransferFailure(.tooLarge))
        }
        do throws(TransferFailure) {
            _ = try TransferOrigin.of(stored.request.url)
        } catch {
            return refuse(error)
        }
        if stored.isRefused == true { return refuse(TransferFailure(.fileRefused)) }
        transfers.note(id, resumedAt: nil)
        world.transfers.tell(.start(id, attempt: attempt, stored.request), stored.upload)
    }

    private func place(_ id: TransferID, _ owner: TransferOwner) {
        func done(_ failure: TransferFailure?, _ copy: Int? = nil) {
            take(.transfer(.placed(id, failure, copy: copy)))
        }
        switch owner {
        case .app(let app): world.transfers.place(id, .container(app), done)
        case .user:
            guard let path = machine.transferView(id).flatMap({ shown($0.transfer).destination })
            else {
                return done(TransferFailure(.requestLost))
            }
            world.transfers.place(id, .path(path), done)
        }
    }

    /// New transfers that the disk didn't take: nobody was promised them yet.
    ///
    /// - Returns: whether there are any.
    func dropTransfers(in changes: [StorePort.Change], _ failure: Reason) -> Bool {
        // A transfer that was there before is stored, but for its last change.
        let isNew = changes.contains {
            if case .record(.put(.transfers)) = $0 { true } else { false }
        }
        guard isNew else { return false }
        let refused = changes.compactMap { change -> TransferID? in
            guard case .record(.put(.transfer(let transfer))) = change,
                transfer.stage == .suspended || transfer.stage == .queued
            else { return nil }
            return transfer.id
        }
        if !refused.isEmpty { take(.transfer(.notStored(refused, failure))) }
        return !refused.isEmpty
    }

    // MARK: Payloads

    /// The parts of a transfer that may be shown.
    package func shown(_ transfer: Transfer) -> TransferTracker.Shown {
        var shown = transfers.shown(transfer.id) {
            guard let stored: StoredTransfer = stored(transfer.request) else {
                return .init(url: "", destination: nil)
            }
            return .init(
                url: TransferOrigin.shown(stored.request.url), destination: stored.destination)
        }
        if case .ended(.finished(let file, _)) = transfer.stage, let copy = file.copy {
            shown.destination = shown.destination.map { TransferredFile.name($0, copy: copy) }
        }
        return shown
    }

    /// The user's download that is to bring a file from `origin` to `path` and hasn't ended.
    package func userTransfer(from origin: String, to path: String) -> TransferID? {
        machine.userTransfers(from: origin).first { shown($0).destination == path }?.id
    }

    /// All that was asked for, with its secrets.
    package func stored(_ id: TransferID) -> StoredTransfer? {
        machine.transferView(id).flatMap { stored($0.transfer.request) }
    }

    func stage(_ value: some Described) -> PayloadHandle { stage(Data(value.json)) }

    func stored<Value: JSONReadable>(_ handle: PayloadHandle) -> Value? {
        do {
            return try bytes(handle).map { try Value.read(Array($0)) }
        } catch {
            world.warn("payload \(handle) can't be read: \(error)")
            return nil
        }
    }
}

extension ReplyOutcome {
    fileprivate var resumedAt: UInt64? {
        if case .resumed(let offset) = self { offset } else { nil }
    }
}

extension BackgroundSessionRequest: AppRequest {
    package func come(to device: Device, request: UInt64, from key: ProcessKey) {
        device.take(self, request: request, from: key)
    }
}
