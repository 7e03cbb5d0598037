import Foundation
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

/// Redirects and challenges: what is done without asking, and what is asked (X5, X9).
@Suite struct QuestionTests {
    private let scratch: ScratchDirectory
    private let server: TestServer

    init() throws {
        scratch = try ScratchDirectory()
        server = try TestServer()
    }

    private func agent() throws -> AgentProcess { try AgentProcess(folder: scratch.path) }

    private let welcome = AgentProcess.Verdict.finished(TransferredFile(status: 200, size: 7))
    private let stored = TransferRequest.StoredCredential(
        origin: "127.0.0.1", user: "me", password: "secret")

    private func challenge(_ agent: AgentProcess) throws -> (
        number: UInt64, TransferInquiry.Challenge
    ) {
        let (number, question) = try agent.question()
        guard case .challenge(let challenge) = question else { throw AgentProcess.Gone() }
        return (number, challenge)
    }

    private func answer(_ agent: AgentProcess, _ question: UInt64, _ answer: TransferAnswer) throws
    {
        try agent.send(.answer(TransferID(1), attempt: 1, question: question, answer))
    }

    @Test(
        "A stored credential answers a challenge before anybody is asked", .behaviour("X9"),
        arguments: ["basic", "digest"])
    func storedCredential(method: String) throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/\(method)/") { $0.credentials = [stored] }
        #expect(try agent.verdict() == welcome)
        #expect(try agent.text() == "welcome")
    }

    @Test(
        "A challenge without one is asked about, with each refusal counted", .behaviour("X5", "X9"),
        arguments: ["basic", "digest"])
    func asked(method: String) throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/\(method)/") {
            $0.credentials = [
                .init(origin: "127.0.0.1", user: "me", password: "old"),
                .init(origin: "elsewhere.example", user: "me", password: "secret"),
            ]
        }
        let first = try challenge(agent)
        #expect(first.1.method == method)
        #expect(first.1.realm == "door")
        #expect(first.1.host == "127.0.0.1")
        #expect(server.plain.hasSuffix(":\(first.1.port)"))
        #expect(first.1.failures == 1)
        try answer(agent, first.number, .credential(user: "me", password: "wrong"))
        let second = try challenge(agent)
        #expect(second.1.failures == 2)
        // An answer to what isn't asked any more.
        try answer(agent, first.number, .cancel)
        try answer(agent, second.number, .credential(user: "me", password: "secret"))
        #expect(try agent.verdict() == welcome)
    }

    @Test(
        "Of several ways the safest is asked about first, and a password is for the next",
        .behaviour("X5", "X9"), arguments: ["", "&apart=1"])
    func safestFirst(apart: String) throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/basic/?also=Negotiate\(apart)")
        let first = try challenge(agent)
        #expect(first.1.method == "negotiate" && first.1.failures == 0)
        // No ticket is here for it: what it says to a password is no refusal of that.
        try answer(agent, first.number, .credential(user: "me", password: "secret"))
        let second = try challenge(agent)
        #expect(second.1.method == "basic" && second.1.failures == 0)
        #expect(second.1.realm == "door")
        try answer(agent, second.number, .credential(user: "me", password: "wrong"))
        let third = try challenge(agent)
        #expect(third.1.method == "basic" && third.1.failures == 1)
        try answer(agent, third.number, .credential(user: "me", password: "secret"))
        #expect(try agent.verdict() == welcome)
    }

    @Test("Who rejects Negotiate is asked about what else is offered", .behaviour("X5"))
    func rejectsNegotiate() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/basic/?also=Negotiate")
        try answer(agent, try challenge(agent).number, .takeResponse)
        let second = try challenge(agent)
        #expect(second.1.method == "basic")
        try answer(agent, second.number, .takeResponse)
        #expect(try agent.verdict() == .finished(TransferredFile(status: 401, size: 4)))
    }

    @Test(
        "A stored password is given to a server that offers Negotiate before Basic",
        .behaviour("X9"))
    func storedBesideNegotiate() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/basic/?also=Negotiate") { $0.credentials = [stored] }
        #expect(try agent.verdict() == welcome)
        // It never goes in the clear where a digest does.
        try agent.send(.forget(TransferID(1)))
        let both = "Digest%20realm%3D%22door%22%2C%20nonce%3D%22n1%22%2C%20qop%3D%22auth%22"
        try agent.start(1, "\(server.plain)/basic/?also=\(both)") { $0.credentials = [stored] }
        let question = try challenge(agent)
        #expect(question.1.method == "digest" && question.1.failures == 1)
        #expect(
            try server.requests().filter { $0.path.contains("Digest") }.allSatisfy {
                $0.authorization?.hasPrefix("Basic") != true
            })
    }

    @Test("A server that offers Negotiate alone asks for nothing else", .behaviour("X5"))
    func negotiateAlone() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/status/401?WWW-Authenticate=Negotiate")
        let first = try challenge(agent)
        #expect(first.1.method == "negotiate")
        try answer(agent, first.number, .credential(user: "me", password: "secret"))
        let second = try challenge(agent)
        #expect(second.1.method == "negotiate" && second.1.failures == 1)
        try answer(agent, second.number, .takeResponse)
        #expect(try agent.verdict() == .finished(TransferredFile(status: 401, size: 7)))
    }

    @Test("Who doesn't answer a challenge gets what the server says, or nothing", .behaviour("X5"))
    func unanswered() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/basic/")
        try answer(agent, try challenge(agent).number, .takeResponse)
        #expect(try agent.verdict() == .finished(TransferredFile(status: 401, size: 4)))
        #expect(try agent.text() == "who?")
        try agent.send(.forget(TransferID(1)))
        try agent.start(1, "\(server.plain)/basic/")
        try answer(agent, try challenge(agent).number, .cancel)
        #expect(try agent.verdict() == .interrupted(.authenticationCancelled, received: 0))
        try agent.start(1, "\(server.plain)/basic/")
        _ = try challenge(agent)
        try agent.send(.stop(TransferID(1), attempt: 1))
        #expect(try agent.verdict() == .stopped(received: 0))
    }

    @Test("A challenge of a kind that we don't know is a response like any other", .behaviour("X5"))
    func unknownChallenge() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/status/401?WWW-Authenticate=Bearer")
        #expect(try agent.verdict() == .finished(TransferredFile(status: 401, size: 7)))
    }

    private func redirect(_ status: Int, to: String, _ more: String = "") -> String {
        let to = to.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        return "\(server.plain)/redirect/\(status)?to=\(to)\(more)"
    }

    @Test("A redirect is followed, and the response says where to", .behaviour("X5"))
    func followed() throws {
        let agent = try agent()
        try agent.start(1, redirect(302, to: "/file/7"))
        #expect(try agent.verdict() == welcome)
        guard case .finished(_, _, _, let response) = agent.heard.last else { return }
        #expect(response.url == "\(server.plain)/file/7")
        #expect(response.version == "1.1")
        #expect(response.headers.contains { $0.name == "ETag" && $0.value == "\"v1\"" })
    }

    @Test("A loop ends, and a redirect to a file isn't followed", .behaviour("X5", "X9"))
    func refused() throws {
        let agent = try agent()
        var loop = "/redirect/302?to="
        loop =
            "\(server.plain)/redirect/302?to=" + loop.addingPercentEncoding(
                withAllowedCharacters: .alphanumerics)!
        // It leads to a blank location in the end, which is a response.
        try agent.start(1, loop)
        #expect(try agent.verdict() == .finished(TransferredFile(status: 302, size: 10)))
        try agent.start(2, redirect(302, to: "?to=%3Fto%3D"))
        #expect(try agent.verdict(2) == .finished(TransferredFile(status: 302, size: 10)))
        try agent.start(3, redirect(302, to: "file:///etc/passwd"))
        #expect(try agent.verdict(3) == .interrupted(.redirectRefused, received: 0))
    }

    @Test("Redirects without end are given up", .behaviour("X5"))
    func endless() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/loop/")
        #expect(try agent.verdict() == .interrupted(.tooManyRedirects, received: 0))
        #expect(try server.requests().count == 21)
    }

    @Test("An app that is asked about redirects decides", .behaviour("X5"))
    func askedRedirect() throws {
        let agent = try agent()
        let url = redirect(302, to: "/file/7")
        try agent.start(1, url) { $0.asksForRedirects = true }
        var (number, question) = try agent.question()
        guard case .redirect(let response, let to) = question else {
            Issue.record("it is asked about the redirect")
            return
        }
        #expect(response.status == 302)
        #expect(to == "\(server.plain)/file/7")
        try answer(agent, number, .proceed)
        #expect(try agent.verdict() == welcome)
        try agent.send(.forget(TransferID(1)))
        try agent.start(1, url) { $0.asksForRedirects = true }
        (number, question) = try agent.question()
        try answer(agent, number, .takeResponse)
        #expect(try agent.verdict() == .finished(TransferredFile(status: 302, size: 10)))
        #expect(try agent.text() == "over there")
    }

    @Test("Where redirects aren't allowed, they are responses", .behaviour("X9"))
    func notAllowed() throws {
        let agent = try agent()
        try agent.start(1, redirect(302, to: "/file/7")) { $0.allowsRedirects = false }
        #expect(try agent.verdict() == .finished(TransferredFile(status: 302, size: 10)))
    }

    @Test("Cookies and credentials stay with the server that they are for", .behaviour("X9"))
    func secrets() throws {
        let agent = try agent()
        let other = try TestServer()
        for target in [server, other] {
            let url = redirect(302, to: "\(target.plain)/file/7", "&cookie=new%3D1%3B%20Path%3D%2F")
            try agent.start(1, url) {
                $0.cookies = "old=1"
                $0.headers = [
                    .init(name: "Authorization", value: "Bearer x"),
                    .init(name: "X-Own", value: "y"),
                ]
            }
            #expect(try agent.verdict() == welcome)
            try agent.send(.forget(TransferID(1)))
        }
        let same = try #require(try server.requests().first { $0.path == "/file/7" })
        #expect(same.authorization == "Bearer x")
        #expect(same.cookie.map { Set($0.components(separatedBy: "; ")) } == ["old=1", "new=1"])
        let elsewhere = try #require(try other.requests().first)
        #expect(elsewhere.authorization == nil)
        // Cookies know no ports (RFC 6265 §8.5): the jar's goes along, the app's own doesn't.
        #expect(elsewhere.cookie != "old=1" && elsewhere.cookie?.contains("old") != true)
        #expect(elsewhere.fields["x-own"] == "y")
        #expect(elsewhere.fields["accept-encoding"] == "identity")
    }

    @Test("A header's value can't begin another header", .behaviour("X9"))
    func smuggled() throws {
        let agent = try agent()
        try agent.start(1, "\(server.plain)/file/7") {
            $0.headers = [
                .init(name: "X-One", value: "1\r\nX-Two: 2"), .init(name: "X-Three", value: "3"),
            ]
        }
        #expect(try agent.verdict() == welcome)
        let request = try #require(try server.requests().first)
        #expect(request.fields["x-two"] == nil)
        #expect(request.fields["x-three"] == "3")
    }
}
