import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "Pushes by an ntfy server", .enabled(if: PushSession.canRun, PushSession.missing))
struct NtfyTests {
    private static let name = "org.example.Connector"

    private func withSession(_ body: (PushSession, FakeNtfy) throws -> Void) throws {
        let session = try PushSession()
        defer { session.end() }
        let ntfy = try FakeNtfy()
        try session.start(["--ntfy", ntfy.url])
        try body(session, ntfy)
    }

    @Test("A connector registers, gets messages in order, and unregisters", arguments: [1, 2])
    func life(version: Int) throws {
        try withSession { session, ntfy in
            let connector = try session.connector(Self.name, version)
            let endpoint = try session.endpoint(of: Self.name)
            #expect(endpoint.hasPrefix(ntfy.url + "/up") && endpoint.hasSuffix("?up=1"))
            let sent = (1...100).map { "message \($0)" }
            try ntfy.publish(sent, to: endpoint)
            try waitUntil("all") { try session.messages(of: Self.name).count >= sent.count }
            #expect(try session.messages(of: Self.name) == sent)
            try waitUntil("its answers") { try session.status().registrations[0].handed == 100 }
            #expect(try session.status().registrations[0].waiting == 0)

            // Another registration keeps the line open, so that it can be seen what is followed.
            #expect(
                try session.ask(
                    "org.unifiedpush.Distributor1.Register", ["string:a", "string:b", "string:c"]
                )
                .contains("InvalidArgs"))
            _ = try session.ask(
                "org.unifiedpush.Distributor1.Register",
                ["string:org.example.Other", "string:more", "string:"])
            _ = try ntfy.awaitFollower(of: 2)
            try session.ask("org.unifiedpush.Distributor1.Unregister", ["string:token"])
            try waitUntil("the confirmation") {
                try session.heard(by: Self.name).contains { $0.unregistered != nil }
            }
            _ = try ntfy.awaitFollower(of: 1)
            #expect(try session.status().registrations.map(\.service) == ["org.example.Other"])
            connector.end()
        }
    }

    @Test("A connector that registers again gets the same endpoint; another's token is refused")
    func again() throws {
        try withSession { session, _ in
            let first = try session.connector(Self.name)
            let endpoint = try session.endpoint(of: Self.name)
            first.end()
            session.kill()
            try session.start()
            let second = try session.connector(Self.name, 1)
            #expect(try session.endpoint(of: Self.name, 2) == endpoint)
            let refused = try session.ask(
                "org.unifiedpush.Distributor1.Register",
                ["string:org.example.Thief", "string:token", "string:"])
            #expect(refused.contains("another program's"))
            #expect(try session.status().registrations.map(\.service) == [Self.name])
            second.end()
        }
    }

    @Test("One that doesn't run is started, and gets what waits in order")
    func started() throws {
        try withSession { session, ntfy in
            let first = try session.connector(Self.name)
            let endpoint = try session.endpoint(of: Self.name)
            first.end()
            let sent = (1...20).map { "message \($0)" }
            try ntfy.publish(sent, to: endpoint)
            try waitUntil("its absence is noticed") {
                let status = try session.status()
                return status.registrations[0].waiting == 20 && status.lastError != nil
            }
            try session.makeStartable(Self.name)
            try ntfy.publish(["the last"], to: endpoint)
            try waitUntil("all") { try session.messages(of: Self.name).count >= 21 }
            #expect(try session.messages(of: Self.name) == sent + ["the last"])
        }
    }

    @Test("A distributor that is killed at any moment loses no message")
    func killed() throws {
        try withSession { session, ntfy in
            let connector = try session.connector(Self.name)
            let endpoint = try session.endpoint(of: Self.name)
            var random = SeededGenerator(seed: 20_261_129)
            var sent: [String] = []
            for _ in 0..<20 {
                let batch = (0..<10).map { "message \(sent.count + $0)" }
                sent += batch
                let count = try session.messages(of: Self.name).count
                try ntfy.publish(batch, to: endpoint)
                let some = Int.random(in: 0...8, using: &random)
                try waitUntil("some") { try session.messages(of: Self.name).count >= count + some }
                session.kill()
                try session.start()
            }
            try waitUntil("all") { Set(try session.messages(of: Self.name)).count == sent.count }
            #expect(firsts(try session.messages(of: Self.name)) == sent)
            connector.end()
        }
    }

    @Test("What overtakes older messages, or comes twice, is handed over once")
    func overtaken() throws {
        try withSession { session, ntfy in
            let connector = try session.connector(Self.name)
            let endpoint = try session.endpoint(of: Self.name)
            try ntfy.publish(["one"], to: endpoint)
            try waitUntil("the first") { try session.status().registrations[0].handed == 1 }
            session.kill()
            try ntfy.overtake()
            try ntfy.publish(["two", "three", "four"], to: endpoint)
            try session.start()
            // An answer that isn't on disk yet would be asked for again.
            try waitUntil("all") { try session.status().registrations[0].handed == 4 }
            session.kill()
            try session.start()
            try ntfy.publish(["five"], to: endpoint)
            try waitUntil("the last") { try session.messages(of: Self.name).contains("five") }
            #expect(
                try session.messages(of: Self.name).sorted() == [
                    "five", "four", "one", "three", "two",
                ])
            connector.end()
        }
    }

    @Test("A connector that ends over a message gets the others, and that one five times at most")
    func poisoned() throws {
        try withSession { session, ntfy in
            let first = try session.connector(Self.name)
            let endpoint = try session.endpoint(of: Self.name)
            first.end()
            try session.makeStartable(Self.name, 2, ["--die-at", "poison"])
            try ntfy.publish(["one", "poison", "two", "three"], to: endpoint)
            try waitUntil("the last") { try session.messages(of: Self.name).contains("three") }
            #expect(firsts(try session.messages(of: Self.name)) == ["one", "two", "three"])
            #expect(try session.heard(by: Self.name).filter { $0.died != nil }.count == 5)
            try waitUntil("its account") { try session.status().registrations[0].handed == 3 }
            #expect(try session.status().registrations[0].dropped == 1)
        }
    }

    @Test("A message that can't be written is asked for again")
    func notWritten() throws {
        try withSession { session, ntfy in
            let connector = try session.connector(Self.name)
            let endpoint = try session.endpoint(of: Self.name)
            _ = try ntfy.awaitFollower(of: 1)
            let lock = try session.lockStore()
            try ntfy.publish(["one"], to: endpoint)
            try waitUntil("the failure") { try session.errors().contains("can't be stored") }
            #expect(try session.messages(of: Self.name).isEmpty)
            lock.end()
            try waitUntil("the message") { try session.messages(of: Self.name) == ["one"] }
            connector.end()
        }
    }

    @Test("A server that lets not everybody read is shown the token, which status doesn't show")
    func token() throws {
        try withSession { session, ntfy in
            let connector = try session.connector(Self.name)
            let endpoint = try session.endpoint(of: Self.name)
            try ntfy.refuse(403)
            try ntfy.drop()
            try waitUntil("the refusal") { try session.status().line?.contains("403") == true }
            session.kill()
            let file = session.scratch.file("token")
            try "tk_secret\n".write(toFile: file, atomically: true, encoding: .utf8)
            try session.start(["--ntfy", ntfy.url, "--token-file", file])
            try ntfy.publish(["one"], to: endpoint)
            try waitUntil("the message") { try session.messages(of: Self.name) == ["one"] }
            #expect(try !session.run(["status", "--json"]).output.contains("tk_secret"))
            connector.end()
        }
    }

    @Test("A server that is away is told, and nothing is lost when it is back")
    func away() throws {
        try withSession { session, ntfy in
            let connector = try session.connector(Self.name)
            let endpoint = try session.endpoint(of: Self.name)
            _ = try ntfy.awaitFollower(of: 1)
            try ntfy.refuse(503)
            try ntfy.drop()
            try waitUntil("the refusal") { try session.status().line?.contains("503") == true }
            try ntfy.publish(["kept"], to: endpoint)
            try ntfy.refuse(nil)
            try waitUntil("the message") { try session.messages(of: Self.name) == ["kept"] }
            connector.end()
        }
    }
}
