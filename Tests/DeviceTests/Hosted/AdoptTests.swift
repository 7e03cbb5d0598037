import Foundation
import Glibc
import QuiesceLinux
import QuiesceWire
import TestSupport
import Testing

/// `quiesce adopt`: a program that runs already.
@Suite("Programs that are adopted") struct AdoptTests {
    private static let id = "local.program"

    /// A program with a child, both of which count, started by the shell of a terminal.
    private final class Terminal {
        let shell: SpawnedProcess
        let folder: String
        let program: pid_t
        let child: pid_t

        /// - Parameter name: the program's.
        init(_ device: LiveDevice, _ name: String = "program") throws {
            folder = device.scratch + "/work"
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            let script = """
                #!/bin/sh
                trap 'echo goodbye > goodbye; exit' TERM
                sh -c 'while :; do echo tick >> childs; sleep 0.05; done' &
                [ -t 1 ] || echo "$$ $!"
                while :; do echo tick >> "$1"; sleep 0.05; done

                """
            try Data(script.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
            chmod("\(folder)/\(name)", 0o755)
            shell = try SpawnedProcess(
                [
                    "setsid", "sh", "-c", "cd \"$0\"; ./\(name) 'its own' & wait; exec sleep 1000",
                    folder,
                ],
                environment: ["PATH": "/usr/bin:/bin", "THING": "a thing"],
                talks: (input: false, output: true))
            var buffer = [UInt8](repeating: 0, count: 64)
            let count = read(shell.output, &buffer, buffer.count)
            let words = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
                .split { $0.isWhitespace }
            program = try #require(words.first.flatMap { pid_t($0) })
            child = try #require(words.last.flatMap { pid_t($0) })
        }

        deinit {
            // The rest of its session may have been adopted, and isn't the shell's to end.
            for pid in [child, program, shell.pid] { kill(pid, SIGKILL) }
        }

        var ticks: [Int] {
            ["its own", "childs"].map {
                FileManager.default.contents(atPath: "\(folder)/\($0)")?.count ?? 0
            }
        }

        func waitUntilCounted() throws {
            let before = ticks
            try waitUntil("both counted") { zip(ticks, before).allSatisfy { $0 > $1 } }
        }

        var areFrozen: Bool { [program, child].allSatisfy(AdoptTests.isFrozen) }
    }

    /// By the kernel's word, whichever the freezer is.
    private static func isFrozen(_ pid: pid_t) -> Bool {
        if ProcessStatus(pid: pid)?.state == "T" { return true }
        guard let mount = CgroupMount.find(),
            let line = (ProcFile.read("/proc/\(pid)/cgroup") ?? "").split(separator: "\n")
                .first(where: { $0.hasPrefix("0::") })
        else { return false }
        return ProcFile.read("\(mount.mountPoint)\(line.dropFirst(3))/cgroup.events")?
            .contains("frozen 1") ?? false
    }

    private func leave(_ device: LiveDevice) throws {
        try device.wait(Self.id, "active")
        try device.perform(.home)
        try device.wait(Self.id, "suspended")
    }

    @Test(
        "One is frozen with its child when it is left, but not its terminal's shell, thawed when it is opened, ended by quit, and started by its own command line after that",
        .behaviour("S5", "S6", "W3"), .enabled(if: geteuid() != 0, "root's are refused"))
    func wholeCycle() throws {
        try withDevice { device in
            let terminal = try Terminal(device)
            try terminal.waitUntilCounted()
            let adopt = try device.quiesce("adopt", "\(terminal.program)", "--json")
            #expect(adopt.code == 0, "\(adopt)")
            #expect(
                try adopt.object()["message"] as? String
                    == "program (\(terminal.program)) is an app now, \(Self.id): frozen when it is left, until `quiesce open program`"
            )
            try leave(device)
            #expect(terminal.areFrozen)
            #expect(!Self.isFrozen(terminal.shell.pid))
            for pid in [terminal.program, terminal.child] {
                let again = try device.quiesce("adopt", "\(pid)", "--name", "other")
                #expect(again.code == 1)
                #expect(again.error.contains("it is a part of \(Self.id) already"), "\(again)")
            }
            let second = try device.quiesce("adopt", "\(terminal.shell.pid)", "--name", "other")
            #expect(second.error.contains("is a part of \(Self.id) already"), "\(second)")
            try device.open(Self.id)
            try device.wait(Self.id, "active")
            try terminal.waitUntilCounted()
            try device.perform(.quit(app: Self.id))
            try device.wait(Self.id, "notRunning")
            try device.waitUntilGone(Int(terminal.program))
            try device.waitUntilGone(Int(terminal.child))
            #expect(FileManager.default.fileExists(atPath: terminal.folder + "/goodbye"))
            #expect(ProcessStatus(pid: terminal.shell.pid)?.runsPrograms == true)
            try device.open(Self.id)
            try device.wait(Self.id, "active")
            try terminal.waitUntilCounted()
        }
    }

    @Test(
        "The next daemon knows one again, frozen as it was, or thawed when nobody came in time",
        .behaviour("reliability P8", "S8"), .enabled(if: geteuid() != 0, "root's are refused"),
        arguments: LiveDevice.Succession.allCases)
    func knownAgain(succession: LiveDevice.Succession) throws {
        try withDevice { device in
            let name = "\(succession)-\(getpid())"
            let terminal = try Terminal(device, name)
            let adopt = try device.quiesce("adopt", name, "--name", "program", "--thaw", "never")
            #expect(adopt.code == 0, "\(adopt)")
            try leave(device)
            let pid = try device.ps(Self.id).pid
            try device.succeed(succession)
            #expect(try device.ps(Self.id).state == "suspended")
            #expect(terminal.areFrozen)
            // The keeper comes before the next daemon.
            device.options += ["--thaw-after", "1"]
            try device.succeed(.killed)
            try device.succeed(.killed) {
                let start = ContinuousClock.now
                try terminal.waitUntilCounted()
                #expect(ContinuousClock.now - start < .seconds(10))
            }
            try device.wait(for: "its freeze", app: Self.id) { $0.reason == "foundThawed" }
            try device.wait(Self.id, "suspended")
            #expect(terminal.areFrozen)
            #expect(!Self.isFrozen(terminal.shell.pid))
            #expect(try device.ps(Self.id).pid == pid)
            try device.open(Self.id)
            try device.wait(Self.id, "active")
            try terminal.waitUntilCounted()
            let again = try device.quiesce("adopt", "\(terminal.child)", "--name", "other")
            #expect(again.error.contains("a part of \(Self.id) already"), "\(again)")
        }
    }

    @Test(
        "The app ends as its program does, frozen or not, and whatever it had started",
        .behaviour("W5"), .enabled(if: geteuid() != 0, "root's are refused"),
        arguments: [true, false])
    func ends(isFrozen: Bool) throws {
        try withDevice { device in
            let terminal = try Terminal(device)
            #expect(try device.quiesce("adopt", "\(terminal.program)").code == 0)
            try device.wait(Self.id, "active")
            if isFrozen { try leave(device) }
            kill(terminal.program, SIGKILL)
            // A frozen host hears of it when it is thawed.
            if isFrozen { try device.open(Self.id) }
            try device.wait(for: "its end", app: Self.id) { $0.to == "notRunning" }
            try device.waitUntilGone(Int(terminal.child))
        }
    }

    @Test(
        "One whose app ends while there is no daemon isn't left frozen",
        .behaviour("reliability P8"), .enabled(if: geteuid() != 0, "root's are refused"),
        arguments: ["down", "a signal"])
    func endsMeanwhile(by end: String) throws {
        try withDevice { device in
            let terminal = try Terminal(device)
            let adopt = try device.quiesce("adopt", "\(terminal.program)", "--name", "program")
            #expect(adopt.code == 0, "\(adopt)")
            try leave(device)
            let host = pid_t(try device.pid(Self.id))
            device.killDaemon()
            #expect(terminal.areFrozen)
            if end == "down" {
                #expect(try device.quiesce("down").code == 0)
            } else {
                kill(host, SIGKILL)
                try device.start()
                #expect(try device.ps(Self.id).state == "notRunning")
            }
            for pid in [terminal.program, terminal.child] {
                try waitUntil("it goes on, or has ended") { !Self.isFrozen(pid) }
            }
        }
    }

    @Test(
        "A process is one app's alone: another that was to adopt it starts its program anew",
        .behaviour("S3"), .enabled(if: geteuid() != 0, "root's are refused"))
    func oneApp() throws {
        try withDevice { device in
            let terminal = try Terminal(device)
            let start = try #require(ProcessStatus(pid: terminal.program)).startTime
            let first = "local.first"
            let bundle = try device.bundle("first") { bundle in
                let main = bundle.appendingPathComponent("main")
                try Data("#!/bin/sh\necho anew; exec sleep 1000\n".utf8).write(to: main)
                chmod(main.path, 0o755)
                let keys: [String: Any] = [
                    "CFBundleIdentifier": first, "CFBundleExecutable": "main",
                    "QuiesceHosted": true,
                ]
                try PropertyListSerialization.data(
                    fromPropertyList: keys, format: .xml, options: 0
                ).write(to: bundle.appendingPathComponent("Info.plist"))
            }
            let folder = open(bundle.path, O_RDONLY | O_DIRECTORY)
            defer { close(folder) }
            // Whoever asked for it was killed before it was opened.
            let session = ProgramSession(
                directory: "/", environment: ["PATH=/usr/bin:/bin"],
                adopted: AdoptedProcess(pid: terminal.program, startTime: start))
            let answer = try device.call(.install(session: session), descriptor: folder)
            #expect(answer.refusal == nil)
            #expect(
                try device.quiesce("adopt", "\(terminal.program)", "--name", "program").code == 0)
            try device.wait(Self.id, "active")
            try device.open(first)
            try device.wait(first, toPrint: "anew")
            try device.wait(Self.id, "suspended")
            #expect(terminal.areFrozen)
        }
    }

    @Test(
        "Whatever others count on, is another's, or is no single program stays as it is, with the reason",
        .behaviour("D2"), .enabled(if: geteuid() != 0, "root's are refused"))
    func refusals() throws {
        try withDevice { device in
            let compositor = device.scratch + "/sway"
            try FileManager.default.copyItem(atPath: "/bin/sleep", toPath: compositor)
            let sway = try SpawnedProcess(
                [compositor, "1000"], environment: [:], talks: (input: false, output: false))
            try waitUntil("it runs") { ProcFile.read("/proc/\(sway.pid)/comm") == "sway\n" }
            let twice = "twice-\(getpid())"
            let terminals = try [Terminal(device, twice), Terminal(device, twice)]
            let roots = ProcessTable.all().first {
                $0.pid > 1 && $0.status.runsPrograms && ProcessStatus.users(of: $0.pid) == [0]
            }
            let cases: [(String, String)] = [
                ("1", "process 1"),
                ("4999999", "there is no process 4999999"),
                ("no such program", "no program of yours that runs is called"),
                ("no-such.scope", "no program of yours that runs is called"),
                (twice, "runs more than once: name one of "),
                ("\(sway.pid)", "it draws the desktop"),
                ("\(device.daemonPID)", "the device's daemon would be frozen with it"),
                // It has started the daemon.
                ("\(getpid())", "stays as it is"),
            ]
            for (given, words) in cases
                + (roots.map { [("\($0.pid)", "is another user's")] } ?? [])
            {
                let tool = try device.quiesce("adopt", given)
                #expect(tool.code == 1 && tool.error.contains(words), "\(given): \(tool)")
            }
            #expect(try device.quiesce("adopt", "--thaw", "soon", "1").code == 64)
            // Another has the number by now.
            let program = terminals[0].program
            let start = try #require(ProcessStatus(pid: program)).startTime
            let folder = open(device.scratch, O_RDONLY | O_DIRECTORY)
            defer { close(folder) }
            let answer = try device.call(
                .install(
                    session: ProgramSession(
                        directory: "/", environment: [],
                        adopted: AdoptedProcess(pid: program, startTime: start - 1))),
                descriptor: folder)
            #expect(answer.refusal?.message.contains("it has ended") == true, "\(answer)")
            #expect(try device.perform(.apps).items.isEmpty)
        }
    }

    @Test(
        "Root's device refuses one, and says what to do",
        .enabled(if: geteuid() == 0, "a user's device adopts it"))
    func rootsDevice() throws {
        try withDevice { device in
            let terminal = try Terminal(device)
            let tool = try device.quiesce("adopt", "\(terminal.program)")
            #expect(tool.code == 1)
            #expect(tool.error.contains("start a device as yourself"), "\(tool)")
            #expect(try device.perform(.apps).items.isEmpty)
            #expect(!Self.isFrozen(terminal.program))
        }
    }
}
