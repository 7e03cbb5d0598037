import Foundation
import QuiesceVocabulary
import TestSupport
import Testing

@testable import QuiesceCore

@Suite(.behaviour("G1", "G4")) struct PositionTests {
    private func position(_ latitude: Double, _ longitude: Double) throws -> Position {
        try #require(Position(latitude: latitude, longitude: longitude))
    }

    @Test(
        "A place that there isn't can't be made",
        arguments: [
            (90.1, 0.0), (-91, 0), (0, 180.000_1), (0, -200), (.nan, 0), (0, .nan), (.infinity, 0),
        ])
    func nowhere(latitude: Double, longitude: Double) {
        #expect(Position(latitude: latitude, longitude: longitude) == nil)
    }

    @Test("A place is the same once it was written and read")
    func written() throws {
        for degrees in stride(from: -90.0, through: 90, by: 7.123_456_789) {
            let there = try position(degrees, degrees * 2)
            #expect(try Position.read(there.json) == there)
            let again = try position(there.latitudeDegrees, there.longitudeDegrees)
            #expect(again == there)
            #expect(abs(there.latitudeDegrees - degrees) <= 0.5e-7)
        }
    }

    /// By the haversine formula and the C library.
    private func great(_ a: Position, _ b: Position) -> Double {
        let radians = Double.pi / 180
        let (north, south) = (a.latitudeDegrees * radians, b.latitudeDegrees * radians)
        let east = (b.longitudeDegrees - a.longitudeDegrees) * radians
        let chord =
            pow(sin((south - north) / 2), 2) + cos(north) * cos(south) * pow(sin(east / 2), 2)
        return 2 * 6_371_009 * asin(min(1, chord.squareRoot()))
    }

    @Test("Distances up to 100 km are within 0.1 % of those on the sphere, up to 70° of latitude")
    func distances() throws {
        for latitude in stride(from: -70.0, through: 70, by: 10) {
            for metres in [1.0, 25, 500, 10_000, 99_000] {
                for bearing in stride(from: 0.0, to: 360, by: 30) {
                    let step = metres / 111_195
                    let here = try position(latitude, 8)
                    let there = try position(
                        latitude + step * cos(bearing * .pi / 180),
                        8 + step * sin(bearing * .pi / 180) / cos(latitude * .pi / 180))
                    let exact = great(here, there)
                    // A unit is 11 mm, and both ends are rounded.
                    #expect(
                        abs(here.distance(to: there) - exact) <= exact * 0.001 + 0.02,
                        "\(metres) m from \(latitude)° towards \(bearing)°")
                    #expect(here.distance(to: there) == there.distance(to: here))
                }
            }
        }
    }

    @Test("The shorter way may cross the date line")
    func dateLine() throws {
        let metres = try position(0, 179.999).distance(to: position(0, -179.999))
        #expect(abs(metres - 222.4) < 0.1)
    }

    @Test("The cosine is that of the C library")
    func cosine() {
        for angle in stride(from: -Double.pi / 2, through: .pi / 2, by: 0.01) {
            #expect(abs(Position.cosine(angle) - cos(angle)) < 1e-10)
        }
    }
}
