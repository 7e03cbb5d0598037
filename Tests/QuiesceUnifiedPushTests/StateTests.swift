import Foundation
import TestSupport
import Testing

@testable import QuiesceUnifiedPush

@Suite("The distributor's state")
struct StateTests {
    private func registration(_ token: String) -> Registration {
        Registration(
            token: token, service: "org.example.A", version: .second, description: "d",
            topic: "t-\(token)", endpoint: "https://a/\(token)")
    }

    private func message(_ token: String, _ text: String) -> Message {
        Message(token: token, id: text, body: Array(text.utf8))
    }

    @Test("Everything is there again after the process's end")
    func again() throws {
        let scratch = try ScratchDirectory()
        var store = try Store(path: scratch.file("state.db"))
        try store.put(registration("one"))
        try store.set([.lastError: "why"])
        let taken = try store.take(
            Batch(
                messages: [message("one", "a"), message("one", "b"), message("unknown", "c")],
                notes: [.ntfySince: "7"], seen: [("a", 7), ("old", 1)]))
        try store.settle([(taken[0].number, "one", true)])
        store = try Store(path: scratch.file("state.db"))
        #expect(store.registrations["one"]?.endpoint == "https://a/one")
        #expect(store.registrations["one"]?.handed == 1)
        #expect(store[.lastError] == "why" && store[.ntfySince] == "7")
        let waiting = try store.waiting()
        #expect(waiting.count == 1 && waiting[0].number == taken[1].number)
        #expect(try store.message(taken[1].number)?.body == Array("b".utf8))
        #expect(try store.hasSeen("a") && store.hasSeen("old"))
        _ = try store.take(Batch(forgetsBefore: 7))
        #expect(try store.hasSeen("a") && !store.hasSeen("old"))
    }

    @Test("A registration's oldest messages go when there are too many, and are counted")
    func tooMany() throws {
        let scratch = try ScratchDirectory()
        let store = try Store(path: scratch.file("state.db"))
        try store.put(registration("one"))
        try store.put(registration("two"))
        _ = try store.take(Batch(messages: [message("two", "kept")]))
        let many = (0..<1_003).map { message("one", String($0)) }
        let taken = try store.take(Batch(messages: many))
        #expect(try store.waitingCounts() == ["one": 1_000, "two": 1])
        #expect(store.registrations["one"]?.dropped == 3)
        #expect(try store.message(taken[2].number) == nil)
        #expect(try store.message(taken[3].number)?.id == "3")
    }

    @Test("A registration that is leaving has no messages, and another server knows none of them")
    func leaving() throws {
        let scratch = try ScratchDirectory()
        let store = try Store(path: scratch.file("state.db"))
        try store.put(registration("one"))
        try store.put(registration("two"))
        _ = try store.take(Batch(messages: [message("one", "a"), message("two", "b")]))
        var one = registration("one")
        one.isLeaving = true
        try store.put(one)
        #expect(try store.waitingCounts() == ["two": 1])
        try store.begin(with: "another")
        #expect(Array(store.registrations.keys) == ["two"])
        #expect(store.registrations["two"]?.endpoint == nil)
        #expect(store[.upstream] == "another")
    }

    @Test("A store of a newer version is left alone")
    func newer() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("state.db")
        let change = try SpawnedProcess(
            ["/usr/bin/python3", "-c"]
                + [
                    "import sqlite3,sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version=9')",
                    path,
                ],
            environment: [:], talks: (input: false, output: false))
        #expect(change.wait() == 0)
        #expect(throws: (any Error).self) { try Store(path: path) }
    }

    @Test("Lines of an ntfy server are read")
    func lines() throws {
        func line(_ text: String) throws -> NtfyLine { try NtfyLine(Array(text.utf8)) }
        #expect(
            try line(#"{"id":"a","time":5,"event":"message","topic":"t","message":"h\u00e9"}"#)
                == .message(id: "a", time: 5, topic: "t", body: Array("hé".utf8)))
        #expect(
            try line(
                #"{"id":"a","time":5,"event":"message","topic":"t","message":"/wA=","encoding":"base64"}"#
            ) == .message(id: "a", time: 5, topic: "t", body: [255, 0]))
        #expect(try line(#"{"time":9,"event":"keepalive"}"#) == .keepalive(9))
        #expect(try line(#"{"event":"open"}"#) == .other)
        for text in ["", "[]", #"{"event":"message"}"#, "<html>"] {
            #expect(throws: NtfyLine.NotALine.self) { try line(text) }
        }
    }

    @Test("Only what is a connector's request is one")
    func requests() throws {
        let key =
            "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
        func make(_ service: String, _ token: String, vapid: String? = nil) throws -> Registration {
            try ConnectorRequest.registration(
                .second, service, token, description: String(repeating: "é", count: 80),
                vapid: vapid)
        }
        #expect(try make("org.example.A", "t", vapid: key).description.utf8.count == 100)
        for service in ["", "org", ":1.5", "org..a", "org.1a", "org.a b", ".org.a"] {
            #expect(throws: ConnectorRequest.Wrong.self) { try make(service, "t") }
        }
        let long = String(repeating: "t", count: 101)
        #expect(throws: ConnectorRequest.Wrong.self) { try make("org.example.A", "") }
        #expect(throws: ConnectorRequest.Wrong.self) { try make("org.example.A", long) }
        for vapid in ["a", String(repeating: "A", count: 87), key.replacing("-", with: "+")] {
            #expect(throws: ConnectorRequest.Wrong.self) {
                try make("org.example.A", "t", vapid: vapid)
            }
        }
        let topic = WebPushTopic.new(vapid: key)
        #expect(topic.wholeMatch(of: /unifiedpush\.[0-9a-f]{32}\.vapid-[0-9a-f]{64}/) != nil)
        #expect(WebPushTopic.new(vapid: nil).utf8.count == 44)
    }

    @Test("The user's choice is kept in a file, and one that says nothing is told")
    func settings() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.file("config/unifiedpush.json")
        #expect(try Settings(file: path) == nil)
        let chosen = try #require(
            try Settings(
                ntfy: "https://ntfy.example/", gateway: nil, certificate: nil, publicURL: nil))
        try chosen.write(to: path)
        #expect(try Settings(file: path) == .ntfy("https://ntfy.example", token: nil))
        let gateway = Settings.gateway(
            "https://a:8443", certificate: "PEM", public: "https://push.example")
        try gateway.write(to: path)
        #expect(try Settings(file: path) == gateway)
        try "{}".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: (any Error).self) { try Settings(file: path) }
    }
}
