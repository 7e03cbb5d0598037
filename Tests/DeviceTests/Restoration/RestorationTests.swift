import Foundation
import Glibc
import TestSupport
import Testing

/// State preservation, with the Gallery as a real process.
@Suite("Restoration") struct RestorationTests {
    @Test(
        "An app that was killed while suspended comes back where its user left it",
        .behaviour("P1"))
    func killed() throws {
        try withDevice { device in
            let app = try leaveAtMoon(device)
            try kill(app, device)
            try device.open(app)
            try device.wait(app, toPrint: "shows moon")
            try device.wait(app, "active")
            #expect(device.waitUntil { files(of: app, device) == ["state"] })
        }
    }

    @Test(
        "A state that makes the app crash is set aside, and the next launch starts afresh",
        .behaviour("P1"))
    func crash() throws {
        try withDevice { device in
            let app = try leaveAtMoon(device)
            try kill(app, device)
            let mark = try device.mark()
            try device.open(app, "--crash-on-restore")
            try device.wait(for: "its crash", app: app, after: mark) {
                $0.to == "notRunning" && $0.reason == "crashed"
            }
            #expect(files(of: app, device) == ["state.restoring"])
            // Even though it would crash again if there were anything to restore.
            try device.open(app, "--crash-on-restore")
            try device.wait(app, "active")
            #expect(try device.lines(app).contains("shows sun"))
            #expect(try device.output(app).contains("set aside as state.crashed"))
            #expect(files(of: app, device) == ["state.crashed"])
        }
    }

    @Test("After a force-quit the app starts afresh", .behaviour("P1", "U1"))
    func quit() throws {
        try withDevice { device in
            let app = try leaveAtMoon(device)
            try device.perform(.quit(app: app))
            try device.wait(app, "notRunning")
            try device.open(app)
            try device.wait(app, "active")
            #expect(try device.lines(app) == ["shows sun"])
            #expect(files(of: app, device) == [])
        }
    }

    /// The Gallery, suspended, with its third picture on the screen.
    private func leaveAtMoon(_ device: LiveDevice) throws -> String {
        let app = try device.install(example: "Gallery")
        try device.open(app)
        try device.wait(app, "active")
        // There is nothing to be touched before it has drawn.
        #expect(device.waitUntil { (try? device.screen()["shows"] as? String) == "scene" })
        #expect(try device.quiesce("send", "touch", "250", "480").code == 0)
        try device.wait(app, toPrint: "shows moon")
        try device.perform(.home)
        try device.wait(app, "suspended")
        return app
    }

    /// As the kernel would.
    private func kill(_ app: String, _ device: LiveDevice) throws {
        let pid = try device.pid(app)
        Glibc.kill(pid_t(pid), SIGKILL)
        try device.wait(app, "notRunning")
    }

    private func files(of app: String, _ device: LiveDevice) -> [String] {
        let folder = "\(device.home)/containers/\(app)/Library/Saved Application State"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }
}
