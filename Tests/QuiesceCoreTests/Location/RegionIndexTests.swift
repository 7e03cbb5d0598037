import QuiesceVocabulary
import TestSupport
import Testing

@testable import QuiesceCore

@Suite(.behaviour("G4")) struct RegionIndexTests {
    /// Numbers that look made up, and are the same each time.
    private struct Chance {
        var state: UInt64

        mutating func next(_ range: ClosedRange<Double>) -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return range.lowerBound
                + Double(state >> 11) / Double(1 << 53) * (range.upperBound - range.lowerBound)
        }
    }

    private func region(_ latitude: Double, _ longitude: Double, _ radius: Double) throws
        -> CircularRegion
    {
        CircularRegion(
            identifier: "r",
            center: try #require(Position(latitude: latitude, longitude: longitude)), radius: radius
        )
    }

    @Test("Each region that a place is in is found, wherever both are and however large it is")
    func findsAll() throws {
        var chance = Chance(state: 7)
        for round in 0..<20 {
            var index = RegionIndex<Int>()
            var regions: [CircularRegion] = []
            // All over the world, around Greenwich, at the date line, and around a pole.
            let longitudes = [-180.0...180, -0.5...0.5, 179...180, -180...180][round % 4]
            let latitudes = [-80.0...80, -1...1, -1...1, 88...90][round % 4]
            for id in 0..<60 {
                let radius = [30.0, 900, 40_000, 900_000][id % 4]
                let new = try region(chance.next(latitudes), chance.next(longitudes), radius)
                regions.append(new)
                index.insert(new, as: id)
            }
            for _ in 0..<400 {
                let near = regions[Int(chance.next(0...59.9))]
                let spread = near.radius / 111_195 * 1.2
                let latitude = min(
                    90, max(-90, near.center.latitudeDegrees + chance.next(-spread...spread)))
                var longitude = near.center.longitudeDegrees + chance.next(-spread...spread)
                if longitude > 180 { longitude -= 360 }
                if longitude < -180 { longitude += 360 }
                let place = try #require(Position(latitude: latitude, longitude: longitude))
                let found = Set(index.candidates(at: place))
                for (id, region) in regions.enumerated()
                where region.center.distance(to: place) <= region.radius {
                    #expect(found.contains(id), "\(place) in \(region)")
                }
            }
        }
    }

    @Test("Of thousands of regions all over a country, a place looks at those nearby")
    func looksAtFew() throws {
        var chance = Chance(state: 3)
        var index = RegionIndex<Int>()
        for id in 0..<4_000 {
            index.insert(
                try region(chance.next(47...55), chance.next(6...15), chance.next(50...500)), as: id
            )
        }
        var most = 0
        for _ in 0..<500 {
            let place = try #require(
                Position(latitude: chance.next(47...55), longitude: chance.next(6...15)))
            most = max(most, index.candidates(at: place).count)
        }
        #expect(most < 20, "of \(index.count)")
    }

    @Test("A region that is removed or replaced isn't found where it was")
    func removes() throws {
        var index = RegionIndex<String>()
        let home = try region(48, 8, 100)
        index.insert(home, as: "a")
        index.insert(try region(10, 8, 100), as: "a")
        #expect(index.candidates(at: home.center).isEmpty)
        index.insert(try region(89.9, 0, 500_000), as: "pole")
        #expect(index.candidates(at: home.center) == ["pole"])
        index.remove("pole")
        index.remove("nobody")
        #expect(index.candidates(at: home.center).isEmpty)
        #expect(index.count == 1)
    }
}
