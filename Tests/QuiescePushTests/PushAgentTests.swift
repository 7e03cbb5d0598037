import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCrypto
import TestSupport
import Testing

@Suite("The push agent") struct PushAgentTests {
    private let gateway: FakeGateway
    private let agent: PushAgentProcess

    init() throws {
        gateway = try FakeGateway()
        agent = try PushAgentProcess()
    }

    @Test("joins a gateway, gets tokens and pushes, and acknowledges them", .behaviour("R1"))
    func line() throws {
        let account = try agent.join(gateway)
        #expect(try gateway.next("registered").device == account.device)
        let token = try agent.token("org.example.app")
        #expect(try agent.token("org.example.app") == token)
        let payload = #"{"aps":{"alert":"Ünïcode \u0000 \" \n 🎉"}}"#
        let sequence = try gateway.push(payload, to: token, ["expiration": 7, "collapseID": "c"])
        let push = try agent.push()
        #expect(push.sequence == sequence && push.topic == "org.example.app")
        #expect(push.payload == payload && push.expiration == 7 && push.collapseID == "c")
        try agent.send(.acknowledge([sequence]))
        #expect(try gateway.next("acknowledged").sequences == [sequence])
        #expect(agent.hangUp() == 0)
    }

    @Test("connects again by itself, and gets again what isn't acknowledged", .behaviour("R1"))
    func reconnects() throws {
        _ = try agent.join(gateway)
        let token = try agent.token("a.b")
        for number in 1...3 { try gateway.push("{\"n\":\(number)}", to: token) }
        for number in 1...3 { #expect(try agent.push().sequence == UInt64(number)) }
        try agent.send(.acknowledge([1]))
        _ = try gateway.next("acknowledged")
        try gateway.drop()
        _ = try agent.disconnected()
        try agent.until { $0 == .connected ? () : nil }
        #expect(try agent.push().sequence == 2)
        #expect(try agent.push().sequence == 3)
    }

    @Test(
        "says on each line what the device has, and on its own what came since", .behaviour("R1"))
    func last() throws {
        var account = try agent.join(gateway)
        #expect(try gateway.next("connected").last == 0)
        let token = try agent.token("a.b")
        for _ in 1...2 { try gateway.push("{}", to: token) }
        for number in 1...2 { #expect(try agent.push().sequence == UInt64(number)) }
        try gateway.drop()
        #expect(try gateway.next("connected").last == 2)
        try agent.until { $0 == .connected ? () : nil }
        // Another account's are others.
        account.key += "\n"
        try agent.send(.connect(account, last: 7))
        #expect(try gateway.next("connected").last == 7)
    }

    @Test("connects at once when it is told that it may", .behaviour("R1")) func connectsAtOnce()
        throws
    {
        let account = try agent.join(gateway)
        try gateway.refuse(503)
        try gateway.drop()
        // Until the next attempt is far away.
        for _ in 0..<6 {
            _ = try agent.disconnected()
            try agent.send(.connect(account, last: 0))
        }
        try gateway.refuse(nil)
        try agent.send(.connect(account, last: 0))
        try agent.until { $0 == .connected ? () : nil }
    }

    @Test("gives a token up before it asks for another", .behaviour("R1")) func retires() throws {
        _ = try agent.join(gateway)
        let token = try agent.token("a.b")
        try agent.send(.retireToken(topic: "a.b"))
        let other = try agent.token("a.b")
        #expect(other != token)
    }

    @Test("trusts no gateway but the one that it was told of") func trust() throws {
        let other = try FakeGateway()
        let key = P256PrivateKey().pem
        let authority = try String(contentsOfFile: other.certificate, encoding: .utf8)
        try agent.send(.register(url: gateway.url, authority: authority, key: key, name: "test"))
        let why = try agent.until { if case .notRegistered(let why) = $0 { why } else { nil } }
        #expect(why.contains("certificate"))
    }

    @Test("isn't let in by a gateway that hasn't issued its certificate") func identity() throws {
        let other = try FakeGateway()
        var account = try PushAgentProcess().join(other)
        account.url = gateway.url
        account.authority = try String(contentsOfFile: gateway.certificate, encoding: .utf8)
        try agent.send(.connect(account, last: 0))
        _ = try agent.disconnected()
    }

    @Test(
        "ends the line of a gateway that says what it can't mean, and tries again",
        arguments: [
            "no JSON", "{}", "[]", #"{"sequence":-1}"#, #"{"hello":{"device":"another"}}"#,
            String(repeating: "x", count: 50_000),
        ])
    func nonsense(line: String) throws {
        _ = try agent.join(gateway)
        try gateway.say(line)
        #expect(!(try agent.disconnected()).isEmpty)
        try agent.until { $0 == .connected ? () : nil }
    }

    @Test("takes a payload as large as there may be, of characters that are all escaped")
    func largest() throws {
        _ = try agent.join(gateway)
        let token = try agent.token("a.b")
        let payload = "{\"a\":\"" + String(repeating: "\u{1}", count: 4_088) + "\"}"
        try gateway.push(payload, to: token)
        #expect(try agent.push().payload == payload)
    }

    @Test("holds pushes back while the daemon doesn't read, and loses none", .behaviour("R1"))
    func pressure() throws {
        _ = try agent.join(gateway)
        let token = try agent.token("a.b")
        let text = String(repeating: "y", count: 4_000)
        for number in 1...500 { try gateway.push("{\"n\":\(number),\"t\":\"\(text)\"}", to: token) }
        for number in 1...500 { try #expect(agent.push().sequence == UInt64(number)) }
    }

    @Test("acknowledges many with few requests", .behaviour("R1")) func batches() throws {
        _ = try agent.join(gateway)
        try agent.send(.acknowledge(Array(1...1_200)))
        try gateway.awaitAcknowledged(1_200)
        #expect(gateway.acknowledged == Array(1...1_200))
    }

    @Test("is at rest while nothing comes: no timer, no CPU") func rest() throws {
        _ = try agent.join(gateway)
        func ticks() throws -> [Substring] {
            let text = try String(contentsOfFile: "/proc/\(agent.pid)/stat", encoding: .utf8)
            return text.split(separator: " ")[13...14].map { $0 }
        }
        func switches() throws -> [Substring] {
            let text = try String(contentsOfFile: "/proc/\(agent.pid)/status", encoding: .utf8)
            return text.split(separator: "\n").filter { $0.contains("ctxt_switches") }
        }
        // Nothing announces that it has done what it does after connecting.
        let end = Date() + 120
        while true {
            let before = (try ticks(), try switches())
            sleep(3)
            if try (ticks(), switches()) == before { break }
            try #require(Date() < end, "it comes to rest")
        }
    }
}
