import QuiesceVocabulary
import TestSupport
import Testing

@testable import QuiesceCore

/// The rules for what counts as a move: over a region's border, far enough, or not at all.
@Suite struct MovesTests {
    // MARK: Regions

    @Test("The first fix says where the device is, and crosses no border", .behaviour("G4"))
    func first() {
        var crossing = RegionCrossing()
        #expect(crossing.take(distance: 10, accuracy: 5, radius: 100) == nil)
        #expect(crossing.side == .inside)
    }

    @Test("A region is entered at its border, and left a cushion beyond it", .behaviour("G4"))
    func hysteresis() {
        var crossing = RegionCrossing(side: .outside)
        #expect(crossing.take(distance: 100.1, accuracy: 5, radius: 100) == nil)
        #expect(crossing.take(distance: 100, accuracy: 5, radius: 100) == .inside)
        #expect(crossing.take(distance: 125, accuracy: 5, radius: 100) == nil)
        #expect(crossing.take(distance: 125.1, accuracy: 5, radius: 100) == .outside)
    }

    @Test("Noise on the border tells nothing twice", .behaviour("G4"))
    func noise() {
        var crossing = RegionCrossing(side: .outside)
        var told: [RegionCrossing.Side] = []
        for step in 0..<1_000 {
            let wobble = Double((step * 7919) % 49) - 24
            if let side = crossing.take(distance: 100 + wobble, accuracy: 10, radius: 100) {
                told.append(side)
            }
        }
        #expect(told == [.inside])
    }

    @Test("The worse a fix, the wider the cushion, up to a bound", .behaviour("G4"))
    func accuracy() {
        var crossing = RegionCrossing(side: .inside)
        #expect(crossing.take(distance: 180, accuracy: 80, radius: 100) == nil)
        #expect(crossing.take(distance: 299, accuracy: 5_000, radius: 100) == nil)
        #expect(crossing.take(distance: 301, accuracy: 5_000, radius: 100) == .outside)
    }

    // MARK: Significant changes

    @Test(
        "A change is significant that is 500 m and five minutes from the last one told",
        .behaviour("G1"))
    func significant() throws {
        var change = SignificantChange()
        let start = Instant.zero + .seconds(1_000)
        func take(_ metresNorth: Double, _ seconds: Int64) throws -> Bool {
            let there = try #require(Position(latitude: 48 + metresNorth / 111_195, longitude: 8))
            return change.take(there, at: start + .seconds(seconds))
        }
        #expect(try take(0, 0))
        #expect(try !take(10_000, 299), "far enough, and too soon")
        #expect(try !take(490, 300), "late enough, and too near")
        #expect(try take(510, 301))
        #expect(try !take(0, 400))
        // Measured from what was told last, not from where it has been meanwhile.
        #expect(try take(0, 601))
    }

    // MARK: What can't be true

    private func fix(_ latitude: Double, _ seconds: Int64, accuracy: Double = 5) throws
        -> LocationFix
    {
        LocationFix(
            position: try #require(Position(latitude: latitude, longitude: 8)), accuracy: accuracy,
            time: WallTime(milliseconds: seconds * 1_000))
    }

    @Test("A fix without a radius, and one that comes again, aren't taken", .behaviour("G2"))
    func invalid() throws {
        var filter = FixFilter()
        #expect(filter.take(try fix(48, 1, accuracy: -1)) == .invalid)
        #expect(filter.take(try fix(48, 1, accuracy: .nan)) == .invalid)
        #expect(filter.take(try fix(48, 1, accuracy: .infinity)) == .invalid)
        #expect(filter.take(try fix(48, 1)) == nil)
        #expect(filter.take(try fix(48, 1)) == .repeated)
        #expect(filter.take(try fix(48, 2, accuracy: 0)) == nil, "as exact as can be")
    }

    @Test(
        "A jump across the world isn't taken, and is once another fix confirms it", .behaviour("G2")
    )
    func jump() throws {
        var filter = FixFilter()
        #expect(filter.take(try fix(48, 1)) == nil)
        #expect(filter.take(try fix(-33, 2)) == .jump)
        #expect(filter.take(try fix(48, 3)) == nil, "a single one is forgotten")
        #expect(filter.take(try fix(-33, 4)) == .jump)
        #expect(filter.take(try fix(-33, 5)) == nil, "the device was switched off in an aeroplane")
        #expect(filter.take(try fix(48, 6)) == .jump)
        #expect(filter.take(try fix(0, 7)) == .jump, "it confirms none")
    }

    @Test("Two that differ by their own errors alone are no jump", .behaviour("G2"))
    func coarse() throws {
        var filter = FixFilter()
        #expect(filter.take(try fix(48, 1, accuracy: 3_000)) == nil)
        #expect(filter.take(try fix(48.04, 2, accuracy: 2_000)) == nil)
    }

    @Test("A fix from the past isn't taken, unless the clock was set", .behaviour("G2"))
    func past() throws {
        var filter = FixFilter()
        #expect(filter.take(try fix(48, 7_200)) == nil)
        #expect(filter.take(try fix(48, 3_600)) == .backInTime)
        #expect(filter.take(try fix(48, 3_601)) == nil)
        #expect(filter.take(try fix(48, 3_602)) == nil)
    }
}
