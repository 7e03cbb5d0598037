import Foundation
import QuiesceBus
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

/// The programs that play the desktop's side.
private enum PlayerTools {
    static let areThere = ["dbus-daemon", "dbus-monitor", "busctl", "playerctl"].allSatisfy {
        access("/usr/bin/\($0)", X_OK) == 0
    }
}

@Suite(
    "What plays, on the desktop's own player controls",
    .enabled(
        if: PlayerTools.areThere, "dbus-daemon, busctl or playerctl isn't installed"))
struct DesktopPlayerTests {
    private let scratch: ScratchDirectory
    private let loop: EventLoop
    private let heard = Heard()
    private let app: AppID

    /// The remote orders that arrived, in order.
    private final class Heard {
        var orders: [RemoteOrder] = []
    }

    init() throws {
        scratch = try ScratchDirectory()
        loop = try EventLoop()
        app = try #require(AppID("org.quiesce.player"))
    }

    private func bus() throws -> SpawnedProcess {
        let bus = try SpawnedProcess(
            [
                "dbus-daemon", "--session", "--nofork", "--print-address",
                "--address=unix:path=\(scratch.file("bus"))",
            ], environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.path],
            talks: (input: false, output: true))
        var wait = pollfd(fd: bus.output, events: Int16(POLLIN), revents: 0)
        try #require(poll(&wait, 1, 60_000) == 1, "the bus starts")
        return bus
    }

    private func player() -> DesktopPlayer {
        DesktopPlayer(
            address: { [scratch] in
                access(scratch.file("bus"), F_OK) == 0 ? "unix:path=\(scratch.file("bus"))" : nil
            }, loop: loop, logger: LogLines().logger, appName: { _ in "Player" },
            ordered: { [heard, loop] order in
                heard.orders.append(order)
                loop.stop()
            })
    }

    /// Runs a program of the desktop's, with the loop serving meanwhile.
    private func run(_ command: String...) throws -> String {
        let process = try SpawnedProcess(
            command,
            environment: [
                "PATH": "/usr/bin:/bin", "HOME": scratch.path, "LANG": "C.UTF-8",
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(scratch.file("bus"))",
            ], talks: (input: false, output: true))
        var text: [UInt8] = []
        var hasEnded = false
        let watch = try loop.watch(process.output) { [loop] _ in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(process.output, &bytes, bytes.count)
            if count > 0 { text += bytes[..<count] } else { hasEnded = true }
            loop.stop()
        }
        defer { loop.unwatch(watch) }
        try serve { hasEnded }
        process.wait()
        return String(decoding: text, as: UTF8.self)
    }

    private func serve(until isDone: () throws -> Bool) throws {
        let end = Date() + 60
        loop.onTimer = { [loop] in loop.stop() }
        while try !isDone() {
            try #require(Date() < end, "it comes to that")
            loop.setTimer(at: LinuxClock.now().instant + .milliseconds(20))
            loop.run()
        }
    }

    private func get(_ property: String, of name: String = MediaPlayer.name) throws -> String {
        try run(
            "busctl", "--user", "get-property", name, MediaPlayer.path, MediaPlayer.player,
            property
        ).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func names() throws -> [Substring] {
        try run("busctl", "--user", "list", "--no-legend", "--acquired").split(separator: "\n")
            .compactMap { $0.split(separator: " ").first }.filter { $0.contains("MediaPlayer2") }
    }

    private func playing(
        _ title: String = "Song", isPlaying: Bool = true, elapsed: Double = 12,
        takes: [RemoteCommand] = [.play, .pause, .nextTrack, .changePlaybackPosition]
    ) -> NowPlaying {
        NowPlaying(
            app: app,
            item: NowPlayingItem(
                title: title, artist: "Band", album: "Album", duration: 200, elapsed: elapsed),
            isPlaying: isPlaying, takes: takes)
    }

    @Test("What plays is shown, and the name is had only while something is")
    func shown() throws {
        let bus = try bus()
        let player = player()
        #expect(try names() == [])
        player.show(playing())
        try serve { try names() == ["org.mpris.MediaPlayer2.quiesce"] }
        #expect(
            try run(
                "playerctl", "metadata", "--format",
                "{{status}} {{title}} {{artist}} {{album}} {{mpris:length}}")
                == "Playing Song Band Album 200000000\n")
        #expect(
            try run(
                "busctl", "--user", "get-property", MediaPlayer.name, MediaPlayer.path,
                MediaPlayer.root, "Identity") == "s \"Player (org.quiesce.player)\"\n")
        #expect(try get("CanGoNext") == "b true")
        #expect(try get("CanGoPrevious") == "b false")
        let position = try run("playerctl", "position").trimmingCharacters(in: .newlines)
        #expect((12..<80).contains(Double(position) ?? 0))
        player.show(nil)
        try serve { try names() == [] }
        player.show(playing("Other", isPlaying: false))
        try serve { try names() == ["org.mpris.MediaPlayer2.quiesce"] }
        #expect(try run("playerctl", "status") == "Paused\n")
        player.shutdown()
        bus.end()
    }

    @Test("Keys become orders, as far as the app takes them")
    func orders() throws {
        let bus = try bus()
        let player = player()
        player.show(playing())
        try serve { try names().count == 1 }
        for command in [["pause"], ["play-pause"], ["next"], ["previous"], ["position", "90"]] {
            _ = try run(
                "playerctl", command[0], command.count > 1 ? command[1] : "--player=quiesce")
        }
        try serve { heard.orders.count >= 4 }
        #expect(
            heard.orders == [
                RemoteOrder(.pause), RemoteOrder(.pause), RemoteOrder(.nextTrack),
                RemoteOrder(.changePlaybackPosition, position: 90),
            ])
        // An app that takes no position, but skips.
        heard.orders = []
        player.show(playing(takes: [.play, .skipForward]))
        try serve { try get("CanSeek") == "b true" && get("CanGoNext") == "b false" }
        for offset in ["30+", "15-"] { _ = try run("playerctl", "position", offset) }
        try serve { !heard.orders.isEmpty }
        #expect(heard.orders == [RemoteOrder(.skipForward, interval: 30)])
        player.show(playing())
        try serve { try get("CanGoNext") == "b true" }
        // Calls about another track, which is over by now, and calls that aren't in the interface,
        // order nothing.
        heard.orders = []
        func call(_ method: String, _ arguments: String...) throws -> String {
            let line =
                [
                    "busctl", "--user", "call", MediaPlayer.name, MediaPlayer.path,
                    MediaPlayer.player, method,
                ]
                + arguments
            return try run("sh", "-c", line.map { "'\($0)'" }.joined(separator: " ") + " 2>&1")
        }
        #expect(try call("SetPosition", "ox", "/org/quiesce/track/99", "1000000") == "")
        #expect(try call("OpenUri", "s", "file:///x").contains("no such method"))
        #expect(try call("SetPosition", "s", "x").contains("a track and a position"))
        #expect(
            try run(
                "sh", "-c",
                "busctl --user set-property \(MediaPlayer.name) \(MediaPlayer.path) \(MediaPlayer.player) Volume d 0.5 2>&1"
            ).contains("the app says what it is"))
        #expect(heard.orders == [])
        #expect(
            try run("busctl", "--user", "introspect", MediaPlayer.name, MediaPlayer.path)
                .contains(".PlayPause"))
        player.shutdown()
        bus.end()
    }

    @Test("Who listens is told what has changed, and nothing else")
    func changes() throws {
        let bus = try bus()
        let player = player()
        player.show(playing())
        try serve { try names().count == 1 }
        let listener = try SpawnedProcess(
            [
                "dbus-monitor", "--address", "unix:path=\(scratch.file("bus"))",
                "path='/org/mpris/MediaPlayer2'",
            ], environment: ["PATH": "/usr/bin:/bin"], talks: (input: false, output: true))
        var text = ""
        let watch = try loop.watch(listener.output) { [loop] _ in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = read(listener.output, &bytes, bytes.count)
            text += String(decoding: bytes[..<max(count, 0)], as: UTF8.self)
            loop.stop()
        }
        defer { loop.unwatch(watch) }
        // Once it listens it hears this, however often.
        var isPlaying = true
        try serve {
            isPlaying.toggle()
            player.show(playing(isPlaying: isPlaying))
            return text.contains("PlaybackStatus")
        }
        #expect(!text.contains("Metadata"))
        #expect(!text.contains("Seeked"))
        player.show(playing(elapsed: 100))
        try serve { text.contains("Seeked") && text.contains("int64 100000000") }
        player.show(playing("Next one"))
        try serve { text.contains("Next one") }
        player.show(playing("Next one", takes: []))
        try serve { text.contains("CanPlay") }
        player.shutdown()
        bus.end()
    }

    @Test("Two devices of a session are two players")
    func two() throws {
        let bus = try bus()
        let (one, two) = (player(), player())
        one.show(playing())
        two.show(playing("Other"))
        try serve {
            try names().sorted() == [
                "org.mpris.MediaPlayer2.quiesce",
                "org.mpris.MediaPlayer2.quiesce.instance\(getpid())",
            ]
        }
        one.shutdown()
        two.shutdown()
        bus.end()
    }

    @Test("A bus that ends is found again when it is back")
    func busEnds() throws {
        var bus = try bus()
        let player = player()
        player.show(playing())
        try serve { try names().count == 1 }
        bus.end()
        unlink(scratch.file("bus"))
        player.show(playing("Other"))
        bus = try self.bus()
        try serve { try names().count == 1 }
        #expect(try run("playerctl", "metadata", "title") == "Other\n")
        player.shutdown()
        bus.end()
    }
}
