import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

/// The news of location that an app is woken or launched for.
@Suite("News of location in an app", .behaviour("G1", "G4")) @MainActor struct LocationNewsTests {
    private let bench = LocationBench()
    private let listener = LocationListener()
    private let home = CLCircularRegion(
        center: CLLocationCoordinate2D(latitude: 48, longitude: 16), radius: 100, identifier: "home"
    )

    private func manager() async -> CLLocationManager {
        let manager = CLLocationManager(bench.services)
        manager.delegate = listener
        await bench.settled()
        _ = listener.take()
        return manager
    }

    @Test("Significant changes are asked for once for all managers, until the last one stops")
    func significant() async throws {
        let (first, second) = (await manager(), await manager())
        first.startMonitoringSignificantLocationChanges()
        second.startMonitoringSignificantLocationChanges()
        second.startMonitoringSignificantLocationChanges()
        #expect(bench.asked() == [.startSignificant])
        second.stopMonitoringSignificantLocationChanges()
        bench.services.take(.significant(try LocationBench.fix(48)))
        #expect(listener.take() == ["at 48.0"])
        #expect(bench.asked() == [])
        first.stopMonitoringSignificantLocationChanges()
        #expect(bench.asked() == [.stopSignificant])
    }

    @Test("What an earlier launch has started, this one can stop")
    func earlier() async {
        let manager = await manager()
        manager.stopMonitoringSignificantLocationChanges()
        #expect(bench.asked() == [.stopSignificant])
    }

    @Test(
        "News that come before any manager wait for one with a delegate that has started the service",
        .behaviour("G6"))
    func kept() async throws {
        bench.services.take(.significant(try LocationBench.fix(48)))
        bench.services.take(.update(try LocationBench.fix(49)))
        bench.services.take(.significant(try LocationBench.fix(50)))
        bench.permit("authorized")
        let manager = CLLocationManager(bench.services)
        #expect(manager.location?.coordinate.latitude == 50)
        manager.startMonitoringSignificantLocationChanges()
        await bench.settled()
        manager.delegate = listener
        #expect(listener.take() == [], "not before the app's own code has returned")
        await bench.settled()
        #expect(listener.take() == ["authorizedAlways", "at 48.0", "at 50.0"])
        manager.startUpdatingLocation()
        await bench.settled()
        #expect(listener.take() == ["at 49.0"])
        #expect(manager.location?.coordinate.latitude == 50)
        manager.delegate = nil
        manager.delegate = listener
        await bench.settled()
        #expect(listener.take() == ["authorizedAlways"], "each comes once")
    }

    @Test("A region's news need no more than a delegate, and come with the region's state")
    func keptRegions() async {
        bench.services.take(.monitored([home.watched].compactMap { $0 }))
        bench.services.take(.entered(region: "home"))
        bench.services.take(.left(region: "elsewhere"))
        let manager = CLLocationManager(bench.services)
        manager.delegate = listener
        await bench.settled()
        #expect(listener.take() == ["notDetermined", "inside home", "entered home"])
        bench.services.take(.left(region: "home"))
        #expect(listener.take() == ["outside home", "left home"])
    }

    @Test("An app that never makes a manager keeps the newest news only")
    func bounded() async throws {
        for number in 0..<70 {
            bench.services.take(.significant(try LocationBench.fix(Double(number))))
        }
        let manager = CLLocationManager(bench.services)
        manager.startMonitoringSignificantLocationChanges()
        manager.delegate = listener
        await bench.settled()
        #expect(listener.take() == ["notDetermined"] + (6..<70).map { "at \($0).0" })
    }

    @Test(
        "An update for which the app is woken goes to all managers that want updates",
        .behaviour("G3"))
    func update() async throws {
        let (first, second) = (await manager(), await manager())
        first.startUpdatingLocation()
        second.startUpdatingHeading()
        bench.services.take(.update(try LocationBench.fix(48)))
        #expect(listener.take() == ["at 48.0"])
    }

    @Test(
        "It goes to those alone from whose last place the device has moved as far as they say, or to all if that is nobody's",
        .behaviour("G2", "G3"))
    func updateByDistance() async throws {
        let (near, far) = (await manager(), await manager())
        far.distanceFilter = 1_000
        near.startUpdatingLocation()
        far.startUpdatingLocation()
        func told(_ latitude: Double) throws -> Int {
            bench.services.take(.update(try LocationBench.fix(latitude)))
            return listener.take().count
        }
        #expect(try told(48) == 2)
        #expect(try told(48.001) == 1, "a hundred metres")
        #expect(try told(48.02) == 2, "two kilometres")
        near.take(paused: true)
        _ = listener.take()
        #expect(try told(48.04) == 1)
        #expect(try told(48.041) == 1, "the one that isn't paused")
        far.stopUpdatingLocation()
        far.startUpdatingLocation()
        #expect(try told(48.042) == 1, "it begins anew")
    }
}
