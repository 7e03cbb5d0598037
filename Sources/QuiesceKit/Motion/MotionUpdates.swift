import Foundation
import QuiesceWire

/// One manager's updates of one sensor.
@MainActor final class MotionUpdates {
    let sensor: MotionSensor
    private let sensors: MotionSensors
    private(set) var isActive = false
    private(set) var newest: MotionSample?
    private var handler: MotionHandler?
    private var pace: MotionPace

    /// Seconds.
    var interval: TimeInterval = 0.01 {
        didSet {
            pace = MotionPace(wish)
            sensors.settle(sensor)
        }
    }

    init(of sensor: MotionSensor, _ sensors: MotionSensors) {
        self.sensor = sensor
        self.sensors = sensors
        pace = MotionPace(Interval(0.01))
        sensors.add(self)
    }

    var isAvailable: Bool { sensors.available.contains(sensor) }
    /// How often it wants a sample.
    var wish: Interval { Interval(interval) }

    /// - Parameter handler: in place of the one before; nil: `newest` is looked at.
    func start(_ handler: MotionHandler?) {
        self.handler?.stop()
        self.handler = handler
        isActive = true
        sensors.settle(sensor)
    }

    func stop() {
        handler?.stop()
        handler = nil
        isActive = false
        newest = nil
        sensors.settle(sensor)
    }

    func take(_ sample: MotionSample) {
        guard pace.admits(sample.at) else { return }
        newest = sample
        handler?.call(sample)
    }
}

extension Interval {
    /// Converts seconds. A value that is no time at all counts as none, and more than a day as a
    /// day.
    fileprivate init(_ seconds: TimeInterval) {
        self.init(nanoseconds: seconds > 0 ? Int64(min(seconds, 86_400) * 1e9) : 0)
    }
}
