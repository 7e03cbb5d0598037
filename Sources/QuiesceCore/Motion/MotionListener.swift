/// A launch of an app that has asked for sensors.
// derive: json sparse
struct MotionListener: Sendable, Hashable {
    var app: AppID
    var launch: Launch
    /// In the order of the sensors.
    var wishes: [MotionWish] = []
    /// It executes, and gets them.
    var isFed = true

    /// - Returns: what is to be said of it; nil: it changes nothing, as an app asks again after
    ///   each reconnection.
    mutating func take(_ request: MotionRequest) -> (reason: Reason, detail: Detail)? {
        let sensor = request.sensor
        let interval = request.interval?.clampedToMotion()
        guard interval != wishes.first(where: { $0.sensor == sensor })?.interval else { return nil }
        let wish = interval.map { MotionWish(sensor, each: $0) }
        let others = wishes.filter { $0.sensor != sensor }
        wishes = MotionSensor.allCases.flatMap { sensor in
            (others + [wish].compactMap(\.self)).filter { $0.sensor == sensor }
        }
        return (
            wish == nil ? .motionStopped : .motionStarted,
            .name(wish?.words ?? "the \(sensor.rawValue)")
        )
    }
}
