import Foundation
import QuiesceKit

/// One manager, as most apps have it; it lives as long as the app.
@MainActor private let follower = Follower()

/// The recorder's requests for location, and the callbacks that the recorder gets about it.
@MainActor private final class Follower: NSObject, CLLocationManagerDelegate {
    let manager = CLLocationManager()

    override init() {
        super.init()
        manager.delegate = self
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        for location in locations {
            let place = String(
                format: "%.4f %.4f", location.coordinate.latitude, location.coordinate.longitude)
            say("located \(place) \(UIApplication.shared.applicationState)")
        }
    }

    func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
        say("heading \(Int(newHeading.magneticHeading))")
    }

    func locationManagerDidPauseLocationUpdates(_ manager: CLLocationManager) {
        say("location paused")
    }

    func locationManagerDidResumeLocationUpdates(_ manager: CLLocationManager) {
        say("location resumed")
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        say("entered \(region.identifier) \(UIApplication.shared.applicationState)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        say("left \(region.identifier) \(UIApplication.shared.applicationState)")
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
        say("location failed \((error as? CLError)?.code.rawValue ?? -1)")
    }
}

extension Recorder {
    func recordLocation(_ launchOptions: [UIApplication.LaunchOptionsKey: Any]?) {
        guard launchOptions?[.location] != nil else { return }
        say("launched by location")
        follower.manager.startMonitoringSignificantLocationChanges()
    }

    /// `location start METRES FILTER`, `stop`, `significant`, `heading`, `monitor NAME LAT LON
    /// RADIUS`, `beacons NAME UUID`, `forget NAME`
    ///
    /// - Returns: false, if it is another's command.
    nonisolated func obeyLocation(_ words: [Substring]) -> Bool {
        guard words.first == "location", words.count > 1 else { return false }
        let rest = words.dropFirst().map(String.init)
        DispatchQueue.main.sync { @Sendable in MainActor.assumeIsolated { self.follow(rest) } }
        return true
    }

    private func follow(_ words: [String]) {
        let manager = follower.manager
        let numbers = words.compactMap { Double($0) }
        switch words[0] {
        case "start":
            manager.desiredAccuracy = numbers[0]
            manager.distanceFilter = numbers[1]
            manager.startUpdatingLocation()
        case "stop": manager.stopUpdatingLocation()
        case "significant": manager.startMonitoringSignificantLocationChanges()
        case "heading":
            manager.headingFilter = kCLHeadingFilterNone
            manager.startUpdatingHeading()
        case "monitor":
            manager.startMonitoring(
                for: CLCircularRegion(
                    center: .init(latitude: numbers[0], longitude: numbers[1]), radius: numbers[2],
                    identifier: words[1]))
        case "beacons":
            guard let uuid = UUID(uuidString: words[2]) else { return say("no UUID") }
            manager.startMonitoring(for: CLBeaconRegion(uuid: uuid, identifier: words[1]))
        case _:
            for region in manager.monitoredRegions where region.identifier == words[1] {
                manager.stopMonitoring(for: region)
            }
        }
        say("asked \(words[0])")
    }
}
