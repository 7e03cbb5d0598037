import Foundation

/// Where the device was, when, and how surely (G2).
// Unchecked, as its superclass isn't known to be Sendable; that holds nothing, and all here is
// constant.
public final class CLLocation: NSObject, NSCopying, @unchecked Sendable {
    /// The place, in degrees.
    public let coordinate: CLLocationCoordinate2D
    /// Metres above the sea; means nothing where `verticalAccuracy` is negative.
    public let altitude: CLLocationDistance
    /// Radius in metres within which the device was; negative: the place is invalid.
    public let horizontalAccuracy: CLLocationAccuracy
    /// Metres by which the altitude may be wrong; negative: the altitude is invalid.
    public let verticalAccuracy: CLLocationAccuracy
    /// Degrees clockwise from north, 0 to 360; -1: not known.
    public let course: CLLocationDirection
    /// Degrees by which the course may be wrong; -1: not known.
    public let courseAccuracy: CLLocationDirectionAccuracy
    /// Metres a second; -1: not known.
    public let speed: CLLocationSpeed
    /// Metres a second by which the speed may be wrong; -1: not known.
    public let speedAccuracy: CLLocationSpeedAccuracy
    /// When it was there.
    public let timestamp: Date
    /// The floor of a building. Always nil: no source of a device knows.
    public var floor: CLFloor? { nil }

    /// A place, in degrees, as if the device were there now. Its altitude is invalid, and its
    /// movement not known.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0, horizontalAccuracy: 0, verticalAccuracy: -1, timestamp: Date())
    }

    /// A place whose movement isn't known. Units as those of the properties.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy, course: -1, speed: -1, timestamp: timestamp)
    }

    /// A place and a movement of unknown accuracy. Units as those of the properties.
    public convenience init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
        speed: CLLocationSpeed, timestamp: Date
    ) {
        self.init(
            coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy,
            verticalAccuracy: vAccuracy, course: course, courseAccuracy: -1, speed: speed,
            speedAccuracy: -1, timestamp: timestamp)
    }

    /// All there is. Units as those of the properties.
    public init(
        coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance,
        horizontalAccuracy hAccuracy: CLLocationAccuracy,
        verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        horizontalAccuracy = hAccuracy
        verticalAccuracy = vAccuracy
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
        self.timestamp = timestamp
        super.init()
    }

    /// Metres to another place along the earth's surface, which is taken to be a sphere: wrong by
    /// 0.5 % at most. Altitudes don't count.
    public func distance(from location: CLLocation) -> CLLocationDistance {
        coordinate.distance(to: location.coordinate)
    }

    /// Itself: it doesn't change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The place in degrees, its accuracy in metres, the speed in metres a second, the course in
    /// degrees and the time, in CoreLocation's form.
    public override var description: String {
        let place = String(
            format: "<%+.8f,%+.8f> +/- %.2fm (speed %.2f mps / course %.2f)", coordinate.latitude,
            coordinate.longitude, horizontalAccuracy, speed, course)
        let time = DateFormatter.localizedString(
            from: timestamp, dateStyle: .short, timeStyle: .full)
        return "\(place) @ \(time)"
    }
}

/// A floor of a building.
// Unchecked, as its superclass isn't known to be Sendable; that holds nothing, and all here is
// constant.
public final class CLFloor: NSObject, @unchecked Sendable {
    /// 0: the ground floor.
    public let level: Int

    init(level: Int) {
        self.level = level
        super.init()
    }
}

extension CLLocationCoordinate2D {
    /// The earth's mean radius in metres.
    private static let earthRadius = 6_371_009.0

    /// Metres, by the haversine formula: it is exact for places near to each other, too.
    func distance(to other: CLLocationCoordinate2D) -> CLLocationDistance {
        let radians = Double.pi / 180
        let north = sin((other.latitude - latitude) * radians / 2)
        let east = sin((other.longitude - longitude) * radians / 2)
        let square =
            north * north + cos(latitude * radians) * cos(other.latitude * radians) * east * east
        // Rounding may bring places that are opposite to each other beyond 1.
        return 2 * Self.earthRadius * asin(min(1, square.squareRoot()))
    }
}
