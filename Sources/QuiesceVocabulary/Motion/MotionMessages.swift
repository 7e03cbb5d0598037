// Motion between an app and the daemon: an app asks for a sensor, and its samples go to the object
// that asked (H2).

/// A sensor of the device's motion. Its axes are the screen's: x to the right, y up, z out of it
/// towards the user.
// derive: json
public enum MotionSensor: String, Sendable, Hashable, CaseIterable {
    /// In G, of 9.80665 m/s². At rest and face up it reads 0, 0, -1.
    case accelerometer
    /// In radians a second, counterclockwise around the axis.
    case gyroscope
    /// In µT.
    case magnetometer
}

/// An app's request about a sensor.
// derive: tag=action
public enum MotionRequest: Sendable, Hashable {
    /// A sample each `interval` nanoseconds, in place of what it asked of that sensor before.
    case start(sensor: MotionSensor, interval: Interval)
    case stop(sensor: MotionSensor)

    package var sensor: MotionSensor {
        switch self {
        case .start(let sensor, _), .stop(let sensor): sensor
        }
    }

    /// nil: no more samples.
    package var interval: Interval? {
        switch self {
        case .start(_, let interval): interval
        case .stop: nil
        }
    }
}

/// A sensor's reading along its three axes, in the sensor's unit.
// derive: json
public struct MotionReading: Sendable, Hashable {
    public var sensor: MotionSensor
    public var x: Double
    public var y: Double
    public var z: Double

    public init(_ sensor: MotionSensor, x: Double, y: Double, z: Double) {
        self.sensor = sensor
        self.x = x
        self.y = y
        self.z = z
    }
}

/// A reading, and when the sensor was read.
// derive: json
public struct MotionSample: Sendable, Hashable {
    // json: flat
    public var reading: MotionReading
    /// On the clock that stands still while the device sleeps (CLOCK_MONOTONIC, nanoseconds).
    public var at: AwakeInstant

    public init(_ reading: MotionReading, at: AwakeInstant) {
        self.reading = reading
        self.at = at
    }
}

/// News of motion for an app. None is acknowledged, and none is sent again: only the next sample is
/// worth anything.
// derive: tag=kind
public enum MotionUpdate: Sendable, Hashable {
    /// The sensors that the device has. Comes after the welcome where there are any, and when one
    /// is added.
    case sensors([MotionSensor])
    // json: flat
    case sample(MotionSample)

    /// The next of its kind is worth more than this one: it isn't kept for an app that doesn't
    /// read.
    package var isReplaceable: Bool {
        switch self {
        case .sensors: false
        case .sample: true
        }
    }
}
