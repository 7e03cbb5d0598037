import CPulse
import Foundation
import Glibc
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite(
    "The machine's sound, by real sound servers", .behaviour("A1"),
    // Each plays in real time.
    .serialized,
    .enabled(if: !SoundServerKind.installed.isEmpty, SoundServerKind.missing))
struct MachineSoundTests {
    private let scratch: ScratchDirectory
    private let ear: SoundEar
    private let player: AppID
    private let other: AppID
    /// Processes that clients say they are.
    private let pid: pid_t = 4_100_001
    private let otherPID: pid_t = 4_100_002

    init() throws {
        scratch = try ScratchDirectory()
        ear = try SoundEar()
        player = try #require(AppID("org.quiesce.player"))
        other = try #require(AppID("org.quiesce.other"))
        ear.apps = [pid: player, otherPID: other]
    }

    private static let plays = AudioReading(plays: true)
    private static let nothing = AudioReading()

    /// A server, and what hears it: it has said that it is there.
    private func begin(
        _ kind: SoundServerKind, patience: Int = Limits.soundAnswerSeconds
    ) throws -> (RealSoundServer, MachineSound) {
        let server = try RealSoundServer(kind, in: scratch)
        try server.start()
        let sound = ear.sound(
            server.socket, memory: scratch.file("muted"), patience: patience)
        try ear.nextThere()
        return (server, sound)
    }

    @Test(
        "A stream is its app's: it plays, pauses, goes on, and ends; recording is told apart",
        arguments: SoundServerKind.installed)
    func streams(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let client = try TestPlayer(server.socket, pid: pid)
        let stream = try client.play()
        try ear.expect(.heard(Self.plays, of: player))
        try client.cork(stream, true)
        try ear.expect(.heard(Self.nothing, of: player))
        try client.cork(stream, false)
        try ear.expect(.heard(Self.plays, of: player))
        let ear = try client.record()
        try self.ear.expect(.heard(AudioReading(plays: true, records: true), of: player))
        try client.stop(stream)
        try self.ear.expect(.heard(AudioReading(records: true), of: player))
        try client.stopRecording(ear)
        try self.ear.expect(.heard(Self.nothing, of: player))
        sound.shutdown()
    }

    @Test(
        "A stream that is paused, at volume 0 or muted by its owner isn't played",
        arguments: SoundServerKind.installed)
    func unheard(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let clients = try (0..<3).map { _ in try TestPlayer(server.socket, pid: pid) }
        _ = try clients[0].play(.tone, .corked)
        _ = try clients[1].play(.tone, .atVolumeZero)
        let client = clients[2]
        let stream = try client.play(.tone, .muted)
        let otherClient = try TestPlayer(server.socket, pid: otherPID)
        try otherClient.play()
        try ear.expect(.heard(Self.plays, of: other))
        try client.mute(stream, false)
        try ear.expect(.heard(Self.plays, of: player))
        try client.mute(stream, true)
        try ear.expect(.heard(Self.nothing, of: player))
        sound.shutdown()
    }

    @Test(
        "What played before the daemon came is told when the server is found",
        arguments: SoundServerKind.installed)
    func before(kind: SoundServerKind) throws {
        let server = try RealSoundServer(kind, in: scratch)
        try server.start()
        let client = try TestPlayer(server.socket, pid: pid)
        try client.play()
        let sound = ear.sound(server.socket)
        try ear.expect(.server(isThere: true))
        try ear.expect(.heard(Self.plays, of: player))
        sound.shutdown()
        client.end()
    }

    @Test(
        "Of those that are measured, sound and silence are told apart; at rest nothing wakes up",
        arguments: SoundServerKind.installed)
    func loudness(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let loud = try TestPlayer(server.socket, pid: pid)
        let stream = try loud.play(.tone)
        try ear.expect(.heard(Self.plays, of: player))
        let silent = try TestPlayer(server.socket, pid: otherPID)
        try silent.play(.silence)
        try ear.expect(.heard(Self.plays, of: other))
        // Two play, and nobody measures them.
        try ear.expectRest(of: sound)

        sound.measure([player, other])
        try ear.next(of: player) { $0.isAudible == true }
        try ear.serve { sound.isAudible(other) == false }
        // No news as long as nothing changes.
        #expect(
            ear.rest(milliseconds: 2_500).allSatisfy {
                $0 == .heard(AudioReading(plays: true, isAudible: false), of: other)
            })
        try loud.cork(stream, true)
        #expect(
            try ear.next(of: player) == AudioReading(plays: false, isAudible: false))
        try loud.cork(stream, false)
        try ear.next(of: player) { $0.isAudible == true }

        sound.measure([])
        try ear.serve { sound.isAudible(player) == nil && sound.isAudible(other) == nil }
        try ear.expectRest(of: sound)
        sound.shutdown()
    }

    @Test(
        "Who is no longer measured before the server has answered isn't measured",
        arguments: SoundServerKind.installed)
    func measuredForAMoment(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let loud = try TestPlayer(server.socket, pid: pid)
        try loud.play(.tone)
        try ear.expect(.heard(Self.plays, of: player))
        for _ in 0..<4 {
            sound.measure([player])
            sound.measure([])
        }
        try ear.expectRest(of: sound)
        sound.shutdown()
    }

    @Test(
        "Sound that stops is told to be silent a second later, and to be audible when it is back",
        arguments: SoundServerKind.installed)
    func fallsSilent(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let client = try TestPlayer(server.socket, pid: pid)
        // One second of sound, and nothing more is written.
        _ = try client.play(1, .tone, seconds: 2)
        sound.measure([player])
        try ear.next(of: player) { $0.isAudible == true }
        #expect(try ear.next(of: player) == AudioReading(plays: true, isAudible: false))
        _ = try client.play(.tone)
        try ear.next(of: player) { $0.isAudible == true }
        sound.shutdown()
    }

    @Test(
        "Muted apps are silent, with all that they begin to play, and say that they play; others aren't touched",
        arguments: SoundServerKind.installed)
    func muting(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let client = try TestPlayer(server.socket, pid: pid)
        let otherClient = try TestPlayer(server.socket, pid: otherPID)
        let first = try client.play()
        try ear.expect(.heard(Self.plays, of: player))
        let owner = try TestPlayer(server.socket, pid: pid)
        let owners = try owner.play(.tone, .muted)
        try otherClient.play()
        try ear.expect(.heard(Self.plays, of: other))
        sound.mute([player])
        try ear.serve { try server.muted() == [first, owners] }
        let second = try client.play()
        try ear.serve { try server.muted() == [first, owners, second] }
        // Somebody unmutes it with a mixer.
        try client.mute(second, false)
        try ear.serve { try server.muted() == [first, owners, second] }
        #expect(ear.rest(milliseconds: 200) == [])
        sound.mute([other])
        try ear.serve {
            let muted = try server.muted()
            return !muted.contains(first) && !muted.contains(second) && muted.count == 2
        }
        #expect(try server.muted().contains(owners), "whom its owner had muted stays so")
        sound.mute([])
        try ear.serve { try server.muted() == [owners] }
        #expect(ear.rest(milliseconds: 200) == [])
        sound.shutdown()
    }

    @Test(
        "Muted and unmuted in one breath, a stream sounds", arguments: SoundServerKind.installed)
    func mutedAndBack(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let client = try TestPlayer(server.socket, pid: pid)
        let stream = try client.play()
        try ear.expect(.heard(Self.plays, of: player))
        for _ in 0..<10 {
            sound.mute([player])
            sound.mute([])
        }
        sound.mute([player])
        try ear.serve { try server.muted() == [stream] }
        sound.mute([])
        sound.mute([player])
        sound.mute([])
        try ear.serve { try server.muted() == [] }
        #expect(ear.rest(milliseconds: 300) == [])
        #expect(try server.muted() == [])
        sound.shutdown()
    }

    @Test(
        "What a server remembers of our muting is undone: the app's next stream sounds, also after a restart of the daemon",
        arguments: SoundServerKind.installed)
    func leftMuted(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let client = try TestPlayer(server.socket, pid: pid, name: "player")
        let first = try client.play()
        try ear.expect(.heard(Self.plays, of: player))
        sound.mute([player])
        try ear.serve { try server.muted() == [first] }
        client.end()
        try ear.serve { !sound.isPlaying(player) }
        sound.shutdown()
        // As the server would begin it, which PulseAudio does with a module that isn't loaded here.
        let next = try TestPlayer(server.socket, pid: pid, name: "player")
        let second = try next.play(.tone, .muted)
        #expect(try server.muted() == [second])
        let successor = ear.sound(server.socket, memory: scratch.file("muted"))
        try ear.next(of: player) { $0.plays }
        try ear.serve { try server.muted() == [] }
        // From here on it is its owner's business.
        try ear.serve {
            try next.mute(second, true)
            return !successor.isPlaying(player)
        }
        #expect(try server.muted() == [second])
        successor.shutdown()
    }

    @Test(
        "A server that is killed is gone at once; its successor is found, and all is told anew",
        arguments: SoundServerKind.installed)
    func killed(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let client = try TestPlayer(server.socket, pid: pid)
        try client.play()
        try ear.expect(.heard(Self.plays, of: player))
        server.kill()
        try ear.expect(.server(isThere: false))
        client.end()
        sound.mute([other])
        try server.start()
        try ear.expect(.server(isThere: true))
        let again = try TestPlayer(server.socket, pid: pid)
        try again.play()
        try ear.expect(.heard(Self.plays, of: player))
        let next = try TestPlayer(server.socket, pid: otherPID)
        let stream = try next.play()
        try ear.expect(.heard(Self.plays, of: other))
        try ear.serve { try server.muted() == [stream] }
        sound.shutdown()
    }

    @Test(
        "A server that hangs holds nothing up; in time it is gone, and found when it goes on",
        arguments: SoundServerKind.installed)
    func hangs(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind, patience: 3)
        let client = try TestPlayer(server.socket, pid: pid)
        let stream = try client.play()
        try ear.expect(.heard(Self.plays, of: player))
        server.hang(true)
        let begin = LinuxClock.now().instant
        sound.measure([player])
        sound.mute([player])
        sound.mute([])
        sound.mute([player])
        // Less than the patience with the server.
        #expect((LinuxClock.now().instant - begin).inSeconds < 2.5)
        try ear.expect(.server(isThere: false))
        #expect(ear.log.lines.contains { $0.contains("doesn't answer") })
        // It isn't found while it is like that, and said to be lost once.
        #expect(ear.rest(milliseconds: 2_500) == [])
        #expect(ear.log.lines.count { $0.contains("doesn't answer") } == 1, "\(ear.log.lines)")
        server.hang(false)
        try ear.expect(.server(isThere: true))
        try ear.next(of: player) { $0.plays }
        try ear.serve { try server.muted() == [stream] }
        sound.shutdown()
    }

    @Test(
        "Ended while the server hangs, the daemon doesn't wait for it",
        arguments: SoundServerKind.installed)
    func endsWhileItHangs(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        server.hang(true)
        sound.measure([player])
        let begin = LinuxClock.now().instant
        sound.shutdown()
        // Far less than the patience with the server.
        #expect(
            (LinuxClock.now().instant - begin).inSeconds
                < Double(Limits.soundAnswerSeconds) / 2)
        server.hang(false)
    }

    @Test(
        "Hundreds of streams of one app are muted and told as one app",
        arguments: SoundServerKind.installed)
    func hundreds(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let client = try TestPlayer(server.socket, pid: pid)
        let playing = try client.play(10, .silence, seconds: 60)
        try ear.expect(.heard(Self.plays, of: player))
        // Each stream more has PipeWire arrange all others anew, which takes a busy machine
        // minutes.
        let many = kind == .pulseAudio ? 145 : 10
        let one = try client.play(many, .silence, on: "probe", .corked, seconds: 1)
        let two = try client.play(many, .silence, on: "other", .corked, seconds: 1)
        sound.mute([player])
        try ear.serve { try server.muted() == Set(playing + one + two) }
        sound.measure([player])
        try ear.serve { sound.isAudible(player) == false }
        sound.mute([])
        try ear.serve { try server.muted() == [] }
        #expect(sound.isPlaying(player))
        client.end()
        try ear.serve { sound.isPlaying(player) == false }
        sound.shutdown()
    }

    @Test(
        "Whose process is no app's isn't heard, whatever a client says of itself",
        arguments: SoundServerKind.installed)
    func clientsOfNoApp(kind: SoundServerKind) throws {
        let (server, sound) = try begin(kind)
        let liars = try [1, getpid(), -5, 0, 4_100_777].map { claim in
            try TestPlayer(server.socket, pid: claim)
        }
        var owners: Set<UInt32> = []
        for liar in liars {
            owners.insert(try liar.play(.tone, .muted))
        }
        sound.mute([player])
        sound.measure([player])
        let client = try TestPlayer(server.socket, pid: pid)
        let stream = try client.play()
        try ear.next(of: player) { $0.plays }
        try ear.serve { try server.muted() == owners.union([stream]) }
        sound.shutdown()
    }
}
