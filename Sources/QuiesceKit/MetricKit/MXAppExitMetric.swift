import Foundation

/// How the app's launches ended while it was in front, and otherwise.
public final class MXAppExitMetric: NSObject, Sendable {
    /// The counts of launches that ended in front.
    public let foregroundExitData: MXForegroundExitData
    /// The counts of launches that ended out of sight.
    public let backgroundExitData: MXBackgroundExitData

    init(_ report: ExitReport) {
        foregroundExitData = MXForegroundExitData(report.inFront)
        backgroundExitData = MXBackgroundExitData(report.outOfSight)
    }

    var dictionary: [String: [String: Int]] {
        [
            "foregroundExitData": foregroundExitData.dictionary,
            "backgroundExitData": backgroundExitData.dictionary,
        ]
    }
}

/// How many launches ended in front, by the reason.
public final class MXForegroundExitData: NSObject, Sendable {
    private let counts: ExitCounts

    init(_ counts: ExitCounts) { self.counts = counts }

    /// By themselves with 0, or by the user.
    public var cumulativeNormalAppExitCount: Int { counts[.normal] }
    /// By crashes, exits with another code than 0, and misuse of the system.
    public var cumulativeAbnormalExitCount: Int { counts[.abnormal] }
    /// They took too long for a callback, or didn't answer (W1).
    public var cumulativeAppWatchdogExitCount: Int { counts[.watchdog] }
    /// 0: an app's memory has no limit of its own here.
    public var cumulativeMemoryResourceLimitExitCount: Int { 0 }
    /// 0: a crash counts as abnormal, whatever its signal.
    public var cumulativeBadAccessExitCount: Int { 0 }
    /// 0: a crash counts as abnormal, whatever its signal.
    public var cumulativeIllegalInstructionExitCount: Int { 0 }

    var dictionary: [String: Int] {
        [
            "cumulativeNormalAppExitCount": cumulativeNormalAppExitCount,
            "cumulativeAbnormalExitCount": cumulativeAbnormalExitCount,
            "cumulativeAppWatchdogExitCount": cumulativeAppWatchdogExitCount,
        ]
    }
}

/// How many launches ended out of sight, by the reason.
public final class MXBackgroundExitData: NSObject, Sendable {
    private let counts: ExitCounts

    init(_ counts: ExitCounts) { self.counts = counts }

    /// By themselves with 0, or by the user.
    public var cumulativeNormalAppExitCount: Int { counts[.normal] }
    /// By crashes, exits with another code than 0, and misuse of the system.
    public var cumulativeAbnormalExitCount: Int { counts[.abnormal] }
    /// They took too long for a callback or a wake-up, or didn't answer (W1).
    public var cumulativeAppWatchdogExitCount: Int { counts[.watchdog] }
    /// They used too much CPU time (C3).
    public var cumulativeCPUResourceLimitExitCount: Int { counts[.cpu] }
    /// The system wanted their memory (M2).
    public var cumulativeMemoryPressureExitCount: Int { counts[.memoryPressure] }
    /// They held a lock on a shared file when they were suspended (C2).
    public var cumulativeSuspendedWithLockedFileExitCount: Int { counts[.lockedFile] }
    /// They had a background task open when its time ran out (T4).
    public var cumulativeBackgroundTaskAssertionTimeoutExitCount: Int {
        counts[.taskTimeout]
    }
    /// 0: an app's memory has no limit of its own here.
    public var cumulativeMemoryResourceLimitExitCount: Int { 0 }
    /// 0: a crash counts as abnormal, whatever its signal.
    public var cumulativeBadAccessExitCount: Int { 0 }
    /// 0: a crash counts as abnormal, whatever its signal.
    public var cumulativeIllegalInstructionExitCount: Int { 0 }

    var dictionary: [String: Int] {
        [
            "cumulativeNormalAppExitCount": cumulativeNormalAppExitCount,
            "cumulativeAbnormalExitCount": cumulativeAbnormalExitCount,
            "cumulativeAppWatchdogExitCount": cumulativeAppWatchdogExitCount,
            "cumulativeCPUResourceLimitExitCount": cumulativeCPUResourceLimitExitCount,
            "cumulativeMemoryPressureExitCount": cumulativeMemoryPressureExitCount,
            "cumulativeSuspendedWithLockedFileExitCount":
                cumulativeSuspendedWithLockedFileExitCount,
            "cumulativeBackgroundTaskAssertionTimeoutExitCount":
                cumulativeBackgroundTaskAssertionTimeoutExitCount,
        ]
    }
}
