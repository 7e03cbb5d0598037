import QuiesceCore
import QuiesceWire

/// The machine's sensors of motion; at first it has none. What they read comes back by
/// `Device.sensed(_:)`.
package struct MotionPort {
    /// Those that it has.
    package var sensors: () -> [MotionSensor]
    /// Reads a sensor so often; nil: no more. One that it hasn't is no matter.
    package var read: (MotionSensor, _ each: Interval?) -> Void

    package init(
        sensors: @escaping () -> [MotionSensor] = { [] },
        read: @escaping (MotionSensor, _ each: Interval?) -> Void = { _, _ in }
    ) {
        self.sensors = sensors
        self.read = read
    }
}
