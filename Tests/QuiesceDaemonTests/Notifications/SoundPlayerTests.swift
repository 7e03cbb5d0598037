import Foundation
import Glibc
import QuiesceBundle
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("Sounds that are heard", .behaviour("N6"))
struct SoundPlayerTests {
    /// Half a second of 1 kHz.
    private static func tone() throws -> PlainSound {
        let samples = (0..<11_025).map {
            Int16(8_000 * sin(2 * .pi * 1_000 * Double($0) / 22_050))
        }
        var file = Array("RIFF\0\0\0\0WAVEfmt ".utf8)
        file += [16, 0, 0, 0, 1, 0, 1, 0, 0x22, 0x56, 0, 0, 0x44, 0xAC, 0, 0, 2, 0, 16, 0]
        file += Array("data".utf8)
        file += withUnsafeBytes(of: UInt32(samples.count * 2).littleEndian) { Array($0) }
        file += samples.flatMap {
            [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
        return PlainSound(try SoundFile(file))
    }

    @Test(
        "A tone arrives at the sound server's sink, and so does the default sound",
        arguments: [(true, 1_000.0), (false, 880.0)])
    func heard(_ isOwn: Bool, _ pitch: Double) throws {
        let pulse = try PulseProbe()
        defer { pulse.end() }
        let environment = pulse.environment
        let listening = try pulse.listen()
        let loop = try EventLoop()
        let worker = try Worker(name: "test-sounds")
        defer { worker.shutdown() }
        var warnings: [String] = []
        let player = SoundPlayer(
            find: { SoundServer.find(environment) }, loop: loop, worker: worker,
            warn: { warnings.append($0) })
        let sound = isOwn ? try Self.tone() : .standard
        var samples: [Int16] = []
        var best = 0.0
        var isPlaying = false
        _ = try loop.watch(listening) { _ in
            // Silence comes first: then nothing of the sound is missed.
            if !isPlaying { #expect(player.play(sound)) }
            isPlaying = true
            samples += readSamples(listening)
            while samples.count >= 2_205 {
                best = max(best, share(of: pitch, in: samples[..<2_205]))
                samples.removeFirst(2_205)
            }
            if best > 0.5 { loop.stop() }
        }
        loop.onTimer = { loop.stop() }
        loop.setTimer(at: LinuxClock.now().instant + .seconds(60))
        loop.run()
        #expect(best > 0.5)
        #expect(warnings == [])
        player.shutdown()
    }

    @Test("Without a sound server it is said once, and nothing happens")
    func nobody() throws {
        let loop = try EventLoop()
        let worker = try Worker(name: "test-sounds")
        defer { worker.shutdown() }
        var warnings: [String] = []
        let player = SoundPlayer(
            find: { nil }, loop: loop, worker: worker, warn: { warnings.append($0) })
        #expect(!player.play(.standard))
        #expect(!player.play(.standard))
        #expect(warnings.count == 1)
    }

    /// How long a tool may take here: far longer than one needs that doesn't hang.
    private static let patience = Interval.seconds(5)

    /// Plays with a tool that does as it says; calls `isOver` after each warning.
    private func play(
        _ script: String, _ times: Int, until isOver: @escaping ([String]) -> Bool
    ) throws -> [String] {
        let loop = try EventLoop()
        let worker = try Worker(name: "test-sounds")
        defer { worker.shutdown() }
        var warnings: [String] = []
        let server = SoundServer(
            program: "/bin/sh", arguments: ["-c", script], environment: ["PATH=/usr/bin:/bin"])
        let player = SoundPlayer(
            find: { server }, loop: loop, worker: worker, patience: Self.patience,
            warn: {
                warnings.append($0)
                if isOver(warnings) { loop.stop() }
            })
        for _ in 0..<times { #expect(player.play(.standard)) }
        loop.onTimer = { loop.stop() }
        loop.setTimer(at: LinuxClock.now().instant + .seconds(60))
        loop.run()
        player.shutdown()
        return warnings
    }

    @Test("A tool that fails is reported, once")
    func failing() throws {
        let warnings = try play("exit 3", 2) { _ in true }
        #expect(warnings.count == 1)
        #expect(warnings[0].contains("3"))
    }

    @Test("A sound server that hangs doesn't gather players: they are few, and ended in time")
    func hanging() throws {
        let scratch = try ScratchDirectory()
        let script = "echo >>\(scratch.file("started")); exec sleep 1000"
        let started = LinuxClock.now().instant
        let warnings = try play(script, 20) { _ in true }
        #expect(warnings.count == 1)
        // Not before it had the time that it may take.
        #expect(LinuxClock.now().instant - started >= Self.patience)
        let lines = try String(contentsOfFile: scratch.file("started"), encoding: .utf8)
        #expect(lines.count == Limits.soundsAtOnce)
    }

    @Test("A player gets the WAV on its standard input, and no other descriptor")
    func input() throws {
        let scratch = try ScratchDirectory()
        let script = """
            cat > \(scratch.file("wav")); ls /proc/self/fd > \(scratch.file("open")); exit 1
            """
        _ = try play(script, 1) { _ in true }
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: scratch.file("wav")))
                == PlainSound.standard.wav)
        // 3: ls's own, on the folder.
        let open = try String(contentsOfFile: scratch.file("open"), encoding: .utf8)
        #expect(open == "0\n1\n2\n3\n")
    }
}
