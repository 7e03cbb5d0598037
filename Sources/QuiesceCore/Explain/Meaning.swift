/// The stable words for why: in the log, in `why`, and as exit reasons. Scripts may rely on them.
// derive: json
public enum Reason: String, Sendable, Hashable, CaseIterable {
    // Transitions
    case opened, launched, didFinishLaunching, left, didEnterBackground, idle, interrupted
    case taskBegan, taskEnded, taskGoesOn, wokenForFetch, wokenForPush,
        wokenForTransfer, wokenForTask, deviceSlept, deviceWoke,
        adopted, connected, foundThawed
    // Endings the app chose
    case exitedNormally, exitedWithError, crashed
    /// The process was no child of this daemon, so the kernel doesn't say how it ended.
    case exitStatusUnknown
    /// Before the device had made room: by the kernel's choice, not by the policy's order.
    case killedByKernelForMemory
    // Endings the system decided
    case optedOut, builtForOldSystem, multitaskingUnavailable, forceQuit
    case launchTimedOut, backgroundTransitionTimedOut, terminationTimedOut
    case backgroundTaskExpired, completionHandlerMissing, freezeTimedOut, memoryPressure
    case notResponding, connectionAbused, spawnFailed, updated, uninstalled, shutDown
    case deviceRestarted, orphaned
    // Tasks and wake-ups
    case expirationWarning, connectionLost, completedNewData, completedNoData, completedFailed
    case appEnded, killRetried, timerLate
    // Refusals
    case unknownApp, tooManyApps, tooManyTasks, tooManyWakes, unknownTask, unknownWake,
        taskWhileTerminating, noBackgroundTimeLeft
    case modeNotDeclared, modeUnknownToProfile, notContentAvailable, forceQuitByUser, crashLoop
    case callInProgress, noCall, notConnected, tooManyAccessories, unknownPrompt
    case backgroundRefreshOff
    case deviceLocked, notRunning, noSpace, storeFailed, shuttingDown, invalidBundle, notAnApp
    case argumentsTooLong, payloadTooLarge
    case wrongPasscode, passcodeRequired, passcodeDelayed, noPasscode, awaitsFirstUnlock,
        protectedDataUnavailable
    // What apps are told of the device
    case settingsChanged, clockSet, calendarDayChanged
    case permissionAsked, permissionSet, permissionTold
    case memoryWarning, deviceChanged, merged, undone, interruption, interruptionEnded
    // Input and the screen
    case userInput, inputMerged, inputDropped, touchCancelled, unresponsive, responsive
    case snapshotTaken
    case nobodyInFront, deviceAsleep, inputWhileInactive, inputNotHandled, outsideScreen, noTouch,
        touchGoesOn
    // Conduct
    case heldSharedLock, sharedLockKept, gpuUsedInBackground, gpuOpenInBackground
    case cpuThrottled, cpuExceeded, portsLeftOpen, pagedOut
    // Inputs
    case passcodeSet, passcodeCleared, protectedDataGone
    // Transfers
    case transferQueued, transferStarted, transferPaused, transferHeld, transferInterrupted,
        transferRestarted, transferAsks, transferAnsweredAsUsual, transferFinished, transferFailed,
        transferCancelled, transferHandled, agentEnded
    case unknownTransfer, transferUnchanged, unknownSession, tooManyTransfers, tooManySessions,
        launchEventsOff, noTransfers
    // Notifications
    case notificationScheduled, notificationCancelled, notificationFired, notificationTold,
        notificationOpened, notificationDismissed, notificationsRegistered, badgeSet, alertStyleSet,
        alertLowered
    case clockBehind, clockTrusted
    case unknownNotification, impossibleFireDate, tooManyNotifications, notificationsNotRegistered,
        notificationsNotAllowed, nothingScheduled, clockNotBelieved, bannersUnsupported
    // Pushes
    case pushRepeated, pushTold, pushHeld, pushAwaitsBackoff, pushMerged, pushRegistered,
        pushUnregistered,
        pushTokenIssued, gatewayJoined, gatewayLeft
    case pushExpired, pushRationed, pushesNotRegistered, pushTokenRefused
    // Fetches and background tasks
    case fetchIntervalSet, fetchPlanned, fetchMerged, fetchedNothing, fetchBudgetChanged
    case fetchNever, fetchTooSoon, fetchGoesOn, inFront, noNetwork, lowPower, fetchBudgetSpent,
        deviceFetchBudgetSpent, fetchStillFresh, fetchUnlikelyNow, fetchJustUsed,
        neverOpened
    case taskSubmitted, taskCancelled, taskExpires, taskNotPermitted, tooManyTaskRequests,
        noTaskRequest, conditionsMissing, notIdle
    case home, lock, unlock, sleep, wake, sleepDeferred, screenLocked, fetch, push, transfer,
        backgroundTask,
        install, uninstall, restart
    case motionStarted, motionStopped, motionPaused, motionResumed
}

extension Pending {
    // derive: json
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A wake-up that was accepted and has no verdict.
        case wake
        /// Finite-length tasks that are open.
        case task
        /// Callbacks that were called and have not returned.
        case call
        /// A launch into the background that waits for a back-off.
        case backOff
        /// An app that a new daemon hasn't heard yet.
        case connection
        /// A freeze, an end that was asked for, a kill: not confirmed yet.
        case suspension, termination, kill
        /// A step that follows the end of the present process.
        case open, install, uninstall
        /// An app that something covers, or that comes back when a call is over.
        case interruption
        /// Changes of the device that the app hasn't been told.
        case events
        /// A question to the user.
        case prompt
        /// The user's input that the app hasn't answered.
        case input
        /// The device's lock, its sleep and its end.
        case lock, sleep, shutDown
        /// Protected files that can be read for a moment more.
        case protection
        /// A transfer that hasn't come to its end, or whose verdict its app hasn't taken.
        case transfer
        /// Notifications that are to come.
        case notification
        /// A push that is held, or whose alert waits for its app.
        case push
        /// Samples of sensors that it asked for.
        case motion
    }
}

/// A reason in plain words, by the part that it can play, with advice on how to make it
/// different.
enum Meaning: Sendable, Hashable {
    /// Nothing is ended or refused for it.
    case event(String)
    /// A launch ends for it, as somebody chose, or as the app could not help.
    case ending(String, change: String)
    /// A launch ends for it, and the app could have avoided it.
    case fault(String, change: String)
    /// Something is not done because of it.
    case refusal(String, change: String)
    /// It ends launches, and refuses wake-ups.
    case endingOrRefusal(ending: String, refusal: String, change: String)

    /// How a launch ended for it; nil: none does.
    var ending: String? {
        switch self {
        case .ending(let words, _), .fault(let words, _), .endingOrRefusal(let words, _, _): words
        case .event, .refusal: nil
        }
    }

    /// Why something is not done; nil: nothing is refused for it.
    var refusal: String? {
        switch self {
        case .refusal(let words, _), .endingOrRefusal(_, let words, _): words
        case .event, .ending, .fault: nil
        }
    }

    /// Advice on how to avoid it.
    var change: String? {
        switch self {
        case .ending(_, let change), .fault(_, let change), .refusal(_, let change),
            .endingOrRefusal(_, _, let change):
            change
        case .event: nil
        }
    }

    /// Whatever it says.
    var clause: String {
        switch self {
        case .event(let words), .ending(let words, _), .fault(let words, _), .refusal(let words, _),
            .endingOrRefusal(let words, _, _):
            words
        }
    }
}

extension Reason {
    /// Its words. `now`: for what is still to come; nil when it is told later.
    ///
    /// One entry for each reason: a new one has its words, or doesn't compile.
    func meaning(_ detail: Detail?, at now: Moment? = nil) -> Meaning {
        switch self {
        // Transitions
        case .opened: .event("the user opened it")
        case .launched: .event("it was launched into the background")
        case .didFinishLaunching: .event("it finished launching")
        case .left: .event("the user left it")
        case .didEnterBackground: .event("didEnterBackground returned")
        case .idle: .event("nothing entitles it to run")
        case .interrupted: .event("something else took the user's attention")
        case .taskGoesOn: .event("the device is awake again, and its open tasks go on")
        case .wokenForFetch: .event(detail.wake.map { "it has \($0)" } ?? "it is woken for a fetch")
        case .wokenForTransfer:
            .event(detail.wake.map { "it has \($0)" } ?? "it is woken for its transfers")
        case .wokenForTask:
            .event(detail.wake.map { "it has \($0)" } ?? "it is woken for a background task")
        case .wokenForPush: .event(detail.wake.map { "it has \($0)" } ?? "it is woken for a push")
        case .deviceSlept: .event("the device sleeps, and its open tasks with it")
        case .deviceWoke: .event("the device woke")
        case .adopted: .event("a new daemon took it over")
        case .connected: .event("it connected just before it was frozen, and waits for the answer")
        case .foundThawed: .event("something else had thawed it, so it is frozen again")

        // Endings the app chose
        case .exitedNormally:
            .ending("it exited by itself", change: "return to the main loop instead of exiting")
        case .exitedWithError:
            .ending(
                "it exited by itself with code \(detail.code)",
                change: "see its last lines with `quiesce output`")
        case .crashed:
            .ending(
                "it crashed with signal \(detail.code)",
                change: "see its last lines with `quiesce output`")
        case .exitStatusUnknown:
            .ending(
                "its process is gone; an earlier daemon had started it, so how it ended is unknown",
                change: "see its last lines with `quiesce output`")

        case .killedByKernelForMemory:
            .ending(
                "the kernel killed it when there was no memory left at all",
                change: "see what else uses memory: `quiesce ps`, `dmesg`")

        // Endings the system decided
        case .optedOut:
            .endingOrRefusal(
                ending:
                    "it opted out of the background (UIApplicationExitsOnSuspend) and ended when it was left",
                refusal: "it opted out of the background with UIApplicationExitsOnSuspend (O1)",
                change: "remove that key from its Info.plist")
        case .builtForOldSystem:
            .endingOrRefusal(
                ending: "it was built for a system before 4.0 and ended when it was left",
                refusal:
                    "it was built for a system before 4.0, whose apps do not run in the background (O3)",
                change: "build it for a later version")
        case .multitaskingUnavailable:
            .endingOrRefusal(
                ending: "this device does not multitask, so it ended when it was left",
                refusal: "this device does not multitask, so nothing runs in the background (O2)",
                change: "open it instead")
        case .forceQuit: .ending("the user force-quit it", change: "open it again")
        case .launchTimedOut where detail.call == AppCall.connectName:
            .fault(
                "it was killed, because it had not connected within \(detail.limit), as every app does when it starts",
                change:
                    "link it with QuiesceKit, or make it speak the protocol in docs/protocol.md"
            )
        case .launchTimedOut:
            .fault(
                "it was killed, because it had not finished launching within \(detail.limit)",
                change: "do slow work after didFinishLaunching has returned")
        case .backgroundTransitionTimedOut:
            .fault(
                "it was killed, because \(detail.call) did not return within \(detail.limit)",
                change: "begin a background task for longer work, and return")
        case .terminationTimedOut:
            .fault(
                "it was killed, because it had not exited within \(detail.limit) of willTerminate",
                change: "return from it sooner")
        case .backgroundTaskExpired:
            .fault(
                "it was killed, because \(detail.openTasks) still open when its \(detail.limit) of background time ran out",
                change: "call endBackgroundTask in the expiration handler at the latest")
        case .completionHandlerMissing:
            .fault(
                "it was killed, because it did not call the completion handler of \(detail.call) within \(detail.limit)",
                change: "call it as soon as the work is done")
        case .freezeTimedOut:
            .ending(
                "it was killed, because the kernel could not freeze it within \(detail.limit)",
                change: "keep it out of long waits in the kernel, as on a dead network file system")
        case .memoryPressure:
            .fault(
                "it was purged when memory ran short, with \(detail.bytes) in use",
                change: "free caches and images when it enters the background")
        case .notResponding:
            .fault(
                "it was killed, because \(Limits.outstandingCallsPerApp) calls waited for its main thread",
                change: "keep slow work off it")
        case .connectionAbused:
            .fault(
                "it was killed, because it closed its connection more than \(Limits.hangUpsPerStay) times in the background, which kept it from being suspended",
                change: "connect once, and stay connected")
        case .spawnFailed:
            .fault(
                "its process could not be started (\(detail.failure))",
                change: "check the executable in its bundle")
        case .updated:
            .ending(
                "it was ended so that another version could be installed",
                change: "open it to use the new one")
        case .uninstalled:
            .ending("it was ended because it is being uninstalled", change: "install it again")
        case .shutDown:
            .ending("the device was shut down", change: "start it again with `quiesce up`")
        case .deviceRestarted: .ending("the device restarted", change: "open it again")
        case .orphaned:
            .ending(
                "its process was left over from before the device restarted",
                change: "open the app again")
        case .killRetried:
            .ending(
                "its process was still there after SIGKILL, so it was killed again",
                change: "see `dmesg` for the reason")

        // Tasks and wake-ups
        case .taskBegan: .event("it began \(detail?.words ?? "a task")")
        case .taskEnded: .event("it ended \(detail?.words ?? "a task")")
        case .expirationWarning:
            .event(
                "its background time is nearly used up, so the expiration handler of \(detail?.words ?? "each task") is called"
            )
        case .connectionLost:
            .event("its connection broke, and \(detail?.words ?? "every task") ended with it")
        case .completedNewData: .event("it completed \(detail.result)\(detail.news)")
        case .completedNoData: .event("it completed \(detail.result), without new data")
        case .completedFailed: .event("it completed \(detail.result), and failed")
        case .appEnded: .event("its process ended during \(detail.result)")
        case .timerLate: .event("the machine stood still, so every limit is extended")

        // Refusals
        case .unknownApp:
            .refusal("no app of that id is installed", change: "see `quiesce apps`")
        case .tooManyApps:
            .refusal(
                "\(Limits.installedApps) apps are installed, which is the limit",
                change: "uninstall one first")
        case .tooManyTasks:
            .refusal(
                "\(Limits.openTasksPerApp) of its background tasks are open, which is the limit (T1)",
                change: "end some with endBackgroundTask before it begins more")
        case .tooManyWakes:
            .refusal(
                "\(Limits.wakesPerApp) of its wake-ups are unfinished, which is the limit",
                change: "wait until it has finished some")
        case .unknownTask:
            .refusal(
                "it ended \(detail?.words ?? "a task"), which was not open (T7)",
                change: "end each task once, by the id that beginBackgroundTask returned")
        case .unknownWake:
            .refusal(
                "it completed a wake-up that was not open (F5)",
                change: "call each completion handler once")
        case .taskWhileTerminating:
            .refusal(
                "it began \(detail?.words ?? "a task") while it was terminating, when no task can begin (W3)",
                change: "save what matters when it enters the background")
        case .noBackgroundTimeLeft:
            .refusal(
                "it began \(detail?.words ?? "a task") after its background time was used up (T3)",
                change: "open it, which gives it new time")
        case .modeNotDeclared:
            .refusal(
                "its Info.plist does not declare the mode \(detail.mode) (O4)",
                change: "add it to UIBackgroundModes")
        case .modeUnknownToProfile:
            .refusal(
                "the profile \(detail.profile) does not know the mode \(detail.mode) (O4)",
                change: "use a later profile")
        case .notContentAvailable:
            .refusal(
                "the push has no \"content-available\": 1 in its aps, so it wakes no app (R2)",
                change: "add it")
        case .forceQuitByUser:
            .refusal("the user force-quit it (U2)", change: "open it, or restart the device")
        case .crashLoop:
            .refusal(
                "it failed \(detail.crashCount) and is not launched into the background \(detail.wait(now)) (W5)",
                change: "open it, or fix it")
        case .deviceLocked: .refusal("the device is locked", change: "unlock it first")
        case .notRunning:
            .refusal(
                "it is not running and not in the switcher, so there is nothing to quit (U1)",
                change: "see `quiesce ps` for what runs")
        case .noSpace:
            .refusal(
                "the disk is full, so it could not be recorded",
                change: "free some space and try again")
        case .storeFailed:
            .refusal("it could not be recorded on disk", change: "see the daemon's log")
        case .shuttingDown:
            .refusal(
                "the device is shutting down", change: "start it again with `quiesce up`")
        case .invalidBundle:
            .refusal(
                "its bundle can't be used", change: "fix the problem that `quiesce install` named")
        case .notAnApp:
            .refusal("it is not an app of this device", change: "start it with `quiesce open`")
        case .argumentsTooLong:
            .refusal(
                "its launch arguments are longer than \(Limits.launchArgumentBytes) bytes",
                change: "put them into a file and pass its path")
        case .payloadTooLarge:
            .refusal(
                "the payload is larger than \(Limits.pushPayloadBytes) bytes",
                change: "send less, and let the app fetch the rest")

        case .callInProgress:
            .refusal("a call is going on (S7)", change: "end it first")
        case .noCall:
            .refusal("there is no such call (S7)", change: "send `call incoming` first")

        // Passcode and protected data
        case .wrongPasscode:
            .refusal(
                "the passcode is wrong (\(detail?.words ?? "?"))",
                change: detail.passcodeWait(now).map { "the next try is possible in \($0)" }
                    ?? "try again")
        case .passcodeDelayed:
            .refusal(
                "too many wrong passcodes were entered (\(detail?.words ?? "?"))",
                change: "wait \(detail.passcodeWait(now) ?? "a while") and try again")
        case .passcodeRequired:
            .refusal("a passcode is set (P3)", change: "give it to `quiesce unlock`")
        case .noPasscode:
            .refusal("no passcode is set", change: "set one with `quiesce passcode set`")
        case .awaitsFirstUnlock:
            .event(
                "it waits, as nothing is launched into the background before the first unlock")
        case .protectedDataUnavailable:
            .refusal(
                "the device is locked, so its protected files cannot be opened (P3)",
                change: "unlock the device")
        case .passcodeSet: .event("a passcode was set")
        case .passcodeCleared: .event("the passcode was cleared")
        case .protectedDataGone:
            .event("the keys of protected files are gone until the device is unlocked")

        // System events and interruptions
        case .notConnected:
            .refusal(
                "that accessory or screen is not connected",
                change: "connect it first, with `quiesce send … connect`")
        case .tooManyAccessories:
            .refusal(
                "\(Limits.accessories) accessories are connected, which is the limit",
                change: "disconnect one")
        case .interruptionEnded: .event("the interruption ended")
        case .memoryWarning: .event("memory runs short, and it is asked to free some")
        case .deviceChanged: .event("the device changed (\(detail?.words ?? "?"))")
        case .permissionAsked:
            .event("it asks the user for a permission (\(detail?.words ?? "?"))")
        case .permissionSet: .event("the user set one of its permissions (\(detail?.words ?? "?"))")
        case .permissionTold: .event("it is told of a permission (\(detail?.words ?? "?"))")
        case .unknownPrompt:
            .refusal(
                "no app waits for that answer (U4)",
                change: "see `quiesce prompts` for the open questions")
        case .backgroundRefreshOff:
            .refusal(
                "the user has switched background refresh off, for it or for all apps (F8)",
                change:
                    "switch it on, with `quiesce permissions APP backgroundRefresh allow` or `quiesce send background-refresh on`"
            )
        case .settingsChanged: .event("its settings were changed")
        case .clockSet: .event("the clock was set")
        case .calendarDayChanged: .event("midnight passed, or the zone's offset changed")
        case .merged: .event("it is told several changes of one kind as one")
        case .undone: .event("a change that it missed was undone, so it is told nothing")
        case .interruption: .event("\(detail?.words ?? "an interruption")")

        // Input and the screen
        case .userInput:
            .event(detail.map { "the user's input (\($0.words))" } ?? "the user's input")
        case .inputMerged: .event("a finger's move replaced an older one that still waited")
        case .inputDropped:
            .event(
                "the oldest move of a finger was dropped, because the app is behind with its input")
        case .touchCancelled:
            .event("the touch was cancelled, because the app is about to become inactive")
        case .unresponsive:
            .event(
                "it has not answered the user's input for \(detail.limit): its main thread is busy")
        case .responsive: .event("it answers the user's input again")
        case .snapshotTaken:
            .event("the switcher shows its last screen, if there was one")
        case .nobodyInFront: .refusal("no app is in front (H2)", change: "open one first")
        case .deviceAsleep:
            .refusal("the device is asleep", change: "wake it with `quiesce send wake`")
        case .inputWhileInactive:
            .refusal(
                "it is inactive, and gets no touches (S13)",
                change:
                    "wait until it has launched, or end the call or dismiss the alert in front of it"
            )
        case .inputNotHandled:
            .refusal(
                "\(Limits.waitingInput) inputs wait for it already (H3)",
                change: "keep slow work off its main thread")
        case .outsideScreen:
            .refusal(
                "the touch is outside of its screen (\(detail?.words ?? "?"))",
                change: "see `quiesce screen` for its size")
        case .noTouch:
            .refusal("no touch is under way", change: "send `began` first")
        case .touchGoesOn:
            .refusal("a touch is under way already", change: "send its `ended` first")

        case .heldSharedLock, .sharedLockKept, .gpuUsedInBackground, .gpuOpenInBackground,
            .cpuThrottled, .cpuExceeded, .portsLeftOpen, .pagedOut:
            meaningOfConduct(detail)

        // Inputs
        case .home: .event("the user went to the home screen")
        case .lock: .event("the user locked the device")
        case .unlock: .event("the user unlocked the device")
        case .sleep: .event("the device was told to sleep")
        case .wake: .event("the device woke")
        case .screenLocked: .event("the screen locked")
        case .sleepDeferred: .event("open tasks keep the device awake")
        case .fetch: .event("a fetch was asked for")
        case .push: .event("a push came in")
        case .backgroundTask: .event("a background task was asked for")
        case .fetchIntervalSet, .fetchPlanned, .fetchMerged, .fetchedNothing,
            .fetchBudgetChanged, .fetchNever,
            .fetchTooSoon, .fetchGoesOn, .inFront, .noNetwork, .lowPower, .fetchBudgetSpent,
            .deviceFetchBudgetSpent, .fetchStillFresh, .fetchUnlikelyNow, .fetchJustUsed,
            .neverOpened,
            .taskSubmitted, .taskCancelled, .taskExpires, .taskNotPermitted, .tooManyTaskRequests,
            .noTaskRequest, .conditionsMissing, .notIdle:
            fetchMeaning(detail, at: now)
        case .notificationScheduled, .notificationCancelled, .notificationFired,
            .notificationTold, .notificationOpened, .notificationDismissed,
            .notificationsRegistered, .badgeSet, .clockBehind, .clockTrusted, .unknownNotification,
            .impossibleFireDate, .tooManyNotifications, .notificationsNotRegistered,
            .notificationsNotAllowed, .nothingScheduled, .clockNotBelieved, .alertStyleSet,
            .alertLowered, .bannersUnsupported:
            notificationMeaning(detail)
        case .pushRepeated, .pushTold, .pushHeld, .pushAwaitsBackoff, .pushMerged, .pushRegistered,
            .pushUnregistered,
            .pushTokenIssued, .gatewayJoined, .gatewayLeft, .pushExpired, .pushRationed,
            .pushesNotRegistered, .pushTokenRefused:
            pushMeaning(detail, at: now)
        case .motionStarted, .motionStopped, .motionPaused, .motionResumed: meaningOfMotion(detail)
        case .transfer: .event("a transfer was asked for")
        case .transferQueued, .transferStarted, .transferPaused, .transferHeld,
            .transferInterrupted, .transferRestarted, .transferAsks, .transferAnsweredAsUsual,
            .transferFinished, .transferFailed, .transferCancelled, .transferHandled, .agentEnded,
            .unknownTransfer, .transferUnchanged, .unknownSession, .tooManyTransfers,
            .tooManySessions, .launchEventsOff, .noTransfers:
            transferMeaning(detail, at: now)
        case .install:
            .event(detail.map { "\($0.words) was to be installed" } ?? "it was installed")
        case .uninstall: .event("it was to be uninstalled")
        case .restart: .event("the daemon started")
        }
    }
}
