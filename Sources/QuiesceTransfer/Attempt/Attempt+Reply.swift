import CCurl
import Glibc
import QuiesceAgent
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

/// The reply: libcurl's callbacks, and the end of a request.
extension Attempt {
    /// - Returns: the line's length; anything else ends the request.
    func tookHead(_ line: UnsafeRawBufferPointer) -> Int {
        lastByte = Monotonic.now
        if case .awaited = reply {
        } else {
            // The line is a trailer of a chunked body, or the head of the answer to libcurl's own
            // reply to a challenge.
            guard line.count >= 5, memcmp(line.baseAddress!, "HTTP/", 5) == 0 else {
                return line.count
            }
            reply = .awaited
        }
        switch reader.take(line) {
        case .more: return line.count
        case .tooLong:
            abort = TransferFailure(.badServerResponse)
            return 0
        case .end:
            if (100..<200).contains(reader.head.status), reader.head.status != 101 {
                return line.count
            }
            decide()
            if case .unwanted(.fail(let failure), _) = reply {
                abort = failure
                return 0
            }
            return line.count
        }
    }

    /// The head is whole, and nothing of the body has come.
    private func decide() {
        let reply = reader.head
        if reply.status == 401, !takesChallenge,
            let offers = OfferedChallenges(reply, isProxy: false)
        {
            self.reply = .unwanted(.challenge(offers, isProxy: false), bytes: 0)
            return
        }
        if reply.status == 407, !takesChallenge,
            let offers = OfferedChallenges(reply, isProxy: true)
        {
            self.reply = .unwanted(.challenge(offers, isProxy: true), bytes: 0)
            return
        }
        if request.allowsRedirects, !takesRedirect {
            switch RedirectPolicy.decide(
                reply,
                to: RedirectPolicy.Request(address: address, method: method, followed: followed))
            {
            case .take: break
            case .follow(let target):
                self.reply = .unwanted(.redirect(target), bytes: 0)
                return
            case .fail(let failure):
                self.reply = .unwanted(.fail(failure), bytes: 0)
                return
            }
        }
        switch ReplyDecision(reply, to: asked) {
        case .append(let end, let total): goOn(end: end, total: total)
        case .takeWhole(let length, let reason): takeWhole(length: length, because: reason)
        case .complete: self.reply = .unwanted(.complete, bytes: 0)
        case .askWhole(let reason): self.reply = .unwanted(.whole(reason), bytes: 0)
        case .busy: self.reply = .unwanted(.busy, bytes: 0)
        case .fail(let failure): self.reply = .unwanted(.fail(failure), bytes: 0)
        }
    }

    private var response: TransferResponse { reader.response(from: address.description) }

    private func goOn(end: UInt64, total: UInt64) {
        if !hasBegun {
            guard hasRoom(for: total) else { return }
            agent.say(.responded(id, attempt: number, .resumed(offset: asked.offset)))
        }
        reply = .kept
        self.end = end
        self.total = total
        let head = RecordHead(
            url: request.url, method: request.method, validator: asked.validator, total: total,
            isPlain: true, response: response)
        self.head = head
        // For a file in parts, the bytes in memory go on; they aren't on the disk yet.
        if hasBegun { return }
        start = BodyStart(head: head, offset: asked.offset, expected: total)
        hasBegun = true
    }

    /// A body that won't fit, or doesn't now, isn't even begun.
    private func hasRoom(for length: UInt64) -> Bool {
        let missing = length - min(length, agent.bodyBytes(id))
        do throws(DiskError) {
            try DiskRoom(of: agent.folder).check(length: length, missing: missing)
            return true
        } catch {
            reply = .unwanted(.fail(error.failure), bytes: 0)
            return false
        }
    }

    private func takeWhole(length: UInt64?, because reason: RestartReason?) {
        let hasNoBody = method == "HEAD" || reader.head.status == 204 || reader.head.status == 304
        let length = hasNoBody ? 0 : length
        if let length { guard hasRoom(for: length) else { return } }
        let discarded = offset
        let outcome: ReplyOutcome =
            if let reason = restartReason ?? reason, discarded > 0 {
                .restarted(reason, discarded: discarded)
            } else {
                .began
            }
        agent.say(.responded(id, attempt: number, outcome))
        let misfits = restartReason == nil ? 0 : asked.restarts
        restartReason = nil
        reply = .kept
        offset = 0
        end = length
        total = end
        let isFile = canResume && reader.head.status == 200
        let head = RecordHead(
            url: request.url, method: request.method,
            validator: isFile ? EntityValidator(reader.head) : nil, total: end,
            isPlain: reader.head.isPlain, misfits: misfits, response: response)
        self.head = head
        start = BodyStart(head: head, offset: 0, expected: end)
        hasBegun = true
        asked.offset = 0
        if let block {
            agent.blocks.give(block)
            self.block = nil
        }
    }

    // MARK: The end of a request

    func ended(_ result: CURLcode) {
        guard let easy else { return }
        let message = easy.message
        let osError = easy.long(CURLINFO_OS_ERRNO)
        let connectStatus = easy.long(CURLINFO_HTTP_CONNECTCODE)
        // Only without TLS can it be told who wrote what is there.
        let isLong =
            easy.foundExcess
            || address.scheme == .http && !reader.version.hasPrefix("2")
                && easy.hasMore
        takeBack()
        if let abort { return fail(abort) }
        switch reply {
        case .unwanted(let next, _): carryOut(next)
        case .awaited:
            // The connection ended within the head, which libcurl takes for a response.
            if result == CURLE_OK { return fail(TransferFailure(.connectionLost)) }
            if connectStatus == 407 {
                return challenged(by: .unknown, isProxy: true)
            }
            let failure = TransferFailure(result, message, osError: osError)
            if failure.kind == .clientCertificateRejected, request.clientCertificate == nil,
                login.certificate == nil
            {
                return challengedForCertificate()
            }
            fail(failure)
        case .kept:
            guard result == CURLE_OK else {
                return fail(TransferFailure(result, message, osError: osError))
            }
            if isLong { return fail(TransferFailure(.tooLarge)) }
            if let end, offset < end { return fail(TransferFailure(.connectionLost)) }
            if let upload, !upload.isUnchanged { return fail(TransferFailure(.fileChanged)) }
            guard let total, offset < total else { return end(.finished) }
            // A server that gives a file in parts.
            asked.offset = offset
            asked.total = total
            makeRequest()
        }
    }

    private func carryOut(_ next: Next) {
        switch next {
        case .redirect(let target):
            if request.asksForRedirects {
                ask(.redirect(response, to: target.address.description), next)
            } else {
                follow(target)
            }
        case .challenge(let offers, let isProxy): challenged(by: offers, isProxy: isProxy)
        case .certificate: challengedForCertificate()
        case .whole(let reason):
            restartReason = reason
            asked.restarts += 1
            asked.offset = 0
            makeRequest()
        case .complete:
            agent.say(.responded(id, attempt: number, .complete))
            guard var head else { return fail(TransferFailure(.badServerResponse)) }
            head.total = offset
            start = BodyStart(head: head, offset: offset, expected: offset)
            hasBegun = true
            end(.finished)
        case .busy:
            fail(
                TransferFailure(.serverBusy, code: reader.head.status),
                retryAfter: RetryAfter.milliseconds(reader.head, now: Int64(time(nil))),
                response: response)
        case .fail(let failure): fail(failure)
        }
    }

    func follow(_ target: RedirectPolicy.Target) {
        followed += 1
        keepsSecrets = keepsSecrets && target.keepsSecrets
        if !target.address.hasOrigin(of: address) { login.leaveServer() }
        address = target.address
        method = target.method
        sendsBody = sendsBody && target.keepsBody
        makeRequest()
    }
}
