import Foundation
import QuiesceWire

// As the daemon has them.
extension CLRegion {
    /// Bytes of an identifier. Twenty of these fit a message, however they are written.
    private static let identifierBytes = 1...256

    /// nil: it can't be monitored, as it is no region.
    var watched: WatchedRegion? {
        guard Self.identifierBytes.contains(identifier.utf8.count), let area else { return nil }
        return WatchedRegion(area, notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
    }

    private var area: WatchedRegion.Area? {
        switch self {
        case let circle as CLCircularRegion:
            let center = Position(
                latitude: circle.center.latitude, longitude: circle.center.longitude)
            guard let center, circle.radius.isFinite, circle.radius >= 0 else { return nil }
            return .circle(
                CircularRegion(
                    identifier: identifier, center: center,
                    radius: min(circle.radius, LocationServices.largestRegion)))
        case let beacons as CLBeaconRegion:
            return .beacons(
                BeaconRegion(
                    identifier: identifier, uuid: beacons.uuid.uuidString,
                    major: beacons.major?.uint16Value, minor: beacons.minor?.uint16Value))
        case _: return nil
        }
    }

    /// - Returns: nil: its UUID is none.
    static func make(_ watched: WatchedRegion) -> CLRegion? {
        let region: CLRegion
        switch watched.area {
        case .circle(let circle):
            region = CLCircularRegion(
                center: CLLocationCoordinate2D(circle.center), radius: circle.radius,
                identifier: circle.identifier)
        case .beacons(let beacons):
            guard let uuid = UUID(uuidString: beacons.uuid) else { return nil }
            region = CLBeaconRegion(
                uuid: uuid, major: beacons.major, minor: beacons.minor, named: beacons.identifier)
        }
        region.notifyOnEntry = watched.notifyOnEntry
        region.notifyOnExit = watched.notifyOnExit
        return region
    }
}

extension CLRegionState {
    init(_ state: RegionState) {
        switch state {
        case .unknown: self = .unknown
        case .inside: self = .inside
        case .outside: self = .outside
        }
    }
}
