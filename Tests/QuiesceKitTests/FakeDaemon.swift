import CQuiesceLinux
import Foundation
import QuiesceWire

/// The daemon's end of the app socket, played by a test.
final class FakeDaemon {
    /// The time limit of a test's step, in milliseconds: far more than a step ever needs.
    static let patienceMilliseconds: Int32 = 60_000

    let directory: String
    var path: String { directory + "/app.sock" }
    private var listener: Int32 = -1
    private var connection: Int32 = -1
    private let coder = WireCoder()

    init() throws {
        var template = Array("/tmp/quiesce-kit-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw Failure("no temporary directory") }
        directory = String(cString: made)
        try listen()
    }

    deinit {
        disconnect()
        stopListening()
        try? FileManager.default.removeItem(atPath: directory)
    }

    func listen() throws {
        listener = ql_listen(path, 0o600, 16)
        if listener < 0 { throw Failure("listen: \(listener)") }
    }

    func stopListening() {
        if listener >= 0 { close(listener) }
        listener = -1
        unlink(path)
    }

    func accept() throws {
        try wait(for: listener, "a connection")
        connection = ql_accept(listener)
        if connection < 0 { throw Failure("accept: \(connection)") }
    }

    /// Closes the connection, as the kernel does for a daemon that was killed.
    func disconnect() {
        if connection >= 0 { close(connection) }
        connection = -1
    }

    func send(_ message: MessageToApp) throws {
        try send(raw: [UInt8](coder.encode(message)))
    }

    func send(raw datagram: [UInt8]) throws {
        let count = ql_send(connection, datagram, datagram.count, nil, 0, false)
        if count != datagram.count { throw Failure("send: \(count)") }
    }

    func receive() throws -> MessageFromApp {
        let (message, descriptors) = try receiveWithDescriptors()
        for descriptor in descriptors { close(descriptor) }
        return message
    }

    /// The descriptors are the caller's to close.
    func receiveWithDescriptors() throws -> (MessageFromApp, [Int32]) {
        try wait(for: connection, "a message")
        var buffer = [UInt8](repeating: 0, count: AppProtocol.datagramBytes)
        var descriptors = [Int32](repeating: -1, count: Int(QL_MAX_FDS))
        var descriptorCount: Int32 = 0
        var truncated = false
        let count = ql_receive(
            connection, &buffer, buffer.count, &descriptors, &descriptorCount, &truncated, false)
        if count <= 0 { throw Failure("receive: \(count)") }
        let message = try coder.decode(MessageFromApp.self, from: Data(buffer[..<count]))
        return (message, Array(descriptors.prefix(Int(descriptorCount))))
    }

    /// The next messages that aren't scenes, which an app sends as it likes.
    func receiveWords(_ count: Int) throws -> [MessageFromApp] {
        var messages: [MessageFromApp] = []
        while messages.count < count {
            let message = try receive()
            if !message.isScene { messages.append(message) }
        }
        return messages
    }

    func receive(_ count: Int) throws -> [MessageFromApp] {
        try (0..<count).map { _ in try receive() }
    }

    /// Accepts a connection and answers its hello.
    @discardableResult func welcome(
        lastRequest: UInt64 = 0, multitasking: Bool = true, openTasksLimit: Int = 1_000,
        pendingTasks: [BackgroundTaskRequest]? = nil, registeredForPushes: Bool? = nil,
        scenesRequired: Bool? = nil
    ) throws -> MessageFromApp.Hello {
        try accept()
        guard case .hello(let hello) = try receive() else { throw Failure("no hello") }
        try send(
            .welcome(
                .init(
                    launch: 1, lastRequest: lastRequest, multitaskingSupported: multitasking,
                    openTasksLimit: openTasksLimit, registeredForPushes: registeredForPushes,
                    scenesRequired: scenesRequired, pendingTasks: pendingTasks)))
        return hello
    }

    func deliver(_ seq: UInt64, _ call: MessageToApp.Call) throws {
        try send(.deliver(.init(seq: seq, call: call)))
    }

    /// Delivers and returns all messages up to that which says it was handled.
    @discardableResult func deliverAndWait(
        _ seq: UInt64, _ call: MessageToApp.Call
    ) throws -> [MessageFromApp] {
        try deliver(seq, call)
        var messages: [MessageFromApp] = []
        while messages.last != .handled(seq: seq) { messages.append(try receive()) }
        return messages
    }

    private func wait(for descriptor: Int32, _ what: String) throws {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        if poll(&entry, 1, Self.patienceMilliseconds) != 1 { throw Failure("no sign of \(what)") }
    }
}

extension MessageFromApp {
    var isScene: Bool {
        if case .scene = self { true } else { false }
    }
}

/// Why a test can't go on.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
