import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "Programs that are called on their session's message bus",
    .enabled(if: geteuid() != 0, "root's device runs no program in a session"),
    .enabled(if: TestBus.canRun, TestBus.missing))
struct CalledTests {
    private static let app = "local.Service"
    private static let name = "org.quiesce.Service"

    @Test(
        "A frozen one answers a call, and is frozen again; by a new daemon, too",
        .behaviour("Y5", "S8", "reliability P8"))
    func called() throws {
        try withDevice { device in
            let scratch = try ScratchDirectory()
            let bus = try TestBus(in: scratch)
            defer { bus.end() }
            let tool = try LiveDevice.start(
                ["/usr/bin/env", "DBUS_SESSION_BUS_ADDRESS=\(bus.address)"]
                    + [BuiltProducts.path("quiesce"), "run", "--name", "Service", "--"]
                    + ["/usr/bin/python3", "-m", "dbusmock", "--session", Self.name, "/"]
                    + ["org.quiesce.Service"], home: device.home)
            defer { tool.process.terminate() }
            func ask() throws -> String {
                try bus.ask(Self.name, "/", "org.freedesktop.DBus.Introspectable.Introspect")
            }
            try waitUntil("its answer") { try ask().contains(Self.name) }
            try device.perform(.home)
            try device.wait(Self.app, "suspended")
            for succession in [nil, LiveDevice.Succession.killed] {
                if let succession { try device.succeed(succession) }
                let frozen = try device.mark()
                // A new daemon has to find its name first: a call before that waits in vain.
                try waitUntil("its thaw") {
                    guard try ask().contains(Self.name) else { return false }
                    return try device.log(Self.app).contains {
                        $0.seq > frozen && $0.reason == "wokenForCall"
                    }
                }
                let called = try device.mark()
                try device.wait(for: "its freeze", app: Self.app, after: called) {
                    $0.to == "suspended"
                }
            }
        }
    }
}
