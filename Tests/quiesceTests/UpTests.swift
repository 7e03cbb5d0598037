import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

/// `quiesce up` with a daemon that a test makes up: a copy of the tool with a script beside it.
@Suite struct UpTests {
    /// A daemon in Python: it answers `status`, writes down what it was started with, and ends on
    /// `down`.
    static let daemon = """
        #!/usr/bin/env python3
        import json, os, socket, sys
        home = sys.argv[sys.argv.index("--home") + 1]
        server = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        open_files = sorted(int(fd) for fd in os.listdir("/proc/self/fd"))
        facts = {"args": sys.argv[1:], "sid": os.getsid(0), "pid": os.getpid(), "cwd": os.getcwd(),
            "fds": [fd for fd in open_files if fd != server.fileno() and os.path.exists("/proc/self/fd/%d" % fd)],
            "in": os.readlink("/proc/self/fd/0"), "out": os.readlink("/proc/self/fd/1")}
        json.dump(facts, open(home + "/facts", "w"))
        print("hello from the daemon", file=sys.stderr, flush=True)
        server.bind(home + "/control.sock")
        server.listen()
        while True:
            connection, _ = server.accept()
            request = json.loads(connection.recv(65536))
            if request["type"] == "down":
                os.unlink(home + "/control.sock")
                connection.send(json.dumps({"type": "done"}).encode())
                break
            status = {"device": "d", "version": "0", "pid": os.getpid(), "home": home,
                "profile": "ios8", "since": "2026-11-21T08:00:00.000Z", "freezer": "cgroup",
                "isolation": "none", "locked": False, "asleep": False, "apps": 0, "running": 0,
                "suspended": 0, "notes": []}
            connection.send(json.dumps({"type": "item", "value": json.dumps(status)}).encode())
            connection.send(json.dumps({"type": "end"}).encode())
        """

    /// A folder with the tool, `daemon` as quiesced, and room for a home.
    private final class Folder {
        let path: String

        init(daemon: String) throws {
            var template = Array("/tmp/quiesce-up-XXXXXX".utf8CString)
            path = String(cString: try #require(mkdtemp(&template)))
            try BuiltProducts.place(BuiltProducts.path("quiesce"), at: path + "/quiesce")
            try Data(daemon.utf8).write(to: URL(fileURLWithPath: path + "/script"))
            try BuiltProducts.place(path + "/script", at: path + "/quiesced")
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }

        var home: String { path + "/home" }

        func run(_ arguments: String...) throws -> ToolRun {
            try ToolRun(arguments, home: home, program: path + "/quiesce")
        }

        func text(_ name: String) throws -> String {
            String(
                decoding: try #require(FileManager.default.contents(atPath: home + "/" + name)),
                as: UTF8.self)
        }
    }

    @Test(
        "up starts a daemon that has nothing of the one who started it, and returns when it answers"
    )
    func detached() throws {
        let folder = try Folder(daemon: Self.daemon)
        let up = try folder.run("up")
        defer { _ = try? folder.run("down") }
        #expect(up.exitCode == 0, "\(up.errors)")
        #expect(up.output.contains(folder.home + " is running, pid "))
        let facts = try #require(
            try JSONSerialization.jsonObject(with: Data(folder.text("facts").utf8))
                as? [String: Any])
        #expect(facts["args"] as? [String] == ["--home", folder.home])
        #expect(facts["fds"] as? [Int] == [0, 1, 2])
        #expect(facts["in"] as? String == "/dev/null")
        #expect(facts["out"] as? String == "/dev/null")
        #expect(facts["cwd"] as? String == "/")
        #expect(facts["sid"] as? Int32 != getsid(0))
        #expect(try folder.text("quiesced.log").hasSuffix("hello from the daemon\n"))

        let again = try folder.run("up")
        #expect(again.exitCode == 0)
        #expect(again.output.contains("is running already"))
        let other = try folder.run("up", "--profile", "ios4")
        #expect(other.exitCode == 1)
        #expect(other.errors.contains("quiesce down"))
        let larger = try folder.run("up", "--screen", "390x844@3")
        #expect(larger.exitCode == 1)
        #expect(larger.errors.contains("has the screen 320x568@2; stop it"))
        #expect(try folder.run("up", "--screen", "320x568@2").exitCode == 0)
        let payloads = try folder.run("up", "--journal-payloads")
        #expect(payloads.exitCode == 1)
        #expect(payloads.errors.contains("keeps no payloads"))
        #expect(try folder.run("down").exitCode == 0)
        #expect(try folder.run("status").exitCode == 69)
    }

    @Test(
        "up follows which programs the desktop has, where they are apps of this device",
        .enabled(if: geteuid() != 0, "programs are no apps of root's device"))
    func followsDesktop() throws {
        let folder = try Folder(daemon: Self.daemon)
        let copy = folder.path + "/applications/a.desktop"
        for (file, text) in [
            ("config/quiesce/desktop", "on \(folder.home)\n"),
            (
                "share/applications/a.desktop",
                "[Desktop Entry]\nName=A\nType=Application\nExec=/bin/true\n"
            ),
        ] {
            let path = "\(folder.path)/\(file)"
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        let environment = [
            "XDG_CONFIG_HOME": folder.path + "/config", "XDG_DATA_HOME": folder.path,
            "XDG_DATA_DIRS": folder.path + "/share",
        ]
        defer { _ = try? folder.run("down") }
        let up = try ToolRun(
            ["up"], home: folder.home, environment: environment, program: folder.path + "/quiesce")
        #expect(up.exitCode == 0 && up.errors.isEmpty, "\(up.errors)")
        #expect(FileManager.default.fileExists(atPath: copy))
    }

    @Test("up hands on the screen that the device has, and what the daemon is to keep")
    func options() throws {
        let folder = try Folder(daemon: "#!/bin/sh\necho \"$*\" >&2\nexit 1\n")
        let run = try folder.run("up", "--journal-payloads", "--screen", "390x844@3")
        #expect(
            run.errors == "quiesce: --home \(folder.home) --screen 390x844@3 --journal-payloads\n")
        let wide = try folder.run("up", "--screen", "844x390@3")
        #expect(wide.exitCode == 64)
        #expect(wide.errors.contains("390x844@3"), "\(wide.errors)")
    }

    @Test(
        "A daemon that ends at once is reported with its own last words",
        .behaviour("reliability D9"), arguments: [(1, 1), (78, 78), (7, 1)])
    func ends(code: Int32, expected: Int32) throws {
        let folder = try Folder(
            daemon: "#!/bin/sh\necho first >&2\necho 'no good; do this' >&2\nexit \(code)\n")
        // The messages of an earlier run aren't taken for this run's.
        for _ in 0..<2 {
            let run = try folder.run("up")
            #expect(run.exitCode == expected)
            #expect(run.errors == "quiesce: no good; do this\n")
        }
    }

    @Test("A long log is put aside when the next daemon starts")
    func rotates() throws {
        let folder = try Folder(daemon: "#!/bin/sh\nexit 1\n")
        try #require(mkdir(folder.home, 0o711) == 0)
        let log = folder.home + "/quiesced.log"
        try Data(repeating: 65, count: 2 << 20).write(to: URL(fileURLWithPath: log))
        let run = try folder.run("up")
        #expect(run.errors == "quiesce: the daemon ended with 1 and said nothing\n")
        #expect(try folder.text("quiesced.log").isEmpty)
        #expect(try folder.text("quiesced.log.1").utf8.count == 2 << 20)
    }

    @Test("A home that can't be is bad configuration", .behaviour("reliability D9"))
    func badHome() throws {
        let folder = try Folder(daemon: "#!/bin/sh\nexit 0\n")
        let run = try folder.run("up", "--home", "/dev/null/home")
        #expect(run.exitCode == 78)
        #expect(run.errors.filter { $0 == "\n" }.count == 1)
    }
}
