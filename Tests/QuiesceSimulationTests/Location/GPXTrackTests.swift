import QuiesceVocabulary
import TestSupport
import Testing

@testable import QuiesceSimulation

@Suite(.behaviour("D1")) struct GPXTrackTests {
    private func track(_ body: String) throws -> GPXTrack {
        let file = "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\">\n\(body)\n</gpx>"
        return try GPXTrack(Array(file.utf8), path: "walk.gpx")
    }

    private func point(
        _ latitude: Double, _ longitude: Double, _ time: String? = nil, as kind: String = "trkpt"
    ) -> String {
        let time = time.map { "<time>\($0)</time>" } ?? ""
        return "<\(kind) lat=\"\(latitude)\" lon=\"\(longitude)\">\(time)</\(kind)>"
    }

    @Test("A track's points come in order, of all its segments, with their times since the first")
    func times() throws {
        let track = try track(
            """
            <wpt lat="1" lon="1"><name>Home</name></wpt>
            <trk><name>To work</name><trkseg>
            <trkpt lat="37.3" lon="-122"><ele> 12.5 </ele><time>2026-03-02T08:15:00Z</time></trkpt>
            <trkpt lat="37.4" lon="-122"><time>2026-03-02T09:15:10.250+01:00</time></trkpt>
            </trkseg><trkseg>\(point(37.5, -122, "2026-03-02T08:16:00Z"))</trkseg></trk>
            """)
        #expect(
            track.points == [
                GPXTrack.Point(latitude: 37.3, longitude: -122, elevation: 12.5),
                GPXTrack.Point(latitude: 37.4, longitude: -122, time: .milliseconds(10_250)),
                GPXTrack.Point(latitude: 37.5, longitude: -122, time: .seconds(60)),
            ])
        #expect(track.duration == .seconds(60))
    }

    @Test("Where there is no track, a route is walked; where there is none either, the waypoints")
    func kinds() throws {
        let places = point(1, 1, as: "wpt") + point(2, 2, as: "wpt")
        #expect(try track(places).points.map(\.latitude) == [1, 2])
        #expect(try track(places + point(3, 3, as: "rtept")).points.map(\.latitude) == [3])
    }

    @Test("Without times it is walked at a walker's pace")
    func pace() throws {
        let track = try track(point(50, 8) + point(50.001, 8))
        // A thousandth of a degree is 111.2 m.
        #expect(abs(track.duration.nanoseconds - 79_425_000_000) < 100_000_000)
    }

    @Test("Between two points one is on the line between them, and stands at the last")
    func between() throws {
        let track = try track(
            "<trkpt lat=\"10\" lon=\"20\"><ele>100</ele><time>2026-01-01T00:00:00Z</time></trkpt>"
                + "<trkpt lat=\"11\" lon=\"22\"><ele>200</ele><time>2026-01-01T00:00:10Z</time></trkpt>"
        )
        #expect(
            track.point(at: .seconds(5))
                == GPXTrack.Point(
                    latitude: 10.5, longitude: 21, elevation: 150, time: .seconds(5)))
        #expect(track.point(at: .zero).latitude == 10)
        #expect(track.point(at: .seconds(10)).latitude == 11)
        #expect(track.point(at: .seconds(9_999)).longitude == 22)
    }

    @Test("The shorter way may cross the date line")
    func dateLine() throws {
        let track = try track(
            point(0, 179.5, "2026-01-01T00:00:00Z") + point(0, -179.5, "2026-01-01T00:00:10Z"))
        #expect(track.point(at: .milliseconds(2_500)).longitude == 179.75)
        #expect(track.point(at: .milliseconds(7_500)).longitude == -179.75)
    }

    @Test("A place that comes twice at the same time, or as a single point, is stood at")
    func standing() throws {
        let twice = try track(
            point(1, 1, "2026-01-01T00:00:00Z") + point(2, 2, "2026-01-01T00:00:00Z"))
        #expect(twice.point(at: .zero).latitude == 2)
        #expect(try track(point(1, 1)).point(at: .seconds(3)).latitude == 1)
    }

    static let wrong: [(file: String, said: String)] = [
        ("", "has no point"),
        ("hello", "line 1"),
        ("<kml/>", "begins with \"gpx\""),
        ("<gpx></gpx>", "has no point"),
        ("<gpx><trk></gpx>", "is not XML"),
        ("<gpx>\n<trkpt lat=\"91\" lon=\"0\"/></gpx>", "line 2: \"trkpt\" needs lat"),
        ("<gpx><wpt lat=\"nan\" lon=\"0\"/></gpx>", "lat=\"nan\""),
        ("<gpx><wpt lon=\"0\"/></gpx>", "needs lat"),
        ("<gpx><wpt lat=\"1\" lon=\"0\"><time>noon</time></wpt></gpx>", "\"noon\" is no time"),
        ("<gpx><wpt lat=\"1\" lon=\"0\"><ele>inf</ele></wpt></gpx>", "is no elevation"),
        ("<gpx><wpt lat=\"1\" lon=\"0\"/>", "is not XML"),
        (
            "<gpx><wpt lat=\"1\" lon=\"0\"><time>2026-01-02T00:00:00Z</time></wpt>\n"
                + "<wpt lat=\"1\" lon=\"0\"><time>2026-01-01T00:00:00Z</time></wpt></gpx>",
            "line 2: the point is earlier"
        ),
        (
            "<gpx><wpt lat=\"1\" lon=\"0\"><time>2026-01-02T00:00:00Z</time></wpt>"
                + "<wpt lat=\"1\" lon=\"0\"/></gpx>", "has no time"
        ),
        (
            "<gpx><wpt lat=\"1\" lon=\"0\"/><wpt lat=\"1\" lon=\"0\">"
                + "<time>2026-01-02T00:00:00Z</time></wpt></gpx>", "the first has none"
        ),
        (
            "<gpx><wpt lat=\"1\" lon=\"0\"><time>0001-01-01T00:00:00Z</time></wpt>"
                + "<wpt lat=\"1\" lon=\"0\"><time>9999-01-01T00:00:00Z</time></wpt></gpx>",
            "a hundred years"
        ),
    ]

    @Test("A file that can't be walked is refused with the line and the reason", arguments: wrong)
    func refused(file: String, said: String) throws {
        let problem = try #require(throws: GPXProblem.self) {
            try GPXTrack(Array(file.utf8), path: "walk.gpx")
        }
        #expect(problem.description.hasPrefix("walk.gpx"))
        #expect(problem.description.contains(said), "\(problem)")
    }

    @Test("Entities that a file defines are not expanded")
    func entities() throws {
        let file = """
            <!DOCTYPE gpx [<!ENTITY a "1"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
            <gpx><wpt lat="1" lon="2"><ele>5&b;&c;</ele></wpt></gpx>
            """
        #expect(try GPXTrack(Array(file.utf8), path: "f").points.first?.elevation == 5)
    }

    @Test("Bytes that are no text are refused")
    func noise() {
        for seed in 0..<50 {
            let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ seed &* 97) }
            #expect(throws: GPXProblem.self) { try GPXTrack(bytes, path: "f") }
        }
    }
}
