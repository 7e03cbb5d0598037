import Foundation

/// A beacon nearby. No device ranges beacons yet: there is none of these, but for apps to compile.
// Unchecked, as its superclass isn't known to be Sendable; that holds nothing, and all here is
// constant.
public final class CLBeacon: NSObject, @unchecked Sendable {
    /// The proximity UUID that it says.
    public let uuid: UUID
    /// The greater part of its number.
    public let major: NSNumber
    /// The lesser part of its number.
    public let minor: NSNumber
    /// How near it is.
    public let proximity: CLProximity
    /// Metres by which its distance may be wrong; negative: not known.
    public let accuracy: CLLocationAccuracy
    /// How strong it is heard, in decibels; 0: not known.
    public let rssi: Int
    /// When it was heard.
    public let timestamp: Date

    init(_ uuid: UUID, _ major: CLBeaconMajorValue, _ minor: CLBeaconMinorValue, at time: Date) {
        self.uuid = uuid
        self.major = NSNumber(value: major)
        self.minor = NSNumber(value: minor)
        proximity = .unknown
        accuracy = -1
        rssi = 0
        timestamp = time
        super.init()
    }
}

/// A stay at a place. No device tells of stays yet: there is none of these, but for apps to
/// compile.
// Unchecked, as its superclass isn't known to be Sendable; that holds nothing, and all here is
// constant.
public final class CLVisit: NSObject, @unchecked Sendable {
    /// When it began.
    public let arrivalDate: Date
    /// When it ended; `.distantFuture`: it goes on.
    public let departureDate: Date
    /// Where, in degrees.
    public let coordinate: CLLocationCoordinate2D
    /// Radius in metres within which it was.
    public let horizontalAccuracy: CLLocationAccuracy

    init(at location: CLLocation) {
        arrivalDate = location.timestamp
        departureDate = .distantFuture
        coordinate = location.coordinate
        horizontalAccuracy = location.horizontalAccuracy
        super.init()
    }
}
