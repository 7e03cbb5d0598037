import Glibc
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

/// The owners of sound streams, and the readings that follow from them, as values.
@Suite("Streams of apps", .behaviour("A1")) struct SoundStreamsTests {
    private let app: AppID
    private let other: AppID
    private var streams = SoundStreams()

    init() throws {
        app = try #require(AppID("org.quiesce.app"))
        other = try #require(AppID("org.quiesce.other"))
    }

    private func whose(_ pid: Int32) -> SoundOwner {
        switch pid {
        case 7: .app(app)
        case 8: .app(other)
        case 9: .unknown
        case _: .nobody
        }
    }

    private static func plays(_ number: UInt32) -> SoundStreamID {
        SoundStreamID(kind: .plays, number: number)
    }

    private static func state(
        _ client: UInt32, isCorked: Bool = false, isMuted: Bool = false, isUp: Bool = true
    ) -> SoundStreamState {
        SoundStreamState(client: client, isCorked: isCorked, isMuted: isMuted, isUp: isUp)
    }

    @Test("A stream that is told before its client is the app's once the client is known")
    mutating func order() {
        streams.stream(Self.plays(1), Self.state(3))
        #expect(streams.takeReadings() == [:])
        streams.client(3, pid: 7, whose)
        #expect(streams.takeReadings() == [app: AudioReading(plays: true)])
    }

    @Test("A client stays the app's that it was first, whatever it says later")
    mutating func lies() {
        streams.client(3, pid: 7, whose)
        streams.stream(Self.plays(1), Self.state(3))
        streams.client(3, pid: 8, whose)
        streams.stream(Self.plays(2), Self.state(3))
        #expect(streams.takeReadings() == [app: AudioReading(plays: true)])
        #expect(streams.reading(other) == AudioReading())
    }

    @Test("A process that is just being started is asked for again")
    mutating func unknownClient() {
        streams.client(3, pid: 9, whose)
        streams.client(4, pid: 10, whose)
        streams.stream(Self.plays(1), Self.state(3))
        streams.stream(Self.plays(2), Self.state(4))
        var asked: [Int32] = []
        let app = app
        streams.identify {
            asked.append($0)
            return .app(app)
        }
        #expect(asked == [9], "of others it is known that they are nobody's")
        #expect(streams.takeReadings() == [app: AudioReading(plays: true)])
    }

    @Test("What the server says before it has answered an order doesn't count")
    mutating func stale() {
        streams.client(3, pid: 7, whose)
        streams.stream(Self.plays(1), Self.state(3))
        streams.mute([app])
        #expect(streams.takeOrders() == [.mute(1, true)])
        streams.mute([])
        #expect(streams.takeOrders() == [.mute(1, false)])
        streams.stream(Self.plays(1), Self.state(3))
        streams.stream(Self.plays(1), Self.state(3, isMuted: true))
        streams.muteAnswered(1)
        streams.stream(Self.plays(1), Self.state(3, isMuted: true))
        #expect(streams.reading(app).plays, "it wasn't its owner who muted it")
        streams.muteAnswered(1)
        streams.stream(Self.plays(1), Self.state(3))
        #expect(streams.takeOrders() == [])
        streams.stream(Self.plays(1), Self.state(3, isMuted: true))
        #expect(!streams.reading(app).plays, "now it was")
    }

    @Test("A server that doesn't mute is asked some times, and not for ever")
    mutating func stubborn() {
        streams.client(3, pid: 7, whose)
        streams.stream(Self.plays(1), Self.state(3))
        streams.mute([app])
        var orders = streams.takeOrders().count
        for _ in 0..<100 {
            streams.muteAnswered(1)
            streams.stream(Self.plays(1), Self.state(3))
            orders += streams.takeOrders().count
        }
        #expect(orders == 5)
    }

    @Test("Of many streams of an app some are measured, those opened last, and none of others")
    mutating func measured() {
        streams.client(3, pid: 7, whose)
        streams.client(4, pid: 8, whose)
        for number in 0..<1_000 as Range<UInt32> {
            streams.stream(Self.plays(number), Self.state(3))
            streams.stream(Self.plays(5_000 + number), Self.state(4))
        }
        streams.measure([app])
        #expect(
            streams.takeOrders() == [
                .measure(Set((0..<1_000).suffix(Limits.soundMeasuredStreams)))
            ])
        #expect(streams.reading(app).isAudible == nil, "nothing has come of them yet")
        for number in (0..<1_000 as Range<UInt32>).suffix(Limits.soundMeasuredStreams) {
            streams.level(number, .silent)
        }
        #expect(streams.reading(app).isAudible == false)
        streams.level(999, .loud)
        #expect(streams.reading(app).isAudible == true)
        #expect(streams.reading(other).isAudible == nil)
        streams.measure([])
        #expect(streams.takeOrders() == [.measure([])])
        #expect(streams.reading(app) == AudioReading(plays: true))
    }

    @Test(
        "Where the server is: as the environment says, else the session's, and none of another machine"
    )
    func places() {
        #expect(
            SoundPlace(environment: ["XDG_RUNTIME_DIR": "/run/user/7"]).sockets
                == ["/run/user/7/pulse/native", "/run/pulse/native"])
        #expect(
            SoundPlace(environment: [
                "XDG_RUNTIME_DIR": "/run/user/7", "PULSE_SERVER": "tcp:far {abc}unix:/a/b /c/d",
            ]).sockets == ["/a/b", "/c/d"])
        #expect(
            SoundPlace(environment: ["PULSE_RUNTIME_PATH": "/x", "PULSE_SERVER": ""]).sockets
                == ["/x/native", "/run/pulse/native"])
    }

    @Test(
        "A process is as its client says, or as PipeWire has it of the kernel, and none of a network's"
    )
    func pids() {
        func pid(_ list: [String: String]) -> Int32? { PulseClient.pid { list[$0] } }
        #expect(pid(["application.process.id": "7"]) == 7)
        #expect(pid(["application.process.id": "-7"]) == nil)
        #expect(pid(["application.process.id": "seven"]) == nil)
        #expect(pid([:]) == nil)
        #expect(
            pid(["application.process.id": "7", "native-protocol.peer": "TCP/IP client from 1"])
                == nil)
        #expect(pid(["application.process.id": "7", "pulse.server.type": "tcp"]) == nil)
        #expect(pid(["application.process.id": "7", "pipewire.sec.pid": "8"]) == 8)
        #expect(
            pid([
                "application.process.id": "7", "pipewire.sec.pid": "8",
                "client.api": "pipewire-pulse",
            ]) == 7)
    }

    @Test("Whom we have muted is kept for the next daemon, and read by nobody else")
    func memory() throws {
        let scratch = try ScratchDirectory()
        let memory = SoundMemory(path: scratch.file("muted"))
        #expect(memory.read() == [])
        memory.write([app, other])
        #expect(SoundMemory(path: scratch.file("muted")).read() == [app, other])
        memory.write([other])
        #expect(memory.read() == [other])
        #expect(try scratch.names() == ["muted"])
        var status = stat()
        #expect(stat(scratch.file("muted"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
}
