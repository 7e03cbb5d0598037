import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "The portal's backend of a device", .enabled(if: TestBus.canRun, TestBus.missing))
struct PortalTests {
    private static let app = "org.example.Hosted"

    private func install(on device: LiveDevice) throws {
        try device.install(
            script: "#!/bin/sh\nexec sleep infinity\n", id: Self.app, ["QuiesceHosted": true])
        try device.open(Self.app)
        try device.wait(Self.app, "active")
    }

    /// Whether the program may work and be thawed out of sight.
    private func permissions(_ device: LiveDevice) throws -> Set<String> {
        let rows = try device.quiesce("permissions", Self.app, "--json").array()
        let wanted = rows.filter {
            ["backgroundWork", "scheduledThaw"].contains($0["permission"] as? String)
        }
        return Set(wanted.compactMap { $0["state"] as? String })
    }

    @Test(
        "An app in front is active and a frozen one is in the background; a daemon that is killed leaves the portal standing"
    )
    func states() throws {
        try withDevice { device in
            let session = try PortalSession(device)
            defer { session.end() }
            #expect(try session.state(Self.app) == nil)
            try install(on: device)
            try session.wait(Self.app, 2)
            let signals = try session.signals()
            defer { signals.end() }
            try device.perform(.home)
            try PortalSession.wait(for: "member=RunningApplicationsChanged", from: signals)
            try device.wait(Self.app, "suspended")
            try session.wait(Self.app, 0)
            device.killDaemon()
            try session.wait(Self.app, nil)
            try device.start()
            try session.wait(Self.app, 0)
            try device.perform(.quit(app: Self.app))
            try session.wait(Self.app, nil)
            #expect(session.processes[0].isRunning)
        }
    }

    @Test("An app that came from a desktop's entry has the entry's id")
    func entries() throws {
        try withDevice { device in
            let session = try PortalSession(device)
            defer { session.end() }
            let folder = session.scratch.file("applications")
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false)
            try Data(
                """
                [Desktop Entry]
                X-Quiesce-App=\(Self.app)
                X-Quiesce-Home=\(device.home)

                """.utf8
            ).write(to: URL(fileURLWithPath: folder + "/org.example.Entry.desktop"))
            try install(on: device)
            try session.wait("org.example.Entry", 2)
            #expect(try session.state(Self.app) == nil)
            #expect(try session.ask("org.example.Entry", press: "sleep") == 1)
            #expect(try permissions(device) == ["denied"])
        }
    }

    @Test("A daemon that hangs holds up no portal, and is heard once it goes on")
    func hung() throws {
        try withDevice { device in
            try install(on: device)
            kill(device.daemonPID, SIGSTOP)
            defer { kill(device.daemonPID, SIGCONT) }
            let session = try PortalSession(device)
            defer { session.end() }
            #expect(try session.state(Self.app) == nil)
            kill(device.daemonPID, SIGCONT)
            try session.wait(Self.app, 2)
        }
    }

    @Test("Sleep takes a program's work and thaws out of sight, Let it run gives them back")
    func answers() throws {
        try withDevice { device in
            let session = try PortalSession(device)
            defer { session.end() }
            try install(on: device)
            try session.wait(Self.app, 2)
            #expect(try session.ask(Self.app, press: "sleep") == 1)
            #expect(try permissions(device) == ["denied"])
            let tool = BuiltProducts.path("quiesce-portal")
            let forget = try ToolRun(
                ["forget", Self.app], home: device.home, environment: session.environment,
                program: tool)
            #expect(forget.exitCode == 0, "\(forget.errors)")
            #expect(try session.ask(Self.app, press: "run") == 1)
            #expect(try permissions(device) == ["authorized"])
        }
    }

    @Test(
        "A program whose window is shown beside another's runs, and is in the background without",
        .enabled(if: geteuid() != 0, "root's device runs no program in a session"))
    func windows() throws {
        try withDevice { device in
            let session = try PortalSession(device)
            defer { session.end() }
            let tool = try LiveDevice.start(
                [
                    "/usr/bin/env", "-u", "DISPLAY", "-u", "SWAYSOCK",
                    "DBUS_SESSION_BUS_ADDRESS=\(session.desktop.address)",
                    BuiltProducts.path("quiesce"), "run", "--name", "Shown", "--", "sh", "-c",
                    "echo here; sleep infinity",
                ], home: device.home)
            defer { tool.process.terminate() }
            try device.wait(for: "its start") { $0.app == "local.Shown" && $0.to == "active" }
            let pid = try device.pid("local.Shown")
            try session.wait("local.Shown", 2)
            try device.perform(.home)
            let shell = try SpawnedProcess(
                ["/usr/bin/python3", "-c", Self.extensionScript, session.desktop.address],
                environment: ["PATH": "/usr/bin:/bin"], talks: (input: true, output: false))
            defer { shell.end() }
            let input = FileHandle(fileDescriptor: shell.input)
            try input.write(contentsOf: Data("\(pid)\n".utf8))
            try session.wait("local.Shown", 1)
            try input.write(contentsOf: Data("\n".utf8))
            try session.wait("local.Shown", 0)
        }
    }

    /// An extension of a desktop, which says whose windows are shown, none of them in front.
    private static let extensionScript = """
        import sys, time, dbus
        name = "org.quiesce.Focus1"
        bus = dbus.bus.BusConnection(sys.argv[1])
        for line in sys.stdin:
            while True:
                try:
                    device = bus.get_object(name, "/org/quiesce/Focus1", introspect=False)
                    tell = lambda method: device.get_dbus_method(method, name)
                    tell("Shown")(dbus.Array([dbus.UInt32(pid) for pid in line.split()], "u"))
                    tell("Focused")("", dbus.UInt32(1))
                    break
                except dbus.DBusException:
                    time.sleep(0.01)
        """
}
