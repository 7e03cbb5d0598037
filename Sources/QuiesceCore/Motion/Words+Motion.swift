// Motion in plain words, for the log and `why`.

extension MotionWish {
    /// "the accelerometer (each 10 ms)"
    var words: String { "the \(sensor.rawValue) (each \(interval.spoken))" }
}

extension Reason {
    public static let motionStarted = Reason("motionStarted") { detail, _ in
        .event("it asked for samples of \(detail.sensor)")
    }
    public static let motionStopped = Reason("motionStopped") { detail, _ in
        .event("it wants no more samples of \(detail.sensor)")
    }
    public static let motionPaused = Reason(
        "motionPaused",
        .event("it gets no samples of motion, as it does not execute"))
    public static let motionResumed = Reason(
        "motionResumed",
        .event("it executes again, and gets samples of motion"))
}

extension Motion {
    static let reasons: [Reason] = [
        .motionStarted, .motionStopped, .motionPaused, .motionResumed,
    ]
}

extension Detail? {
    fileprivate var sensor: String { if case .name(let wish) = self { wish } else { "a sensor" } }
}
