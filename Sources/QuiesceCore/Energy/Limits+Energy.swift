extension Limits {
    /// The most time of a core, or of a radio, that one fetch is charged for: a day, which no fetch
    /// may take, so that sums can't overflow.
    static let energyTime = Interval.seconds(86_400)
    /// Likewise the most bytes: a terabyte.
    static let energyBytes: UInt64 = 1 << 40
    /// The most milliwatts, and microjoules for a kilobyte, that a profile may give: a hundred
    /// watts are more than any device that has a battery takes.
    static let energyRate = 100_000
}
