import CQuiesceLinux
import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCrypto
import TestSupport
import Testing

/// The built agent, driven over its socket as the daemon drives it.
final class PushAgentProcess {
    let pid: pid_t
    private let socket: Int32
    private var isOver = false

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(
            socketpair(
                AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
                == 0)
        socket = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
        // Another test waits until nobody has what it has closed.
        try #require(ql_spawn_close_from(&actions, 4) == 0)
        let path = BuiltProducts.path("quiesce-pushd")
        let arguments: [String] = [path, "--socket", "3"]
        var strings = arguments.map { strdup($0) } + [nil]
        defer { for string in strings { free(string) } }
        var pid: pid_t = 0
        try #require(posix_spawn(&pid, path, &actions, nil, &strings, environ) == 0)
        self.pid = pid
        close(ends[1])
        try #require(try receive() == .ready)
    }

    deinit {
        if !isOver {
            kill(pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }
        close(socket)
    }

    func send(_ order: PushOrder) throws {
        let data = Data(order.json)
        let sent = data.withUnsafeBytes { ql_send(socket, $0.baseAddress, $0.count, nil, 0, true) }
        try #require(sent == data.count)
    }

    /// The next report; nil once it has gone. A minute of silence fails the test.
    func receive() throws -> PushReport? {
        var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        try #require(poll(&wait, 1, 60_000) == 1, "the agent says something")
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count: Int32 = 0
        var truncated = false
        let length = ql_receive(socket, &bytes, bytes.count, nil, &count, &truncated, true)
        try #require(!truncated)
        if length <= 0 { return nil }
        return try PushReport.read(Array(bytes.prefix(length)))
    }

    /// Reads on until there is one that fits.
    func until<Result>(_ pick: (PushReport) -> Result?) throws -> Result {
        while let report = try receive() {
            if let result = pick(report) { return result }
        }
        throw Gone()
    }

    struct Gone: Error {}

    /// Joins and connects.
    func join(_ gateway: FakeGateway) throws -> GatewayAccount {
        let key = P256PrivateKey().pem
        let authority = try String(contentsOfFile: gateway.certificate, encoding: .utf8)
        try send(.register(url: gateway.url, authority: authority, key: key, name: "test"))
        let account = try until { report -> GatewayAccount? in
            guard case .registered(let device, let certificate) = report else { return nil }
            return GatewayAccount(
                url: gateway.url, authority: authority, device: device, certificate: certificate,
                key: key)
        }
        try send(.connect(account, last: 0))
        try until { $0 == .connected ? () : nil }
        return account
    }

    func token(_ app: String) throws -> String {
        try send(.requestToken(topic: app))
        return try until { report in
            if case .issued(app, let token) = report { token } else { nil }
        }
    }

    func push() throws -> ReceivedPush {
        try until { if case .received(let push) = $0 { push } else { nil } }
    }

    func disconnected() throws -> String {
        try until { if case .disconnected(let why) = $0 { why } else { nil } }
    }

    /// Closes its socket, as a daemon that dies does; returns its exit code.
    func hangUp() -> Int32 {
        shutdown(socket, Int32(SHUT_RDWR))
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        isOver = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }
}
