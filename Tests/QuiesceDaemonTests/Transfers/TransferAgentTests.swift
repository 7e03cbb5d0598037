import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("What the transfer agent is started with") struct TransferAgentTests {
    @Test("It is looked for beside the daemon, then where packages put it")
    func program() throws {
        let scratch = try ScratchDirectory()
        for folder in ["bin", "libexec", "libexec/quiesce"] { mkdir(scratch.file(folder), 0o755) }
        let daemon = scratch.file("bin/quiesced")
        #expect(AgentProgram.find(AgentProgram.transfers, beside: daemon) == nil)
        for folder in ["libexec/quiesce", "bin"] {
            let path = scratch.file("\(folder)/quiesce-transferd")
            try Data().write(to: URL(fileURLWithPath: path))
            chmod(path, 0o755)
            #expect(AgentProgram.find(AgentProgram.transfers, beside: daemon)?.path == path)
        }
    }

    @Test(
        "Of the daemon's environment it gets proxies and roots of trust, and nothing else",
        .behaviour("X9"))
    func environment() {
        let environment = AgentProgram.environment(
            folder: "/h/transfers",
            own: [
                "https_proxy": "http://p:1", "SSL_CERT_FILE": "/c.pem", "LD_PRELOAD": "/evil.so",
                "QUIESCE_HOME": "/h", "HOME": "/home/me",
            ])
        #expect(environment.contains("https_proxy=http://p:1"))
        #expect(environment.contains("SSL_CERT_FILE=/c.pem"))
        #expect(environment.contains("HOME=/h/transfers"))
        #expect(
            !environment.contains { $0.hasPrefix("LD_PRELOAD") || $0.hasPrefix("QUIESCE_HOME") })
    }

    @Test("It writes its folder alone, and reads nobody's home")
    func sandbox() {
        let rules = AgentSandbox(folder: "/h/transfers", program: "/p/quiesce-transferd")
            .rules(libraries: ["/opt/swift/lib"], environment: ["SSL_CERT_FILE=/c.pem", "TZ=x"])
        #expect(
            rules.filter { $0.access == .write && !$0.path.hasPrefix("/dev/") }.map(\.path)
                == ["/h/transfers"])
        let readable = rules.filter { $0.access == .read }.map(\.path)
        #expect(readable.contains("/opt/swift/lib"))
        #expect(readable.contains("/c.pem"))
        #expect(!readable.contains { ["/", "/home", "/root", "/h"].contains($0) })
        #expect(AgentSandbox.loadedFrom().contains { access($0, F_OK) == 0 })
    }

    @Test(
        "Its folder is the owner's alone, and keeps only what is known",
        .behaviour("reliability B5", "reliability D9"))
    func folder() throws {
        let scratch = try ScratchDirectory()
        let home = open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(home) }
        let folder = try TransferFolder(home: home, at: scratch.path, user: nil)
        var status = stat()
        #expect(stat(folder.path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        for name in ["3.body", "3.record", "4.body", "lock", "junk", "5.evil"] {
            try Data().write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        }
        folder.keep(only: [TransferID(3)])
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                == ["3.body", "3.record", "lock"])
    }

    @Test(
        "A link in its folder's place is refused, with what to do",
        .behaviour("reliability B3", "reliability D9"))
    func linkedFolder() throws {
        let scratch = try ScratchDirectory()
        symlink("/etc", scratch.file("transfers"))
        let home = open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { close(home) }
        #expect(throws: ConfigurationError.self) {
            _ = try TransferFolder(home: home, at: scratch.path, user: nil)
        }
    }
}
