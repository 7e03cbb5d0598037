import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

/// Carries out the daemon's requests.
extension Agent {
    struct Afterwards {
        var forgets = false
        var start: Start?
    }

    struct Start {
        var number: UInt64
        var request: TransferRequest
        var file: Int32?
        /// Stopped before it began.
        var isStopped = false
    }

    func handle(_ message: MessageToAgent, _ files: [Int32]) {
        switch message {
        case .start(let id, let number, let request):
            for file in files.dropFirst() { close(file) }
            let start = Start(number: number, request: request, file: files.first)
            guard let old = attempts[id] else { return begin(id, start) }
            if let waiting = afterwards[id]?.start?.file { close(waiting) }
            afterwards[id, default: Afterwards()].start = start
            old.end(.dropped)
        case .stop(let id, let number):
            for file in files { close(file) }
            if let attempt = attempts[id], attempt.number == number { attempt.end(.stopped) }
            if afterwards[id]?.start?.number == number { afterwards[id]?.start?.isStopped = true }
        case .forget(let id):
            for file in files { close(file) }
            guard let attempt = attempts[id] else { return delete(id) }
            if let waiting = afterwards[id]?.start?.file { close(waiting) }
            afterwards[id] = Afterwards(forgets: true)
            attempt.end(.dropped)
        case .answer(let id, let number, let question, let answer):
            for file in files { close(file) }
            guard let attempt = attempts[id], attempt.number == number else { return }
            attempt.answered(question, answer)
        }
    }

    private func begin(_ id: TransferID, _ start: Start) {
        let request = start.request
        let found = Record.find(AgentFiles.record(id), in: folder)
        if let found, found.slot.isFinished, found.head.url == request.url,
            found.head.method == request.method
        {
            if let file = start.file { close(file) }
            return say(.finished(id, attempt: start.number, found.file, found.head.response))
        }
        do {
            let address = try WebAddress(request.url)
            guard Self.isToken(request.method), request.url.utf8.count <= Limits.urlBytes else {
                throw WebAddress.Problem.malformed
            }
            var upload: UploadBody?
            if let bytes = request.uploadBytes {
                guard let file = start.file else { throw TransferFailure(.fileMissing) }
                upload = try UploadBody(file: file, bytes: bytes)
            } else if let file = start.file {
                close(file)
            }
            lastRun += 1
            let attempt = Attempt(
                run: lastRun, id: id, number: start.number, request: request, address: address,
                upload: upload, isKnown: found != nil, agent: self)
            attempts[id] = attempt
            runs[lastRun] = attempt
            attempt.begin(found)
        } catch {
            if let file = start.file { close(file) }
            say(
                .interrupted(
                    id, attempt: start.number, Self.failure(error), received: 0, retryAfter: nil,
                    nil
                ))
        }
    }

    /// A method's name, and nothing that begins another line.
    private static func isToken(_ method: String) -> Bool {
        !method.isEmpty && method.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3A }
    }

    private static func failure(_ error: any Error) -> TransferFailure {
        switch error {
        case let failure as TransferFailure: failure
        case WebAddress.Problem.unsupported: TransferFailure(.unsupportedURL)
        case _: TransferFailure(.badURL)
        }
    }

    /// An attempt has ended, and its files rest.
    func conclude(_ attempt: Attempt, size: UInt64) {
        let id = attempt.id
        attempts[id] = nil
        runs[attempt.run] = nil
        attempt.close()
        switch attempt.ending {
        case .finished:
            if let head = attempt.head {
                say(
                    .finished(
                        id, attempt: attempt.number,
                        TransferredFile(status: head.response.status, size: size), head.response))
            }
        case .stopped: say(.stopped(id, attempt: attempt.number, received: size))
        case .interrupted(let failure, let retryAfter, let response):
            say(
                .interrupted(
                    id, attempt: attempt.number, failure, received: size, retryAfter: retryAfter,
                    response))
        case .dropped, nil: break
        }
        guard let next = afterwards.removeValue(forKey: id) else { return }
        if next.forgets { delete(id) }
        guard let start = next.start, !isLeaving else { return }
        if start.isStopped {
            if let file = start.file { close(file) }
            return say(.stopped(id, attempt: start.number, received: size))
        }
        begin(id, start)
    }

    private func delete(_ id: TransferID) {
        // The record first: bytes without one are nothing, a record without bytes is a lie.
        _ = unlinkat(folder, AgentFiles.record(id), 0)
        _ = unlinkat(folder, AgentFiles.body(id), 0)
    }

    func bodyBytes(_ id: TransferID) -> UInt64 {
        var status = stat()
        guard fstatat(folder, AgentFiles.body(id), &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return 0
        }
        return UInt64(max(status.st_size, 0))
    }
}

extension Record.Found {
    var file: TransferredFile {
        TransferredFile(status: head.response.status, size: slot.written)
    }
}
