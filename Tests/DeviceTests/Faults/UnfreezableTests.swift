import Foundation
import Glibc
import QuiesceWire
import TestSupport
import Testing

@Suite(
    "Apps that wait for a dead file system can't be frozen",
    .behaviour("reliability P4", "S8"),
    .enabled(if: SilentMount.canMount, "FUSE takes root and /dev/fuse"))
struct UnfreezableTests {
    /// A device with an app in front, one of whose threads waits for a file. By signals it would
    /// count as frozen: that thread stops before it executes anything of the app's.
    private func withReader(
        _ silence: SilentMount.Silence, profile: String = "freezeLimitSeconds = 2",
        _ body: (LiveDevice, _ app: String, SilentMount) throws -> Void
    ) throws {
        let device = try LiveDevice(profile: profile, options: Freezer.cgroup.options)
        defer { device.tearDown() }
        device.wrapper = SilentMount.wrapper
        try device.start()
        let puppet = try Puppet(device)
        let folder = "\(device.home)/containers/\(puppet.app)/Documents/remote"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let mount = try SilentMount(device, at: folder, silence)
        // Before the device is taken down, which would wait for the app.
        defer { mount.end() }
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        try puppet.run(
            "threading.Thread(target=os.stat, args=('\(folder)/file',), daemon=True).start()")
        try mount.waitUntilAsked()
        try body(device, puppet.app, mount)
        puppet.disconnect()
    }

    private func kills(_ device: LiveDevice, _ app: String) throws -> [String] {
        try device.log(app).filter { $0.kind == "kill" }.map(\.reason)
    }

    @Test(
        "It is killed once it could not be frozen in time, is never called suspended, and can be opened again",
        .behaviour("W2", "W4"))
    func killed() throws {
        try withReader(.deaf) { device, app, _ in
            let pid = try device.pid(app)
            try device.perform(.home)
            let kill = try device.wait(for: "its end", app: app) { $0.kind == "kill" }
            #expect(kill.reason == "freezeTimedOut")
            try device.wait(app, "notRunning")
            try device.waitUntilGone(pid)
            try device.expectWhy(app, "freezeTimedOut", "S8", "the kernel could not freeze it")
            #expect(try kills(device, app) == ["freezeTimedOut"])
            #expect(try device.log(app).allSatisfy { $0.to != "suspended" })
            try device.open(app)
            try device.wait(app, "active")
            #expect(try device.ps(app).launch == 2)
        }
    }

    @Test(
        "One that can't be killed, either, holds up nobody: other apps come and go, and it ends once the file system answers",
        .behaviour("W2", "W4"))
    func unkillable() throws {
        try withReader(.mute) { device, app, mount in
            let pid = try device.pid(app)
            try device.perform(.home)
            try device.wait(for: "another kill", app: app) { $0.reason == "killRetried" }
            #expect(processExists(pid))
            let other = try device.install(example: "SlowCount")
            for _ in 0..<3 {
                try device.open(other)
                try device.wait(other, "active")
                try device.perform(.home)
                try device.wait(other, "background")
            }
            #expect(try device.quiesce("status").code == 0)
            mount.answer()
            try device.wait(app, "notRunning")
            try device.waitUntilGone(pid)
            let kills = try kills(device, app)
            #expect(kills.first == "freezeTimedOut")
            #expect(kills.dropFirst().allSatisfy { $0 == "killRetried" })
            #expect(try device.log(app).allSatisfy { $0.to != "suspended" })
            try device.expectWhy(app, "freezeTimedOut", "S8", "the kernel could not freeze it")
        }
    }

    @Test("A file system that answers in time has it suspended as any other")
    func answers() throws {
        try withReader(.mute, profile: "freezeLimitSeconds = 60") { device, app, mount in
            let mark = try device.mark()
            try device.perform(.home)
            try device.wait(for: "its leaving", app: app, after: mark) { $0.to == "background" }
            #expect(try device.log(app).allSatisfy { $0.to != "suspended" })
            mount.answer()
            try device.wait(app, "suspended")
            #expect(try kills(device, app).isEmpty)
        }
    }
}
