import Foundation
import Glibc
import Testing

/// A bus of the test's own, with dbusmock's notification server, through `desktop.py`.
public final class MockedDesktop {
    /// A call that a server received.
    public struct Call: Decodable {
        public var called: String
        public var args: [Value]
    }

    /// A value of D-Bus, as JSON.
    public enum Value: Decodable, Equatable, ExpressibleByStringLiteral,
        ExpressibleByIntegerLiteral,
        ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
    {
        case text(String)
        case number(Int)
        case flag(Bool)
        case list([Value])
        case dictionary([String: Value])

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let list = try? container.decode([Value].self) {
                self = .list(list)
            } else {
                self = .dictionary(try container.decode([String: Value].self))
            }
        }

        public init(stringLiteral value: String) { self = .text(value) }
        public init(integerLiteral value: Int) { self = .number(value) }
        public init(booleanLiteral value: Bool) { self = .flag(value) }
        public init(arrayLiteral elements: Value...) { self = .list(elements) }

        public subscript(name: String) -> Value? {
            if case .dictionary(let entries) = self { entries[name] } else { nil }
        }
        public var text: String? { if case .text(let text) = self { text } else { nil } }
        public var number: Int? { if case .number(let number) = self { number } else { nil } }
    }

    public let address: String
    private let process: SpawnedProcess
    private var unread = Data()
    private var calls: [Call] = []

    /// - Parameter withBus: whether the bus runs from the beginning.
    public init(in scratch: ScratchDirectory, withBus: Bool = true) throws {
        address = "unix:path=\(scratch.file("bus"))"
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("desktop.py").path
        // Debian's own: another has no dbusmock.
        process = try SpawnedProcess(
            ["/usr/bin/python3", "-B", script, scratch.path],
            environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.path],
            talks: (input: true, output: true))
        if withBus { try openBus() }
    }

    deinit {
        // It ends what it has started, then itself.
        process.closeInput()
        process.wait()
    }

    public func openBus() throws { try tell(["do": "open_bus"]) }
    public func killBus() throws { try tell(["do": "kill_bus"]) }
    public func serve(_ capabilities: String = "body body-markup actions sound") throws {
        try tell(["do": "serve", "capabilities": capabilities])
    }
    public func killServer() throws { try tell(["do": "kill_server"]) }
    public func freeze() throws { try tell(["do": "freeze"]) }
    public func thaw() throws { try tell(["do": "thaw"]) }
    public func startFeedback() throws { try tell(["do": "feedback"]) }

    /// The user clicks.
    public func choose(_ number: Int, _ action: String = "default") throws {
        try tell([
            "do": "emit", "name": "ActionInvoked", "signature": "us", "args": [number, action],
        ])
    }

    /// The user writes into the notification's field.
    public func reply(_ number: Int, _ text: String) throws {
        try tell([
            "do": "emit", "name": "NotificationReplied", "signature": "us", "args": [number, text],
        ])
    }

    public func closed(_ number: Int, reason: Int) throws {
        try tell([
            "do": "emit", "name": "NotificationClosed", "signature": "uu",
            "args": [number, reason],
        ])
    }

    /// A signal as the server's, by somebody else.
    public func forge(_ name: String, _ args: [Any]) throws {
        try tell(["do": "forge", "name": name, "args": args])
    }

    /// The next call of that method that a server got; others before it are passed over. A minute
    /// of silence fails the test.
    public func next(_ method: String) throws -> Call {
        while true {
            while !calls.isEmpty {
                let call = calls.removeFirst()
                if call.called == method { return call }
            }
            try read()
        }
    }

    /// The number of calls of that method that no test has asked for yet.
    public func rest(_ method: String) -> Int { calls.count { $0.called == method } }

    private func tell(_ command: [String: Any]) throws {
        let line = try JSONSerialization.data(withJSONObject: command) + Data("\n".utf8)
        let sent = line.withUnsafeBytes { write(process.input, $0.baseAddress, $0.count) }
        try #require(sent == line.count)
        while try read() {}
    }

    /// One line. Returns false when it was the answer to a command.
    @discardableResult
    private func read() throws -> Bool {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(unread[..<end])
                unread = Data(unread[(end + 1)...])
                guard let call = try? JSONDecoder().decode(Call.self, from: line) else {
                    return false
                }
                calls.append(call)
                return true
            }
            var wait = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&wait, 1, 60_000) == 1, "desktop.py says something")
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = Glibc.read(process.output, &bytes, bytes.count)
            try #require(count > 0, "desktop.py lives")
            unread += bytes[..<count]
        }
    }
}
