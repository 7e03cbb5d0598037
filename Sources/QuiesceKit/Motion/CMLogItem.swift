import Foundation
import QuiesceWire

/// The base class of measurements, with the time of each.
// Unchecked, as it has subclasses: all that it and they hold is constant.
public class CMLogItem: @unchecked Sendable {
    /// Seconds since the device started, without the time for which it slept.
    public let timestamp: TimeInterval

    init(_ sample: MotionSample) { timestamp = (sample.at - .zero).inSeconds }
}

/// A sample of the accelerometer.
public final class CMAccelerometerData: CMLogItem, @unchecked Sendable {
    /// With the acceleration of gravity in it.
    public let acceleration: CMAcceleration

    override init(_ sample: MotionSample) {
        acceleration = CMAcceleration(
            x: sample.reading.x, y: sample.reading.y, z: sample.reading.z)
        super.init(sample)
    }
}

/// A sample of the gyroscope.
public final class CMGyroData: CMLogItem, @unchecked Sendable {
    /// As the sensor measured it; its drift is in it.
    public let rotationRate: CMRotationRate

    override init(_ sample: MotionSample) {
        rotationRate = CMRotationRate(
            x: sample.reading.x, y: sample.reading.y, z: sample.reading.z)
        super.init(sample)
    }
}

/// A sample of the magnetometer.
public final class CMMagnetometerData: CMLogItem, @unchecked Sendable {
    /// With the device's own field in it.
    public let magneticField: CMMagneticField

    override init(_ sample: MotionSample) {
        magneticField = CMMagneticField(
            x: sample.reading.x, y: sample.reading.y, z: sample.reading.z)
        super.init(sample)
    }
}

/// An acceleration in G, of 9.80665 m/s². At rest and face up a device reads 0, 0, -1. The axes are
/// the screen's: x to the right, y up, z out of it.
public struct CMAcceleration: Sendable, Hashable {
    /// To the right.
    public var x: Double
    /// Up.
    public var y: Double
    /// Out of the screen.
    public var z: Double

    /// Along the three axes, in G.
    public init(x: Double = 0, y: Double = 0, z: Double = 0) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// A rotation in radians a second around each axis, counterclockwise for one who looks against it.
public struct CMRotationRate: Sendable, Hashable {
    /// Around the axis to the right.
    public var x: Double
    /// Around the axis up.
    public var y: Double
    /// Around the axis out of the screen.
    public var z: Double

    /// Around the three axes, in radians a second.
    public init(x: Double = 0, y: Double = 0, z: Double = 0) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// A magnetic field along each axis, in µT.
public struct CMMagneticField: Sendable, Hashable {
    /// To the right.
    public var x: Double
    /// Up.
    public var y: Double
    /// Out of the screen.
    public var z: Double

    /// Along the three axes, in µT.
    public init(x: Double = 0, y: Double = 0, z: Double = 0) {
        self.x = x
        self.y = y
        self.z = z
    }
}
