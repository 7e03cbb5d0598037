import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

@MainActor @Suite(.virtualDevice) struct LocationCases {
    private static let home = CLLocation(latitude: 47, longitude: 8)

    private func walker(
        _ app: AppManifest = .underTest(), uses: @escaping @MainActor (CLLocationManager) -> Void
    ) async throws -> VirtualDevice {
        Walker.places = 0
        Walker.crossings = []
        Walker.uses = uses
        let device = try VirtualDevice.current
        try await device.launch(Walker.self, as: app)
        try await device.allow(.location)
        try await device.move(to: Self.home)
        try await device.advance(by: .minutes(10))
        return device
    }

    /// 11 km to the north.
    private func goFar(_ device: VirtualDevice) async throws {
        try await device.move(to: CLLocation(latitude: 47.1, longitude: 8))
        try await device.advance(by: .minutes(10))
    }

    @Test(
        "A foreground-only service stops delivering when the app is suspended",
        .says(.background, "Tracking the User's Location"))
    func foregroundOnly() async throws {
        let device = try await walker { $0.startUpdatingLocation() }
        try await device.pressHome()
        let before = Walker.places
        try await goFar(device)
        #expect(Walker.places == before)
        #expect(device.app.state == .suspended)
    }

    @Test(
        "With the mode location the app is woken whenever there is a new location",
        .says(.background, "Tracking the User's Location"))
    func mode() async throws {
        let device = try await walker(.underTest(modes: [.location])) {
            $0.startUpdatingLocation()
        }
        try await device.pressHome()
        let before = Walker.places
        try await goFar(device)
        #expect(Walker.places > before)
        #expect(device.app.launches == 1)
    }

    @Test(
        "A significant change wakes a suspended app in the background",
        .says(.background, "Tracking the User's Location"))
    func significant() async throws {
        let device = try await walker { $0.startMonitoringSignificantLocationChanges() }
        try await device.pressHome()
        let before = Walker.places
        try await goFar(device)
        #expect(Walker.places > before)
        #expect(device.app.state == .suspended)
    }

    @Test(
        "An app that uses the significant-change service is relaunched after it was terminated",
        .says(.background, "Tracking the User's Location"))
    func significantRelaunch() async throws {
        let device = try await walker { $0.startMonitoringSignificantLocationChanges() }
        try await device.pressHome()
        try await terminate(on: device)
        try await goFar(device)
        #expect(device.app.launches == 2)
    }

    @Test(
        "An app is launched when the device has left or entered one of its regions",
        .says(.background, "Understanding When Your App Gets Launched into the Background"))
    func region() async throws {
        let device = try await walker {
            $0.startMonitoring(
                for: CLCircularRegion(
                    center: Self.home.coordinate, radius: 200, identifier: "home"))
        }
        try await device.pressHome()
        try await terminate(on: device)
        try await goFar(device)
        #expect(device.app.launches == 2)
        #expect(Walker.crossings == ["left home"])
    }

    @Test(
        "In iOS 8 and later location apps are relaunched after the user has force quit them",
        .says(.background, "Understanding When Your App Gets Launched into the Background"))
    func forceQuit() async throws {
        let device = try await walker { $0.startMonitoringSignificantLocationChanges() }
        try await device.quit()
        try await goFar(device)
        #expect(device.app.launches == 2)
    }

    @Test(
        "Before iOS 8 location apps aren't relaunched after the user has force quit them",
        .says(.background, "Understanding When Your App Gets Launched into the Background"),
        .virtualDevice(.ios7))
    func forceQuitBefore() async throws {
        let device = try await walker { $0.startMonitoringSignificantLocationChanges() }
        try await device.quit()
        try await goFar(device)
        #expect(device.app.launches == 1)
    }
}

/// Counts what it is told of places.
@MainActor
private final class Walker: UIResponder, UIApplicationDelegate,
    CLLocationManagerDelegate
{
    static var places = 0
    static var crossings: [String] = []
    static var uses: @MainActor (CLLocationManager) -> Void = { _ in }
    private let manager = CLLocationManager()

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        manager.delegate = self
        manager.requestAlwaysAuthorization()
        Self.uses(manager)
        return true
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        Self.places += locations.count
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        Self.crossings.append("entered \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        Self.crossings.append("left \(region.identifier)")
    }
}
