import Foundation

/// The greater part of a beacon's number.
public typealias CLBeaconMajorValue = UInt16
/// The lesser part of a beacon's number.
public typealias CLBeaconMinorValue = UInt16

/// Where beacons of one proximity UUID are near, of one major, or one beacon alone (G4).
open class CLBeaconRegion: CLRegion {
    /// The proximity UUID that its beacons say.
    public let uuid: UUID
    /// The greater part of its beacons' number; nil: any.
    public let major: NSNumber?
    /// The lesser part; nil: any.
    public let minor: NSNumber?
    /// It is kept, and has no effect yet.
    open var notifyEntryStateOnDisplay = false

    /// The name of `uuid` before iOS 13.
    public var proximityUUID: UUID { uuid }
    /// Which beacons it has.
    public var beaconIdentityConstraint: CLBeaconIdentityConstraint {
        CLBeaconIdentityConstraint(uuid, major?.uint16Value, minor?.uint16Value)
    }

    init(
        uuid: UUID, major: CLBeaconMajorValue?, minor: CLBeaconMinorValue?, named identifier: String
    ) {
        self.uuid = uuid
        self.major = major.map { NSNumber(value: $0) }
        self.minor = minor.map { NSNumber(value: $0) }
        super.init(identifier: identifier)
    }

    /// All beacons of a proximity UUID.
    public convenience init(uuid: UUID, identifier: String) {
        self.init(uuid: uuid, major: nil, minor: nil, named: identifier)
    }

    /// The beacons of a proximity UUID and a major.
    public convenience init(uuid: UUID, major: CLBeaconMajorValue, identifier: String) {
        self.init(uuid: uuid, major: major, minor: nil, named: identifier)
    }

    /// One beacon.
    public convenience init(
        uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue, identifier: String
    ) {
        self.init(uuid: uuid, major: major, minor: minor, named: identifier)
    }

    /// The beacons that `beaconIdentityConstraint` names.
    public convenience init(
        beaconIdentityConstraint: CLBeaconIdentityConstraint, identifier: String
    ) {
        self.init(
            uuid: beaconIdentityConstraint.uuid, major: beaconIdentityConstraint.major,
            minor: beaconIdentityConstraint.minor, named: identifier)
    }

    /// The form of `init(uuid:identifier:)` before iOS 13.
    public convenience init(proximityUUID: UUID, identifier: String) {
        self.init(uuid: proximityUUID, identifier: identifier)
    }

    /// The form of `init(uuid:major:identifier:)` before iOS 13.
    public convenience init(
        proximityUUID: UUID, major: CLBeaconMajorValue, identifier: String
    ) {
        self.init(uuid: proximityUUID, major: major, identifier: identifier)
    }

    /// The form of `init(uuid:major:minor:identifier:)` before iOS 13.
    public convenience init(
        proximityUUID: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue,
        identifier: String
    ) {
        self.init(uuid: proximityUUID, major: major, minor: minor, identifier: identifier)
    }

    /// Another region with the same properties.
    open override func copy(with zone: NSZone? = nil) -> Any {
        let copy = CLBeaconRegion(
            uuid: uuid, major: major?.uint16Value, minor: minor?.uint16Value, named: identifier)
        copy.notifyEntryStateOnDisplay = notifyEntryStateOnDisplay
        return withNotifications(of: self, copy)
    }
}

/// Which beacons are meant.
// Unchecked, as its superclass isn't known to be Sendable; that holds nothing, and all here is
// constant.
public final class CLBeaconIdentityConstraint: NSObject, @unchecked Sendable {
    /// The proximity UUID that they say.
    public let uuid: UUID
    /// The greater part of their number; nil: any.
    public let major: CLBeaconMajorValue?
    /// The lesser part; nil: any.
    public let minor: CLBeaconMinorValue?

    init(_ uuid: UUID, _ major: CLBeaconMajorValue?, _ minor: CLBeaconMinorValue?) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
        super.init()
    }

    /// All of a proximity UUID.
    public convenience init(uuid: UUID) { self.init(uuid, nil, nil) }

    /// Those of a proximity UUID and a major.
    public convenience init(uuid: UUID, major: CLBeaconMajorValue) { self.init(uuid, major, nil) }

    /// One.
    public convenience init(uuid: UUID, major: CLBeaconMajorValue, minor: CLBeaconMinorValue) {
        self.init(uuid, major, minor)
    }

    /// Whether the other means the same beacons.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CLBeaconIdentityConstraint else { return false }
        return uuid == other.uuid && major == other.major && minor == other.minor
    }

    /// The hash of the UUID.
    public override var hash: Int { uuid.hashValue }
}

/// How near a beacon is. The values are CoreLocation's.
public enum CLProximity: Int, Sendable {
    /// It can't be said.
    case unknown = 0
    /// A hand's breadth away.
    case immediate = 1
    /// A few metres away.
    case near = 2
    /// Farther away.
    case far = 3
}
