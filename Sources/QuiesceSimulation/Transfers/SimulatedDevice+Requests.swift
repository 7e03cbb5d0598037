import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

// How the agent makes a request and what it does about the reply: by the core's decisions alone.
extension SimulatedDevice {
    func request(_ id: TransferID) {
        guard let attempt = transfers.agent.attempts[id] else { return }
        guard let address = try? WebAddress(attempt.url) else {
            return interrupt(id, TransferFailure(.badURL))
        }
        guard let place = transfers.web.place(of: address),
            transfers.web.reaches(transfers.web.servers[place])
        else {
            return interrupt(id, TransferFailure(.hostNotFound))
        }
        let isUpload = attempt.request.uploadBytes != nil
        let there = transfers.agent.reliable(id)
        var (offset, useless) = ResumeRequest.plan(
            offset: there, validator: transfers.agent.files[id]?.validator,
            isPlain: transfers.agent.files[id]?.isPlain ?? true)
        if isUpload {
            // The bytes that were sent are sent again, and so is the answer to them.
            offset = 0
            transfers.watch?.bytes.startsAnew(id)
        }
        if let useless {
            let discarded = transfers.agent.discard(id)
            transfers.watch?.bytes.startsAnew(id)
            transfers.agent.attempts[id]?.restartedBecause = useless
            transfers.agent.attempts[id]?.discarded = discarded
        } else if offset == 0 {
            _ = transfers.agent.discard(id)
        }
        let asked = ResumeRequest(
            offset: offset, validator: offset > 0 ? transfers.agent.files[id]?.validator : nil,
            total: transfers.agent.files[id]?.total, restarts: attempt.restarts,
            sizeLimit: attempt.request.sizeLimit)
        let reply = transfers.web.servers[place].reply(
            to: .init(
                path: address.path, start: offset > 0 ? offset : nil, ifRange: asked.validator,
                hasCredential: attempt.hasCredential || !attempt.request.credentials.isEmpty,
                redirects: attempt.redirects))
        switch reply {
        case .failure(let failure): interrupt(id, failure)
        case .success(let reply):
            if isUpload, attempt.upload > 0, attempt.flow == nil {
                return send(id, before: reply)
            }
            judge(reply, to: asked, of: id, at: address)
        }
    }

    private func judge(
        _ reply: SimulatedServer.Reply, to asked: ResumeRequest, of id: TransferID,
        at address: WebAddress
    ) {
        guard let attempt = transfers.agent.attempts[id] else { return }
        if reply.head.status == 401, !attempt.hasCredential, !attempt.takesChallenge {
            return ask(
                id, reply, nil,
                .challenge(
                    .init(
                        method: "basic", host: address.host, port: Int(address.port),
                        isProxy: false, realm: "files", failures: 0)))
        }
        let led = RedirectPolicy.decide(
            reply.head,
            to: .init(
                address: address, method: attempt.request.method, followed: attempt.redirects))
        switch attempt.takesRedirect ? .take : led {
        case .fail(let failure): return interrupt(id, failure, reply)
        case .follow(let target):
            guard attempt.request.asksForRedirects else { return follow(target.address, id) }
            return ask(
                id, reply, target.address,
                .redirect(response(reply, of: attempt), to: target.address.description))
        case .take: break
        }
        guard transfers.agent.appendsBlindly, asked.offset > 0, reply.head.status == 200 else {
            return carryOut(ReplyDecision(reply.head, to: asked), reply, asked, id)
        }
        let end = reply.body.count
        carryOut(.append(end: end, total: end), reply, asked, id)
    }

    private func carryOut(
        _ decision: ReplyDecision, _ reply: SimulatedServer.Reply, _ asked: ResumeRequest,
        _ id: TransferID
    ) {
        guard let attempt = transfers.agent.attempts[id] else { return }
        func responded(_ outcome: ReplyOutcome) {
            agentSays(.responded(id, attempt: attempt.number, outcome))
        }
        switch decision {
        case .append(_, let total):
            checkBytes(id, goOnAt: asked.offset)
            transfers.agent.files[id]?.total = total
            transfers.agent.files[id]?.response = response(reply, of: attempt)
            responded(.resumed(offset: asked.offset))
            receive(id, reply, from: asked.offset)
        case .takeWhole(let length, let because):
            take(whole: reply, length, because, id, responded)
        case .complete:
            responded(.complete)
            finish(id)
        case .askWhole(let reason):
            let discarded = transfers.agent.discard(id)
            // It says so with the next reply, unless it dies before that.
            transfers.watch?.bytes.startsAnew(id)
            transfers.agent.attempts[id]?.restarts += 1
            transfers.agent.attempts[id]?.restartedBecause = reason
            transfers.agent.attempts[id]?.discarded = discarded
            planRequest(id)
        case .busy:
            interrupt(id, TransferFailure(.serverBusy, code: reply.head.status), reply)
        case .fail(let failure): interrupt(id, failure, reply)
        }
    }

    private func take(
        whole reply: SimulatedServer.Reply, _ length: UInt64?, _ because: RestartReason?,
        _ id: TransferID, _ responded: (ReplyOutcome) -> Void
    ) {
        guard let attempt = transfers.agent.attempts[id] else { return }
        let discarded = transfers.agent.discard(id) + attempt.discarded
        transfers.agent.files[id]?.validator = EntityValidator(reply.head)
        transfers.agent.files[id]?.total = length
        transfers.agent.files[id]?.isPlain = reply.head.isPlain
        transfers.agent.files[id]?.response = response(reply, of: attempt)
        if let reason = because ?? attempt.restartedBecause {
            responded(.restarted(reason, discarded: discarded))
            transfers.watch?.bytes.startsAnew(id)
        } else {
            responded(.began)
            checkBytes(id, goOnAt: 0)
        }
        receive(id, reply, from: 0)
    }

    // MARK: Questions

    private func ask(
        _ id: TransferID, _ reply: SimulatedServer.Reply, _ redirect: WebAddress?,
        _ inquiry: TransferInquiry
    ) {
        guard let number = transfers.agent.attempts[id]?.number else { return }
        transfers.agent.lastQuestion += 1
        let question = transfers.agent.lastQuestion
        transfers.agent.attempts[id]?.question = .init(
            number: question, redirect: redirect, reply: reply)
        agentSays(.asked(id, attempt: number, question: question, inquiry))
    }

    private func follow(_ address: WebAddress, _ id: TransferID) {
        transfers.agent.attempts[id]?.redirects += 1
        transfers.agent.attempts[id]?.url = address.description
        planRequest(id)
    }

    func take(_ answer: TransferAnswer, of id: TransferID) {
        guard let question = transfers.agent.attempts[id]?.question else { return }
        transfers.agent.attempts[id]?.question = nil
        switch answer {
        case .cancel: interrupt(id, TransferFailure(.authenticationCancelled), question.reply)
        case .credential, .clientCertificate:
            transfers.agent.attempts[id]?.hasCredential = true
            planRequest(id)
        case .proceed:
            if let redirect = question.redirect { return follow(redirect, id) }
            takeWhatComes(id, instead: question)
        case .takeResponse: takeWhatComes(id, instead: question)
        }
    }

    /// Nothing was held open meanwhile: the request is made again, as the agent does.
    private func takeWhatComes(_ id: TransferID, instead question: SimulatedAgent.Question) {
        if question.redirect == nil {
            transfers.agent.attempts[id]?.takesChallenge = true
        } else {
            transfers.agent.attempts[id]?.takesRedirect = true
        }
        planRequest(id)
    }
}
