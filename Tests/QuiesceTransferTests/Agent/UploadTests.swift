import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

/// Bodies that are sent, from a descriptor (X1, and B4 of the reliability catalogue).
@Suite struct UploadTests {
    private let scratch: ScratchDirectory
    private let folder: ScratchDirectory
    private let server: TestServer

    init() throws {
        scratch = try ScratchDirectory()
        folder = try ScratchDirectory()
        server = try TestServer()
    }

    private func agent() throws -> AgentProcess { try AgentProcess(folder: folder.path) }

    private struct Taken: Decodable, Equatable {
        var method: String
        var bytes: Int
        var sha256: String
    }

    private func upload(
        _ agent: AgentProcess, _ path: String, bytes: Int, method: String = "PUT", rate: Int = 0,
        to url: String? = nil, _ change: (inout TransferRequest) -> Void = { _ in }
    ) throws {
        let file = open(path, O_RDONLY)
        defer { close(file) }
        try agent.start(1, url ?? "\(server.plain)/upload/?rate=\(rate)", file: file) {
            $0.method = method
            $0.uploadBytes = UInt64(bytes)
            change(&$0)
        }
    }

    private func write(_ bytes: Int) throws -> String {
        let path = scratch.file("body")
        try Pattern.bytes(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test(
        "A body arrives as it is in the file", .behaviour("X1"),
        arguments: [("PUT", 0), ("POST", 1), ("PUT", 5_000_000)])
    func whole(method: String, bytes: Int) throws {
        let agent = try agent()
        try upload(agent, try write(bytes), bytes: bytes, method: method)
        guard case .finished(let file) = try agent.verdict() else {
            Issue.record("\(agent.heard)")
            return
        }
        #expect(file.status == 200)
        let taken = try JSONDecoder().decode(Taken.self, from: Data(try agent.text().utf8))
        #expect(
            taken
                == Taken(
                    method: method, bytes: bytes, sha256: Digest.sha256(Pattern.bytes(bytes))))
    }

    @Test("A body goes again where a redirect keeps it, and after a challenge", .behaviour("X9"))
    func again() throws {
        let agent = try agent()
        let path = try write(300_000)
        try upload(
            agent, path, bytes: 300_000, method: "POST",
            to: "\(server.plain)/redirect/307?to=%2Fupload%2F")
        _ = try agent.verdict()
        let taken = try JSONDecoder().decode(Taken.self, from: Data(try agent.text().utf8))
        #expect(taken.sha256 == Digest.sha256(Pattern.bytes(300_000)))
        try agent.send(.forget(TransferID(1)))
        try upload(agent, path, bytes: 300_000, method: "POST", to: "\(server.plain)/digest/") {
            $0.credentials = [.init(origin: "127.0.0.1", user: "me", password: "secret")]
        }
        #expect(try agent.verdict() == .finished(TransferredFile(status: 200, size: 7)))
        try agent.send(.forget(TransferID(1)))
        // A POST that is shown elsewhere becomes a GET without a body.
        try upload(
            agent, path, bytes: 300_000, method: "POST",
            to: "\(server.plain)/redirect/303?to=%2Ffile%2F7")
        #expect(try agent.verdict() == .finished(TransferredFile(status: 200, size: 7)))
        #expect(try server.requests().last?.method == "GET")
    }

    @Test(
        "A file that changes or shrinks while it is sent isn't sent", .behaviour("reliability B4"),
        arguments: ["changes", "shrinks", "grows"])
    func changed(how: String) throws {
        let agent = try agent()
        let bytes = 20_000_000
        let path = try write(bytes)
        // Four seconds long: it is still under way when the first progress has been heard of.
        try upload(agent, path, bytes: bytes, rate: 5_000_000)
        _ = try agent.until { message -> Bool? in
            if case .progress(_, _, _, _, let sent, _) = message, sent > 0 { true } else { nil }
        }
        let file = open(path, O_WRONLY)
        defer { close(file) }
        switch how {
        case "changes": #expect(pwrite(file, "x", 1, 19_000_000) == 1)
        case "shrinks": #expect(ftruncate(file, 19_000_000) == 0)
        case _: #expect(ftruncate(file, 21_000_000) == 0)
        }
        #expect(try agent.verdict() == .interrupted(.fileChanged, received: 0))
    }

    @Test("What isn't the file that was handed over is refused", .behaviour("reliability B4"))
    func notTheFile() throws {
        let agent = try agent()
        let path = try write(100)
        try upload(agent, path, bytes: 99)
        #expect(try agent.verdict() == .interrupted(.fileChanged, received: 0))
        try upload(agent, scratch.path, bytes: 99)
        #expect(try agent.verdict() == .interrupted(.fileRefused, received: 0))
        try upload(agent, "/dev/zero", bytes: 99)
        #expect(try agent.verdict() == .interrupted(.fileRefused, received: 0))
        try agent.start(1, "\(server.plain)/upload/") { $0.uploadBytes = 5 }
        #expect(try agent.verdict() == .interrupted(.fileMissing, received: 0))
    }

    @Test("A sending rate is kept to, and what is sent is said", .behaviour("X9"))
    func rate() throws {
        let agent = try agent()
        let began = ContinuousClock.now
        try upload(agent, try write(1_000_000), bytes: 1_000_000) { $0.sendRate = 500_000 }
        _ = try agent.verdict()
        #expect(ContinuousClock.now - began > .seconds(1))
        #expect(
            agent.heard.contains {
                if case .progress(_, _, _, _, let sent, expectedToSend: 1_000_000) = $0 {
                    sent > 0 && sent < 1_000_000
                } else {
                    false
                }
            })
    }
}
