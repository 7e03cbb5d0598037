import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Pushes by a gateway", .enabled(if: PushSession.canRun, PushSession.missing))
struct GatewayTests {
    private static let name = "org.example.Connector"
    /// A P-256 key.
    private static let key =
        "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"

    private func withSession(
        _ more: [String] = [],
        _ body: (PushSession, FakeGateway, _ token: String) throws -> Void
    ) throws {
        let session = try PushSession()
        defer { session.end() }
        let gateway = try FakeGateway()
        try session.start(["--gateway", gateway.url, "--certificate", gateway.certificate])
        let connector = try session.connector(Self.name, 2, more)
        defer { connector.end() }
        let endpoint = try session.endpoint(of: Self.name)
        let parts = endpoint.split(separator: "/webpush/")
        try #require(parts.count == 2 && parts[0] == gateway.url)
        try body(session, gateway, String(parts[1]))
    }

    private func payload(_ text: String) -> String {
        #"{"webpush":"\#(Data(text.utf8).base64EncodedString())"}"#
    }

    @Test("A registration is a topic at the gateway, whose pushes come in order")
    func life() throws {
        try withSession { session, gateway, token in
            let issued = try gateway.next("token")
            #expect(issued.topic?.wholeMatch(of: /unifiedpush\.[0-9a-f]{32}/) != nil)
            let sent = (1...50).map { "message \($0)" }
            for text in sent { try gateway.push(payload(text), to: token) }
            // An app's push isn't for a connector, and is acknowledged like the others.
            try gateway.push(#"{"aps":{}}"#, to: token)
            try gateway.awaitAcknowledged(51)
            try waitUntil("all") { try session.messages(of: Self.name).count >= sent.count }
            #expect(try session.messages(of: Self.name) == sent)

            try session.ask("org.unifiedpush.Distributor1.Unregister", ["string:token"])
            #expect(try gateway.next("retired").topic == issued.topic)
            try waitUntil("its end") { try session.status().registrations.isEmpty }
            try waitUntil("the confirmation") {
                try session.heard(by: Self.name).contains { $0.unregistered == "token" }
            }
        }
    }

    @Test("A key that senders must have is in the topic")
    func vapid() throws {
        try withSession(["--vapid", Self.key]) { _, gateway, _ in
            let topic = try #require(try gateway.next("token").topic)
            #expect(topic.wholeMatch(of: /unifiedpush\.[0-9a-f]{32}\.vapid-[0-9a-f]{64}/) != nil)
        }
    }

    @Test("A distributor that is killed is the same device, and loses no push")
    func killed() throws {
        try withSession { session, gateway, token in
            var random = SeededGenerator(seed: 20_261_130)
            var sent: [String] = []
            for _ in 0..<15 {
                let count = try session.messages(of: Self.name).count
                for _ in 0..<10 {
                    sent.append("message \(sent.count)")
                    try gateway.push(payload(sent.last!), to: token)
                }
                let some = Int.random(in: 0...8, using: &random)
                try waitUntil("some") { try session.messages(of: Self.name).count >= count + some }
                session.kill()
                try session.start()
            }
            try waitUntil("all") { Set(try session.messages(of: Self.name)).count == sent.count }
            #expect(firsts(try session.messages(of: Self.name)) == sent)
            try gateway.awaitAcknowledged(sent.count)
            #expect(Set(try session.heard(by: Self.name).compactMap(\.endpoint)).count == 1)
        }
    }

    @Test("Senders may reach the gateway by another URL, which connectors hear of")
    func publicURL() throws {
        try withSession { session, gateway, token in
            session.kill()
            try session.start(
                ["--gateway", gateway.url, "--certificate", gateway.certificate]
                    + ["--public-url", "https://push.example/"])
            try waitUntil("the other endpoint") {
                try session.heard(by: Self.name).compactMap(\.endpoint).last
                    == "https://push.example/webpush/\(token)"
            }
            try gateway.push(payload("one"), to: token)
            try waitUntil("a message") { try session.messages(of: Self.name) == ["one"] }
        }
    }

    @Test("What can't be written is neither acknowledged nor handed over, and comes later")
    func notWritten() throws {
        try withSession { session, gateway, token in
            let lock = try session.lockStore()
            try gateway.push(payload("one"), to: token)
            try waitUntil("the failure") { try session.errors().contains("can't be stored") }
            let refused = try session.ask(
                "org.unifiedpush.Distributor1.Register",
                ["string:org.example.Other", "string:other", "string:"])
            #expect(refused.contains("REGISTRATION_FAILED"))
            #expect(gateway.acknowledged.isEmpty)
            #expect(try session.messages(of: Self.name).isEmpty)
            session.kill()
            lock.end()
            try session.start()
            try waitUntil("the message") { try session.messages(of: Self.name) == ["one"] }
            try gateway.awaitAcknowledged(1)
            #expect(try session.status().registrations.map(\.service) == [Self.name])
        }
    }

    @Test("What comes again is handed over once, and a line that breaks is made anew")
    func again() throws {
        try withSession { session, gateway, token in
            try gateway.push(payload("one"), to: token)
            try waitUntil("the first") { try session.messages(of: Self.name) == ["one"] }
            try gateway.drop()
            try gateway.push(payload("two"), to: token)
            try waitUntil("the second") { try session.messages(of: Self.name).contains("two") }
            try gateway.sendAgain()
            try gateway.push(payload("three"), to: token)
            try waitUntil("the third") { try session.messages(of: Self.name).contains("three") }
            #expect(try session.messages(of: Self.name) == ["one", "two", "three"])
        }
    }
}
