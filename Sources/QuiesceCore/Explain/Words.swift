// Reasons and details in plain words: what, why, what to do.

extension Reason {
    /// How a launch ended, as the rest of "X is not running: …".
    func ending(_ detail: Detail?) -> String {
        switch self {
        case .optedOut:
            "it opted out of the background (UIApplicationExitsOnSuspend) and ended when it was left"
        case .builtForOldSystem: "it was built for a system before 4.0 and ended when it was left"
        case .multitaskingUnavailable:
            "this device does not multitask, so it ended when it was left"
        case .forceQuit: "the user force-quit it"
        case .launchTimedOut:
            "it was killed, because it had not finished launching within \(detail.limit); do slow work after didFinishLaunching has returned"
        case .backgroundTransitionTimedOut:
            "it was killed, because \(detail.call) did not return within \(detail.limit); begin a background task for longer work, and return"
        case .terminationTimedOut:
            "it was killed, because it had not exited within \(detail.limit) of willTerminate; return from it sooner"
        case .backgroundTaskExpired:
            "it was killed, because \(detail.openTasks) still open when its \(detail.limit) of background time ran out; call endBackgroundTask in the expiration handler at the latest"
        case .completionHandlerMissing:
            "it was killed, because it did not call the completion handler of \(detail.call) within \(detail.limit); call it as soon as the work is done"
        case .freezeTimedOut:
            "it was killed, because the kernel could not freeze it within \(detail.limit)"
        case .notResponding:
            "it was killed, because \(Limits.outstandingCallsPerApp) calls waited for its main thread; keep slow work off it"
        case .spawnFailed:
            "its process could not be started (\(detail.failure)); check the executable in its bundle"
        case .memoryPressure:
            "it was purged when memory ran short, with \(detail.bytes) in use; free what can be made again when it is left"
        case .updated: "it was ended so that another version could be installed"
        case .uninstalled: "it was ended because it is being uninstalled"
        case .shutDown: "the device was shut down"
        case .deviceRestarted: "the device restarted"
        case .orphaned: "its process was left over from another life of the device"
        case .exitedNormally: "it exited by itself"
        case .exitedWithError: "it exited by itself with code \(detail.code)"
        case .crashed: "it crashed with signal \(detail.code)"
        case .exitStatusUnknown:
            "its process is gone, and as an earlier daemon had started it, the kernel does not say how"
        case .opened, .launched, .didFinishLaunching, .left, .didEnterBackground, .idle,
            .interrupted, .taskBegan, .taskEnded, .taskGoesOn, .wokenForFetch, .wokenForPush,
            .deviceSlept, .deviceWoke, .adopted, .connected, .foundThawed, .expirationWarning,
            .connectionLost,
            .completedNewData, .completedNoData, .completedFailed, .appEnded, .killRetried,
            .timerLate, .unknownApp, .tooManyApps, .tooManyTasks, .tooManyWakes, .unknownTask,
            .unknownWake, .taskWhileTerminating, .noBackgroundTimeLeft, .modeNotDeclared,
            .modeUnknownToProfile,
            .notContentAvailable, .forceQuitByUser, .crashLoop, .deviceLocked, .notRunning,
            .noSpace, .storeFailed, .shuttingDown, .invalidBundle, .notAnApp, .argumentsTooLong,
            .payloadTooLarge, .memoryWarning, .deviceChanged, .merged, .undone, .interruption,
            .interruptionEnded, .callInProgress, .noCall, .home, .lock, .unlock, .sleep,
            .wake, .sleepDeferred, .fetch, .push,
            .install, .uninstall, .restart:
            rawValue
        }
    }
}

extension Refusal {
    /// One sentence for the caller: why not, and what would change it.
    public func explained(at now: Moment) -> String {
        switch reason {
        case .unknownApp: "no app of that id is installed; see `quiesce apps`"
        case .tooManyApps:
            "\(Limits.installedApps) apps are installed, which is the limit; uninstall one first"
        case .forceQuitByUser: "the user force-quit it (U2); open it, or restart the device"
        case .modeNotDeclared:
            "its Info.plist does not declare the mode \(detail.mode) (O4); add it to UIBackgroundModes"
        case .modeUnknownToProfile:
            "the profile \(detail.profile) does not know the mode \(detail.mode) (O4); use a later profile"
        case .notContentAvailable:
            "the push has no \"content-available\": 1 in its aps, so it wakes no app (R2); add it"
        case .multitaskingUnavailable:
            "this device does not multitask, so nothing runs in the background (O2); open it instead"
        case .optedOut:
            "it opted out of the background with UIApplicationExitsOnSuspend (O1); remove that key from its Info.plist"
        case .builtForOldSystem:
            "it was built for a system before 4.0, whose apps do not run in the background (O3); build it for a later one"
        case .crashLoop:
            "it failed \(detail.crashCount) and is not launched into the background for another \(detail.wait(now)) (W5); open it, or fix it"
        case .tooManyWakes:
            "\(Limits.wakesPerApp) of its wake-ups are not finished; let it finish some"
        case .callInProgress: "a call is going on (S7); end it first"
        case .noCall: "there is no such call (S7); send `call incoming` first"
        case .deviceLocked: "the device is locked; unlock it first"
        case .notRunning:
            "it is not running and not in the switcher, so there is nothing to quit (U1)"
        case .shuttingDown: "the device is shutting down; start it again with `quiesce up`"
        case .noSpace:
            "the disk is full, so it could not be recorded; free some space and try again"
        case .storeFailed: "it could not be recorded on disk; see the daemon's log"
        case .opened, .launched, .didFinishLaunching, .left, .didEnterBackground, .idle,
            .interrupted, .taskBegan, .taskEnded, .taskGoesOn, .wokenForFetch, .wokenForPush,
            .deviceSlept, .deviceWoke, .adopted, .connected, .foundThawed, .exitedNormally,
            .exitedWithError, .crashed,
            .exitStatusUnknown, .forceQuit, .launchTimedOut,
            .backgroundTransitionTimedOut, .terminationTimedOut, .backgroundTaskExpired,
            .completionHandlerMissing, .freezeTimedOut, .notResponding, .spawnFailed, .updated,
            .uninstalled,
            .shutDown, .deviceRestarted, .orphaned, .expirationWarning, .connectionLost,
            .completedNewData, .completedNoData, .completedFailed, .appEnded, .killRetried,
            .timerLate, .tooManyTasks, .unknownTask, .unknownWake, .taskWhileTerminating,
            .noBackgroundTimeLeft, .invalidBundle, .notAnApp, .argumentsTooLong, .payloadTooLarge,
            .memoryPressure, .memoryWarning, .deviceChanged, .merged, .undone, .interruption,
            .interruptionEnded, .home, .lock, .unlock,
            .sleep, .wake, .sleepDeferred, .fetch, .push, .install, .uninstall, .restart:
            reason.rawValue
        }
    }
}

extension Detail {
    /// In a few words, for a line of the log.
    public var words: String {
        switch self {
        case .overran(let call, let limit, let elapsed):
            "\(call) took \(elapsed.spoken), \(limit.spoken) allowed"
        case .allowance(let allowance, let tasks):
            "\(allowance.spoken) used up with \(listed(tasks)) open"
        case .task(let id, let name): name.map { "task \(id) \"\($0)\"" } ?? "task \(id)"
        case .tasks(let count): counted(count, "task")
        case .wake(let id, let cause, let limit): "\(cause) \(id), \(limit.spoken) for its handler"
        case .wakeResult(let id, let cause, let took): "\(cause) \(id) after \(took.spoken)"
        case .call(let call, let seq): "\(call) (\(seq))"
        case .signal(let signal): "signal \(signal)"
        case .code(let code): "code \(code)"
        case .failedStep(let step, let errno): "\(step): errno \(errno)"
        case .mode(let mode, let profile): "\(mode.rawValue) in profile \(profile)"
        case .until(_, let crashes): counted(crashes, "crash") + " in a row"
        case .late(let late): "\(late.spoken) late; limits extended by as much"
        case .version(let version): "version \(version)"
        case .interruption(let interruption): interruption.rawValue
        case .memory(let bytes): bytes.spokenAsBytes
        case .change(let change): change.words.joined(separator: " ")
        case .systemEvents(let events): events.map(\.rawValue).joined(separator: ", ")
        case .merged(let event, let changes, let told):
            "\(event.rawValue): \(changes) → \(told ? 1 : 0)"
        }
    }
}

/// The parts of a detail that a sentence names; "?" where the reason came without it.
extension Detail? {
    fileprivate var limit: String {
        switch self {
        case .overran(_, let limit, _), .allowance(let limit, _): limit.spoken
        case _: "?"
        }
    }

    fileprivate var bytes: String {
        if case .memory(let bytes) = self { bytes.spokenAsBytes } else { "?" }
    }

    fileprivate var call: String {
        if case .overran(let call, _, _) = self { call } else { "?" }
    }

    fileprivate var openTasks: String {
        guard case .allowance(_, let tasks) = self else { return "a background task was" }
        return tasks.count == 1
            ? "its background task \(listed(tasks)) was"
            : "its background tasks \(listed(tasks)) were"
    }

    fileprivate var code: String {
        switch self {
        case .code(let code), .signal(let code): String(code)
        case _: "?"
        }
    }

    fileprivate var failure: String {
        if case .failedStep(let step, let errno) = self { "\(step), errno \(errno)" } else { "?" }
    }

    fileprivate var mode: String {
        if case .mode(let mode, _) = self { "\"\(mode.rawValue)\"" } else { "?" }
    }

    fileprivate var profile: String {
        if case .mode(_, let profile) = self { profile } else { "?" }
    }

    fileprivate var crashCount: String {
        guard case .until(_, let crashes) = self else { return "?" }
        return crashes == 1 ? "at its last launch" : "\(crashes) times in a row"
    }

    fileprivate func wait(_ now: Moment) -> String {
        if case .until(let until, _) = self { (until - now.instant).spoken } else { "?" }
    }
}

extension UInt64 {
    /// "640 KB", "1.5 GB"
    public var spokenAsBytes: String {
        var (value, unit) = (self, "bytes")
        var tenths: UInt64 = 0
        for next in ["KB", "MB", "GB", "TB"] where value >= 1000 {
            tenths = value % 1000 / 100
            value /= 1000
            unit = next
        }
        return value < 10 && tenths > 0 ? "\(value).\(tenths) \(unit)" : "\(value) \(unit)"
    }
}
