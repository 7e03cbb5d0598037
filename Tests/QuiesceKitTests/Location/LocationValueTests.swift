import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

@Suite("Places, headings and errors", .behaviour("G2")) struct LocationValueTests {
    @Test("Distances are those of the sphere")
    func distances() {
        let vienna = CLLocation(latitude: 48.208_174, longitude: 16.373_819)
        let lisbon = CLLocation(latitude: 38.722_252, longitude: -9.139_337)
        // The expected distances follow the haversine formula with a radius of 6,371,009 m.
        #expect(abs(vienna.distance(from: lisbon) - 2_299_000) < 5_000)
        #expect(vienna.distance(from: vienna) == 0)
        let degree = CLLocation(latitude: 0, longitude: 0)
            .distance(from: CLLocation(latitude: 1, longitude: 0))
        #expect(abs(degree - 111_195) < 1)
        let half = CLLocation(latitude: 90, longitude: 0)
            .distance(from: CLLocation(latitude: -90, longitude: 0))
        #expect(abs(half - 20_015_115) < 10)
    }

    @Test("Of a fix, what isn't known is negative")
    func fix() throws {
        let position = try #require(Position(latitude: -1.5, longitude: 2.25))
        let location = CLLocation(
            LocationFix(position: position, accuracy: 30, time: .zero + .milliseconds(1_250)))
        #expect(location.coordinate.latitude == -1.5 && location.coordinate.longitude == 2.25)
        #expect(location.horizontalAccuracy == 30 && location.verticalAccuracy == -1)
        #expect(location.speed == -1 && location.course == -1)
        #expect(location.speedAccuracy == -1 && location.courseAccuracy == -1)
        #expect(location.timestamp == Date(timeIntervalSince1970: 1.25) && location.floor == nil)
        let known = CLLocation(
            LocationFix(
                position: position, accuracy: 30, altitude: 171, altitudeAccuracy: 12, speed: 2,
                course: 90, time: .zero))
        #expect(known.altitude == 171 && known.verticalAccuracy == 12)
        #expect(known.speed == 2 && known.course == 90)
    }

    @Test("A place is described as CoreLocation does it")
    func description() {
        let location = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 37.332_331_41, longitude: -122.031_218_6),
            altitude: 0, horizontalAccuracy: 50, verticalAccuracy: -1, timestamp: Date())
        #expect(
            location.description.hasPrefix(
                "<+37.33233141,-122.03121860> +/- 50.00m (speed -1.00 mps / course -1.00) @ "))
    }

    @Test("What is beyond a pole, beyond the date line or no number is no place")
    func valid() {
        #expect(CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(90, -180)))
        #expect(!CLLocationCoordinate2DIsValid(kCLLocationCoordinate2DInvalid))
        for (latitude, longitude) in [(90.1, 0), (0, 180.1), (Double.nan, 0), (0, .infinity)] {
            #expect(
                !CLLocationCoordinate2DIsValid(CLLocationCoordinate2DMake(latitude, longitude)))
        }
    }

    @Test("Errors can be caught by their code, and have CoreLocation's domain", .behaviour("G5"))
    func errors() {
        let error = CLError(.denied) as NSError
        #expect(error.domain == kCLErrorDomain && error.code == 1)
        do { throw CLError(.denied) } catch CLError.denied {} catch {
            Issue.record("it is another error: \(error)")
        }
        #expect(CLError.historicalLocationError.rawValue == 19)
    }

    @Test("A region comes back from the daemon as it was, and a copy is equal", .behaviour("G4"))
    func regions() throws {
        let uuid = UUID()
        let circle = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 48.208_174_3, longitude: 16.373_818_9),
            radius: 150, identifier: "home")
        circle.notifyOnEntry = false
        let watched = try #require(circle.watched)
        let again = try #require(CLRegion.make(watched) as? CLCircularRegion)
        #expect(again.center.latitude == 48.208_174_3 && again.radius == 150)
        #expect(!again.notifyOnEntry && again.notifyOnExit && again == circle)
        let beacon = CLBeaconRegion(uuid: uuid, major: 1, minor: 65_535, identifier: "till")
        let copy = try #require(beacon.copy() as? CLBeaconRegion)
        #expect(copy.watched == beacon.watched && copy.minor == 65_535 && copy != circle)
    }
}
