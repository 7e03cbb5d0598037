import Foundation

/// Why a launch ended, as far as MetricKit tells reasons apart.
enum ExitKind: String {
    case normal, abnormal, watchdog, cpu, memoryPressure, lockedFile, taskTimeout

    /// - Parameter reason: a word of `quiesce log`.
    /// - Returns: nil: nothing of the app's, as the device's own end is.
    init?(reason: String) {
        switch reason {
        case "exitedNormally", "forceQuit", "optedOut", "builtForOldSystem",
            "multitaskingUnavailable":
            self = .normal
        case "crashed", "exitedWithError", "exitStatusUnknown", "protocolViolated",
            "connectionAbused", "gpuUsedInBackground":
            self = .abnormal
        case "launchTimedOut", "backgroundTransitionTimedOut", "terminationTimedOut",
            "completionHandlerMissing", "notResponding":
            self = .watchdog
        case "cpuExceeded": self = .cpu
        case "memoryPressure": self = .memoryPressure
        case "heldSharedLock", "sharedLockKept": self = .lockedFile
        case "backgroundTaskExpired", "continuedNotCompleted": self = .taskTimeout
        case _: return nil
        }
    }
}

/// How many launches ended, by the reason.
struct ExitCounts: Sendable {
    private var counts: [String: Int] = [:]

    init() {}
    init(_ kept: [String: Int]) { counts = kept }

    var kept: [String: Int] { counts }
    subscript(kind: ExitKind) -> Int { counts[kind.rawValue] ?? 0 }
    mutating func count(_ kind: ExitKind) { counts[kind.rawValue, default: 0] += 1 }
}

/// The ends of the app's launches in one period.
struct ExitReport: Sendable {
    var version: String
    var hasSeveralVersions = false
    var begin: Date
    var end: Date
    var inFront = ExitCounts()
    var outOfSight = ExitCounts()

    init(version: String, at date: Date) {
        self.version = version
        (begin, end) = (date, date)
    }
}

// As a property list.
extension ExitReport {
    init?(_ kept: Any?) {
        guard let kept = kept as? [String: Any], let version = kept["version"] as? String,
            let begin = kept["begin"] as? Date, let end = kept["end"] as? Date
        else { return nil }
        self.init(version: version, at: begin)
        self.end = end
        hasSeveralVersions = kept["hasSeveralVersions"] as? Bool ?? false
        inFront = ExitCounts(kept["inFront"] as? [String: Int] ?? [:])
        outOfSight = ExitCounts(kept["outOfSight"] as? [String: Int] ?? [:])
    }

    var kept: [String: Any] {
        [
            "version": version, "hasSeveralVersions": hasSeveralVersions, "begin": begin,
            "end": end, "inFront": inFront.kept, "outOfSight": outOfSight.kept,
        ]
    }
}
