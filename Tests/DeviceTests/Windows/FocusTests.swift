import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "Programs with windows, under a real sway and a real X server",
    .enabled(if: geteuid() != 0, "root's device runs no program in a session"),
    .enabled(
        if: !DesktopKind.installed.isEmpty,
        "neither sway and foot nor an X server, openbox, xterm and xdotool are installed"))
struct FocusTests {
    /// Runs a terminal as an app, and waits for its window.
    private func run(
        _ name: String, _ command: String = "sleep infinity", on desktop: any TestDesktop,
        _ device: LiveDevice
    ) throws -> LiveDevice.RunningTool {
        let mark = try device.mark()
        let tool = try LiveDevice.start(
            ["/usr/bin/env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", "-u", "SWAYSOCK"]
                + desktop.environment.map { "\($0)=\($1)" }
                + [BuiltProducts.path("quiesce"), "run", "--name", name, "--"]
                + desktop.terminal(name, command), home: device.home)
        try device.wait(for: "the window of \(name)", after: mark) {
            $0.app == "local.\(name)" && $0.reason == "windowsShown"
        }
        return tool
    }

    /// Writes a line ten times a second by nothing but the shell itself: commands would be a job
    /// (Y4).
    private static func ticking(_ file: String) -> String {
        "exec bash -c \"while :; do echo >> '\(file)'; read -rt 0.1; done\""
    }

    private func withDesktop(
        _ kind: DesktopKind, _ body: (any TestDesktop, LiveDevice) throws -> Void
    ) throws {
        try withDevice { device in
            try FileManager.default.createDirectory(
                atPath: device.scratch + "/d", withIntermediateDirectories: false)
            let desktop = try kind.start(in: device.scratch + "/d")
            defer { desktop.kill() }
            try body(desktop, device)
        }
    }

    @Test(
        "One that goes out of sight is frozen after five seconds, and thawed by the focus; one that is shown beside it never is",
        .behaviour("Y2", "Y3", "S5", "S6"), arguments: DesktopKind.installed)
    func focus(_ kind: DesktopKind) throws {
        try withDesktop(kind) { desktop, device in
            let file = device.scratch + "/ticks"
            let tools = [
                try run(
                    "left", Self.ticking(file), on: desktop, device),
                try run("right", on: desktop, device),
            ]
            defer { for tool in tools { tool.process.terminate() } }
            #expect(try device.status().windows == kind.rawValue)
            try device.wait("local.right", "active")
            #expect(try device.ps("local.left").state == "background")
            // A third takes the right one's place, and the left one stays in sight.
            try desktop.move("left", toWorkspace: 3)
            try desktop.show(workspace: 3)
            let hidden = try device.mark()
            try device.wait(for: "its freeze", app: "local.right", after: hidden) {
                $0.to == "suspended"
            }
            let why = try device.why("local.right")
            #expect(why.pending.contains { $0.sentence.contains("thawed once one of its windows") })
            let rows = try device.log("local.left")
            #expect(!rows.contains { $0.to == "suspended" }, "\(rows)")
            // The focus goes to the frozen one, by the desktop alone.
            try desktop.focus("right")
            try device.wait("local.right", "active")
            try device.wait(for: "the other's freeze", app: "local.left", after: hidden) {
                $0.to == "suspended"
            }
            let size = try Data(contentsOf: URL(fileURLWithPath: file)).count
            try desktop.focus("left")
            try device.wait("local.left", "active")
            try waitUntil("it goes on") {
                try Data(contentsOf: URL(fileURLWithPath: file)).count > size
            }
        }
    }

    @Test(
        "One that a tool opens gets the focus of the desktop, and by a new daemon, too",
        .behaviour("Y2", "reliability P8"), arguments: DesktopKind.installed)
    func raised(_ kind: DesktopKind) throws {
        try withDesktop(kind) { desktop, device in
            let tools = [
                try run("left", on: desktop, device),
                try run("right", on: desktop, device),
            ]
            defer { for tool in tools { tool.process.terminate() } }
            try desktop.move("left", toWorkspace: 2)
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
        .behaviour("Y3", "reliability P7"), arguments: DesktopKind.installed)
    func lost(_ kind: DesktopKind) throws {
        try withDesktop(kind) { desktop, device in
            let tool = try run("left", on: desktop, device)
            defer { tool.process.terminate() }
            try desktop.show(workspace: 2)
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

    @Test(
        "A window manager that is gone leaves nobody frozen, and the next is followed again",
        .enabled(if: X11Desktop.isInstalled, "the X server's desktop isn't installed"),
        .behaviour("Y3", "reliability P7"))
    func unmanaged() throws {
        try withDesktop(.x11) { desktop, device in
            let desktop = try #require(desktop as? X11Desktop)
            let file = device.scratch + "/ticks"
            let tool = try run("left", Self.ticking(file), on: desktop, device)
            defer { tool.process.terminate() }
            try desktop.show(workspace: 2)
            try device.wait("local.left", "suspended")
            let mark = try device.mark()
            let size = try Data(contentsOf: URL(fileURLWithPath: file)).count
            desktop.killManager()
            try device.wait(for: "the loss", app: "local.left", after: mark) {
                $0.reason == "windowsLost"
            }
            try waitUntil("it goes on") {
                try Data(contentsOf: URL(fileURLWithPath: file)).count > size
            }
            #expect(try device.status().windows == "none")
            try desktop.startManager()
            try waitUntil("it is followed again") { try device.status().windows == "X11" }
        }
    }

    @Test(
        "An X server that hangs delays no app, and hides no window from a new daemon",
        .enabled(if: X11Desktop.isInstalled, "the X server's desktop isn't installed"),
        .behaviour("Y3", "reliability P8"))
    func hung() throws {
        try withDesktop(.x11) { desktop, device in
            let desktop = try #require(desktop as? X11Desktop)
            let tool = try run("left", on: desktop, device)
            defer { tool.process.terminate() }
            let mark = try device.mark()
            desktop.server.freeze()
            try device.succeed(.killed)
            let app = try device.install(example: "HelloNoun")
            try device.open(app)
            try device.wait(app, "active")
            let rows = try device.log("local.left").filter { $0.seq > mark }
            #expect(!rows.contains { $0.reason == "windowsHidden" }, "\(rows)")
            desktop.server.thaw()
            try desktop.show(workspace: 2)
            try device.wait(for: "its freeze", app: "local.left", after: mark) {
                $0.to == "suspended"
            }
        }
    }
}
