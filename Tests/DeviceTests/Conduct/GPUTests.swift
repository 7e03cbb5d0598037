import Foundation
import Glibc
import TestSupport
import Testing

/// A GPU whose driver counts the work of its engines, as the kernel's drm-usage-stats do. The
/// device's daemon and apps alone see it: a file in a `/dev` of their own, and a folder over the
/// app's fdinfo.
@Suite("A GPU that a driver counts", .enabled(if: geteuid() == 0, "mounts take root"))
struct GPUTests {
    private static let path = "/dev/dri/renderD128"
    /// Makes a `/dev` with that file, and goes on with the daemon.
    private static let devices = """
        dev=$(mktemp -d) && mount -t tmpfs -o mode=755 none "$dev" || exit 99
        for node in null zero full random urandom tty; do
            touch "$dev/$node" && mount --bind "/dev/$node" "$dev/$node" || exit 99
        done
        mkdir "$dev/dri" "$dev/shm" && chmod 1777 "$dev/shm" || exit 99
        touch "$dev/dri/renderD128" && chmod 666 "$dev/dri/renderD128" || exit 99
        mount --move "$dev" /dev && rmdir "$dev" && exec "$@"
        """

    /// Runs a command where the device's mounts are.
    private func run(_ command: [String], in device: LiveDevice) throws {
        let mounts = ["nsenter", "-m", "-t", "\(device.daemonPID)"]
        let run = try SpawnedProcess(
            mounts + command, environment: ["PATH": "/usr/bin:/bin"],
            talks: (input: false, output: false))
        try #require(run.wait() == 0, "\(command)")
    }

    @Test(
        "An app for which the GPU works in the background is killed, and the reason names the GPU",
        .behaviour("C1", "W2", "W4"))
    func counted() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        device.wrapper = ["unshare", "-m", "sh", "-c", Self.devices, "sh"]
        try device.start()
        let puppet = try Puppet(device)
        try device.open(puppet.app)
        try device.wait(puppet.app, "active")
        let number = try puppet.ask("result = os.open('\(Self.path)', os.O_RDWR)", Int.self)
        let folder = device.scratch + "/fdinfo"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        func work(_ nanoseconds: Int) throws {
            try """
            drm-driver:\tplayed
            drm-client-id:\t7
            drm-engine-render:\t\(nanoseconds) ns

            """.write(toFile: "\(folder)/\(number)", atomically: true, encoding: .utf8)
        }
        // Its work in front is nobody's business.
        try work(3_000_000_000)
        let process = try device.pid(puppet.app)
        try run(["mount", "--bind", folder, "/proc/\(process)/fdinfo"], in: device)
        #expect(try puppet.ask("result = app.begin_task('draws')", Int.self) == 1)
        try device.perform(.home)
        try device.wait(puppet.app, "background")
        // Each look finds more.
        var worked = 3_000_000_000
        try waitUntil("killed") {
            worked += 1_000_000
            try work(worked)
            return try device.log(puppet.app).contains { $0.kind == "kill" }
        }
        let kill = try #require(try device.log(puppet.app).first { $0.kind == "kill" })
        #expect(kill.reason == "gpuUsedInBackground")
        #expect(kill.rule == "C1")
        #expect(kill.detail?.contains(Self.path) == true, "\(kill)")
    }
}
