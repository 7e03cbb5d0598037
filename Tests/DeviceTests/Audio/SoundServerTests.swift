import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "Sound of real apps, by a real sound server",
    .enabled(if: access("/usr/bin/pulseaudio", X_OK) == 0, "pulseaudio isn't installed"))
struct SoundServerTests {
    /// A sound server of the test's own, whose sink leads to nowhere and which lets every app's user in.
    private func serve(_ device: LiveDevice) throws -> SpawnedProcess {
        let socket = "\(device.scratch)/sound"
        device.soundServer = "unix:\(socket)"
        let close =
            "for f in /proc/$$/fd/*; do n=${f##*/}; [ $n -gt 2 ] && eval \"exec $n>&-\"; done"
        let server =
            "pulseaudio -n --daemonize=no --use-pid-file=no --exit-idle-time=-1 --disable-shm=yes "
            + "--realtime=no --high-priority=no --load=module-null-sink "
            + "'--load=module-native-protocol-unix auth-anonymous=1 socket=\(socket)'"
        return try SpawnedProcess(
            ["bash", "-c", "exec 2>/dev/null; \(close); exec \(server)"],
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": device.scratch,
                "XDG_RUNTIME_DIR": device.scratch, "LANG": "C.UTF-8",
            ], talks: (input: false, output: false))
    }

    @Test(
        "An app that is heard goes on until it stops, and one that nobody can hear is suspended",
        .behaviour("A1"))
    func heard() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        let server = try serve(device)
        defer { server.end() }
        try device.start()
        try device.wait(for: "a sound server", app: nil, after: 0) {
            $0.reason == "soundServerFound"
        }
        #expect(try device.quiesce("status").out.contains("a sound server plays it"))
        let radio = try device.install(example: "Radio")
        _ = try device.quiesce("open", radio, "--", "--loudness", "0")
        try device.wait(radio, toPrint: "Lake plays")
        try device.perform(.home)
        try device.wait(for: "silence", app: radio, after: 0) { $0.reason == "audioSilent" }
        try device.wait(radio, "suspended")
        try device.perform(.quit(app: radio))
        try device.wait(radio, "notRunning")

        // It falls silent by itself, which it can only while it executes.
        let mark = try device.mark()
        _ = try device.quiesce("open", radio, "--", "--for", "8")
        try device.wait(for: "its end", app: radio, after: mark) { $0.to == "active" }
        try device.perform(.home)
        try device.wait(radio, toPrint: "Lake is silent")
        try device.wait(radio, "suspended")
        let reasons = try device.log(radio).filter { $0.seq > mark }.map(\.reason)
        #expect(reasons.contains("audioStopped"), "\(reasons)")
        #expect(!reasons.contains("audioSilent"), "\(reasons)")
        #expect(reasons.filter { $0 == "idle" }.count == 1, "\(reasons)")
    }
}
