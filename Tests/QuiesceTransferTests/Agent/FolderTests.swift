import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import TestSupport
import Testing

/// The agent and its folder: one at a time, and a disk that has no room (D5, D8).
@Suite struct FolderTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test("An agent waits for the last one to end", .behaviour("reliability D8"))
    func waits() throws {
        let first = try AgentProcess(folder: scratch.path)
        let second = try AgentProcess(folder: scratch.path, waitsForReady: false)
        #expect(first.hangUp() == 0)
        #expect(try second.receive() == .ready)
        #expect(second.hangUp() == 0)
    }

    @Test("A folder that can't be worked in is said in one line", .behaviour("reliability D9"))
    func missing() throws {
        let agent = try AgentProcess(folder: scratch.file("none"), waitsForReady: false)
        guard case .unusable(let why)? = try agent.receive() else {
            Issue.record("it says that it can't work")
            return
        }
        #expect(why == "cannot open \(scratch.file("none")): No such file or directory")
        #expect(agent.wait() == 1)
    }

    @Test("SIGTERM ends it in order, SIGINT doesn't", .behaviour("X2"))
    func signals() throws {
        let server = try TestServer()
        let agent = try AgentProcess(folder: scratch.path)
        try agent.start(1, "\(server.plain)/file/3000000?stall=1000000")
        _ = try agent.until { message -> Bool? in
            if case .progress(_, _, 1_000_000, _, _, _) = message { true } else { nil }
        }
        #expect(kill(agent.pid, SIGINT) == 0)
        try agent.start(2, "\(server.plain)/file/10")
        _ = try agent.verdict(2)
        #expect(kill(agent.pid, SIGTERM) == 0)
        #expect(agent.wait() == 0)
        let body = try FileManager.default.attributesOfItem(atPath: agent.body())
        #expect(body[.size] as? Int == 1_000_000)
    }

    /// Whether a file system of our own can be mounted here.
    static let canMount: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
        process.standardError = FileHandle.nullDevice
        return (try? process.run()).map { process.waitUntilExit() } != nil
            && process.terminationStatus == 0
    }()

    @Test(
        "A disk without room ends the attempt, and loses nothing", .behaviour("reliability D5"),
        .enabled(if: FolderTests.canMount), arguments: [false, true])
    func full(isLarge: Bool) throws {
        let server = try TestServer()
        // A disk of 12 MiB of which a filler has some; seen through the process' own root.
        let agent = try AgentProcess(
            folder: scratch.path,
            wrapper: [
                "unshare", "-rm", "sh", "-c",
                "mount -t tmpfs -o size=12m none \(scratch.path) && "
                    + "head -c \(isLarge ? 5 : 11)000000 /dev/zero > \(scratch.path)/filler && exec \"$@\"",
                "sh",
            ])
        let size: UInt64 = isLarge ? 10_000_000 : 7_000_000
        let url = "\(server.plain)/file/\(size)"
        try agent.start(1, url)
        guard case .interrupted(.noSpace, let received) = try agent.verdict() else {
            Issue.record("\(agent.heard)")
            return
        }
        // With its length known, a large file isn't even begun.
        #expect(received == 0 || !isLarge)
        let inside = "/proc/\(agent.pid)/root\(scratch.path)"
        #expect(unlink("\(inside)/filler") == 0)
        try agent.start(1, url, attempt: 2)
        #expect(
            try agent.verdict()
                == .finished(TransferredFile(status: received == 0 ? 200 : 206, size: size)))
        #expect(try Pattern.difference("\(inside)/1.body", size: Int(size)) == nil)
        #expect(agent.hangUp() == 0)
    }
}
