import Foundation
import Glibc
import TestSupport
import Testing

@testable import QuiesceUnifiedPush

@Suite("The distributor's process", .enabled(if: PushSession.canRun, PushSession.missing))
struct DistributorTests {
    @Test("A second one with the same state ends, and says who has it")
    func second() throws {
        let session = try PushSession()
        defer { session.end() }
        try session.start(["--ntfy", "http://127.0.0.1:1"])
        let (code, _, errors) = try session.run([])
        #expect(code == 1 && errors.contains("process \(session.process?.pid ?? 0)"))
    }

    @Test("Without a push server nobody is registered, and who asks is told what to do")
    func noServer() throws {
        let session = try PushSession()
        defer { session.end() }
        try session.start()
        let answer = try session.ask(
            "org.unifiedpush.Distributor1.Register",
            ["string:org.example.A", "string:t", "string:"])
        #expect(answer.contains("REGISTRATION_FAILED") && answer.contains("--ntfy"))
        let connector = try session.connector("org.example.B")
        try waitUntil("the refusal") {
            let log = FileManager.default.contents(atPath: session.scratch.file("org.example.B"))
            return String(decoding: log ?? Data(), as: UTF8.self).contains("ACTION_REQUIRED")
        }
        connector.end()
        #expect(try session.status().registrations.isEmpty)
    }

    @Test(
        "A bad command line changes nothing, and is answered with a remedy",
        arguments: [
            (["--ntfy", "ftp://a"], 64), (["--ntfy", "https://a?b"], 64),
            (["--ntfy", "https://a", "--gateway", "https://b"], 64),
            (["--gateway", "https://a"], 64), (["--token-file", "/a"], 64),
            (["--ntfy", "https://a", "--token-file", "/dev/null"], 1),
            (["--public-url", "https://a"], 64),
            (["--gateway", "https://a", "--certificate", "/nowhere"], 1),
        ])
    func misused(arguments: [String], code: Int) throws {
        let session = try PushSession()
        defer { session.end() }
        let (got, _, errors) = try session.run(arguments)
        #expect(got == Int32(code) && errors.hasPrefix("quiesce-unifiedpush: "))
        #expect(!FileManager.default.fileExists(atPath: session.scratch.file("config")))
    }

    @Test("Another push server means other endpoints, which connectors hear of")
    func otherServer() throws {
        let session = try PushSession()
        defer { session.end() }
        let (first, second) = (try FakeNtfy(), try FakeNtfy())
        try session.start(["--ntfy", first.url])
        let connector = try session.connector("org.example.A")
        #expect(try session.endpoint(of: "org.example.A").hasPrefix(first.url))
        session.kill()
        try session.start(["--ntfy", second.url])
        let endpoint = try session.endpoint(of: "org.example.A", 2)
        #expect(endpoint.hasPrefix(second.url))
        try second.publish(["hello"], to: endpoint)
        try waitUntil("a message") { try session.messages(of: "org.example.A") == ["hello"] }
        connector.end()
    }

    @Test("The object describes both versions")
    func introspected() throws {
        let session = try PushSession()
        defer { session.end() }
        try session.start()
        let text = try session.ask("org.freedesktop.DBus.Introspectable.Introspect")
        #expect(text.contains("Distributor1") && text.contains("Distributor2"))
        #expect(try session.ask("org.unifiedpush.Distributor2.Other").contains("UnknownMethod"))
    }
}
