import Foundation
import QuiesceWire
import Synchronization
import Testing

@testable import QuiesceKit

/// An app's location, with the daemon's end of the line that a test plays.
@MainActor final class LocationBench {
    let link = DaemonLink()
    let services: LocationServices
    private let requests = Mutex<[LocationRequest]>([])
    private let (arrived, arrival) = AsyncStream.makeStream(of: LocationRequest.self)

    init() {
        services = LocationServices(of: link)
        connect()
    }

    // MARK: What the app says

    /// The app's requests since the last call.
    func asked() -> [LocationRequest] {
        requests.withLock { requests in
            defer { requests = [] }
            return requests
        }
    }

    /// Waits for the next that is asked for, whatever `asked` has taken of it.
    func next() async -> LocationRequest? {
        var iterator = arrived.makeAsyncIterator()
        return await iterator.next(isolation: #isolation)
    }

    // MARK: What the daemon says

    /// - Parameter lastRequest: of those that the app has made, the last one that the daemon knows.
    func connect(lastRequest: UInt64 = 0, permission: String? = nil) {
        link.connected { [weak self] message in
            guard let self, case .location(_, let request) = message else { return }
            requests.withLock { $0.append(request) }
            arrival.yield(request)
        }
        let welcome = MessageToApp.Welcome(
            launch: 1, lastRequest: lastRequest, multitaskingSupported: true, openTasksLimit: 1,
            permissions: permission.map { ["location": $0] })
        link.change { $0.welcomed(welcome) }
        services.welcomed(welcome)
    }

    func permit(_ state: String) {
        link.change { $0.permissions["location"] = state }
        services.permitted()
    }

    func fix(_ latitude: Double, for managers: UInt64...) throws {
        services.take(.fix(try Self.fix(latitude), managers: managers))
    }

    static func fix(_ latitude: Double, speed: Double? = nil) throws -> LocationFix {
        LocationFix(
            position: try #require(Position(latitude: latitude, longitude: 16.5)), accuracy: 8,
            speed: speed, time: .zero + .milliseconds(1_500))
    }

    /// Waits until the work that was put off is done.
    func settled() async {
        await withCheckedContinuation { done in LocationServices.later { done.resume() } }
    }
}

/// Writes down what it is told.
@MainActor final class LocationListener: CLLocationManagerDelegate {
    private(set) var heard: [String] = []

    func take() -> [String] {
        defer { heard = [] }
        return heard
    }

    func locationManager(_: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        heard.append("at " + locations.map { "\($0.coordinate.latitude)" }.joined(separator: " "))
    }
    func locationManager(_: CLLocationManager, didUpdateHeading heading: CLHeading) {
        heard.append("heading \(heading.magneticHeading) \(heading.trueHeading)")
    }
    func locationManager(_: CLLocationManager, didFailWithError error: any Error) {
        heard.append("failed \(word(error))")
    }
    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        heard.append("\(manager.authorizationStatus)")
    }
    func locationManagerDidPauseLocationUpdates(_: CLLocationManager) { heard.append("paused") }
    func locationManagerDidResumeLocationUpdates(_: CLLocationManager) { heard.append("resumed") }
    func locationManager(_: CLLocationManager, didEnterRegion region: CLRegion) {
        heard.append("entered \(region.identifier)")
    }
    func locationManager(_: CLLocationManager, didExitRegion region: CLRegion) {
        heard.append("left \(region.identifier)")
    }
    func locationManager(
        _: CLLocationManager, didDetermineState state: CLRegionState, for region: CLRegion
    ) {
        heard.append("\(state) \(region.identifier)")
    }
    func locationManager(_: CLLocationManager, didStartMonitoringFor region: CLRegion) {
        heard.append("monitors \(region.identifier)")
    }
    func locationManager(
        _: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
    ) {
        heard.append("no \(region?.identifier ?? "region"): \(word(error))")
    }
    func locationManager(
        _: CLLocationManager, didFinishDeferredUpdatesWithError error: (any Error)?
    ) {
        heard.append("not deferred: \(error.map(word) ?? "")")
    }
    func locationManager(
        _: CLLocationManager, didFailRangingFor _: CLBeaconIdentityConstraint, error: any Error
    ) {
        heard.append("not ranged: \(word(error))")
    }

    private func word(_ error: any Error) -> String {
        (error as? CLError).map { "\($0.code)" } ?? "\(error)"
    }
}
