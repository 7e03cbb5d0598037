import Foundation

/// An area that the device enters and leaves (G4): a `CLCircularRegion` or a `CLBeaconRegion`. What
/// is monitored is a copy: a change after that has no effect. Two are equal if they have the same
/// identifier.
open class CLRegion: NSObject, NSCopying {
    /// One of the app's: to monitor another of the same name takes its place.
    public let identifier: String
    /// Whether the app is told, woken and launched when the device enters it. At first it is.
    open var notifyOnEntry = true
    /// Whether the app is told, woken and launched when the device leaves it. At first it is.
    open var notifyOnExit = true

    init(identifier: String) {
        self.identifier = identifier
        super.init()
    }

    /// Another region with the same properties.
    open func copy(with zone: NSZone? = nil) -> Any {
        withNotifications(of: self, CLRegion(identifier: identifier))
    }

    func withNotifications(of region: CLRegion, _ copy: CLRegion) -> CLRegion {
        copy.notifyOnEntry = region.notifyOnEntry
        copy.notifyOnExit = region.notifyOnExit
        return copy
    }

    /// Whether the other is a region of the same identifier.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? CLRegion)?.identifier == identifier
    }

    /// The hash of the identifier.
    open override var hash: Int { identifier.hashValue }

    /// The class and the identifier.
    open override var description: String { "\(type(of: self)) (identifier:'\(identifier)')" }
}

/// A circle on the earth (G4).
open class CLCircularRegion: CLRegion {
    /// Its centre, in degrees.
    public let center: CLLocationCoordinate2D
    /// Metres.
    public let radius: CLLocationDistance

    /// - Parameters:
    ///   - center: in degrees; to monitor what is no place fails.
    ///   - radius: in metres; more than `maximumRegionMonitoringDistance` counts as that.
    ///   - identifier: one of the app's, of 256 bytes at most.
    public init(
        center: CLLocationCoordinate2D, radius: CLLocationDistance, identifier: String
    ) {
        self.center = center
        self.radius = radius
        super.init(identifier: identifier)
    }

    /// Whether a place is in it, on a sphere.
    open func contains(_ coordinate: CLLocationCoordinate2D) -> Bool {
        center.distance(to: coordinate) <= radius
    }

    /// Another region with the same properties.
    open override func copy(with zone: NSZone? = nil) -> Any {
        withNotifications(
            of: self, CLCircularRegion(center: center, radius: radius, identifier: identifier))
    }

    /// The identifier, the centre in degrees and the radius in metres.
    open override var description: String {
        let circle = String(
            format: "<%+.8f,%+.8f> radius %.2f", center.latitude, center.longitude, radius)
        return "CLCircularRegion (identifier:'\(identifier)', center:\(circle)m)"
    }
}

/// Whether the device is in a region (G4). The values are CoreLocation's.
public enum CLRegionState: Int, Sendable {
    /// No source has said yet.
    case unknown = 0
    /// The device is in it.
    case inside = 1
    /// The device isn't in it.
    case outside = 2
}
