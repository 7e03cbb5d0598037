import Foundation
import Glibc
import TestSupport
import Testing

/// `quiesce run -- PROGRAM`: a program of the user's, in the user's session.
@Suite("Programs that are run in a session") struct RunProgramTests {
    private static let id = "local.my-program"

    /// A folder with a program in it, which says where it is and counts.
    private func program(on device: LiveDevice) throws -> String {
        let folder = device.scratch + "/the work"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        try FileManager.default.createDirectory(
            atPath: device.scratch + "/tmp", withIntermediateDirectories: false)
        let script = """
            #!/bin/sh
            # As programs of a desktop that run once.
            exec 9> lock
            if ! flock --nonblock 9; then
                echo "again with $# arguments, the second $2"
                exit 3
            fi
            echo "in $(pwd): $THING, $# arguments, the second $2, home $HOME"
            echo kept > "$THING"
            while :; do echo tick; sleep 0.05; done

            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: folder + "/program"))
        chmod(folder + "/program", 0o755)
        return folder
    }

    /// In its folder, and with a variable of its own.
    private func run(
        _ folder: String, _ device: LiveDevice, _ options: [String] = [],
        _ command: [String] = ["./program", "one", "it's \"two\""]
    ) throws -> LiveDevice.RunningTool {
        try LiveDevice.start(
            ["/usr/bin/env", "--chdir", folder, "THING=a thing", "TMPDIR=\(device.scratch)/tmp"]
                + [BuiltProducts.path("quiesce"), "run", "--name", "my program"] + options
                + ["--"] + command, home: device.home)
    }

    @Test(
        "One has the folder, variables, arguments and files of whoever runs it, is frozen when it is left, and so again by the next daemon",
        .behaviour("S5", "S6", "reliability P8"), .enabled(if: geteuid() != 0, "root's are refused")
    )
    func inSession() throws {
        try withDevice { device in
            let folder = try program(on: device)
            let tool = try run(folder, device, ["--thaw", "every 6d for 1s"])
            defer { tool.process.terminate() }
            try device.wait(for: "its start") { $0.app == Self.id && $0.to == "active" }
            let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
            try device.wait(
                Self.id,
                toPrint: "in \(folder): a thing, 2 arguments, the second it's \"two\", home \(home)"
            )
            try device.wait(Self.id, toPrint: "tick")
            #expect(FileManager.default.fileExists(atPath: folder + "/a thing"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: device.scratch + "/tmp") == [])
            try device.wait(Self.id, "active")
            let pid = try device.pid(Self.id)
            #expect(try device.quiesce("thaw").out.contains("every 6d for 1s"))
            #expect(
                try device.quiesce("status").out.contains(
                    "in the user's session, and in no sandbox: \(Self.id)"))
            try device.perform(.home)
            try device.wait(Self.id, "suspended")
            // Whoever names the program again wants the one that is there.
            for arguments in [[], ["new", "a \"b\" c"]] {
                let again = try run(folder, device, [], ["./program"] + arguments)
                again.process.waitUntilExit()
                #expect(again.process.terminationStatus == 0)
                try device.wait(Self.id, "active")
                #expect(try device.pid(Self.id) == pid)
            }
            try device.wait(Self.id, toPrint: "again with 2 arguments, the second a \"b\" c")
            // A desktop's menu starts it again, to open another window.
            let menu = try run(folder, device, ["--again"], ["./program"])
            menu.process.waitUntilExit()
            #expect(menu.process.terminationStatus == 0)
            try device.wait(Self.id, toPrint: "again with 0 arguments")
            // A new launch by the next daemon is in the session, too.
            try device.perform(.quit(app: Self.id))
            try device.wait(Self.id, "notRunning")
            try device.succeed(.killed)
            try device.open(Self.id)
            try device.wait(Self.id, toPrint: "in \(folder): a thing")
            // Installed as a bundle it is an app as any other.
            let bundle = try device.install(
                script: "#!/bin/sh\necho \"in $(pwd): $THING\"\n", id: Self.id,
                ["QuiesceHosted": true])
            _ = try device.quiesce("open", bundle)
            try device.wait(
                Self.id, toPrint: "in \(device.home)/containers/\(Self.id): ")
            #expect(try !device.quiesce("status").out.contains("in no sandbox"))
        }
    }

    @Test(
        "An entry of the desktop's menus starts one as an app, until that is uninstalled",
        .behaviour("S3"), .enabled(if: geteuid() != 0, "root's are refused"))
    func entry() throws {
        try withDevice { device in
            let folder = try program(on: device)
            let share = device.scratch + "/share/applications"
            try FileManager.default.createDirectory(
                atPath: share, withIntermediateDirectories: true)
            let entry = """
                [Desktop Entry]
                Type=Application
                Name=my program
                Exec="\(folder)/program" one "the second" %u
                """
            try Data(entry.utf8).write(to: URL(fileURLWithPath: share + "/mine.desktop"))
            let session = [
                "/usr/bin/env", "--chdir", folder, "THING=a thing",
                "TMPDIR=\(device.scratch)/tmp", "XDG_DATA_DIRS=\(device.scratch)/share",
                "XDG_DATA_HOME=\(device.scratch)/data",
            ]
            let tool = BuiltProducts.path("quiesce")
            let install = try LiveDevice.run(
                session + [tool, "install", "mine.desktop"], home: device.home)
            let copy = device.scratch + "/data/applications/mine.desktop"
            #expect(install.out.contains(copy), "\(install)")
            let text = try String(contentsOfFile: copy, encoding: .utf8)
            let exec = try #require(text.split(separator: "\n").first { $0.hasPrefix("Exec=") })
            let command = String(exec.dropFirst("Exec=".count).replacing(" %u", with: ""))
            // As a launcher starts it, which reads these words as a shell does.
            let start = try LiveDevice.run(session + ["sh", "-c", command], home: device.home)
            #expect(start.code == 0, "\(start)")
            try device.wait(
                Self.id, toPrint: "in \(folder): a thing, 2 arguments, the second the second")
            try device.wait(Self.id, "active")
            let uninstall = try LiveDevice.run(
                session + [tool, "uninstall", Self.id], home: device.home)
            #expect(uninstall.error.contains("removed \(copy)"), "\(uninstall)")
            #expect(!FileManager.default.fileExists(atPath: copy))
        }
    }

    @Test(
        "The session's bus starts one as an app, where its entry leaves that to the bus",
        .behaviour("S3"), .enabled(if: geteuid() != 0, "root's are refused"),
        .enabled(if: TestBus.canRun, TestBus.missing))
    func bus() throws {
        try withDevice { device in
            let (name, files) = ("org.example.Bus", FileManager.default)
            let exec = "Exec=/usr/bin/python3 -m dbusmock --session \(name) / \(name)"
            for (folder, file, text) in [
                (
                    "applications", "\(name).desktop",
                    "[Desktop Entry]\nType=Application\nName=Bus\n\(exec)\nDBusActivatable=true\n"
                ),
                (
                    "dbus-1/services", "\(name).service",
                    "[D-BUS Service]\nName=\(name)\n\(exec)\nSystemdService=bus.service\n"
                ),
            ] {
                let path = "\(device.scratch)/share/\(folder)"
                try files.createDirectory(atPath: path, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(file)"))
            }
            let address = "unix:path=\(device.scratch)/bus"
            let session = [
                "PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "\(device.scratch)/share",
                "XDG_DATA_HOME": "\(device.scratch)/data", "TMPDIR": device.scratch,
                "DBUS_SESSION_BUS_ADDRESS": address, "HOME": device.scratch,
            ]
            let bus = try SpawnedProcess(
                [
                    "/usr/bin/dbus-daemon", "--session", "--nofork", "--print-address",
                    "--address=\(address)",
                ], environment: session, talks: (input: false, output: true))
            defer { bus.end() }
            var serves = pollfd(fd: bus.output, events: Int16(POLLIN), revents: 0)
            try #require(poll(&serves, 1, 60_000) == 1, "the bus serves")
            func run(_ command: String...) throws -> ToolResult {
                try LiveDevice.run(
                    ["/usr/bin/env", "-i"] + session.map { "\($0)=\($1)" }
                        + ["QUIESCE_HOME=\(device.home)"] + command, home: device.home)
            }
            let tool = BuiltProducts.path("quiesce")
            let install = try run(tool, "install", "\(name).desktop")
            #expect(install.code == 0, "\(install)")
            let ping = try run(
                "dbus-send", "--print-reply", "--dest=\(name)", "/",
                "org.freedesktop.DBus.Peer.Ping")
            #expect(ping.code == 0, "\(ping)")
            try device.wait("local.Bus", "active")
            _ = try run(tool, "uninstall", "local.Bus")
            #expect(
                try files.contentsOfDirectory(
                    atPath: "\(device.scratch)/data/dbus-1/services") == [])
        }
    }

    @Test(
        "Root's device refuses one, says what to do, and installs nothing",
        .enabled(if: geteuid() == 0, "a user's device runs it"))
    func refused() throws {
        try withDevice { device in
            let tool = try run(program(on: device), device)
            let error = tool.error.fileHandleForReading.readDataToEndOfFile()
            tool.process.waitUntilExit()
            #expect(tool.process.terminationStatus == 1)
            #expect(String(decoding: error, as: UTF8.self).contains("start a device as yourself"))
            #expect(try device.perform(.apps).items.isEmpty)
        }
    }
}
