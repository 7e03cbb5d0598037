import Glibc

/// One client's connection: its request's head, and then its bytes to the server and back. Belongs
/// to the door's thread.
final class DoorConnection {
    private enum Phase {
        case head
        /// Passes bytes on. `gauge`: of a page's line; else so many bytes of the body are to come.
        case passing(gauge: FrameGauge?, body: Int)
        /// Sends the rest of the answer, and takes no more.
        case leaving
        /// The client is gone. The server hears so, and what it still sends is thrown away: it may
        /// not find its socket broken, as it would close it under its own reader.
        case draining
        case over
    }

    let number: UInt64
    /// It has shown that it belongs to a page.
    private(set) var isMember = false
    private var client: Int32
    private var server: Int32 = -1
    private var phase = Phase.head
    private var head: [UInt8] = []
    private var toServer: [UInt8] = []
    private var toClient: [UInt8] = []
    private var isClientShut = false
    private(set) var deadline: ContinuousClock.Instant?

    init(_ client: Int32, number: UInt64) {
        self.client = client
        self.number = number
        deadline = .now + .seconds(ConsoleLimits.requestSeconds)
    }

    var isOver: Bool { if case .over = phase { true } else { false } }
    /// The client is gone.
    var isLeft: Bool { client < 0 }

    /// The events to wait for, at the client's socket and at the server's.
    var waits: [pollfd] {
        var (clientEvents, serverEvents) = (0, 0)
        switch phase {
        case .head, .leaving: clientEvents = Int(POLLIN)
        case .passing:
            if toServer.count < ConsoleLimits.waitingBytes { clientEvents = Int(POLLIN) }
            if toClient.count < ConsoleLimits.waitingBytes { serverEvents = Int(POLLIN) }
        case .draining: serverEvents = Int(POLLIN)
        case .over: break
        }
        if !toClient.isEmpty { clientEvents |= Int(POLLOUT) }
        if !toServer.isEmpty { serverEvents |= Int(POLLOUT) }
        return [
            pollfd(fd: client, events: Int16(clientEvents), revents: 0),
            pollfd(fd: server, events: Int16(serverEvents), revents: 0),
        ]
    }

    func close() {
        if client >= 0 { Glibc.close(client) }
        if server >= 0 { Glibc.close(server) }
        (client, server) = (-1, -1)
        phase = .over
    }

    /// The client is gone, or has done something that no client of ours does.
    func drop() {
        guard server >= 0 else { return close() }
        if client >= 0 { Glibc.close(client) }
        client = -1
        deadline = nil
        (toServer, toClient) = ([], [])
        shutdown(server, Int32(SHUT_WR))
        phase = .draining
    }

    func serve(
        client clientEvents: Int16, server serverEvents: Int16, check: Door.Check,
        inner: () -> Int32
    ) {
        if let deadline, deadline <= .now {
            if case .head = phase, !head.isEmpty {
                return refuse(.init(408, "the request's head took too long"))
            }
            return drop()
        }
        if clientEvents & Int16(POLLERR) != 0 { return drop() }
        if clientEvents & Int16(POLLIN | POLLHUP) != 0 { readClient(check, inner) }
        if serverEvents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { readServer() }
        if !toServer.isEmpty, server >= 0, !send(&toServer, to: server) { drop() }
        flushClient()
    }

    // MARK: From the client

    private func readClient(_ check: Door.Check, _ inner: () -> Int32) {
        switch take(from: client) {
        case .nothing: break
        case .end: drop()
        case .bytes(let bytes):
            switch phase {
            case .head:
                head += bytes
                if let end = Self.end(of: head) {
                    decide(Array(head[..<end]), head[end...], check, inner)
                } else if head.count > ConsoleLimits.headBytes {
                    refuse(.init(431, "the request's head is too long"))
                }
            case .passing(var gauge, let body):
                if gauge != nil {
                    guard gauge?.pass(bytes[...]) == true else { return drop() }
                    phase = .passing(gauge: gauge, body: 0)
                } else {
                    // One request is answered on a connection.
                    guard bytes.count <= body else { return drop() }
                    phase = .passing(gauge: nil, body: body - bytes.count)
                }
                toServer += bytes
            case .leaving, .draining, .over: break
            }
        }
    }

    private func decide(
        _ bytes: [UInt8], _ rest: ArraySlice<UInt8>, _ check: Door.Check, _ inner: () -> Int32
    ) {
        guard let head = RequestHead(bytes), let body = head.bodyBytes else {
            return refuse(.init(400, "the request is not understood"))
        }
        do throws(Admission.Refusal) {
            isMember = try check(head)
        } catch {
            return refuse(error)
        }
        guard rest.count <= body || head.upgrades else {
            return refuse(.init(400, "one request is answered on a connection"))
        }
        server = inner()
        guard server >= 0 else { return refuse(.init(503, "the console is ending")) }
        var gauge = head.upgrades ? FrameGauge() : nil
        if gauge != nil, gauge?.pass(rest) != true { return drop() }
        phase = .passing(gauge: gauge, body: max(0, body - rest.count))
        toServer = head.forwarded(as: number) + rest
        // A page's line has no end; only what it doesn't take has.
        if head.upgrades { deadline = nil }
        self.head = []
    }

    /// Just past the empty line.
    private static func end(of head: [UInt8]) -> Int? {
        guard head.count >= 4 else { return nil }
        return (4...head.count).first {
            head[$0 - 4] == 13 && head[$0 - 3] == 10 && head[$0 - 2] == 13 && head[$0 - 1] == 10
        }
    }

    private func refuse(_ refusal: Admission.Refusal) {
        let body = refusal.message + "\n"
        let head = [
            "HTTP/1.1 \(refusal.status) Refused", "content-type: text/plain; charset=utf-8",
            "content-length: \(body.utf8.count)", "connection: close", "cache-control: no-store",
            "x-content-type-options: nosniff",
        ]
        toClient = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
        leave()
        flushClient()
    }

    /// The client gets what waits for it; what it still says is thrown away, so that the kernel
    /// doesn't take the answer back.
    private func leave() {
        phase = .leaving
        deadline = .now + .seconds(ConsoleLimits.lingerSeconds)
    }

    // MARK: From the server

    private func readServer() {
        switch take(from: server) {
        case .nothing: break
        case .end:
            if isLeft { return close() }
            Glibc.close(server)
            server = -1
            toServer = []
            leave()
        case .bytes(let bytes):
            guard !isLeft else { return }
            if toClient.isEmpty, deadline == nil {
                deadline = .now + .seconds(ConsoleLimits.stallSeconds)
            }
            toClient += bytes
        }
    }

    private func flushClient() {
        guard !isLeft else { return }
        if !toClient.isEmpty {
            let before = toClient.count
            guard send(&toClient, to: client) else { return drop() }
            if case .passing(let gauge, _) = phase, gauge != nil, toClient.count < before {
                deadline = toClient.isEmpty ? nil : .now + .seconds(ConsoleLimits.stallSeconds)
            }
        }
        if toClient.isEmpty, case .leaving = phase, !isClientShut {
            isClientShut = true
            shutdown(client, Int32(SHUT_WR))
        }
    }

    // MARK: Sockets

    private enum Taken {
        case nothing, end
        case bytes([UInt8])
    }

    private func take(from socket: Int32) -> Taken {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { return .bytes(Array(buffer[..<count])) }
        if count < 0, [EAGAIN, EINTR].contains(errno) { return .nothing }
        return .end
    }

    /// - Returns: false when the other end is gone.
    private func send(_ bytes: inout [UInt8], to socket: Int32) -> Bool {
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        let count = Glibc.send(socket, bytes, bytes.count, flags)
        if count > 0 { bytes.removeFirst(count) }
        return count >= 0 || [EAGAIN, EINTR].contains(errno)
    }
}
