import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

/// Where there is no system bus, as in these tests, gpsd is asked.
@Suite("Location from gpsd", .behaviour("G2")) struct GPSDSourceTests {
    private let scratch: ScratchDirectory
    private let heard: HeardReports
    private let log = LogLines()
    private let gpsd: FakeGPSD
    private let sources: LocationSources

    init() throws {
        scratch = try ScratchDirectory()
        heard = try HeardReports()
        gpsd = try FakeGPSD(on: heard.loop)
        sources = heard.sources(
            LocationPlaces(bus: "unix:path=\(scratch.file("bus"))", gpsd: gpsd.port), log: log)
    }

    private static let each = LocationWish(accuracy: 0, distance: 0)

    private static func fix(_ latitude: Double, more: String = "") -> String {
        #"{"class":"TPV","mode":3,"time":"2026-05-08T10:34:48.250Z","lat":\#(latitude),"lon":11.5,"eph":4.5,"altMSL":520.5,"epv":9\#(more)}"#
            + "\n"
    }

    /// It is watched, and found.
    private func begin(_ wish: LocationWish = each) throws {
        sources.want(wish)
        #expect(try heard.nextFound() == "gpsd")
        try heard.serve { gpsd.heard.hasSuffix("\n") }
    }

    @Test("It is asked to tell, and its fixes are told with all that they say")
    func fixes() throws {
        try begin()
        #expect(gpsd.heard == #"?WATCH={"enable":true,"json":true}"# + "\n")
        gpsd.say(Self.fix(48.25, more: #","speed":1.5,"track":90"#))
        let fix = try heard.nextFix()
        #expect(
            fix
                == LocationFix(
                    position: try #require(Position(latitude: 48.25, longitude: 11.5)),
                    accuracy: 4.5,
                    altitude: 520.5, altitudeAccuracy: 9, speed: 1.5, course: 90,
                    time: WallTime(nanoseconds: 1_778_236_488_250_000_000)))
    }

    @Test("Garbage, other reports and endless lines do no harm; what is no fix is said once")
    func garbage() throws {
        try begin()
        var random = SeededGenerator(seed: 7)
        gpsd.say((0..<2_000).map { _ in UInt8(truncatingIfNeeded: random.next()) } + [10])
        gpsd.say(
            """
            {"class":"SKY","satellites":[{"PRN":1}]}
            {"class":"TPV","mode":1}
            {"class":"TPV","mode":3,"lat":48.1}
            {"class":"TPV","mode":3,"lat":98.1,"lon":11.5,"eph":4}
            {"class":"TPV","mode":3,"lat":48.1,"lon":11.5,"eph":-1}
            {"class":"TPV","mode":3,"lat":nan,"lon":11.5,"eph":4}
            {"class":"TPV","mode":"three","lat":48.1,"lon":11.5,"eph":4}
            {"class":"TPV","mode":3,"lat":48.1,"lon":11.

            """)
        let long = [UInt8](repeating: UInt8(ascii: "["), count: 16_000)
        for _ in 0..<10 {
            gpsd.say(long)
            _ = heard.rest(milliseconds: 1)
        }
        gpsd.say("\n" + Self.fix(48.5))
        #expect(try heard.nextFix().position.latitudeDegrees == 48.5)
        #expect(
            log.lines == [
                "a fix without a place or an accuracy isn't told to apps, nor are others like it"
            ])
    }

    @Test("Off, the line to it ends, and the loop watches nothing for it")
    func off() throws {
        let before = try heard.watched()
        try begin()
        gpsd.say(Self.fix(48.25))
        _ = try heard.nextFix()
        #expect(try heard.watched() > before)
        sources.want(nil)
        #expect(try heard.watched() == before + 1, "but for the other end, which is the test's")
        try heard.serve { gpsd.ends == 1 }
        #expect(try heard.watched() == before)
        #expect(heard.rest(milliseconds: 60) == [])
    }

    @Test("Switched off by a fix, it tells no more, not even what has come already")
    func offWhileTelling() throws {
        var count = 0
        var mine: LocationSources?
        let sources = heard.sources(
            LocationPlaces(bus: "unix:path=\(scratch.file("bus"))", gpsd: gpsd.port)
        ) { report in
            guard case .fix = report else { return }
            count += 1
            mine?.want(nil)
        }
        mine = sources
        sources.want(Self.each)
        _ = try heard.nextFound()
        gpsd.say(Self.fix(48.25) + Self.fix(48.26) + Self.fix(48.27))
        try heard.serve { gpsd.ends == 1 }
        #expect(count == 1)
        mine = nil
    }

    @Test("One that has ended is lost, once, and found when it is there again")
    func ended() throws {
        try begin()
        gpsd.hangUp()
        #expect(try heard.next() == .lost("gpsd has ended: start it again"))
        #expect(try heard.next() == .found("gpsd"))
        #expect(gpsd.connections == 2)
        gpsd.say(Self.fix(48.25))
        #expect(try heard.nextFix().position.latitudeDegrees == 48.25)
    }

    @Test("It is told only of what has moved as far as is wanted")
    func distance() throws {
        try begin(LocationWish(accuracy: 0, distance: 500))
        // A thousandth of a degree is some 111 m.
        gpsd.say(Self.fix(48.250) + Self.fix(48.251) + Self.fix(48.254) + Self.fix(48.256))
        #expect(try heard.nextFix().position.latitudeDegrees == 48.25)
        #expect(try heard.nextFix().position.latitudeDegrees == 48.256)
        sources.want(Self.each)
        gpsd.say(Self.fix(48.2561))
        #expect(try heard.nextFix().position.latitudeDegrees == 48.2561)
    }

    @Test("Something else at its port isn't taken for it, and it is said what to do, once")
    func somethingElse() throws {
        gpsd.greeting = "SSH-2.0-OpenSSH\r\n"
        sources.want(Self.each)
        try heard.serve { gpsd.heard.hasSuffix("\n") }
        gpsd.hangUp()
        let why = try heard.nextLost()
        #expect(why.contains("there is no system bus"))
        #expect(why.contains("isn't gpsd"))
        #expect(why.hasSuffix("install geoclue-2.0, or start gpsd"))
        // Tried again meanwhile, without a word.
        try heard.serve { gpsd.connections == 2 }
        gpsd.hangUp()
        gpsd.greeting = #"{"class":"VERSION"}"# + "\n"
        #expect(try heard.next() == .found("gpsd"))
        sources.want(nil)
    }
}
