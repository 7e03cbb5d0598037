import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "Programs with windows, under a real sway",
    .enabled(if: geteuid() != 0, "root's device runs no program in a session"),
    .enabled(if: SwayDesktop.isInstalled, "sway or foot isn't installed"))
struct FocusTests {
    /// Runs a terminal as an app, and waits for its window.
    private func run(
        _ name: String, _ command: String = "sleep infinity", on desktop: SwayDesktop,
        _ device: LiveDevice
    ) throws -> LiveDevice.RunningTool {
        let mark = try device.mark()
        let tool = try LiveDevice.start(
            ["/usr/bin/env"] + desktop.environment.map { "\($0)=\($1)" }
                + [BuiltProducts.path("quiesce"), "run", "--name", name, "--"]
                + ["foot", "-a", name, "sh", "-c", command], home: device.home)
        try device.wait(for: "the window of \(name)", after: mark) {
            $0.app == "local.\(name)" && $0.reason == "windowsShown"
        }
        return tool
    }

    private func withDesktop(_ body: (SwayDesktop, LiveDevice) throws -> Void) throws {
        try withDevice { device in
            try FileManager.default.createDirectory(
                atPath: device.scratch + "/d", withIntermediateDirectories: false)
            let desktop = try SwayDesktop(in: device.scratch + "/d")
            defer { desktop.kill() }
            try body(desktop, device)
        }
    }

    @Test(
        "One that goes out of sight is frozen after five seconds, and thawed by the focus; one that is shown beside it never is",
        .behaviour("Y2", "Y3", "S5", "S6"))
    func focus() throws {
        try withDesktop { desktop, device in
            let file = device.scratch + "/ticks"
            let tools = [
                try run(
                    "left", "while :; do echo >> '\(file)'; sleep 0.1; done", on: desktop, device),
                try run("right", on: desktop, device),
            ]
            defer { for tool in tools { tool.process.terminate() } }
            #expect(try device.status().windows == "sway")
            try device.wait("local.right", "active")
            #expect(try device.ps("local.left").state == "background")
            // A third takes the right one's place, and the left one stays in sight.
            try desktop.command("workspace 2; [app_id=left] move to workspace 3; workspace 3")
            let hidden = try device.mark()
            try device.wait(for: "its freeze", app: "local.right", after: hidden) {
                $0.to == "suspended"
            }
            let why = try device.why("local.right")
            #expect(why.pending.contains { $0.sentence.contains("thawed once one of its windows") })
            let rows = try device.log("local.left")
            #expect(!rows.contains { $0.to == "suspended" }, "\(rows)")
            // The focus goes to the frozen one, by the desktop alone.
            try desktop.command("[app_id=right] focus")
            try device.wait("local.right", "active")
            try device.wait(for: "the other's freeze", app: "local.left", after: hidden) {
                $0.to == "suspended"
            }
            let size = try Data(contentsOf: URL(fileURLWithPath: file)).count
            try desktop.command("[app_id=left] focus")
            try device.wait("local.left", "active")
            try waitUntil("it goes on") {
                try Data(contentsOf: URL(fileURLWithPath: file)).count > size
            }
        }
    }

    @Test(
        "One that a tool opens gets the focus of the desktop, and by a new daemon, too",
        .behaviour("Y2", "reliability P8"))
    func raised() throws {
        try withDesktop { desktop, device in
            let tools = [
                try run("left", on: desktop, device),
                try run("right", on: desktop, device),
            ]
            defer { for tool in tools { tool.process.terminate() } }
            try desktop.command("[app_id=left] move to workspace 2")
            try device.wait("local.left", "suspended")
            for succession in [nil, LiveDevice.Succession.killed] {
                if let succession { try device.succeed(succession) }
                for (app, other) in [("local.left", "local.right"), ("local.right", "local.left")] {
                    let mark = try device.mark()
                    try device.open(app)
                    try device.wait(app, "active")
                    // Out of sight, as the desktop has shown the other's workspace.
                    try device.wait(for: "its freeze", app: other, after: mark) {
                        $0.to == "suspended"
                    }
                }
            }
        }
    }

    @Test(
        "A desktop that is gone leaves nobody frozen",
        .behaviour("Y3", "reliability P7"))
    func lost() throws {
        try withDesktop { desktop, device in
            let tool = try run("left", on: desktop, device)
            defer { tool.process.terminate() }
            try desktop.command("workspace 2")
            try device.wait("local.left", "suspended")
            let mark = try device.mark()
            desktop.kill()
            try device.wait(for: "the loss", app: "local.left", after: mark) {
                $0.reason == "windowsLost"
            }
            try device.wait(for: "its thaw", app: "local.left", after: mark) {
                $0.reason == "wokenForWindow"
            }
        }
    }
}
