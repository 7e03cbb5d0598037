// Motion in plain words, for the log and `why`.

extension MotionWish {
    /// "the accelerometer (each 10 ms)"
    var words: String { "the \(sensor.rawValue) (each \(interval.spoken))" }
}

extension Reason {
    /// The meaning of a reason about motion.
    func meaningOfMotion(_ detail: Detail?) -> Meaning {
        let sensor = if case .name(let wish) = detail { wish } else { "a sensor" }
        return switch self {
        case .motionStarted: .event("it asked for samples of \(sensor)")
        case .motionStopped: .event("it wants no more samples of \(sensor)")
        case .motionPaused: .event("it gets no samples of motion, as it does not execute")
        case .motionResumed: .event("it executes again, and gets samples of motion")
        case _: .event(rawValue)  // Never: `meaning` asks for no other.
        }
    }
}
