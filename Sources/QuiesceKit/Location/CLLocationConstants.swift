import Foundation

/// Degrees of latitude, longitude or an angle.
public typealias CLLocationDegrees = Double
/// Metres.
public typealias CLLocationDistance = Double
/// Metres by which a place may be wrong.
public typealias CLLocationAccuracy = Double
/// Degrees clockwise from north, 0 to 360; negative: not known.
public typealias CLLocationDirection = Double
/// Degrees by which a direction may be wrong; negative: it isn't known.
public typealias CLLocationDirectionAccuracy = Double
/// Metres a second; negative: not known.
public typealias CLLocationSpeed = Double
/// Metres a second by which a speed may be wrong; negative: it isn't known.
public typealias CLLocationSpeedAccuracy = Double
/// µT along an axis of the device.
public typealias CLHeadingComponentValue = Double

/// As well as the device can, with what a vehicle's navigation needs (G2).
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// As well as the device can (G2).
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Within ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// Within a hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// Within a kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
/// Within three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000

/// The app is told of each movement (G2).
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// The app is told of each turn (G2).
public let kCLHeadingFilterNone: CLLocationDegrees = -1

// The names are the framework's.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// As long as can be, in seconds.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude
// swift-format-ignore: AlwaysUseLowerCamelCase
/// As far as can be, in metres.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude

/// Whether the user lets the app know where the device is (U4, G5). The values are CoreLocation's.
public enum CLAuthorizationStatus: Int32, Sendable {
    /// The user wasn't asked yet.
    case notDetermined = 0
    /// Not by this user's choice. Quiesce never says so.
    case restricted = 1
    /// The user doesn't let it.
    case denied = 2
    /// At any time; regions and significant changes launch it.
    case authorizedAlways = 3
    /// While it is in use.
    case authorizedWhenInUse = 4

    /// The name of `authorizedAlways` before iOS 8.
    public static let authorized = CLAuthorizationStatus.authorizedAlways
}

/// How exactly the user lets the app know where the device is. The values are CoreLocation's.
public enum CLAccuracyAuthorization: Int, Sendable {
    /// As exactly as the device knows.
    case fullAccuracy = 0
    /// Quiesce never says so.
    case reducedAccuracy = 1
}

/// The user's activity while an app follows them. The activity is kept, and nothing depends on it
/// yet. The values are CoreLocation's.
public enum CLActivityType: Int, Sendable {
    /// Nothing that is known.
    case other = 1
    /// In a vehicle on roads.
    case automotiveNavigation = 2
    /// On foot.
    case fitness = 3
    /// In a boat or a train, for example.
    case otherNavigation = 4
    /// In the air.
    case airborne = 5
}
