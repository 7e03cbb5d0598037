/// A place on the earth (WGS 84), in degrees.
// Not Hashable, as CoreLocation's isn't: many an app makes it so itself.
public struct CLLocationCoordinate2D: Sendable {
    /// North of the equator is positive.
    public var latitude: CLLocationDegrees
    /// East of Greenwich is positive.
    public var longitude: CLLocationDegrees

    /// Where the equator meets the meridian of Greenwich.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// In degrees. Any number is taken: `CLLocationCoordinate2DIsValid(_:)` tells whether it is a
    /// place.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// No place.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

// The names are the framework's.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// A place, of degrees.
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Whether it is a place: no pole is passed, and the earth isn't gone around.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
    // NaN is in no range.
    (-90...90).contains(coord.latitude) && (-180...180).contains(coord.longitude)
}
