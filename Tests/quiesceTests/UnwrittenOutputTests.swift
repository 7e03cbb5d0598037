import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// Where what a command shows can't be written, and what it must not replace.
@Suite struct UnwrittenOutputTests {
    private func daemon() throws -> FakeDaemon {
        try FakeDaemon { request in
            if let answer = FakeScreen.answer(request, app: nil, nil) { return answer }
            return switch request {
            case .switcher: [.end]
            case .open: [.refused(.init(reason: "unknownApp", message: "no such app"))]
            case _: [.item(CommandTests.json(CommandTests.process)), .end]
            }
        }
    }

    private func shell(_ command: String, home: String) throws -> ToolRun {
        try ToolRun(
            ["-c", command], home: home, environment: ["quiesce": BuiltProducts.path("quiesce")],
            program: "/bin/sh")
    }

    @Test(
        "Output that can't be written is exit code 1 and one line, not silence",
        arguments: [
            "ps", "ps --json", "switcher --html -", "screen --svg -", "screen --svg /dev/full",
        ])
    func full(command: String) throws {
        let daemon = try daemon()
        let run = try shell("\"$quiesce\" \(command) > /dev/full", home: daemon.home)
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("No space left on device"), "\(run.errors)")
        #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test(
        "A message that can't be written leaves the exit code as it is",
        arguments: [("ps nonsense", Int32(64)), ("open org.example.none", 1)])
    func unwrittenMessage(command: String, code: Int32) throws {
        let daemon = try daemon()
        let run = try shell("\"$quiesce\" \(command) 2> /dev/full", home: daemon.home)
        #expect(run.exitCode == code)
    }

    @Test("A simulation that nobody can be shown is exit code 1")
    func simulation() throws {
        let scenario = BuiltProducts.package.path + "/Examples/Scenarios/endless-task.yaml"
        let run = try shell("\"$quiesce\" simulate \(scenario) > /dev/full", home: "/nowhere")
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("No space left on device"), "\(run.errors)")
    }

    @Test("A picture goes into a device, a pipe or a link as it is, and replaces a plain file")
    func places() throws {
        let daemon = try daemon()
        let folder = daemon.home
        func text(_ name: String) throws -> String {
            try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        }
        func kind(_ name: String) -> mode_t {
            var status = stat()
            return lstat("\(folder)/\(name)", &status) == 0 ? status.st_mode & S_IFMT : 0
        }
        try #require(mkfifo(folder + "/pipe", 0o600) == 0)
        let piped = try shell(
            "cat \(folder)/pipe & \"$quiesce\" screen --svg \(folder)/pipe; wait", home: folder)
        #expect(piped.exitCode == 0 && piped.output.hasPrefix("<svg "), "\(piped.errors)")
        #expect(kind("pipe") == S_IFIFO)
        try Data("old, and longer than the new one is".utf8).write(
            to: URL(fileURLWithPath: folder + "/plain"))
        try #require(symlink("plain", folder + "/link") == 0)
        #expect(try shell("\"$quiesce\" screen --svg \(folder)/link", home: folder).exitCode == 0)
        #expect(kind("link") == S_IFLNK)
        #expect(try text("plain").hasPrefix("<svg "))
        for name in ["plain", "new"] {
            #expect(
                try shell("\"$quiesce\" switcher --html \(folder)/\(name)", home: folder).exitCode
                    == 0)
            #expect(kind(name) == S_IFREG)
            #expect(try text(name).hasPrefix("<!DOCTYPE html>"))
        }
    }
}
