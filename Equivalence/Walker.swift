import Foundation
import QuiesceCore
import QuiesceKit
import QuiesceTesting

/// An app that follows where the device is, and writes down what it is told of that.
@MainActor final class Walker: NSObject, CLLocationManagerDelegate {
    static let home = CLLocation(latitude: 47, longitude: 8)
    static var places: [CLLocation] = []
    static var told: [String] = []
    /// nil before the first launch.
    static var current: Walker?
    let manager = CLLocationManager()

    override init() {
        super.init()
        manager.delegate = self
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        Self.places += locations
    }
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        Self.told.append("entered \(region.identifier)")
    }
    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        Self.told.append("left \(region.identifier)")
    }
    func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
        Self.told.append("\(state) \(region.identifier)")
    }
    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
        withError error: any Error
    ) {
        Self.told.append("failed \(region?.identifier ?? "")")
    }
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        Self.told.append("authorization \(manager.authorizationStatus)")
    }
    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
        Self.told.append("paused")
    }
}

/// The case's device, at home, with an app that may always know where it is.
///
/// - Parameter uses: done in each launch.
@MainActor func walker(
    _ app: AppManifest = .underTest(), mayKnow: Bool = true,
    uses: @escaping @MainActor (CLLocationManager) -> Void
) async throws -> VirtualDevice {
    (Walker.places, Walker.told) = ([], [])
    let device = try await launched(app) {
        let walker = Walker()
        Walker.current = walker
        if mayKnow { walker.manager.requestAlwaysAuthorization() }
        uses(walker.manager)
    }
    if mayKnow { try await device.allow(.location) }
    try await device.go(0)
    return device
}

/// A region around home.
@MainActor func region(_ identifier: String = "home", meters radius: Double = 200)
    -> CLCircularRegion
{
    CLCircularRegion(center: Walker.home.coordinate, radius: radius, identifier: identifier)
}

extension VirtualDevice {
    /// It is so far to the north of home, and some time passes.
    func go(_ meters: Double, for duration: Duration = .minutes(10)) async throws {
        try await move(to: CLLocation(latitude: 47 + meters / 111_195, longitude: 8))
        try await advance(by: duration)
    }
}
