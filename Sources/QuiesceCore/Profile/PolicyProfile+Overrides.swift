/// A value in a profile file, in the terms of the file.
public enum ProfileValue: Sendable, Hashable {
    case string(String)
    case integer(Int64)
    case number(Double)
    case bool(Bool)
    case strings([String])
}

/// A mistake in a profile file: one key, and the value that was expected.
public struct ProfileError: Error, Sendable, Hashable, CustomStringConvertible {
    public var key: String
    /// In words, as the rest of "KEY must be …".
    public var expected: String

    public var description: String { "\(key) must be \(expected)" }
}

extension PolicyProfile {
    /// The longest time that a profile may give, in seconds: a year. More is a slip of the pen, and
    /// would overflow sums.
    static let longestSeconds: Int64 = 365 * 86_400

    /// A profile made from the one that `base` names (`ios8` without it), with what `overrides`
    /// sets. Durations are in seconds. The same keys in any order give the same profile.
    ///
    /// - Throws: `ProfileError` for the first key, in the order of `overrides`, that is unknown,
    ///   given twice, or whose value is of another type or out of range.
    public init(overrides: [(key: String, value: ProfileValue)]) throws(ProfileError) {
        self = .ios8
        var seen: Set<String> = []
        for (key, value) in overrides {
            guard seen.insert(key).inserted else {
                throw ProfileError(key: key, expected: "given once")
            }
            guard key == "base" else { continue }
            guard case .string(let name) = value,
                let base = Self.named.first(where: { $0.name == name })
            else {
                let names = Self.named.map(\.name).joined(separator: ", ")
                throw ProfileError(key: key, expected: "one of \(names)")
            }
            self = base
        }
        for (key, value) in overrides where key != "base" { try set(key, to: value) }
        try checkTogether()
    }

    private mutating func set(_ key: String, to value: ProfileValue) throws(ProfileError) {
        if let limit = Self.limits.first(where: { $0.key == key }) {
            self[keyPath: limit.path] = try Self.duration(value, key, atLeast: limit.least)
        } else if let rule = Self.rules.first(where: { $0.key == key }) {
            guard case .bool(let bool) = value else {
                throw ProfileError(key: key, expected: "true or false")
            }
            self[keyPath: rule.path] = bool
        } else if key == "name" {
            guard case .string(let name) = value, (1...64).contains(name.utf8.count) else {
                throw ProfileError(key: key, expected: "a string of 1 to 64 bytes")
            }
            self.name = name
        } else if key == "backgroundModes" {
            backgroundModes = try Self.modes(value, key)
        } else if let number = Self.numbers.first(where: { $0.key == key }) {
            guard case .integer(let count) = value, number.range.contains(Int(clamping: count))
            else {
                let (least, most) = (number.range.lowerBound, number.range.upperBound)
                throw ProfileError(key: key, expected: "a number from \(least) to \(most)")
            }
            self[keyPath: number.path] = Int(clamping: count)
        } else {
            throw ProfileError(key: key, expected: "one of \(Self.keys.joined(separator: ", "))")
        }
    }

    /// Every key that a profile file may set.
    public static var keys: [String] {
        ["base", "name", "backgroundModes"] + numbers.map(\.key) + limits.map(\.key)
            + rules.map(\.key)
    }

    private static var numbers:
        [(key: String, path: WritableKeyPath<Self, Int>, range: ClosedRange<Int>)]
    {
        [
            ("discretionaryBatteryPercent", \.discretionaryBatteryPercent, 0...100),
            ("fetchBatteryPercent", \.fetchBatteryPercent, 0...100),
            // One every quarter of an hour: what is fetched more often is never looked at.
            ("fetchesPerAppDay", \.fetchesPerAppDay, 1...96),
            ("fetchesPerDay", \.fetchesPerDay, 0...10_000),
            ("silentPushesPerHour", \.silentPushesPerHour, 1...1_000_000),
            ("relaunchesUndelayed", \.relaunchesUndelayed, 0...Limits.relaunchesUndelayed),
            (
                "notificationsPerApp", \.notificationsPerApp,
                1...Limits.scheduledNotificationsPerApp
            ),
            ("continuedTasks", \.continuedTasks, 0...Limits.continuedTasks),
            ("energyCPUMilliwatts", \.energyCPUMilliwatts, energyRates),
            (
                "energyCellularMicrojoulesPerKilobyte",
                \.energyCellularMicrojoulesPerKilobyte, energyRates
            ),
            ("energyWiFiMicrojoulesPerKilobyte", \.energyWiFiMicrojoulesPerKilobyte, energyRates),
            ("energyRadioMilliwatts", \.energyRadioMilliwatts, energyRates),
        ]
    }

    private static var energyRates: ClosedRange<Int> { 0...Limits.energyRate }

    /// The durations. A limit that somebody must meet can't be zero.
    private static var limits:
        [(key: String, path: WritableKeyPath<Self, Interval>, least: Interval)]
    {
        let least = Interval.milliseconds(1)
        return [
            ("launchLimitSeconds", \.launchLimit, least),
            ("backgroundTransitionLimitSeconds", \.backgroundTransitionLimit, least),
            ("terminationLimitSeconds", \.terminationLimit, least),
            ("backgroundAllowanceSeconds", \.backgroundAllowance, least),
            ("expirationWarningSeconds", \.expirationWarning, least),
            ("expirationWarningSlackSeconds", \.expirationWarningSlack, .zero),
            ("fetchLimitSeconds", \.fetchLimit, least),
            ("pushLimitSeconds", \.pushLimit, least),
            ("transferLimitSeconds", \.transferLimit, least),
            ("keepAliveLeastSeconds", \.keepAliveLeast, .seconds(1)),
            ("keepAliveLimitSeconds", \.keepAliveLimit, least),
            ("processingLimitSeconds", \.processingLimit, least),
            ("fetchFreshnessSeconds", \.fetchFreshness, .seconds(60)),
            ("fetchLeadSeconds", \.fetchLead, .zero),
            ("relaunchDelaySeconds", \.relaunchDelay, .zero),
            ("relaunchDelayMostSeconds", \.relaunchDelayMost, .zero),
            ("locationPauseSeconds", \.locationPause, .zero),
            ("energyRadioTailSeconds", \.energyRadioTail, .zero),
            ("cpuBudgetSeconds", \.cpuBudget, least),
            ("throttledCPUSeconds", \.throttledCPU, least),
            ("cpuWindowSeconds", \.cpuWindow, least),
            ("memoryWarningGraceSeconds", \.memoryWarningGrace, least),
            ("memoryWarningIntervalSeconds", \.memoryWarningInterval, least),
            ("protectedDataGraceSeconds", \.protectedDataGrace, .zero),
            ("freezeLimitSeconds", \.freezeLimit, least),
            ("killRetrySeconds", \.killRetry, least),
            ("reconnectGraceSeconds", \.reconnectGrace, least),
            ("crashBackoffSeconds", \.crashBackoff, .zero),
            ("crashBackoffMostSeconds", \.crashBackoffMost, .zero),
        ]
    }

    private static var rules: [(key: String, path: WritableKeyPath<Self, Bool>)] {
        [
            ("deviceSleepSuspendsTasks", \.deviceSleepSuspendsTasks),
            ("pushWakesNeedContentAvailable", \.pushWakesNeedContentAvailable),
            ("pushAlertAwaitsWake", \.pushAlertAwaitsWake),
            ("forceQuitBarsLaunch", \.forceQuitBarsLaunch),
            ("locationKeepsRunning", \.locationKeepsRunning),
            ("locationRelaunches", \.locationRelaunches),
            ("locationOutlivesForceQuit", \.locationOutlivesForceQuit),
            ("sharedLockEndsSuspended", \.sharedLockEndsSuspended),
            ("hidesSuspendedPorts", \.hidesSuspendedPorts),
            ("notificationsNeedPermission", \.notificationsNeedPermission),
            ("bannersSupported", \.bannersSupported),
            ("multitaskingSupported", \.multitaskingSupported),
            ("scenesRequired", \.scenesRequired),
            ("continuedTasksYield", \.continuedTasksYield),
            ("relaunchDelayLapses", \.relaunchDelayLapses),
        ]
    }

    private static func duration(
        _ value: ProfileValue, _ key: String, atLeast least: Interval
    ) throws(ProfileError) -> Interval {
        let error = ProfileError(
            key: key,
            expected:
                "a number of seconds from \(least == .zero ? "0" : "0.001") to \(longestSeconds)")
        let interval: Interval
        switch value {
        case .integer(let seconds):
            guard (0...longestSeconds).contains(seconds) else { throw error }
            interval = .seconds(seconds)
        case .number(let seconds):
            // Not-a-number is in no range.
            guard (0...Double(longestSeconds)).contains(seconds) else { throw error }
            interval = Interval(nanoseconds: Int64((seconds * 1e9).rounded()))
        case .string, .bool, .strings:
            throw error
        }
        guard interval >= least else { throw error }
        return interval
    }

    private static func modes(
        _ value: ProfileValue, _ key: String
    ) throws(ProfileError) -> [BackgroundMode] {
        var modes: [BackgroundMode] = []
        if case .strings(let names) = value {
            modes = names.compactMap(BackgroundMode.init(rawValue:))
            if modes.count == names.count { return modes }
        }
        let known = BackgroundMode.allCases.map(\.rawValue).joined(separator: ", ")
        throw ProfileError(key: key, expected: "a list of any of \(known)")
    }

    private func checkTogether() throws(ProfileError) {
        if expirationWarning > backgroundAllowance {
            throw ProfileError(
                key: "expirationWarningSeconds",
                expected: "no more than backgroundAllowanceSeconds (\(backgroundAllowance.spoken))")
        }
        if crashBackoff > crashBackoffMost {
            throw ProfileError(
                key: "crashBackoffSeconds",
                expected: "no more than crashBackoffMostSeconds (\(crashBackoffMost.spoken))")
        }
    }
}
