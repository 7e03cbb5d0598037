/// A sensor, and how often it is wanted.
// derive: json
public struct MotionWish: Sendable, Hashable {
    public var sensor: MotionSensor
    public var interval: Interval

    public init(_ sensor: MotionSensor, each interval: Interval) {
        self.sensor = sensor
        self.interval = interval
    }
}

/// A launch that gets samples now, and which.
public struct MotionFeed: Sendable, Hashable {
    public var app: AppID
    public var launch: Launch
    /// In the order of the sensors.
    public var wishes: [MotionWish]

    public init(app: AppID, launch: Launch, wishes: [MotionWish]) {
        self.app = app
        self.launch = launch
        self.wishes = wishes
    }
}

extension [MotionFeed] {
    /// How often a sensor is to be read: as the most demanding of those who get it wants it; nil:
    /// it is off.
    public func interval(of sensor: MotionSensor) -> Interval? {
        lazy.flatMap(\.wishes).filter { $0.sensor == sensor }.map(\.interval).min()
    }
}
