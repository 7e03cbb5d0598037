/// A place on the earth (WGS 84), in ten-millionths of a degree: some 11 mm. Whole numbers, as a
/// place that is written down and read again must be the same, and decides the same.
// derive: json
public struct Position: Sendable, Hashable {
    /// North is positive; within ±900,000,000.
    public let latitude: Int32
    /// East is positive; within ±1,800,000,000.
    public let longitude: Int32

    /// - Parameters are in degrees.
    /// - Returns: nil for what is no number, and for what is beyond a pole or once more around the
    ///   earth.
    public init?(latitude: Double, longitude: Double) {
        // NaN is in no range.
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = Int32((latitude * Self.perDegree).rounded())
        self.longitude = Int32((longitude * Self.perDegree).rounded())
    }

    /// Where Greenwich's meridian and the equator meet: for what is asked about in general.
    package static let origin = Position()

    private init() { (latitude, longitude) = (0, 0) }

    /// Units in a degree.
    package static let perDegree = 1e7

    public var latitudeDegrees: Double { Double(latitude) / Self.perDegree }
    public var longitudeDegrees: Double { Double(longitude) / Self.perDegree }
}

/// Where the device is, and how surely: what a source of location says.
// derive: json
public struct LocationFix: Sendable, Hashable {
    public var position: Position
    /// Radius in metres within which the device is with 68 % of certainty.
    public var accuracy: Double
    /// Metres above the sea; nil: not known.
    public var altitude: Double?
    /// Metres; nil: the altitude isn't known.
    public var altitudeAccuracy: Double?
    /// Metres a second; nil: not known.
    public var speed: Double?
    /// Degrees clockwise from north, 0 to 360; nil: not known, or it stands still.
    public var course: Double?
    /// When it was there.
    public var time: WallTime

    public init(
        position: Position, accuracy: Double, altitude: Double? = nil,
        altitudeAccuracy: Double? = nil,
        speed: Double? = nil, course: Double? = nil, time: WallTime
    ) {
        self.position = position
        self.accuracy = accuracy
        self.altitude = altitude
        self.altitudeAccuracy = altitudeAccuracy
        self.speed = speed
        self.course = course
        self.time = time
    }

    /// One of no particular place.
    package static let nowhere = LocationFix(position: .origin, accuracy: 0, time: .zero)
}

/// A circle that an app watches: it is told when the device enters and leaves it (G4).
// derive: json
public struct CircularRegion: Sendable, Hashable {
    /// One of its app's: another of the same name takes its place.
    public var identifier: String
    public var center: Position
    /// Metres.
    public var radius: Double

    public init(identifier: String, center: Position, radius: Double) {
        self.identifier = identifier
        self.center = center
        self.radius = radius
    }
}
