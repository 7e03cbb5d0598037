import CQuiesceLinux
import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

/// The built agent, driven over its socket as the daemon drives it.
final class AgentProcess {
    let folder: String
    let pid: pid_t
    private let socket: Int32
    private var isOver = false
    /// The messages that the agent has sent so far.
    private(set) var heard: [MessageFromAgent] = []

    /// - Parameter wrapper: a command that starts the agent in its turn.
    init(folder: String, wrapper: [String] = [], waitsForReady: Bool = true) throws {
        self.folder = folder
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
        let arguments =
            wrapper + [
                BuiltProducts.path("quiesce-transferd"), "--folder", folder, "--socket", "3",
            ]
        var strings = arguments.map { strdup($0) } + [nil]
        defer { for string in strings { free(string) } }
        var pid: pid_t = 0
        try #require(posix_spawnp(&pid, arguments[0], &actions, nil, &strings, environ) == 0)
        self.pid = pid
        close(ends[1])
        if waitsForReady { try #require(try receive() == .ready) }
    }

    deinit {
        if !isOver {
            Glibc.kill(pid, SIGKILL)
            var status: Int32 = 0
            waitpid(pid, &status, 0)
        }
        close(socket)
    }

    func send(_ message: MessageToAgent, file: Int32? = nil) throws {
        let data = Data(message.json)
        let files = file.map { [$0] } ?? []
        let sent = data.withUnsafeBytes {
            ql_send(socket, $0.baseAddress, $0.count, files, Int32(files.count), true)
        }
        try #require(sent == data.count)
    }

    func start(
        _ id: UInt64, _ url: String, attempt: UInt64 = 1, file: Int32? = nil,
        _ change: (inout TransferRequest) -> Void = { _ in }
    ) throws {
        var request = TransferRequest(url: url)
        change(&request)
        try send(.start(TransferID(id), attempt: attempt, request), file: file)
    }

    /// The next message; nil once it has gone. A minute of silence fails the test.
    func receive() throws -> MessageFromAgent? {
        var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        try #require(poll(&wait, 1, 60_000) == 1, "the agent says something")
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var files = [Int32](repeating: -1, count: 8)
        var count: Int32 = 0
        var truncated = false
        let length = ql_receive(socket, &bytes, bytes.count, &files, &count, &truncated, true)
        try #require(!truncated)
        if length <= 0 { return nil }
        let message = try MessageFromAgent.read(Array(bytes.prefix(length)))
        heard.append(message)
        return message
    }

    /// Reads on until there is one that fits.
    func until<Result>(_ pick: (MessageFromAgent) -> Result?) throws -> Result {
        while let message = try receive() {
            if let result = pick(message) { return result }
        }
        throw Gone()
    }

    struct Gone: Error {}

    /// The verdict on an attempt.
    enum Verdict: Equatable {
        case finished(TransferredFile)
        case interrupted(TransferFailure.Kind, received: UInt64)
        case stopped(received: UInt64)
    }

    func verdict(_ id: UInt64 = 1) throws -> Verdict {
        try until { message in
            switch message {
            case .finished(TransferID(id), _, let file, _): .finished(file)
            case .interrupted(TransferID(id), _, let failure, let received, _, _):
                .interrupted(failure.kind, received: received)
            case .stopped(TransferID(id), _, let received): .stopped(received: received)
            case _: nil
            }
        }
    }

    func outcome() throws -> ReplyOutcome {
        try until { if case .responded(_, _, let outcome) = $0 { outcome } else { nil } }
    }

    func question() throws -> (number: UInt64, TransferInquiry) {
        try until {
            if case .asked(_, _, let number, let question) = $0 { (number, question) } else { nil }
        }
    }

    func body(_ id: UInt64 = 1) -> String { "\(folder)/\(id).body" }

    func text(_ id: UInt64 = 1) throws -> String {
        try String(contentsOfFile: body(id), encoding: .utf8)
    }

    func kill() {
        Glibc.kill(pid, SIGKILL)
        _ = wait()
    }

    /// - Returns: the bytes that had come for it over its one connection and that it hadn't read,
    ///   as the kernel counts them.
    func killAndCountUnread() throws -> UInt64 {
        Glibc.kill(pid, SIGSTOP)
        var status: Int32 = 0
        waitpid(pid, &status, WUNTRACED)
        // Nothing announces that a server has filled the buffers of somebody who doesn't read.
        var unread = try unreadBytes()
        while true {
            usleep(50_000)
            let now = try unreadBytes()
            if now == unread { break }
            unread = now
        }
        kill()
        return unread
    }

    /// By the receive queue in `/proc/net/tcp`. While other connections come and go the kernel may
    /// leave one out of that list, or show it twice.
    private func unreadBytes() throws -> UInt64 {
        let descriptors = "/proc/\(pid)/fd"
        let held = try Set(
            FileManager.default.contentsOfDirectory(atPath: descriptors).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
            })
        for _ in 1...100 {
            for line in try Self.text(ofKernelFile: "/proc/net/tcp").split(separator: "\n")
                .dropFirst()
            {
                let columns = line.split(separator: " ")
                guard held.contains("socket:[\(columns[9])]") else { continue }
                let queue = try #require(columns[4].split(separator: ":").last)
                return try #require(UInt64(queue, radix: 16))
            }
        }
        return try #require(nil as UInt64?, "the agent has no connection")
    }

    /// Foundation takes a short read for the end, and the kernel gives such a file by the page.
    private static func text(ofKernelFile path: String) throws -> String {
        let file = try #require(FileHandle(forReadingAtPath: path))
        var data = Data()
        while let part = try file.read(upToCount: 65_536), !part.isEmpty { data += part }
        return String(decoding: data, as: UTF8.self)
    }

    /// Closes its socket, as a daemon that dies does.
    func hangUp() -> Int32 {
        shutdown(socket, Int32(SHUT_RDWR))
        return wait()
    }

    /// Its exit code; nil for a signal's.
    func wait() -> Int32 {
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        isOver = true
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }
}
