extension Limits {
    /// Samples of a sensor that an app may ask for: 100 a second at most, as many as a phone's
    /// sensors give; one a minute at least, as a longer wait saves no more. What is asked beyond
    /// that is taken for the nearest.
    public static let motionIntervals = Interval.milliseconds(10)...Interval.seconds(60)
}

extension Interval {
    /// The nearest one at which a sensor may be read.
    func clampedToMotion() -> Interval {
        let range = Limits.motionIntervals
        return min(max(self, range.lowerBound), range.upperBound)
    }
}
