import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("Processes that misbehave")
struct ProcessFaultTests {
    @Test(
        "What holds a dead launch's connection can't speak for the next launch",
        .behaviour("reliability P1", "reliability A1"))
    func oldLaunch() throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app, "--raw")
            // The app gives its connection away, to somebody outside of its cgroup.
            let path = "\(device.home)/containers/\(puppet.app)/tmp/gift"
            let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            defer { close(receiver) }
            try bindSocket(receiver, path)
            chmod(path, 0o777)
            try puppet.run(
                """
                link = dial(); live(link)
                gift = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                gift.connect(os.environ["QUIESCE_CONTAINER"] + "/tmp/gift")
                socket.send_fds(gift, [b"x"], [link.fileno()])
                """)
            let stolen = try receiveDescriptor(receiver)
            defer { close(stolen) }
            try device.wait(puppet.app, "active")
            try device.perform(.quit(app: puppet.app))
            try device.wait(puppet.app, "notRunning")
            puppet.disconnect()
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            for number in 1...3 {
                let message = "{\"type\":\"beginTask\",\"request\":\(number),\"task\":\(number)}"
                _ = message.withCString { send(stolen, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
            }
            // The daemon has closed its end: reading comes to the end of it.
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while recv(stolen, &buffer, buffer.count, 0) > 0 {}
            #expect(try device.ps(puppet.app).tasks == 0)
            #expect(try device.ps(puppet.app).launch == 2)
            #expect(try device.ps(puppet.app).state == "active")
        }
    }

    private func bindSocket(_ fd: CInt, _ path: String) throws {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(fd, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw LiveDevice.Failure(description: "bind: \(errno)") }
    }

    private func receiveDescriptor(_ fd: CInt) throws -> CInt {
        var byte: UInt8 = 0
        var fds = [CInt](repeating: -1, count: 8)
        var count: CInt = 0
        var truncated = false
        let length = ql_receive(fd, &byte, 1, &fds, &count, &truncated, true)
        guard length == 1, count == 1 else {
            throw LiveDevice.Failure(description: "no descriptor came")
        }
        return fds[0]
    }

    @Test(
        "A fork bomb stays within its limit, and nothing of it is left after the kill",
        .behaviour("reliability P3", "W4"))
    func forkBomb() throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let isCounted = try device.status().notes.contains { $0.contains("at most 512") }
            let children = try puppet.ask(
                """
                result = []
                try:
                    while len(result) < \(isCounted ? 700 : 50):
                        child = os.fork()
                        if child == 0:
                            signal.pause()
                        result.append(child)
                except OSError:
                    pass
                """, [Int].self)
            #expect(isCounted ? children.count < 512 : children.count == 50)
            let row = try device.ps(puppet.app)
            #expect(row.state == "active")
            if try device.status().freezer == "cgroup" {
                #expect(try pids(device.cgroup(row)).count == children.count + 1)
            }
            try device.perform(.quit(app: puppet.app))
            try device.wait(puppet.app, "notRunning")
            for child in children { try waitUntil("gone") { !processExists(child) } }
        }
    }

    private func pids(_ group: String) throws -> [Substring] {
        try String(contentsOfFile: group + "/cgroup.procs", encoding: .utf8)
            .split(separator: "\n")
    }

    @Test(
        "A grandchild that cut every tie is frozen with its app and ends with it",
        .behaviour("reliability P3", "S8", "W4"), arguments: ["suspended", "crashed"])
    func daemonisedGrandchild(end: String) throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let grandchild = try puppet.ask(
                """
                read, write = os.pipe()
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0:
                        for number in range(1, 32):
                            if number not in (signal.SIGKILL, signal.SIGSTOP):
                                signal.signal(number, signal.SIG_IGN)
                        os.write(write, str(os.getpid()).encode())
                        while True: pass
                    os._exit(0)
                result = int(os.read(read, 20))
                """, Int.self)
            if end == "suspended" {
                try device.perform(.home)
                try device.wait(puppet.app, "suspended")
                let ticks = device.cpuTicks(grandchild)
                usleep(50_000)
                #expect(device.cpuTicks(grandchild) == ticks)
                try device.perform(.quit(app: puppet.app))
            } else {
                try? puppet.run("os.abort()")
            }
            try device.wait(puppet.app, "notRunning")
            try waitUntil("gone") { !processExists(grandchild) }
        }
    }

    enum Meddling: CaseIterable { case thaw, freezeRunning, kill, moveOut }

    @Test(
        "Whatever somebody else does to an app's cgroup is put right", .behaviour("reliability P7"),
        .enabled(if: geteuid() == 0, "only root may meddle here"), arguments: Meddling.allCases)
    func meddling(_ how: Meddling) throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let row = try device.ps(puppet.app)
            let group = try device.cgroup(row)
            let mark: UInt64
            switch how {
            case .thaw:
                try device.perform(.home)
                try device.wait(puppet.app, "suspended")
                mark = try device.mark()
                try write("0", group + "/cgroup.freeze")
                try device.wait(for: "the suspension", app: puppet.app, after: mark) {
                    $0.to == "suspended"
                }
                #expect(try device.isFrozen(row))
                try device.open(puppet.app)
                try device.wait(puppet.app, "active")
                #expect(try device.ps(puppet.app).launch == 1)
            case .freezeRunning:
                try write("1", group + "/cgroup.freeze")
                try waitUntil("thawed") { try !device.isFrozen(row) }
                #expect(try puppet.ask("result = 1", Int.self) == 1)
                #expect(try device.ps(puppet.app).state == "active")
            case .kill:
                try write("1", group + "/cgroup.kill")
                try device.wait(puppet.app, "notRunning")
                #expect(try device.ps(puppet.app).reason == "crashed")
                try waitUntil("removed") { access(group, F_OK) != 0 }
            case .moveOut:
                // Nothing can freeze it out there.
                let away = URL(fileURLWithPath: group).deletingLastPathComponent()
                    .deletingLastPathComponent().path
                try write("\(row.pid ?? 0)", away + "/cgroup.procs")
                try device.wait(puppet.app, "notRunning")
                try waitUntil("gone") { !processExists(row.pid ?? 0) }
            }
        }
    }

    private func write(_ text: String, _ path: String) throws {
        let fd = Glibc.open(path, O_WRONLY)
        defer { close(fd) }
        guard Glibc.write(fd, text, text.utf8.count) == text.utf8.count else {
            throw LiveDevice.Failure(description: "write \(path): \(errno)")
        }
    }

    @Test(
        "An app that fails to start or ends at once is launched for a wake-up ever more rarely",
        .behaviour("reliability P9", "W5"),
        arguments: [
            ("crash", "#!/bin/sh\nkill -SEGV $$\n", "crashed"),
            ("exit3", "#!/bin/sh\nexit 3\n", "exitedWithError"),
            ("exit0", "#!/bin/sh\nexit 0\n", "exitedNormally"),
            ("nointerpreter", "#!/no/such/interpreter\n", "spawnFailed"),
            ("noexec", "neither a program nor a script\n", "spawnFailed"),
        ])
    func endsAtOnce(name: String, executable: String, reason: String) throws {
        try withDevice(profile: "crashBackoffSeconds = 600\ncrashBackoffMostSeconds = 600") {
            device in
            let app = "org.quiesce.test.\(name)"
            try device.install(app, executable: executable)
            #expect(try device.push(app).refusal == nil)
            try device.wait(for: "the end", app: app) { $0.to == "notRunning" }
            #expect(try device.ps(app).reason == reason)
            // The wake-up had its attempt; a second one would be a storm.
            #expect(try device.push(app).refusal?.reason == "crashLoop")
            #expect(try device.ps(app).launch == 1)
            let sentence = try device.why(app).sentence
            #expect(!sentence.isEmpty)
            // A person may try, each time once.
            let mark = try device.mark()
            try device.open(app)
            try device.wait(for: "the end", app: app, after: mark) { $0.to == "notRunning" }
            #expect(try device.ps(app).launch == 2)
            let history = try JournalHistory(device)
            #expect(history.verdicts[1] == ["appEnded"])
            #expect(try device.push(app).refusal?.reason == "crashLoop")
        }
    }

    @Test(
        "Time in the freezer counts for no limit", .behaviour("reliability P11", "S8"))
    func frozenTime() throws {
        try withDevice(
            profile:
                "backgroundTransitionLimitSeconds = 4\npushLimitSeconds = 4\nbackgroundAllowanceSeconds = 4\nexpirationWarningSeconds = 1"
        ) {
            device in
            let puppet = try Puppet(device)
            try device.open(puppet.app, "--hold")
            try device.wait(puppet.app, "active")
            try device.perform(.home)
            try device.wait(puppet.app, "suspended")
            usleep(4_500_000)  // Longer than every limit.
            #expect(try device.push(puppet.app).refusal == nil)
            try waitUntil("pushed") { try puppet.ask("result = len(completions)", Int.self) == 1 }
            // Later, or it would be frozen before it can answer the test.
            try puppet.run("threading.Timer(0.05, completions.pop(), ['newData']).start()")
            try device.wait(puppet.app, "suspended")
            #expect(try device.ps(puppet.app).launch == 1)
            #expect(try !device.log(puppet.app).contains { $0.kind == "kill" })
        }
    }

    @Test("A killed app is gone although it was frozen", .behaviour("reliability P5", "W3"))
    func killFrozen() throws {
        for freezer in ["cgroup", "signals"] {
            guard freezer == "signals" || geteuid() == 0 else { continue }
            try withDevice(options: ["--freezer", freezer]) { device in
                let puppet = try Puppet(device)
                try device.open(puppet.app)
                try device.wait(puppet.app, "active")
                try device.perform(.home)
                try device.wait(puppet.app, "suspended")
                let pid = try device.pid(puppet.app)
                try device.perform(.quit(app: puppet.app))
                try device.wait(puppet.app, "notRunning")
                try waitUntil("gone") { !processExists(pid) }
                // A frozen app gets no willTerminate (W3): it couldn't run it.
                #expect(try !device.log(puppet.app).contains { $0.reason == "terminationTimedOut" })
            }
        }
    }
}
