import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("Who speaks is the kernel's word")
struct AttackTests {
    @Test(
        "A foreign process on the app socket is told that it is no app, whatever it claims",
        .behaviour("reliability A1"), arguments: ["same user", "other user"])
    func foreignProcess(_ who: String) throws {
        guard who == "same user" || geteuid() == 0 else { return }
        try withDevice { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let code = """
                import os, socket, sys
                link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                link.settimeout(30)
                link.connect(sys.argv[1] + "/app.sock")
                try:
                    link.send(b'{"type":"hello","version":1,"lastReceived":0,"lastHandled":0,'
                              b'"openTasks":[1],"outbox":0,"app":"org.quiesce.test.puppet"}')
                except OSError:
                    pass
                try:
                    print(link.recv(65536).decode())
                except ConnectionResetError:  # What was sent before it is still to be read.
                    print(link.recv(65536).decode())
                """
            var command = ["/usr/bin/python3", "-c", code, device.home]
            if who == "other user" {
                command = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
            }
            let (output, _) = try LiveDevice.command(command)
            #expect(output.contains("\"notAnApp\""), "\(output)")
            #expect(try device.ps(puppet.app).tasks == 0)
            #expect(try device.ps(puppet.app).state == "active")
        }
    }

    @Test(
        "An app speaks for itself alone: on its sibling's connection, as its own child, with a forged name",
        .behaviour("reliability A1", "reliability A2"))
    func siblings() throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let victim = try Puppet(device, "victim")
            let attacker = try Puppet(device, "attacker")
            try device.open(victim.app)
            try device.wait(victim.app, "active")
            try device.open(attacker.app, "--raw")
            // The daemon doesn't even read the identity that the attacker claims: it welcomes the
            // attacker under the attacker's own id.
            struct Welcome: Decodable { var launch: UInt64 }
            _ = try attacker.ask(
                """
                os.environ["QUIESCE_APP_ID"] = "\(victim.app)"
                os.environ["QUIESCE_LAUNCH"] = "1"
                link = dial()
                say(link, type="hello", version=1, lastReceived=0, lastHandled=0, openTasks=[],
                    outbox=0, app="\(victim.app)", launch=1)
                result = hear_until(link, type="welcome")
                first = hear_until(link, call="finishLaunching")
                say(link, type="handled", seq=first["seq"])
                """, Welcome.self)
            try device.wait(attacker.app, "active")
            // A child is the app itself, which has its one connection already.
            let child = try attacker.ask(
                """
                read, write = os.pipe()
                if os.fork() == 0:
                    other = dial()
                    os.write(write, other.recv(65536))
                    os._exit(0)
                result = os.read(read, 65536).decode()
                """, String.self)
            #expect(child.contains("\"alreadyConnected\""), "\(child)")
            // Without it, the child is taken for the app, by the kernel's word.
            try attacker.run(
                """
                link.close()
                read, write = os.pipe()
                if os.fork() == 0:
                    other = redial(1, 1)
                    say(other, type="beginTask", request=1, task=1)
                    hear_until(other, type="ack")
                    os.write(write, b"done")
                    time.sleep(3600)
                os.read(read, 4)
                """)
            #expect(try device.ps(attacker.app).tasks == 1)
            // A signal, a thaw and the control socket are out of an app's reach.
            let reached = try attacker.ask(
                """
                result = []
                try:
                    control = dial("\(device.home)/control.sock")
                    say(control, type="quit", app="\(victim.app)")
                    result.append(control.recv(65536).decode())
                except OSError as error:
                    result.append(type(error).__name__)
                try:
                    os.kill(\(try device.ps(victim.app).pid ?? 0), signal.SIGTERM)
                    result.append("killed")
                except OSError as error:
                    result.append(type(error).__name__)
                try:
                    os.listdir(os.environ["QUIESCE_CONTAINER"] + "/../\(victim.app)")
                    result.append("listed")
                except OSError as error:
                    result.append(type(error).__name__)
                """, [String].self)
            let isolation = try device.status().isolation
            if isolation != "none" {
                // It isn't in the app's view; without views it may be refused before it has said
                // anything.
                let refusals = [
                    "FileNotFoundError", "PermissionError", "ConnectionResetError",
                    "BrokenPipeError",
                ]
                #expect(
                    reached[0].contains("notAllowed") || refusals.contains(reached[0]),
                    "\(reached)")
                #expect(
                    ["FileNotFoundError", "PermissionError"].contains(reached[2]), "\(reached)")
            }
            if isolation == "uids" { #expect(reached[1] == "PermissionError", "\(reached)") }
            #expect(try device.ps(victim.app).tasks == 0)
            #expect(try device.ps(victim.app).launch == 1)
        }
    }

    @Test(
        "An app named like an update of another is refused, and takes nothing of the other's",
        .behaviour("reliability A1", "reliability B2"))
    func namedLikeAStage() throws {
        try withDevice { device in
            let victim = try Puppet(device, "victim")
            let id = "99999999999999999.\(victim.app)"
            let attacker = try device.pythonBundle(id)
            try Data().write(to: attacker.appendingPathComponent("evil"))
            #expect(try device.install(attacker).refusal?.reason == "invalidBundle")
            let removed = try device.install(device.pythonBundle("123.removed"))
            #expect(removed.refusal?.reason == "invalidBundle")
            let alike = try device.install(device.pythonBundle(victim.app.uppercased()))
            #expect(alike.refusal?.message.contains(victim.app) == true, "\(alike)")
            let turned = try device.pythonBundle(
                "org.quiesce.test.turned",
                keys: "<key>CFBundleName</key><string>Bank\u{202E}gpj</string>")
            #expect(try device.install(turned).refusal?.message.contains("202e") == true)
            // An older daemon took it, and something has changed the victim's bundle since.
            try device.down()
            let bundles = URL(fileURLWithPath: device.home + "/bundles")
            let place = bundles.appendingPathComponent(id)
            try? FileManager.default.copyItem(at: attacker, to: place)
            try device.infoPlist(victim.app, version: "1.1").write(
                to: bundles.appendingPathComponent("\(victim.app)/Info.plist"))
            try device.start()
            try device.open(victim.app)
            try device.wait(victim.app, "active")
            let files = try victim.ask(
                "result = os.listdir(os.path.dirname(os.path.abspath(sys.argv[0])))", [String].self)
            #expect(files.contains("App"))
            #expect(!files.contains("evil"))
        }
    }

    @Test(
        "An app that names calls which were never sent is ended for that, and it is said",
        .behaviour("reliability A3", "W2"))
    func neverSent() throws {
        try withDevice(profile: "launchLimitSeconds = 60") { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app, "--raw")
            try puppet.begin(
                """
                link = dial()
                say(link, type="hello", version=1, lastReceived=2**63-1, lastHandled=2**63-1,
                    openTasks=[], outbox=0)
                """)
            let kill = try device.wait(for: "its end", app: puppet.app) { $0.kind == "kill" }
            #expect(kill.reason == "protocolViolated")
            #expect(kill.rule == "W2")
        }
    }

    @Test(
        "What an app makes in a folder of everybody's, and its bundle, are no other app's to read",
        .behaviour("reliability A1"),
        .enabled(if: geteuid() == 0, "only under root have apps users of their own"))
    func othersFiles() throws {
        try withDevice { device in
            let (victim, attacker) = (try Puppet(device, "victim"), try Puppet(device, "attacker"))
            let file = "/tmp/secret-\(UUID().uuidString)"
            defer { unlink(file) }
            try device.open(victim.app)
            try device.wait(victim.app, "active")
            try victim.run("open('\(file)', 'w').write('secret')")
            // Besides, where there are no views, by its mode.
            #expect(try victim.ask("result = os.stat('\(file)').st_mode & 0o77", Int.self) == 0)
            let bundle = try victim.ask(
                "result = os.path.dirname(os.path.abspath(sys.argv[0]))", String.self)
            #expect(try victim.ask("result = len(os.listdir('\(bundle)'))", Int.self) > 0)
            try device.open(attacker.app)
            try device.wait(attacker.app, "active")
            let tries = [
                "open('\(file)')", "open('\(bundle)/Info.plist')", "os.listdir('\(bundle)')",
            ]
            for action in tries {
                let came = try attacker.ask(
                    """
                    try:
                        \(action)
                        result = "done"
                    except OSError as error:
                        result = type(error).__name__
                    """, String.self)
                #expect(
                    ["FileNotFoundError", "PermissionError"].contains(came), "\(action): \(came)")
            }
        }
    }

    @Test(
        "An app changes no limits and priorities of the daemon and of other apps",
        .behaviour("reliability A1"),
        .enabled(if: ql_has_seccomp(), "this kernel has no seccomp filters"))
    func limitsOfOthers() throws {
        try withDevice { device in
            let (victim, attacker) = (try Puppet(device, "victim"), try Puppet(device, "attacker"))
            try device.open(victim.app)
            try device.wait(victim.app, "active")
            try device.open(attacker.app)
            try device.wait(attacker.app, "active")
            let pids = [Int(device.daemonPID), try device.pid(victim.app)]
            let done = try attacker.ask(
                """
                import resource
                result = []
                for pid in \(pids):
                    for name, action in (
                            ("files", lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, 3))),
                            ("CPU", lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1))),
                            ("nice", lambda: os.setpriority(os.PRIO_PROCESS, pid, 19)),
                            ("user", lambda: os.setpriority(os.PRIO_USER, os.getuid(), 19)),
                            ("idle", lambda: os.sched_setscheduler(
                                pid, os.SCHED_IDLE, os.sched_param(0))),
                            ("processor", lambda: os.sched_setaffinity(pid, {0}))):
                        if name == "user" and os.getuid() != os.stat(os.environ["QUIESCE_SOCKET"]).st_uid:
                            continue  # That is itself alone.
                        try:
                            action()
                            result.append(f"{name} of {pid}")
                        except PermissionError:
                            pass
                """, [String].self)
            #expect(done == [])
            #expect(try device.ps(attacker.app).state == "active")
        }
    }

    @Test(
        "Modes of the daemon's files that its user changed are put right at the next start, and said; an app can't",
        .behaviour("reliability A1", "reliability D9"),
        .enabled(if: geteuid() != 0, "under root apps have users of their own"))
    func changedModes() throws {
        try withDevice { device in
            let (victim, attacker) = (try Puppet(device, "victim"), try Puppet(device, "attacker"))
            try device.open(attacker.app)
            try device.wait(attacker.app, "active")
            let changes: [(name: String, mode: mode_t)] = [
                ("store.sqlite", 0o666), ("protection/device.key", 0o666),
                ("containers/\(victim.app)", 0), ("protection", 0o755),
            ]
            if try !device.status().notes.contains(where: { $0.contains("no view of their own") }) {
                let done = try attacker.ask(
                    """
                    result = []
                    for name in \(changes.map(\.name)):
                        try:
                            os.chmod("\(device.home)/" + name, 0o700)
                            result.append(name)
                        except FileNotFoundError:
                            pass
                    """, [String].self)
                #expect(done == [])
            }
            for (name, mode) in changes { #expect(chmod("\(device.home)/\(name)", mode) == 0) }
            try device.down()
            try device.start()
            func mode(_ name: String) -> mode_t {
                var status = stat()
                return stat("\(device.home)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
            }
            #expect(mode("store.sqlite") == 0o600)
            #expect(mode("protection/device.key") == 0o600)
            #expect(mode("protection") == 0o700)
            #expect(mode("containers/\(victim.app)") == 0o700)
            let notes = try device.status().notes.joined(separator: "\n")
            for name in ["store.sqlite", "protection/device.key", "containers/\(victim.app)"] {
                #expect(notes.contains(name), "\(notes)")
            }
            try device.open(victim.app)
            try device.wait(victim.app, "active")
            try victim.run("open('Documents/letter', 'w').write('dear')")
        }
    }

    @Test(
        "The control socket refuses an app of the daemon's own user", .behaviour("reliability A1"),
        .enabled(if: geteuid() == 0, "moves a process into a cgroup"))
    func controlFromApp() throws {
        try withDevice { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let group = try device.cgroup(try device.ps(puppet.app))
            let code = """
                import os, socket, sys
                open(sys.argv[2] + "/cgroup.procs", "w").write(str(os.getpid()))
                link = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                link.settimeout(30)
                link.connect(sys.argv[1] + "/control.sock")
                print(link.recv(65536).decode())
                """
            let (output, _) = try LiveDevice.command(
                ["/usr/bin/python3", "-c", code, device.home, group])
            #expect(output.contains("notAllowed"), "\(output)")
        }
    }

    /// Connects as often as it is told, keeps all that stay open, says how often that was, and
    /// waits for its input's end.
    private static let flood = """
        import resource, socket, sys
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        held = []
        for _ in range(int(sys.argv[2])):
            held.append(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET))
            held[-1].connect(sys.argv[1])
        print(len(held), flush=True)
        sys.stdin.read()
        """

    @Test(
        "Of 10,000 connections at once those before go on, and newcomers are served again later",
        .behaviour("reliability A6"))
    func tenThousandConnections() throws {
        try withDevice { device in
            let puppet = try Puppet(device)
            try device.open(puppet.app)
            try device.wait(puppet.app, "active")
            let served = try LiveDevice.Connection(device.home)
            let flood = try SpawnedProcess(
                [
                    "/usr/bin/python3", "-c", Self.flood, device.home + "/control.sock", "10000",
                ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: true, output: true))
            defer { flood.end() }
            var said = [UInt8](repeating: 0, count: 16)
            let count = recv(flood.output, &said, said.count, 0)
            #expect(String(decoding: said.prefix(max(count, 0)), as: UTF8.self) == "10000\n")
            try served.send(.status)
            guard case .item = try served.next(), case .end = try served.next() else {
                Issue.record("the one connected before isn't served")
                return
            }
            #expect(try puppet.ask("result = app.begin_task('work')", Int.self) == 1)
            flood.closeInput()
            flood.wait()
            try waitUntil("served again") { (try? device.ps(puppet.app).tasks) == 1 }
        }
    }

    @Test(
        "When descriptors run out those connected go on, and newcomers are served again later",
        .behaviour("reliability A6"))
    func descriptorExhaustion() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        device.wrapper = ["prlimit", "--nofile=80"]
        try device.start()
        let puppet = try Puppet(device)
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        let served = try LiveDevice.Connection(device.home)
        var held: [LiveDevice.Connection] = []
        for _ in 0..<120 {
            if let connection = try? LiveDevice.Connection(device.home) { held.append(connection) }
        }
        try served.send(.status)
        guard case .item = try served.next(), case .end = try served.next() else {
            Issue.record("the one connected before isn't served")
            return
        }
        // The app's connection is one of those.
        #expect(try puppet.ask("result = app.begin_task('work')", Int.self) == 1)
        for connection in held { connection.close() }
        try waitUntil("served again") { (try? device.ps(puppet.app).tasks) == 1 }
        try puppet.run("app.end_task(1)")
        try waitUntil("ended") { try device.ps(puppet.app).tasks == 0 }
    }

    private static let mayHaveManyDescriptors: Bool = {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
            && limit.rlim_max >= 2_000
    }()

    @Test(
        "An app starts, too, where the daemon has more descriptors than an app may",
        .behaviour("reliability A6"),
        .enabled(if: mayHaveManyDescriptors, "needs 2,000 descriptors"))
    func manyDescriptors() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        device.wrapper = [
            "bash", "-c",
            "ulimit -Sn 2000; for i in {1..1100}; do exec {fd}</dev/null; done; exec \"$@\"",
            "bash",
        ]
        try device.start()
        let daemon = device.daemonPID
        let held = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon)/fd").count
        #expect(held > 1_100)
        let puppet = try Puppet(device)
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        let limit = "import resource; result = resource.getrlimit(resource.RLIMIT_NOFILE)[0]"
        #expect(try puppet.ask(limit, Int.self) == 1_024)
    }
}
