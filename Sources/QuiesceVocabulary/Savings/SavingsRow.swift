/// A row of `quiesce savings`: a hosted program that was frozen out of sight, and its use of the
/// processor beside that at its own rate before.
// derive: json sorted
public struct SavingsRow: Sendable, Hashable {
    public var app: String
    /// The beginning of the time that the row is of: ISO 8601 with milliseconds.
    public var since: String
    /// From freezes to the program's returns, frozen and thawed; device sleep isn't counted.
    public var outOfSightSeconds: Double
    public var frozenSeconds: Double
    /// In thaws.
    public var cpuTakenSeconds: Double
    /// In thaws, and by freezes.
    public var wakeUpsTaken: Int
    /// At its rate for that time, less the part taken; nil: its rate isn't known. Below zero: it
    /// costs more than awake.
    public var cpuSavedSeconds: Double?
    public var wakeUpsSaved: Int?
    /// Its rate, awake and out of sight.
    public var awakeCPUSecondsPerSecond: Double?
    public var awakeWakeUpsPerSecond: Double?
    /// The rate was measured over so much time, in so many stretches; 0: nothing was.
    public var measuredSeconds: Double
    public var measuredStretches: Int
    /// They began when it had just been started, and was busier than later.
    // json: measuredAtStart unless false
    public var measuredAtStart: Bool
    /// Bytes of it in swap now; nil: it doesn't run.
    public var swappedBytes: Int?

    public init(
        app: String, since: String, outOfSightSeconds: Double, frozenSeconds: Double,
        cpuTakenSeconds: Double, wakeUpsTaken: Int, cpuSavedSeconds: Double?, wakeUpsSaved: Int?,
        awakeCPUSecondsPerSecond: Double?, awakeWakeUpsPerSecond: Double?, measuredSeconds: Double,
        measuredStretches: Int, measuredAtStart: Bool = false, swappedBytes: Int?
    ) {
        self.app = app
        self.since = since
        self.outOfSightSeconds = outOfSightSeconds
        self.frozenSeconds = frozenSeconds
        self.cpuTakenSeconds = cpuTakenSeconds
        self.wakeUpsTaken = wakeUpsTaken
        self.cpuSavedSeconds = cpuSavedSeconds
        self.wakeUpsSaved = wakeUpsSaved
        self.awakeCPUSecondsPerSecond = awakeCPUSecondsPerSecond
        self.awakeWakeUpsPerSecond = awakeWakeUpsPerSecond
        self.measuredSeconds = measuredSeconds
        self.measuredStretches = measuredStretches
        self.measuredAtStart = measuredAtStart
        self.swappedBytes = swappedBytes
    }
}
