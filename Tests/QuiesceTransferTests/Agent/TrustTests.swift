import Foundation
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

/// Whom the agent trusts, and how it proves who it is (X9).
@Suite struct TrustTests {
    private let scratch: ScratchDirectory
    private let keys: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        keys = try ScratchDirectory()
    }

    /// A key and a certificate that it signed itself.
    private func makeCertificate(_ name: String) throws -> (certificate: String, key: String) {
        let files = (keys.file("\(name).pem"), keys.file("\(name).key"))
        _ = try openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
            "-days",
            "30", "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout",
            files.1, "-out", files.0,
        ])
        return files
    }

    private func openssl(_ arguments: [String], input: Data = Data()) throws -> Data {
        let process = Process()
        let (into, out) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardInput = into
        process.standardOutput = out
        process.standardError = FileHandle.nullDevice
        try process.run()
        into.fileHandleForWriting.write(input)
        try into.fileHandleForWriting.close()
        let data = out.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return data
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    /// As libcurl names a public key.
    private func pin(_ certificate: String) throws -> String {
        let key = try openssl(["x509", "-in", certificate, "-pubkey", "-noout"])
        let der = try openssl(["pkey", "-pubin", "-outform", "der"], input: key)
        return "sha256//"
            + (try openssl(["dgst", "-sha256", "-binary"], input: der))
            .base64EncodedString()
    }

    @Test(
        "A server is trusted by the roots that were given, and its key must be the pinned one",
        .behaviour("X9"))
    func trust() throws {
        let own = try makeCertificate("server")
        let other = try makeCertificate("other")
        let server = try TestServer(tls: [own.certificate, own.key])
        let url = try #require(server.secure) + "/file/100000"
        let agent = try AgentProcess(folder: scratch.path)
        try agent.start(1, url)
        #expect(try agent.verdict() == .interrupted(.serverCertificateUntrusted, received: 0))
        let roots = try text(own.certificate)
        let wrongPin = try pin(other.certificate)
        let rightPin = try pin(own.certificate)
        try agent.start(1, url) {
            $0.trustedRoots = roots
            $0.pinnedPublicKeys = [wrongPin]
        }
        #expect(try agent.verdict() == .interrupted(.serverCertificateUntrusted, received: 0))
        let otherRoots = try text(other.certificate)
        try agent.start(1, url) { $0.trustedRoots = otherRoots }
        #expect(try agent.verdict() == .interrupted(.serverCertificateUntrusted, received: 0))
        try agent.start(1, url) {
            $0.trustedRoots = roots
            $0.pinnedPublicKeys = [wrongPin, rightPin]
        }
        #expect(try agent.verdict() == .finished(TransferredFile(status: 200, size: 100_000)))
        #expect(try Pattern.difference(agent.body(), size: 100_000) == nil)
    }

    @Test("A client's certificate is given, or asked for", .behaviour("X5", "X9"))
    func clientCertificate() throws {
        let own = try makeCertificate("server")
        let client = try makeCertificate("client")
        let untrusted = try makeCertificate("untrusted")
        let server = try TestServer(tls: [own.certificate, own.key, client.certificate])
        let url = try #require(server.secure) + "/file/7"
        let roots = try text(own.certificate)
        let mine = TransferRequest.ClientCertificate(
            certificate: try text(client.certificate), key: try text(client.key))
        let wrong = TransferRequest.ClientCertificate(
            certificate: try text(untrusted.certificate), key: try text(untrusted.key))
        let agent = try AgentProcess(folder: scratch.path)
        let welcome = AgentProcess.Verdict.finished(TransferredFile(status: 200, size: 7))
        try agent.start(1, url) {
            $0.trustedRoots = roots
            $0.clientCertificate = mine
        }
        #expect(try agent.verdict() == welcome)
        try agent.start(2, url) {
            $0.trustedRoots = roots
            $0.clientCertificate = wrong
        }
        #expect(try agent.verdict(2) == .interrupted(.clientCertificateRejected, received: 0))
        try agent.start(3, url) { $0.trustedRoots = roots }
        let (number, question) = try agent.question()
        #expect(
            question
                == .challenge(
                    .init(
                        method: "clientCertificate", host: "127.0.0.1",
                        port: try #require(server.secure.flatMap { URL(string: $0)?.port }),
                        isProxy: false, realm: nil, failures: 0)))
        try agent.send(
            .answer(TransferID(3), attempt: 1, question: number, .clientCertificate(mine)))
        #expect(try agent.verdict(3) == welcome)
    }

    @Test("A TLS connection that is cut isn't taken for the end", .behaviour("reliability D1"))
    func cut() throws {
        let own = try makeCertificate("server")
        let server = try TestServer(tls: [own.certificate, own.key])
        let roots = try text(own.certificate)
        let agent = try AgentProcess(folder: scratch.path)
        try agent.start(1, try #require(server.secure) + "/file/5000000?cut=3000000") {
            $0.trustedRoots = roots
        }
        #expect(try agent.verdict() == .interrupted(.connectionLost, received: 3_000_000))
        try agent.start(
            2, server.plain.replacingOccurrences(of: "http:", with: "https:") + "/file/7")
        #expect(try agent.verdict(2) == .interrupted(.secureConnectionFailed, received: 0))
    }
}
