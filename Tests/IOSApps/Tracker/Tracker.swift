import CoreLocation
import UIKit
import UserNotifications

class Tracker: NSObject {
    static let home = CLLocationCoordinate2D(latitude: 47.0502, longitude: 8.3093)

    private let manager = CLLocationManager()
    private let log = VisitLog()
    private var task = UIBackgroundTaskIdentifier.invalid

    override init() {
        super.init()
        manager.delegate = self
        manager.desiredAccuracy = kCLLocationAccuracyHundredMeters
    }

    func begin() {
        UNUserNotificationCenter.current().requestAuthorization(options: .alert) { granted, _ in
            if !granted { say("may not tell") }
        }
        switch manager.authorizationStatus {
        case .notDetermined: manager.requestAlwaysAuthorization()
        case .authorizedAlways, .authorizedWhenInUse: watch()
        case .denied, .restricted: say("may not")
        @unknown default: break
        }
    }

    private func watch() {
        guard CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self),
            manager.monitoredRegions.isEmpty
        else { return }
        let region = CLCircularRegion(center: Self.home, radius: 100, identifier: "home")
        region.notifyOnEntry = true
        region.notifyOnExit = true
        manager.startMonitoring(for: region)
        if CLLocationManager.significantLocationChangeMonitoringAvailable() {
            manager.startMonitoringSignificantLocationChanges()
        }
    }

    /// Writes it down while the system lets the app run, and says so to the user.
    private func note(_ what: String) {
        task = UIApplication.shared.beginBackgroundTask(withName: "visit") { self.end() }
        log.append(what, at: Date())
        let content = UNMutableNotificationContent()
        content.title = "Tracker"
        content.body = what
        let request = UNNotificationRequest(
            identifier: "visit", content: content,
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 0.1, repeats: false))
        Task {
            do {
                try await UNUserNotificationCenter.current().add(request)
                say("noted \(what) \(log.count)")
            } catch {
                say("not told: \(error.localizedDescription)")
            }
            await MainActor.run { self.end() }
        }
    }

    private func end() {
        guard task != .invalid else { return }
        UIApplication.shared.endBackgroundTask(task)
        task = .invalid
    }
}

extension Tracker: CLLocationManagerDelegate {
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        guard manager.authorizationStatus == .authorizedAlways else { return }
        watch()
    }

    func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        say("watches \(region.identifier)")
        manager.requestState(for: region)
    }

    func locationManager(
        _ manager: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
        say("state \(state == .inside ? "inside" : state == .outside ? "outside" : "unknown")")
    }

    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
        note("came \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
        note("left \(region.identifier)")
    }

    func locationManager(
        _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
    ) {
        guard let location = locations.last else { return }
        let home = CLLocation(latitude: Self.home.latitude, longitude: Self.home.longitude)
        say("moved \(location.distance(from: home) < 100 ? "home" : "away")")
    }

    func locationManager(
        _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?,
        withError error: Error
    ) { say("can't watch: \(error.localizedDescription)") }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        if (error as? CLError)?.code == .denied {
            manager.stopMonitoringSignificantLocationChanges()
        }
    }
}
