import Foundation
import QuiesceWire

/// Where the top of the device points to (G2).
// Unchecked, as its superclass isn't known to be Sendable; that holds nothing, and all here is
// constant.
public final class CLHeading: NSObject, NSCopying, @unchecked Sendable {
    /// Degrees clockwise from magnetic north, 0 to 360.
    public let magneticHeading: CLLocationDirection
    /// Degrees clockwise from true north, 0 to 360; negative: not known.
    public let trueHeading: CLLocationDirection
    /// Degrees by which it may be wrong; negative: it is invalid.
    public let headingAccuracy: CLLocationDirection
    /// µT to the right of the screen. Always 0: the device tells directions only, and
    /// `CMMotionManager` the field.
    public let x: CLHeadingComponentValue = 0
    /// µT up the screen. Always 0, as `x`.
    public let y: CLHeadingComponentValue = 0
    /// µT out of the screen. Always 0, as `x`.
    public let z: CLHeadingComponentValue = 0
    /// When it pointed there.
    public let timestamp: Date

    init(_ reading: HeadingReading) {
        magneticHeading = reading.magnetic
        trueHeading = reading.real ?? -1
        headingAccuracy = reading.accuracy
        timestamp = Date(reading.time)
        super.init()
    }

    /// Itself: it doesn't change.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// The directions and the accuracy in degrees, and the time.
    public override var description: String {
        String(
            format: "magneticHeading %.2f trueHeading %.2f accuracy %.2f", magneticHeading,
            trueHeading, headingAccuracy) + " @ \(timestamp)"
    }
}
