import Foundation
import QuiesceWire
import TestSupport
import Testing

/// docs/protocol.md is true: its examples are what the coder reads and writes, and all of it.
@Suite struct ProtocolDocumentTests {
    private static let fromApp = [
        "hello", "handled", "beginTask", "endTask", "completeWake", "requestPermission", "scene",
        "transfer", "notification", "fetching", "push", "motion", "location",
        "audio", "voip", "accessory", "bluetooth", "link",
        "idleTimer", "continued",
    ]
    private static let toApp = [
        "welcome", "finishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
        "willEnterForeground", "expireTasks", "performFetch", "remoteNotification",
        "systemEvents", "willTerminate", "memoryWarning", "permission", "location", "audio", "voip",
        "accessories", "bluetooth", "link", "input",
        "transfer",
        "notification", "push", "backgroundTask", "expireWake", "fetchRefused", "continued", "ack",
        "backgroundTime", "session", "progress", "notifications", "motion",
        "accessory", "deliveredNotifications", "schemes", "domains", "error",
    ]

    @Test("The examples of what an app says are messages, of every kind")
    func messagesFromApp() throws {
        let coder = WireCoder()
        let kinds = try kinds("from-app") {
            try coder.encode(coder.decode(MessageFromApp.self, from: $0))
        }
        #expect(kinds == Self.fromApp)
    }

    @Test("The examples of what the daemon says are messages, of every kind")
    func messagesToApp() throws {
        let coder = WireCoder()
        let kinds = try kinds("to-app") {
            try coder.encode(coder.decode(MessageToApp.self, from: $0))
        }
        #expect(kinds == Self.toApp)
    }

    @Test("The examples of control requests and replies are messages")
    func controlMessages() throws {
        let coder = WireCoder()
        let requests = try kinds("request") {
            try coder.encode(coder.decode(ControlRequest.self, from: $0))
        }
        #expect(requests.count == 64)
        let replies = try kinds("reply") {
            try coder.encode(coder.decode(ControlReply.self, from: $0))
        }
        #expect(replies == ["done", "item", "end", "refused"])
    }

    /// The kinds of the examples in the blocks marked `mark`, in order, each once. Each example is
    /// checked to be what the coder makes of what it reads.
    ///
    /// - Parameter rewriting: reads a message and writes it again.
    private func kinds(_ mark: String, rewriting: (Data) throws -> Data) throws -> [String] {
        var kinds: [String] = []
        for example in try examples(mark) {
            let shown = try object(Data(example.utf8))
            let written = try object(rewriting(Data(example.utf8)))
            #expect(shown == written, "\(example)")
            let kind = (shown["call"] ?? shown["type"]) as? String ?? ""
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds
    }

    private func examples(_ mark: String) throws -> [Substring] {
        let document = try String(
            contentsOf: PythonClientTests.repository.appendingPathComponent("docs/protocol.md"),
            encoding: .utf8)
        let block = try #require(document.range(of: "```json \(mark)\n"))
        let rest = document[block.upperBound...]
        let end = try #require(rest.range(of: "```"))
        return rest[..<end.lowerBound].split(separator: "\n")
    }

    private func object(_ datagram: Data) throws -> NSDictionary {
        try #require(JSONSerialization.jsonObject(with: datagram) as? NSDictionary)
    }
}
