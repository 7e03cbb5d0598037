import Foundation
import QuiesceWire

extension CLLocation {
    /// Values that aren't known are negative, as CoreLocation has them.
    convenience init(_ fix: LocationFix) {
        self.init(
            coordinate: CLLocationCoordinate2D(fix.position), altitude: fix.altitude ?? 0,
            horizontalAccuracy: fix.accuracy,
            verticalAccuracy: fix.altitude == nil ? -1 : fix.altitudeAccuracy ?? -1,
            course: fix.course ?? -1, speed: fix.speed ?? -1, timestamp: Date(fix.time))
    }
}

extension CLLocationCoordinate2D {
    init(_ position: Position) {
        self.init(latitude: position.latitudeDegrees, longitude: position.longitudeDegrees)
    }
}

extension Date {
    init(_ time: WallTime) { self.init(timeIntervalSince1970: (time - .zero).inSeconds) }
}
