/// Reasons of how apps come, go and end.
extension Reason {
    public static let opened = Reason("opened", .event("the user opened it"))
    public static let launched = Reason("launched", .event("it was launched into the background"))
    public static let didFinishLaunching = Reason(
        "didFinishLaunching",
        .event("it finished launching"))
    public static let left = Reason("left", .event("the user left it"))
    public static let didEnterBackground = Reason(
        "didEnterBackground",
        .event("didEnterBackground returned"))
    public static let idle = Reason("idle", .event("nothing entitles it to run"))
    public static let interrupted = Reason(
        "interrupted",
        .event("something else took the user's attention"))
    public static let taskGoesOn = Reason(
        "taskGoesOn",
        .event("the device is awake again, and its open tasks go on"))
    public static let wokenForFetch = Reason("wokenForFetch") { detail, _ in
        .event(detail.wake.map { "it has \($0)" } ?? "it is woken for a fetch")
    }
    public static let wokenForTransfer = Reason("wokenForTransfer") { detail, _ in
        .event(detail.wake.map { "it has \($0)" } ?? "it is woken for its transfers")
    }
    public static let wokenForTask = Reason("wokenForTask") { detail, _ in
        .event(detail.wake.map { "it has \($0)" } ?? "it is woken for a background task")
    }
    public static let wokenForPush = Reason("wokenForPush") { detail, _ in
        .event(detail.wake.map { "it has \($0)" } ?? "it is woken for a push")
    }
    public static let deviceSlept = Reason(
        "deviceSlept",
        .event("the device sleeps, and its open tasks with it"))
    public static let deviceWoke = Reason("deviceWoke", .event("the device woke"))
    public static let adopted = Reason("adopted", .event("a new daemon took it over"))
    public static let connected = Reason(
        "connected",
        .event("it connected just before it was frozen, and waits for the answer"))
    public static let foundThawed = Reason(
        "foundThawed",
        .event("its keeper or something else had thawed it, so it is frozen again"))
    public static let exitedNormally = Reason(
        "exitedNormally",
        .ending("it exited by itself", change: "return to the main loop instead of exiting"))
    public static let exitedWithError = Reason("exitedWithError") { detail, _ in
        .ending(
            "it exited by itself with code \(detail.code)",
            change: "see its last lines with `quiesce output`")
    }
    public static let crashed = Reason("crashed") { detail, _ in
        .ending(
            "it crashed with signal \(detail.code)",
            change: "see its last lines with `quiesce output`")
    }
    /// The process was no child of this daemon, so the kernel doesn't say how it ended.
    public static let exitStatusUnknown = Reason(
        "exitStatusUnknown",
        .ending(
            "its process is gone; an earlier daemon had started it, so how it ended is unknown",
            change: "see its last lines with `quiesce output`"))
    /// Before the device had made room: by the kernel's choice, not by the policy's order.
    public static let killedByKernelForMemory = Reason(
        "killedByKernelForMemory",
        .ending(
            "the kernel killed it when there was no memory left at all",
            change: "see what else uses memory: `quiesce ps`, `dmesg`"))
    public static let optedOut = Reason(
        "optedOut",
        .endingOrRefusal(
            ending:
                "it opted out of the background (UIApplicationExitsOnSuspend) and ended when it was left",
            refusal: "it opted out of the background with UIApplicationExitsOnSuspend (O1)",
            change: "remove that key from its Info.plist"))
    public static let builtForOldSystem = Reason(
        "builtForOldSystem",
        .endingOrRefusal(
            ending: "it was built for a system before 4.0 and ended when it was left",
            refusal:
                "it was built for a system before 4.0, whose apps do not run in the background (O3)",
            change: "build it for a later version"))
    public static let multitaskingUnavailable = Reason(
        "multitaskingUnavailable",
        .endingOrRefusal(
            ending: "this device does not multitask, so it ended when it was left",
            refusal: "this device does not multitask, so nothing runs in the background (O2)",
            change: "open it instead"))
    public static let forceQuit = Reason(
        "forceQuit",
        .ending("the user force-quit it", change: "open it again"))
    public static let launchTimedOut = Reason("launchTimedOut") { detail, _ in
        if detail.call == AppCall.connectName {
            return .fault(
                "it was killed, because it had not connected within \(detail.limit), as every app does when it starts",
                change:
                    "link it with QuiesceKit, make it speak the protocol in docs/protocol.md, or say in its Info.plist that it is any program: QuiesceHosted, true"
            )
        }
        return .fault(
            "it was killed, because it had not finished launching within \(detail.limit)",
            change:
                "do slow work after didFinishLaunching has returned, and see that no call in it waits for ever"
        )
    }
    public static let backgroundTransitionTimedOut = Reason("backgroundTransitionTimedOut") {
        detail, _ in
        .fault(
            "it was killed, because \(detail.call) did not return within \(detail.limit)",
            change: "begin a background task for longer work, and return")
    }
    public static let terminationTimedOut = Reason("terminationTimedOut") { detail, _ in
        .fault(
            "it was killed, because it had not exited within \(detail.limit) of willTerminate",
            change: "return from it sooner")
    }
    public static let backgroundTaskExpired = Reason("backgroundTaskExpired") { detail, _ in
        .fault(
            "it was killed, because \(detail.openTasks) still open when its \(detail.limit) of background time ran out",
            change: "call endBackgroundTask in the expiration handler at the latest")
    }
    public static let completionHandlerMissing = Reason("completionHandlerMissing") { detail, _ in
        .fault(
            "it was killed, because it did not call the completion handler of \(detail.call) within \(detail.limit)",
            change: "call it as soon as the work is done")
    }
    public static let freezeTimedOut = Reason("freezeTimedOut") { detail, _ in
        .ending(
            "it was killed, because the kernel could not freeze it within \(detail.limit)",
            change: "keep it out of long waits in the kernel, as on a dead network file system")
    }
    public static let memoryPressure = Reason("memoryPressure") { detail, _ in
        .fault(
            "it was purged when memory ran short, with \(detail.bytes) in use",
            change: "free caches and images when it enters the background")
    }
    public static let notResponding = Reason(
        "notResponding",
        .fault(
            "it was killed, because \(Limits.outstandingCallsPerApp) calls waited for its main thread",
            change: "keep slow work off it"))
    public static let connectionAbused = Reason(
        "connectionAbused",
        .fault(
            "it was killed, because it closed its connection more than \(Limits.hangUpsPerStay) times in the background, which kept it from being suspended",
            change: "connect once, and stay connected"))
    public static let protocolViolated = Reason(
        "protocolViolated",
        .fault(
            "it was killed, because its hello named a call that was never sent to it",
            change: "let lastReceived be the highest seq that came (docs/protocol.md)"))
    public static let spawnFailed = Reason("spawnFailed") { detail, _ in
        .fault(
            "its process could not be started (\(detail.failure))",
            change: "check the executable in its bundle")
    }
    public static let updated = Reason(
        "updated",
        .ending(
            "it was ended so that another version could be installed",
            change: "open it to use the new one"))
    public static let uninstalled = Reason(
        "uninstalled",
        .ending("it was ended because it is being uninstalled", change: "install it again"))
    public static let shutDown = Reason(
        "shutDown",
        .ending("the device was shut down", change: "start it again with `quiesce up`"))
    public static let deviceRestarted = Reason(
        "deviceRestarted",
        .ending("the device restarted", change: "open it again"))
    public static let orphaned = Reason(
        "orphaned",
        .ending(
            "its process was left over from before the device restarted",
            change: "open the app again"))
    public static let killRetried = Reason(
        "killRetried",
        .ending(
            "its process was still there after SIGKILL, so it was killed again",
            change: "see `dmesg` for the reason"))

    static let ofLifecycle: [Reason] = [
        .opened, .launched, .didFinishLaunching, .left, .didEnterBackground, .idle, .interrupted,
        .taskGoesOn, .wokenForFetch, .wokenForTransfer, .wokenForTask, .wokenForPush, .deviceSlept,
        .deviceWoke, .adopted, .connected, .foundThawed, .exitedNormally, .exitedWithError,
        .crashed, .exitStatusUnknown, .killedByKernelForMemory, .optedOut, .builtForOldSystem,
        .multitaskingUnavailable, .forceQuit, .launchTimedOut, .backgroundTransitionTimedOut,
        .terminationTimedOut, .backgroundTaskExpired, .completionHandlerMissing, .freezeTimedOut,
        .memoryPressure, .notResponding, .connectionAbused, .protocolViolated, .spawnFailed,
        .updated, .uninstalled, .shutDown, .deviceRestarted, .orphaned, .killRetried,
    ]
}
