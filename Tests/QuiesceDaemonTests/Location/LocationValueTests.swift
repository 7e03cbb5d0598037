import QuiesceBus
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite("What sources of location say, as values", .behaviour("G2")) struct LocationValueTests {
    private let now = WallTime(nanoseconds: 1_000_000_000)

    @Test("Lines are put together of what comes, and one that is too long is passed over")
    func lines() {
        var buffer = LineBuffer(limit: 4)
        #expect(buffer.take("ab".utf8) == [])
        #expect(buffer.take("c\nd\n\n".utf8) == [Array("abc".utf8), Array("d".utf8)])
        #expect(buffer.take("abcdefgh".utf8) == [])
        #expect(buffer.take("abcd\nabcd\n".utf8) == [Array("abcd".utf8)])
    }

    private func geoClue(_ more: [String: BusValue] = [:]) -> LocationFix? {
        let values: [String: BusValue] = [
            "Latitude": .number(48.25), "Longitude": .number(11.5), "Accuracy": .number(20),
            "Altitude": .number(-.greatestFiniteMagnitude), "Speed": .number(-1),
            "Heading": .number(-1), "Timestamp": .time(seconds: 5, microseconds: 250_000),
        ]
        return GeoClue.fix(values.merging(more) { $1 }, now: now)
    }

    @Test("Of GeoClue's numbers, those that stand for \"not known\" aren't told")
    func unknown() throws {
        let fix = try #require(geoClue())
        #expect(fix.altitude == nil && fix.speed == nil && fix.course == nil)
        #expect(fix.accuracy == 20 && fix.time == WallTime(nanoseconds: 5_250_000_000))
        let moving = geoClue([
            "Altitude": .number(-2), "Speed": .number(3), "Heading": .number(0),
        ])
        #expect(moving?.altitude == -2 && moving?.speed == 3 && moving?.course == 0)
        // Standing still, it points nowhere.
        #expect(geoClue(["Speed": .number(0), "Heading": .number(90)])?.course == nil)
    }

    @Test("A time that can't be one is taken to be now")
    func time() {
        #expect(geoClue(["Timestamp": .time(seconds: 0, microseconds: 0)])?.time == now)
        #expect(geoClue(["Timestamp": .time(seconds: .max, microseconds: .max)])?.time == now)
        #expect(geoClue(["Timestamp": .other])?.time == now)
    }

    @Test(
        "A fix without a place or a radius is none",
        arguments: [
            ("Latitude", BusValue.number(.nan)), ("Latitude", .number(90.5)),
            ("Longitude", .other), ("Accuracy", .number(-1)), ("Accuracy", .number(.infinity)),
        ])
    func none(_ name: String, _ value: BusValue) { #expect(geoClue([name: value]) == nil) }

    @Test(
        "The radius that is wanted becomes a level of GeoClue's",
        arguments: [(0, 8), (10, 8), (11, 6), (1_000, 6), (3_000, 5), (3_001, 4), (.nan, 4)])
    func level(_ accuracy: Double, _ level: UInt32) {
        #expect(GeoClue.level(LocationWish(accuracy: accuracy, distance: 0)) == level)
    }

    @Test(
        "The distance that is wanted becomes whole metres, never more",
        arguments: [(0, 0), (-1, 0), (9.9, 9), (.infinity, 4_000_000_000), (.nan, 0)])
    func threshold(_ distance: Double, _ metres: UInt32) {
        #expect(GeoClue.threshold(LocationWish(accuracy: 0, distance: distance)) == metres)
    }

    private func gpsd(_ fields: String) throws -> LocationFix? {
        let line = #"{"class":"TPV","lat":48.25,"lon":11.5,\#(fields)}"#
        let report = try #require(GPSDReport(line: Array(line.utf8)))
        if case .fix(let fix)? = report.news(now: now) { return fix }
        return nil
    }

    @Test("An older gpsd says how wrong it may be by longitude and latitude, or not at all")
    func radius() throws {
        #expect(try gpsd(#""mode":2,"epx":3,"epy":4"#)?.accuracy == 5)
        #expect(try gpsd(#""mode":2"#)?.accuracy == Limits.gpsdAccuracy)
        #expect(try gpsd(#""mode":2,"eph":-1"#) == nil)
    }

    @Test("Without a fix in three dimensions there is no altitude, and without a time it is now")
    func flat() throws {
        let flat = try gpsd(#""mode":2,"eph":1,"altMSL":500,"epv":3"#)
        #expect(flat?.altitude == nil && flat?.altitudeAccuracy == nil && flat?.time == now)
        #expect(try gpsd(#""mode":3,"eph":1,"alt":500"#)?.altitude == 500)
        #expect(
            try gpsd(#""mode":3,"eph":1,"time":"2026-05-08T10:34:48Z""#)?.time
                == WallTime(nanoseconds: 1_778_236_488_000_000_000))
        #expect(try gpsd(#""mode":3,"eph":1,"time":"yesterday""#)?.time == now)
    }

    @Test("The environment says where the system bus is, else it is where it always is")
    func places() {
        #expect(
            LocationPlaces(environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/x"], gpsd: 2947).bus
                == "unix:path=/x")
        #expect(
            LocationPlaces(environment: [:], gpsd: 2947)
                == LocationPlaces(bus: "unix:path=/run/dbus/system_bus_socket", gpsd: 2947))
    }
}
