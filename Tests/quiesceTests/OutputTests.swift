import Foundation
import Glibc
import QuiesceWire
import Synchronization
import TestSupport
import Testing

@testable import quiesce

@Suite struct OutputTests {
    private final class Folder {
        let path: String
        init() throws {
            var template = Array("/tmp/quiesce-output-XXXXXX".utf8CString)
            path = String(cString: try #require(mkdtemp(&template)))
        }
        deinit { try? FileManager.default.removeItem(atPath: path) }
        var file: String { path + "/out" }
    }

    private func append(_ text: String, to file: String) throws {
        let handle = try #require(FileHandle(forWritingAtPath: file))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(text.utf8))
        try handle.close()
    }

    @Test("A file is read as it grows, from its first data on")
    func grows() throws {
        let folder = try Folder()
        try Data().write(to: URL(fileURLWithPath: folder.file))
        // The daemon cut away the beginning: a hole of 1 MiB.
        try #require(truncate(folder.file, 1 << 20) == 0)
        try append("one\n", to: folder.file)
        let output = try OutputFile(path: folder.file)
        var text = ""
        output.drain { text += String(decoding: $0, as: UTF8.self) }
        #expect(text == "one\n")
        try append("two\n", to: folder.file)
        output.drain { text += String(decoding: $0, as: UTF8.self) }
        output.drain { text += String(decoding: $0, as: UTF8.self) }
        #expect(text == "one\ntwo\n")
        try #require(truncate(folder.file, 0) == 0)
        output.drain { text += String(decoding: $0, as: UTF8.self) }
        try append("three\n", to: folder.file)
        output.drain { text += String(decoding: $0, as: UTF8.self) }
        #expect(text == "one\ntwo\nthree\n")
    }

    @Test("open --console shows what the app prints until its process is gone")
    func console() throws {
        let folder = try Folder()
        let file = folder.file
        try Data().write(to: URL(fileURLWithPath: file))
        let location = CommandTests.json(OutputLocation(launch: 2, path: file))
        let gone = LogRow(
            seq: 9, time: "2026-11-21T08:00:00.000Z", app: "a.b", kind: "transition",
            from: "active", to: "notRunning", reason: "exited", rule: nil, detail: nil)
        let asked = Counter()
        let daemon = try FakeDaemon { request in
            switch request {
            case .apps: return [.end]
            case .output: return [.item(location), .end]
            case .open:
                try? append("hello\n", to: file)
                return [.done(message: nil)]
            case .ps:
                // Before it is opened, and right after, the app runs; it prints on, ends, and then
                // it is gone.
                let runs = asked.next() <= 2
                var row = CommandTests.process
                row.id = "a.b"
                if !runs { row.state = "notRunning" }
                return [.item(CommandTests.json(row)), .end]
            case .log:
                // As a daemon that logs the app's end a moment later.
                while asked.value < 2 { usleep(1_000) }
                try? append("bye\n", to: file)
                return [.item(CommandTests.json(gone))]
            case _: return [.done(message: nil)]
            }
        }
        let run = try ToolRun(["open", "a.b", "--console"], home: daemon.home)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output == "hello\nbye\n")
        #expect(daemon.requests.contains(.log(app: "a.b", follow: true, limit: 0)))
    }

    @Test("output shows a launch's file; a launch that isn't there is refused")
    func output() throws {
        let folder = try Folder()
        try Data("text\n".utf8).write(to: URL(fileURLWithPath: folder.file))
        let file = folder.file
        let daemon = try FakeDaemon { request in
            switch request {
            case .output(_, let launch):
                let path = launch == 3 ? file : "/nowhere"
                return [
                    .item(CommandTests.json(OutputLocation(launch: launch ?? 0, path: path))), .end,
                ]
            case _: return [.end]
            }
        }
        let shown = try ToolRun(["output", "a.b", "--launch", "3"], home: daemon.home)
        #expect(shown.output == "text\n")
        #expect(try ToolRun(["output", "a.b"], home: daemon.home).exitCode == 1)
    }
}

/// Counts from 1.
private final class Counter: Sendable {
    private let number = Mutex(0)
    var value: Int { number.withLock { $0 } }
    func next() -> Int {
        number.withLock {
            $0 += 1
            return $0
        }
    }
}
