import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "Programs whose windows an extension of the desktop tells of",
    .enabled(if: geteuid() != 0, "root's device runs no program in a session"),
    .enabled(if: TestBus.canRun, TestBus.missing))
struct ExtensionTests {
    /// An extension, which says on the bus whatever it reads: a method, then processes.
    private static let script = """
        import sys, time, dbus
        name = "org.quiesce.Focus1"
        bus = dbus.bus.BusConnection(sys.argv[1])
        for line in sys.stdin:
            method, *pids = line.split()
            pids = [dbus.UInt32(pid) for pid in pids]
            while True:
                try:
                    device = bus.get_object(name, "/org/quiesce/Focus1", introspect=False)
                    tell = device.get_dbus_method(method, name)
                    tell("", pids[0]) if method == "Focused" else tell(dbus.Array(pids, "u"))
                    break
                except dbus.DBusException:
                    time.sleep(0.01)
        """

    @Test(
        "Focus thaws one, one out of sight is frozen, and an extension that is gone leaves nobody frozen; so with a new daemon",
        .behaviour("Y2", "Y3", "reliability P7", "reliability P8"))
    func follows() throws {
        try withDevice { device in
            let scratch = try ScratchDirectory()
            let bus = try TestBus(in: scratch)
            defer { bus.end() }
            let tools = try ["left", "right"].map { name in
                let tool = try LiveDevice.start(
                    [
                        "/usr/bin/env", "-u", "DISPLAY", "-u", "SWAYSOCK",
                        "DBUS_SESSION_BUS_ADDRESS=\(bus.address)", BuiltProducts.path("quiesce"),
                        "run", "--name", name, "--", "sh", "-c", "echo here; sleep infinity",
                    ], home: device.home)
                try device.wait(for: "its start") {
                    $0.app == "local.\(name)" && $0.to == "active"
                }
                try device.wait("local.\(name)", toPrint: "here")
                return tool
            }
            defer { for tool in tools { tool.process.terminate() } }
            let (left, right) = (try device.pid("local.left"), try device.pid("local.right"))
            for succession in [nil, LiveDevice.Succession.killed] {
                if let succession { try device.succeed(succession) }
                let shell = try SpawnedProcess(
                    ["/usr/bin/python3", "-c", Self.script, bus.address],
                    environment: ["PATH": "/usr/bin:/bin"], talks: (input: true, output: false))
                defer { shell.end() }
                let input = FileHandle(fileDescriptor: shell.input)
                func say(_ text: String) throws {
                    try input.write(contentsOf: Data((text + "\n").utf8))
                }
                try say("Focused \(left)\nShown \(left) \(right)")
                try device.wait("local.left", "active")
                try waitUntil("it is followed") {
                    try device.status().windows == "org.quiesce.Focus1"
                }
                try device.wait("local.right", "background")
                let hidden = try device.mark()
                try say("Shown \(left)")
                try device.wait(for: "its freeze", app: "local.right", after: hidden) {
                    $0.to == "suspended"
                }
                try say("Focused \(right)\nShown \(right)")
                try device.wait("local.right", "active")
                try device.wait(for: "the other's freeze", app: "local.left", after: hidden) {
                    $0.to == "suspended"
                }
                let gone = try device.mark()
                shell.end()
                try device.wait(for: "its thaw", app: "local.left", after: gone) {
                    $0.reason == "wokenForWindow"
                }
                #expect(try device.status().windows == "none")
            }
        }
    }
}
