import Foundation
import Glibc
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

/// Real processes that play, as apps of a device.
@Suite(
    "The sound of apps' own processes", .behaviour("A1"), .serialized,
    .enabled(if: SoundServerKind.installed.contains(.pulseAudio), SoundServerKind.missing))
struct SoundOfAppsTests {
    @Test(
        "What a child of an app plays is the app's; what a foreign process plays is nobody's",
        arguments: ProcessFixture.backends)
    func processes(backend: ProcessBackend) throws {
        let device = try ProcessFixture(backend)
        let scratch = try ScratchDirectory()
        let server = try RealSoundServer(.pulseAudio, in: scratch)
        try server.start()
        var reports: [SoundReport] = []
        let processes = device.processes
        let loop = device.loop
        let sound = MachineSound(
            SoundPlace(sockets: [server.socket]), loop: loop, logger: LogLines().logger,
            whose: { pid in processes.identify(pid: pid).map { .app($0.app) } ?? .nobody },
            report: { report in
                reports.append(report)
                loop.stop()
            })
        sound.begin()
        #expect(device.wait { reports.contains(.server(isThere: true)) })
        // A foreign process plays all the time.
        let foreign = try TestPlayer(server.socket, pid: getpid())
        try foreign.play()
        let key = try device.nextKey()
        // A server on a busy machine may turn a client away.
        let player = "until pacat --raw --server=unix:\(server.socket); do sleep 0.1; done"
        var request = try device.request(
            key, "/bin/sh", ["-c", "cat /dev/zero | { \(player); } & wait"])
        request.environment += ["HOME=\(scratch.path)", "XDG_RUNTIME_DIR=\(scratch.path)"]
        _ = try device.spawn(request).get()
        #expect(device.wait { sound.isPlaying(key.app) })
        // Frozen, its streams are still there, and what is left of them is muted.
        sound.mute([key.app])
        #expect(device.wait { (try? server.muted().count) == 1 })
        #expect(try device.freeze(key))
        device.processes.thaw(key)
        sound.mute([])
        #expect(device.wait { (try? server.muted().count) == 0 })
        device.processes.kill(key)
        #expect(device.wait { !sound.isPlaying(key.app) })
        #expect(
            reports == [
                .server(isThere: true), .heard(AudioReading(plays: true), of: key.app),
                .heard(AudioReading(), of: key.app),
            ])
        sound.shutdown()
    }

    @Test("Without a server nothing is told but that, and nothing wakes up until there is one")
    func none() throws {
        let scratch = try ScratchDirectory()
        let ear = try SoundEar()
        let server = try RealSoundServer(.pulseAudio, in: scratch)
        let sound = ear.sound(server.socket)
        try ear.expect(.server(isThere: false))
        #expect(ear.rest(milliseconds: 1_500) == [])
        #expect(sound.turns == 0, "there is no thread for it")
        #expect(ear.log.lines == [])
        try server.start()
        try ear.expect(.server(isThere: true))
        sound.shutdown()
    }
}
