import Foundation
import QuiesceCore
import TestSupport
import Testing

@testable import QuiesceDaemon

@Suite(
    "Location from the real GeoClue", .behaviour("G2"),
    .enabled(if: GeoClueFixture.canRun, GeoClueFixture.missing))
struct GeoClueSourceTests {
    private let scratch: ScratchDirectory
    private let heard: HeardReports

    init() throws {
        scratch = try ScratchDirectory()
        heard = try HeardReports()
    }

    private static let each = LocationWish(accuracy: 0, distance: 0)

    private func geoClue(isAllowed: Bool = true) throws -> GeoClueFixture {
        try GeoClueFixture(in: scratch, on: heard.loop, isAllowed: isAllowed)
    }

    /// With a port of gpsd at which nobody is.
    private func sources(_ geoClue: GeoClueFixture) -> LocationSources {
        heard.sources(LocationPlaces(bus: geoClue.address, gpsd: 1))
    }

    @Test("It is found, and where the receiver walks is told")
    func fixes() throws {
        let geoClue = try geoClue()
        let sources = sources(geoClue)
        sources.want(Self.each)
        #expect(try heard.nextFound() == "GeoClue")
        let first = try heard.nextFix()
        let second = try heard.nextFix()
        #expect(first.position.longitudeDegrees == 11.5)
        #expect(first.position.latitude < second.position.latitude)
        #expect(first.altitude == 545.4)
        #expect(abs((LinuxClock.now().wall - second.time).inSeconds) < 60)
        sources.shutdown()
    }

    @Test("Off, GeoClue has no client, the bus no connection of ours, and the loop watches nothing")
    func off() throws {
        let geoClue = try geoClue()
        let sources = sources(geoClue)
        let before = try heard.watched()
        sources.want(Self.each)
        _ = try heard.nextFix()
        #expect(try heard.watched() > before)
        let connections = try names(geoClue)
        #expect(try hasClient(geoClue))
        sources.want(nil)
        #expect(try heard.watched() == before)
        // The bus and GeoClue hear of it in their own time.
        try waitUntil("both have heard of it") {
            try !hasClient(geoClue) && names(geoClue) == connections - 1
        }
        #expect(heard.rest(milliseconds: 3 * Int64(GeoClueFixture.milliseconds)) == [])
        // It can be had again.
        sources.want(Self.each)
        #expect(try heard.nextFound() == "GeoClue")
        _ = try heard.nextFix()
    }

    @Test("Killed it is lost, once; started again it is found, and fixes go on")
    func killed() throws {
        let geoClue = try geoClue()
        let sources = sources(geoClue)
        sources.want(Self.each)
        _ = try heard.nextFix()
        geoClue.kill()
        let why = try heard.nextLost()
        #expect(why.hasPrefix("GeoClue has ended"))
        try geoClue.start()
        // Nothing else is told in between, however often it was tried.
        #expect(try heard.next() == .found("GeoClue"))
        _ = try heard.nextFix()
        sources.shutdown()
    }

    @Test("Whose owner doesn't allow it is told what to put into geoclue.conf")
    func refused() throws {
        let geoClue = try geoClue(isAllowed: false)
        let sources = sources(geoClue)
        sources.want(Self.each)
        // It may not be on the bus yet when it is asked for the first time.
        while true {
            let why = try heard.nextLost()
            if why.contains("[quiesced]") {
                #expect(why.contains("geoclue.conf"))
                break
            }
            sources.want(nil)
            sources.want(Self.each)
        }
        sources.shutdown()
    }

    @Test("It tells only of what has moved as far as is wanted, and at once of all when that is")
    func distance() throws {
        let geoClue = try geoClue()
        let sources = sources(geoClue)
        sources.want(LocationWish(accuracy: 0, distance: 200))
        var last = try heard.nextFix()
        for _ in 0..<2 {
            let next = try heard.nextFix()
            #expect(next.position.distance(to: last.position) >= 200)
            last = next
        }
        sources.want(Self.each)
        // A step is some 56 m.
        while case let next = try heard.nextFix(),
            next.position.distance(to: last.position) > 100
        { last = next }
        sources.shutdown()
    }

    @Test("Wanted better, it is asked anew for as much, and not told to be found again")
    func accuracy() throws {
        let geoClue = try geoClue()
        let sources = sources(geoClue)
        // No receiver of satellites is switched on to find a city.
        sources.want(LocationWish(accuracy: 5_000, distance: 0))
        _ = try heard.nextFound()
        #expect(heard.rest(milliseconds: 3 * Int64(GeoClueFixture.milliseconds)) == [])
        sources.want(Self.each)
        guard case .fix = try heard.next() else {
            Issue.record("nothing but fixes comes")
            return
        }
        sources.shutdown()
    }

    @Test("A bus that has ended is lost, and nothing of it is left")
    func busEnds() throws {
        let before = try heard.watched()
        let bus = try TestBus(in: scratch)
        let sources = heard.sources(LocationPlaces(bus: bus.address, gpsd: 1))
        sources.want(Self.each)
        let why = try heard.nextLost()
        #expect(why.contains("GeoClue isn't on the system bus, and gpsd isn't at port 1"))
        bus.end()
        sources.want(nil)
        #expect(try heard.watched() == before)
    }

    private func hasClient(_ geoClue: GeoClueFixture) throws -> Bool {
        try geoClue.ask(
            GeoClue.name, "/org/freedesktop/GeoClue2/Client",
            "org.freedesktop.DBus.Introspectable.Introspect"
        ).contains("<node name=")
    }

    /// How many connections the bus has.
    private func names(_ geoClue: GeoClueFixture) throws -> Int {
        let bus = "org.freedesktop.DBus"
        let text = try geoClue.ask(bus, "/org/freedesktop/DBus", "\(bus).ListNames")
        return text.components(separatedBy: "\":").count - 1
    }
}
