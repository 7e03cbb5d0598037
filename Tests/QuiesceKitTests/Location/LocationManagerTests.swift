import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

@Suite("Where the device is, in an app", .behaviour("G2")) @MainActor struct LocationManagerTests {
    private let bench = LocationBench()
    private let listener = LocationListener()

    /// One whose delegate has been told its first authorisation.
    private func manager() async -> CLLocationManager {
        let manager = CLLocationManager(bench.services)
        manager.delegate = listener
        await bench.settled()
        _ = listener.take()
        return manager
    }

    private func start(
        _ manager: CLLocationManager, accuracy: Double = 0, distance: Double = 0,
        mayPause: Bool = true, again: Bool = false
    ) -> LocationRequest {
        .start(
            manager: manager.number,
            wish: LocationWish(accuracy: accuracy, distance: distance, mayPause: mayPause),
            again: again)
    }

    @Test("What the device can tell is known as it was told, until the next daemon says so")
    func abilities() {
        #expect(!bench.services.abilities.location && !bench.services.abilities.heading)
        #expect(!bench.services.canMonitor(CLCircularRegion.self))
        bench.services.take(.abilities(LocationAbilities(location: true, heading: false)))
        #expect(bench.services.abilities.location && !bench.services.abilities.heading)
        #expect(bench.services.canMonitor(CLCircularRegion.self))
        #expect(!bench.services.canMonitor(CLLocation.self))
        bench.link.disconnected()
        bench.connect()
        #expect(!bench.services.abilities.location)
    }

    @Test(
        "The delegate is told of a pause; asked to start again, its updates go on", .behaviour("G5")
    )
    func pauses() async throws {
        let manager = await manager()
        manager.startUpdatingLocation()
        #expect(bench.asked() == [start(manager)])
        bench.services.take(.paused(managers: [manager.number]))
        bench.services.take(.paused(managers: [manager.number + 1]))
        #expect(listener.take() == ["paused"])
        manager.startUpdatingLocation()
        manager.startUpdatingLocation()
        #expect(bench.asked() == [start(manager)])
        bench.services.take(.paused(managers: [manager.number]))
        bench.services.take(.resumed(managers: [manager.number]))
        #expect(listener.take() == ["paused", "resumed"])
        manager.startUpdatingLocation()
        #expect(bench.asked() == [])
        manager.pausesLocationUpdatesAutomatically = false
        #expect(bench.asked() == [start(manager, mayPause: false)])
        manager.stopUpdatingLocation()
        bench.services.take(.paused(managers: [manager.number]))
        #expect(listener.take() == [], "it has stopped meanwhile")
    }

    @Test(
        "A pause that the next daemon tells again is told once, and a place ends it",
        .behaviour("G5"))
    func pausesAnew() async throws {
        let manager = await manager()
        manager.startUpdatingLocation()
        bench.services.take(.paused(managers: [manager.number]))
        bench.services.take(.paused(managers: [manager.number]))
        #expect(listener.take() == ["paused"])
        try bench.fix(48, for: manager.number)
        #expect(listener.take() == ["resumed", "at 48.0"])
        bench.services.take(.resumed(managers: [manager.number]))
        #expect(listener.take() == [])
        bench.services.take(.paused(managers: [manager.number]))
        bench.services.take(.update(try LocationBench.fix(49)))
        #expect(
            listener.take() == ["paused", "resumed", "at 49.0"],
            "it is woken for a place, so its updates aren't paused")
    }

    @Test("Updates are asked for once when they start, and no more of them when they stop")
    func starts() async throws {
        let manager = await manager()
        manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
        manager.distanceFilter = 25
        #expect(bench.asked() == [])
        manager.startUpdatingLocation()
        manager.startUpdatingLocation()
        #expect(bench.asked() == [start(manager, accuracy: 100, distance: 25)])
        manager.desiredAccuracy = kCLLocationAccuracyBestForNavigation
        #expect(bench.asked() == [start(manager, distance: 25)])
        manager.distanceFilter = kCLDistanceFilterNone
        #expect(bench.asked() == [start(manager)])
        manager.stopUpdatingLocation()
        manager.stopUpdatingLocation()
        #expect(bench.asked() == [.stop(manager: manager.number)])
        try bench.fix(48, for: manager.number)
        #expect(listener.take() == [], "it has stopped meanwhile")
    }

    @Test("Wishes that are no number, or beyond the earth, ask for what there is")
    func wishes() async {
        let manager = await manager()
        manager.desiredAccuracy = .nan
        manager.distanceFilter = CLLocationDistanceMax
        manager.startUpdatingLocation()
        #expect(bench.asked() == [start(manager, distance: 20_037_508)])
    }

    @Test("A fix goes to the managers that it names, and to no other")
    func named() async throws {
        let (first, second) = (await manager(), await manager())
        let other = LocationListener()
        second.delegate = other
        await bench.settled()
        _ = other.take()
        bench.permit("authorized")
        _ = (listener.take(), other.take())
        first.startUpdatingLocation()
        second.startUpdatingLocation()
        try bench.fix(48, for: second.number)
        #expect(listener.take() == [] && other.take() == ["at 48.0"])
        try bench.fix(49, for: first.number, second.number, 99)
        #expect(listener.take() == ["at 49.0"] && other.take() == ["at 49.0"])
        #expect(first.location?.coordinate.latitude == 49)
    }

    @Test("The filter of distances is the system's: the app gets what the system sends")
    func filter() async throws {
        let manager = await manager()
        manager.distanceFilter = 1_000_000
        manager.startUpdatingLocation()
        for latitude in [48, 48, 48.000_1] { try bench.fix(latitude, for: manager.number) }
        #expect(listener.take() == ["at 48.0", "at 48.0", "at 48.0001"])
    }

    @Test("One place is asked for until it is there, or why it isn't known")
    func once() async throws {
        let manager = await manager()
        manager.requestLocation()
        manager.requestLocation()
        #expect(bench.asked() == [start(manager, mayPause: false)])
        try bench.fix(48, for: manager.number)
        try bench.fix(49, for: manager.number)
        #expect(listener.take() == ["at 48.0"])
        #expect(bench.asked() == [.stop(manager: manager.number)])
        manager.requestLocation()
        bench.services.take(.failed(.unknown, region: nil))
        #expect(listener.take() == ["failed locationUnknown"])
        #expect(bench.asked() == [start(manager, mayPause: false), .stop(manager: manager.number)])
    }

    @Test("An error goes to the managers that wait for anything, and stops none", .behaviour("G5"))
    func errors() async throws {
        let manager = await manager()
        let idle = await self.manager()
        let other = LocationListener()
        idle.delegate = other
        manager.startUpdatingLocation()
        bench.services.take(.failed(.denied, region: nil))
        #expect(listener.take() == ["failed denied"])
        try bench.fix(48, for: manager.number)
        #expect(listener.take() == ["at 48.0"])
        await bench.settled()
        #expect(other.take() == ["notDetermined"])
    }

    @Test("Headings are asked for with their filter, and come to the manager that they are for")
    func heading() async {
        let manager = await manager()
        manager.startUpdatingHeading()
        manager.headingFilter = kCLHeadingFilterNone
        #expect(
            bench.asked() == [
                .startHeading(manager: manager.number, filter: 1),
                .startHeading(manager: manager.number, filter: 0),
            ])
        let reading = HeadingReading(magnetic: 270, accuracy: 5, time: .zero + .seconds(1))
        bench.services.take(.heading(reading, managers: [manager.number]))
        #expect(listener.take() == ["heading 270.0 -1.0"])
        #expect(manager.heading?.timestamp == Date(timeIntervalSince1970: 1))
        manager.stopUpdatingHeading()
        #expect(bench.asked() == [.stopHeading(manager: manager.number)])
        bench.services.take(.heading(reading, managers: [manager.number]))
        #expect(listener.take() == [])
    }

    @Test("When the manager is released, its updates and its headings stop")
    func released() async {
        var manager: CLLocationManager? = await manager()
        let number = manager?.number ?? 0
        manager?.startUpdatingLocation()
        manager?.startUpdatingHeading()
        manager?.startMonitoringSignificantLocationChanges()
        _ = bench.asked()
        manager = nil
        #expect(bench.asked() == [.stop(manager: number), .stopHeading(manager: number)])
    }

    @Test("A delegate that is released isn't told, and the app still knows where it is")
    func delegateReleased() async throws {
        let manager = CLLocationManager(bench.services)
        var delegate: LocationListener? = LocationListener()
        manager.delegate = delegate
        manager.startUpdatingLocation()
        bench.permit("authorizedWhenInUse")
        delegate = nil
        #expect(manager.delegate == nil && delegate == nil)
        try bench.fix(48, for: manager.number)
        await bench.settled()
        #expect(manager.location?.coordinate.latitude == 48)
    }

    @Test(
        "A daemon that comes back is asked again, as it may have lost its journal",
        .behaviour("reliability P8"))
    func reconnects() async {
        let (first, second) = (await manager(), await manager())
        second.startUpdatingLocation()
        second.startUpdatingHeading()
        first.startUpdatingLocation()
        first.startMonitoringSignificantLocationChanges()
        second.stopUpdatingHeading()
        _ = bench.asked()
        bench.link.disconnected()
        // It knows of all but the last, which is said again in any case.
        bench.connect(lastRequest: 4)
        #expect(
            bench.asked() == [
                .stopHeading(manager: second.number), start(first, again: true),
                start(second, again: true),
            ])
    }

    @Test("Updates aren't deferred, and beacons aren't ranged: the delegate is told why")
    func unavailable() async {
        let manager = await manager()
        manager.allowDeferredLocationUpdates(untilTraveled: 1_000, timeout: 60)
        manager.startUpdatingLocation()
        manager.allowDeferredLocationUpdates(untilTraveled: 1_000, timeout: 60)
        manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: UUID()))
        #expect(listener.take() == [])
        await bench.settled()
        #expect(
            listener.take() == [
                "not deferred: deferredNotUpdatingLocation", "not deferred: deferredFailed",
                "not ranged: rangingUnavailable",
            ])
    }

    private final class Veteran: CLLocationManagerDelegate {
        var heard: [String] = []
        func locationManager(
            _: CLLocationManager, didUpdateTo new: CLLocation, from old: CLLocation?
        ) {
            let before = old.map { "\($0.coordinate.latitude)" } ?? "nowhere"
            heard.append("\(before) to \(new.coordinate.latitude)")
        }
        func locationManager(
            _: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
        ) { heard.append("\(status)") }
    }

    @Test("A delegate of earlier days is called as it was then")
    func veteran() async throws {
        let manager = CLLocationManager(bench.services)
        let delegate = Veteran()
        manager.delegate = delegate
        await bench.settled()
        manager.startUpdatingLocation()
        try bench.fix(48, for: manager.number)
        try bench.fix(49, for: manager.number)
        #expect(delegate.heard == ["notDetermined", "nowhere to 48.0", "48.0 to 49.0"])
    }
}
