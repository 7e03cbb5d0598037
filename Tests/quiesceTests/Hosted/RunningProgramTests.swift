import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@testable import quiesce

/// Programs that `quiesce adopt` is to make apps of.
@Suite struct RunningProgramTests {
    /// - Parameter command: bash executes it in its place.
    private func start(_ command: String) throws -> SpawnedProcess {
        let process = try SpawnedProcess(
            ["bash", "-c", "cd /usr && exec \(command)"],
            environment: [
                "PATH": "/usr/bin:/bin", "THING": "a=b", "QUIESCE_APP_ID": "another's",
                "OLDPWD": "/",
            ], talks: (input: false, output: false))
        // The kernel has no words of a program that it is just executing.
        try waitUntil("it runs") {
            try String(contentsOfFile: "/proc/\(process.pid)/cmdline", encoding: .utf8)
                .contains("\01000\0") && ProcessLook(pid: process.pid).command == "sleep"
        }
        return process
    }

    @Test("One is started again by its own words, in its folder, with its variables")
    func words() throws {
        let process = try start("sleep 1000 1")
        defer { process.end() }
        let program = try RunningProgram(pid: process.pid)
        #expect(program.executable.hasSuffix("bin/sleep"))
        #expect(program.arguments == ["1000", "1"])
        #expect(program.name == "sleep")
        #expect(program.exception == nil)
        let session = try program.session()
        #expect(session.directory == "/usr")
        #expect(session.environment == ["PATH=/usr/bin:/bin", "THING=a=b"])
        #expect(session.adopted == program.process)
    }

    @Test("One with a title of its own is started by its file")
    func title() throws {
        let process = try start("-a 'a title' sleep 1000")
        defer { process.end() }
        let program = try RunningProgram(pid: process.pid)
        #expect(program.executable.hasSuffix("/sleep"))
        #expect(program.arguments == ["1000"])
    }
}
