import Foundation
import Glibc
import TestSupport
import Testing

@Suite(
    "Sound of real apps, by a real sound server",
    .enabled(if: access("/usr/bin/pulseaudio", X_OK) == 0, "pulseaudio isn't installed"))
struct SoundServerTests {
    /// A sound server of the test's own, whose sink leads to nowhere and which lets every app's
    /// user in.
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
        try withSound { device in try heard(device) }
    }

    private func heard(_ device: LiveDevice) throws {
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

    /// A device whose apps are heard by a sound server of its own.
    private func withSound(_ body: (LiveDevice) throws -> Void) throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        let server = try serve(device)
        defer { server.end() }
        try device.start()
        try device.wait(for: "a sound server", app: nil, after: 0) {
            $0.reason == "soundServerFound"
        }
        try body(device)
    }

    @Test(
        "Without the mode, also with that of calls, its sound ends when it is left, and goes on when it is back",
        .behaviour("A2", "V8"), arguments: [[], ["voip"]])
    func withoutTheMode(modes: [String]) throws {
        try withSound { device in
            let radio = try device.install(
                "Radio", id: "org.quiesce.tests.Radio", ["UIBackgroundModes": modes])
            try device.open(radio)
            try device.wait(radio, toPrint: "Lake plays")
            let ear = try Ear(device)
            defer { ear.end() }
            try ear.awaitSound()
            try device.perform(.home)
            try device.wait(radio, "suspended")
            try ear.awaitSilence()
            try device.open(radio)
            // It may have been suspended before it heard so.
            try device.wait(radio, toPrint: "Lake was interrupted")
            try device.wait(radio, toPrint: "Lake plays", times: 2)
            try ear.awaitSound()
        }
    }

    @Test("A system sound is heard as it is played", .behaviour("A4"))
    func systemSound() throws {
        try withSound { device in
            let app = try device.install(example: "Cupertino")
            #expect(try device.quiesce("permissions", app, "location", "allow").code == 0)
            try turn(device, to: "90")
            try device.open(app)
            try device.wait(app, "active")
            try turn(device, to: "90")
            try device.wait(app, toPrint: "go ")
            let ear = try Ear(device)
            defer { ear.end() }
            try ear.awaitSilence()
            try turn(device, to: "270")
            try ear.awaitSound()
        }
    }

    @Test(
        "A notification plays the sound of its app's bundle, and the default one in place of what can't be played, which the daemon says",
        .behaviour("N6"))
    func ofNotifications() throws {
        try withSound { device in
            let app = try install(device)
            try hear([("soundeffect.wav", true), ("song.mp3", false)], of: app, device)
        }
    }

    @Test(
        "Linear PCM, MA4, µ-law and a-law of its app's bundle are heard with a notification, each for its own time",
        .behaviour("N6"))
    func formats() throws {
        try withSound { device in
            let app = try install(device, SoundFiles.all)
            try hear(SoundFiles.all.map { ($0.name, true) }, of: app, device)
        }
    }

    /// An app that may present notifications, suspended.
    private func install(
        _ device: LiveDevice, _ files: [(name: String, bytes: Data)] = []
    ) throws -> String {
        let app = try device.install(example: "GettingAttention", files: files)
        try device.perform(
            .permission(
                .setPermission(app: app, permission: "notifications", state: "authorized")))
        // It says what it presents.
        try device.open(app)
        try device.wait(app, "active")
        try device.wait(for: "its types", app: app) { $0.reason == "notificationsRegistered" }
        try device.perform(.home)
        try device.wait(app, "suspended")
        return app
    }

    /// An app's own sounds take 0.6 s, the default one 0.8 s.
    private func hear(
        _ sounds: [(name: String, isOwn: Bool)], of app: String, _ device: LiveDevice
    ) throws {
        let ear = try Ear(device)
        defer { ear.end() }
        try ear.awaitSilence()
        for (name, isOwn) in sounds {
            let payload = "{\"aps\": {\"alert\": \"Tea\", \"sound\": \"\(name)\"}}"
            try device.perform(.push(.sendPush(app: app, payload: payload)))
            try ear.awaitSound()
            let heard = try ear.awaitSilence()
            #expect((isOwn ? 0.5..<0.7 : 0.7..<0.9).contains(heard), "\(name): \(heard) s")
            let complaint = "\(app)'s sound \(name) can't be played"
            #expect(device.daemonLog.contains(complaint) == !isOwn)
        }
    }

    private func turn(_ device: LiveDevice, to heading: String) throws {
        let run = try device.quiesce(
            "send", "location", "37.7749", "-122.4194", "--heading", heading)
        #expect(run.code == 0, "\(run.error)")
    }

    /// Nine seconds of mpv: at their end it pauses, and goes on to be there.
    private func installPlayer(_ device: LiveDevice, _ arguments: String) throws -> String {
        try device.install(
            script: """
                #!/bin/sh
                exec mpv --no-config --ao=pulse --length=9 --keep-open=yes \(arguments)
                """, id: "org.quiesce.tests.mpv",
            ["UIBackgroundModes": ["audio"], "QuiesceHosted": true])
    }

    /// Leaves a player, which is suspended at its end.
    private func leavePlaying(_ app: String, _ device: LiveDevice) throws {
        try device.perform(.home)
        try device.wait(app, "suspended")
        let reasons = try device.log(app).map(\.reason)
        #expect(reasons.filter { $0 == "audioStopped" }.count == 1, "\(reasons)")
        #expect(!reasons.contains("audioSilent"), "\(reasons)")
    }

    @Test(
        "A program that knows nothing of Quiesce isn't frozen while it plays, and is once it is paused",
        .behaviour("A1"), .enabled(if: access("/usr/bin/mpv", X_OK) == 0, "mpv isn't installed"))
    func mpv() throws {
        try withSound { device in
            let app = try installPlayer(
                device, "--no-video --term-playing-msg=begins av://lavfi:sine=440")
            let ear = try Ear(device)
            defer { ear.end() }
            try device.open(app)
            try device.wait(app, toPrint: "begins")
            // The player says so before the server has its stream.
            try ear.awaitSound()
            try leavePlaying(app, device)
        }
    }

    @Test(
        "A player that played before it was adopted isn't frozen while it plays",
        .behaviour("A1"), .enabled(if: access("/usr/bin/mpv", X_OK) == 0, "mpv isn't installed"),
        .enabled(if: geteuid() != 0, "root's device adopts none"))
    func adopted() throws {
        try withSound { device in
            let ear = try Ear(device)
            defer { ear.end() }
            let player = try SpawnedProcess(
                [
                    "mpv", "--no-config", "--ao=pulse", "--length=20", "--keep-open=yes",
                    "--no-video", "--no-terminal", "av://lavfi:sine=440",
                ],
                environment: [
                    "PATH": "/usr/bin:/bin", "HOME": device.scratch, "LANG": "C.UTF-8",
                    "PULSE_SERVER": device.soundServer ?? "",
                ], talks: (input: false, output: false))
            defer { player.end() }
            try ear.awaitSound()
            let adopt = try device.quiesce("adopt", "\(player.pid)", "--name", "player")
            #expect(adopt.code == 0, "\(adopt)")
            try device.wait("local.player", "active")
            try leavePlaying("local.player", device)
        }
    }

    @Test(
        "A player of videos isn't frozen while one plays, and is once it has ended",
        .behaviour("A1"), .enabled(if: access("/usr/bin/mpv", X_OK) == 0, "mpv isn't installed"))
    func video() throws {
        try withSound { device in
            let app = try installPlayer(
                device, "--no-terminal --vo=null 'av://lavfi:testsrc[out0];sine=440[out1]'")
            let ear = try Ear(device)
            defer { ear.end() }
            try device.open(app)
            try ear.awaitSound()
            try leavePlaying(app, device)
        }
    }

    @Test(
        "An app that records goes on out of sight until it stops, and hears to the end",
        .behaviour("A1"))
    func recordsOutOfSight() throws {
        try withSound { device in
            let radio = try device.install(example: "Radio")
            try device.open(radio)
            try device.wait(radio, toPrint: "Lake plays")
            let app = try device.installRecorder(["UIBackgroundModes": ["audio"]])
            #expect(try device.quiesce("permissions", app, "microphone", "allow").code == 0)
            try device.open(app, "--fifo")
            try device.tell(app, "record Documents/voice.wav 9")
            try device.wait(app, toPrint: "records true")
            let mark = try device.mark()
            try device.perform(.home)
            try device.wait(for: "its leaving", app: app, after: mark) { $0.to == "background" }
            let printed = try device.output(app)
            #expect(!printed.contains("recorded"), "it was left while it recorded")
            try device.wait(app, toPrint: "recorded true")
            try device.wait(app, "suspended")
            let rows = try device.log(app).filter { $0.seq > mark }
            #expect(rows.filter { $0.to == "suspended" }.count == 1, "\(rows)")
            #expect(rows.contains { $0.reason == "audioStopped" && $0.rule == "A1" }, "\(rows)")
            let file = "\(device.home)/containers/\(app)/Documents/voice.wav"
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            #expect(bytes.count == 44 + 9 * 32_000)
            // The last second, which it heard out of sight.
            #expect(!bytes.suffix(32_000).allSatisfy { $0 == 0 })
        }
    }

    @Test(
        "A recorder hears what the user lets it hear, and silence otherwise",
        .behaviour("A1", "U4"),
        arguments: [true, false])
    func recorder(isAllowed: Bool) throws {
        try withSound { device in
            let radio = try device.install(example: "Radio")
            try device.open(radio)
            try device.wait(radio, toPrint: "Lake plays")
            try device.perform(.home)
            // The radio is what there is to hear.
            let app = try device.installRecorder()
            let answer = isAllowed ? "allow" : "deny"
            #expect(try device.quiesce("permissions", app, "microphone", answer).code == 0)
            try device.open(app, "--fifo")
            try device.tell(app, "record Documents/voice.wav 1")
            try device.wait(app, toPrint: "records true")
            try device.wait(app, toPrint: "recorded true")
            let file = "\(device.home)/containers/\(app)/Documents/voice.wav"
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            #expect(bytes.count == 44 + 16_000 * 2)
            let isSilent = bytes.dropFirst(44).allSatisfy { $0 == 0 }
            #expect(isSilent == !isAllowed)
        }
    }
}

/// Listens to what the sound server's sink plays.
private final class Ear {
    private let process: SpawnedProcess
    private static let bytesPerSecond = 44_100 * 2 * 2

    init(_ device: LiveDevice) throws {
        process = try SpawnedProcess(
            [
                "parec", "--server=\(device.soundServer ?? "")", "--raw", "--latency-msec=50",
                "--device=@DEFAULT_MONITOR@",
            ], environment: ["PATH": "/usr/bin:/bin", "HOME": device.scratch],
            talks: (input: false, output: true))
    }

    func end() { process.end() }

    func awaitSound() throws { while try isSilent(read()) {} }

    /// A quarter of a second of it.
    ///
    /// - Returns: how many seconds there were before.
    @discardableResult
    func awaitSilence() throws -> Double {
        var (all, silent) = (0, 0)
        while silent < Self.bytesPerSecond / 4 {
            let bytes = try read()
            all += bytes.count
            silent = isSilent(bytes) ? silent + bytes.count : 0
        }
        return Double(all - silent) / Double(Self.bytesPerSecond)
    }

    private func isSilent(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy { $0 == 0 } }

    private func read() throws -> ArraySlice<UInt8> {
        var wait = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        guard poll(&wait, 1, Int32(LiveDevice.patience * 1_000)) > 0 else {
            throw LiveDevice.Failure(description: "the sink says nothing")
        }
        let count = recv(process.output, &buffer, buffer.count, 0)
        guard count > 0 else { throw LiveDevice.Failure(description: "parec has ended") }
        return buffer[..<count]
    }
}
