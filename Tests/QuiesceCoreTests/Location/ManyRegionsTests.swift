import TestSupport
import Testing

@testable import QuiesceCore

/// Ten thousand regions, 500 apps with 20 each: a fix costs what it concerns, counted in regions
/// that are looked at.
@Suite("Ten thousand regions", .behaviour("G4", "G5")) struct ManyRegionsTests {
    /// Each app's are in a row to the east, 300 m from one to the next, and apps 300 m apart to the
    /// north.
    private static func watch(_ side: RegionCrossing.Side?) throws -> RegionWatch {
        var watch = RegionWatch()
        for app in 0..<500 {
            let id = try #require(AppID("org.example.app\(app)"))
            for number in 0..<Limits.regionsPerApp {
                var region = MonitoredRegion(
                    WatchedRegion(.circle(circle(number, north: app, east: number))))
                region.crossing = RegionCrossing(side: side)
                watch.add(region, of: id)
            }
        }
        return watch
    }

    private static func circle(_ name: Int, north: Int, east: Int) -> CircularRegion {
        CircularRegion(
            identifier: "\(name)",
            center: .alps(north: Double(north) * 300, east: Double(east) * 300), radius: 100)
    }

    @Test("A place looks at those nearby, as when there were no others")
    func few() throws {
        let watch = try Self.watch(.outside)
        var most = 0
        for step in 0..<1_000 {
            let place = Position.alps(north: Double(step) * 149, east: Double(step % 60) * 100)
            let concerned = watch.concerned(by: place)
            most = max(most, concerned.count)
            for app in max(0, step / 2 - 2)...min(499, step / 2 + 2) {
                for number in 0..<Limits.regionsPerApp
                where Self.circle(number, north: app, east: number).center.distance(to: place)
                    <= 100
                {
                    let id = try #require(AppID("org.example.app\(app)"))
                    #expect(concerned.contains(RegionKey(app: id, identifier: "\(number)")))
                }
            }
        }
        // Two squares' side of 1.1 km holds some sixteen.
        #expect((1...40).contains(most), "of 10,000")
    }

    @Test("Nobody knows of new ones where they begin: all are looked at once, and then no more")
    func unknown() throws {
        var watch = try Self.watch(nil)
        let place = Position.alps(north: -50_000)
        let first = watch.concerned(by: place)
        #expect(first.count == 10_000)
        #expect(Set(first).count == 10_000)
        for key in first { watch.note(key, .outside) }
        #expect(watch.concerned(by: place).isEmpty)
    }

    @Test("Those that the device is in are looked at wherever it goes, and until it left them")
    func inside() throws {
        var watch = try Self.watch(.outside)
        let app = try #require(AppID("org.example.app7"))
        let keys = (0..<3).map { RegionKey(app: app, identifier: "\($0)") }
        for key in keys { watch.note(key, .inside) }
        let away = Position.alps(north: -50_000)
        #expect(watch.concerned(by: away) == keys)
        watch.note(keys[1], .outside)
        #expect(watch.concerned(by: away) == [keys[0], keys[2]])
        watch.remove("0", of: app)
        #expect(watch.concerned(by: away) == [keys[2]])
    }
}
