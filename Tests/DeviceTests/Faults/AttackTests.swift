import CQuiesceLinux
import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite("Who speaks is the kernel's word")
struct AttackTests {
    @Test(
        "A stranger on the app socket is told that it is no app, whatever it claims",
        .behaviour("reliability A1"), arguments: ["same user", "other user"])
    func stranger(_ who: String) throws {
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
            // What it claims to be is not even read: it is welcomed as itself.
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
                    control = dial(os.path.dirname(os.environ["QUIESCE_SOCKET"]) + "/control.sock")
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
                // It may be refused before it has said anything.
                let refusals = ["PermissionError", "ConnectionResetError", "BrokenPipeError"]
                #expect(
                    reached[0].contains("notAllowed") || refusals.contains(reached[0]),
                    "\(reached)")
                #expect(reached[2] == "PermissionError", "\(reached)")
            }
            if isolation == "uids" { #expect(reached[1] == "PermissionError", "\(reached)") }
            #expect(try device.ps(victim.app).tasks == 0)
            #expect(try device.ps(victim.app).launch == 1)
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

    @Test(
        "When descriptors run out those connected go on, and newcomers are served again later",
        .behaviour(
            "reliability A6",
            missing: "120 connections exhaust a limit of 80 descriptors; 10,000 were not tried"))
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
}
