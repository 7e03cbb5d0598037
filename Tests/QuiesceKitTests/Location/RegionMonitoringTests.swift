import Foundation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceKit

@Suite("Regions that an app monitors", .behaviour("G4")) @MainActor struct RegionMonitoringTests {
    private let bench = LocationBench()
    private let listener = LocationListener()

    private func manager() async -> CLLocationManager {
        let manager = CLLocationManager(bench.services)
        manager.delegate = listener
        await bench.settled()
        _ = listener.take()
        return manager
    }

    private func circle(
        _ identifier: String = "home", latitude: Double = 48, radius: Double = 100
    ) -> CLCircularRegion {
        CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: latitude, longitude: 16), radius: radius,
            identifier: identifier)
    }

    @Test("A region is asked for once, and another of its name takes its place")
    func monitors() async throws {
        let manager = await manager()
        let home = circle()
        manager.startMonitoring(for: home)
        manager.startMonitoring(for: circle())
        #expect(bench.asked() == [.monitor(region: try #require(home.watched))])
        await bench.settled()
        #expect(listener.take() == ["monitors home", "monitors home"])
        home.notifyOnExit = false
        manager.startMonitoring(for: home)
        let watched = try #require(home.watched)
        #expect(!watched.notifyOnExit && bench.asked() == [.monitor(region: watched)])
        #expect(manager.monitoredRegions == [home])
        manager.stopMonitoring(for: circle())
        manager.stopMonitoring(for: circle())
        #expect(bench.asked() == [.stopMonitoring(region: "home")])
        #expect(manager.monitoredRegions.isEmpty)
        await bench.settled()
        #expect(listener.take() == [], "it was stopped meanwhile")
    }

    @Test("What an earlier launch monitors is known, and so is what isn't recorded yet")
    func monitored() async throws {
        let manager = await manager()
        manager.startMonitoring(for: circle("new"))
        manager.startMonitoring(for: circle("old"))
        manager.stopMonitoring(for: circle("old"))
        let uuid = UUID()
        let beacons = CLBeaconRegion(uuid: uuid, major: 7, identifier: "shop")
        bench.services.take(
            .monitored([try #require(beacons.watched), try #require(circle("old").watched)]))
        #expect(Set(manager.monitoredRegions.map(\.identifier)) == ["new", "shop"])
        let shop = manager.monitoredRegions.first { $0.identifier == "shop" } as? CLBeaconRegion
        #expect(shop?.uuid == uuid && shop?.major == 7 && shop?.minor == nil)
    }

    @Test(
        "Regions that are none, or are refused, fail",
        arguments: [
            (LocationFailure.tooManyRegions, CLError.Code.regionMonitoringFailure),
            (.regionUnavailable, .regionMonitoringFailure), (.denied, .regionMonitoringDenied),
        ])
    func fails(failure: LocationFailure, code: CLError.Code) async {
        let manager = await manager()
        manager.startMonitoring(for: circle(latitude: 91))
        manager.startMonitoring(for: circle(radius: .nan))
        manager.startMonitoring(for: circle(String(repeating: "x", count: 257)))
        #expect(bench.asked() == [] && listener.take() == [])
        await bench.settled()
        #expect(listener.take().filter { $0.hasSuffix(": regionMonitoringFailure") }.count == 3)
        manager.startMonitoring(for: circle())
        bench.services.take(.failed(failure, region: "home"))
        await bench.settled()
        #expect(listener.take() == ["no home: \(code)"])
        #expect(manager.monitoredRegions.isEmpty)
    }

    @Test("While nobody knows where the device is, a region is still monitored")
    func delayed() async {
        let manager = await manager()
        manager.startMonitoring(for: circle())
        bench.services.take(.failed(.unknown, region: "home"))
        #expect(listener.take() == ["no home: regionMonitoringResponseDelayed"])
        #expect(manager.monitoredRegions.count == 1)
    }

    @Test("A state goes to the manager that has asked; of what isn't monitored it is unknown")
    func states() async {
        let (asks, _) = (await manager(), await manager())
        asks.startMonitoring(for: circle())
        await bench.settled()
        _ = (bench.asked(), listener.take())
        asks.requestState(for: circle())
        #expect(bench.asked() == [.requestState(region: "home")])
        bench.services.take(.state(.outside, region: "home"))
        #expect(listener.take() == ["outside home"])
        asks.requestState(for: circle("elsewhere"))
        #expect(bench.asked() == [])
        await bench.settled()
        #expect(listener.take() == ["unknown elsewhere"])
    }

    @Test("A circle that is larger than the largest counts as that")
    func large() throws {
        let watched = try #require(circle(radius: 5_000_000).watched)
        guard case .circle(let circle) = watched.area else { throw Unexpected() }
        #expect(circle.radius == CLLocationManager(bench.services).maximumRegionMonitoringDistance)
    }

    private struct Unexpected: Error {}

    @Test("A place is in a circle by its distance, across the date line too")
    func contains() {
        let circle = CLCircularRegion(
            center: CLLocationCoordinate2D(latitude: 0, longitude: 179.999), radius: 300,
            identifier: "line")
        #expect(circle.contains(CLLocationCoordinate2D(latitude: 0, longitude: -179.999)))
        #expect(!circle.contains(CLLocationCoordinate2D(latitude: 0.01, longitude: 179.999)))
    }
}
