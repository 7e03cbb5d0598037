/// Reasons that the device itself has: requests that it refuses, and what it was told.
extension Reason {
    public static let unknownApp = Reason(
        "unknownApp",
        .refusal("no app of that id is installed", change: "see `quiesce apps`"))
    public static let tooManyApps = Reason(
        "tooManyApps",
        .refusal(
            "\(Limits.installedApps) apps are installed, which is the limit",
            change: "uninstall one first"))
    public static let looksLikeAnother = Reason("looksLikeAnother") { detail, _ in
        .refusal(
            "its id differs from that of \(detail?.words ?? "another app"), which is installed, in case alone",
            change: "give it another CFBundleIdentifier, or uninstall that one first")
    }
    public static let tooManyTasks = Reason(
        "tooManyTasks",
        .refusal(
            "\(Limits.openTasksPerApp) of its background tasks are open, which is the limit (T1)",
            change: "end some with endBackgroundTask before it begins more"))
    public static let tooManyWakes = Reason(
        "tooManyWakes",
        .refusal(
            "\(Limits.wakesPerApp) of its wake-ups are unfinished, which is the limit",
            change: "wait until it has finished some"))
    public static let unknownTask = Reason("unknownTask") { detail, _ in
        .refusal(
            "it ended \(detail?.words ?? "a task"), which was not open (T7)",
            change: "end each task once, by the id that beginBackgroundTask returned")
    }
    public static let unknownWake = Reason(
        "unknownWake",
        .refusal(
            "it completed a wake-up that was not open (F5)",
            change: "call each completion handler once"))
    public static let taskWhileTerminating = Reason("taskWhileTerminating") { detail, _ in
        .refusal(
            "it began \(detail?.words ?? "a task") while it was terminating, when no task can begin (W3)",
            change: "save what matters when it enters the background")
    }
    public static let noBackgroundTimeLeft = Reason("noBackgroundTimeLeft") { detail, _ in
        .refusal(
            "it began \(detail?.words ?? "a task") after its background time was used up (T3)",
            change: "open it, which gives it new time")
    }
    public static let modeNotDeclared = Reason("modeNotDeclared") { detail, _ in
        .refusal(
            "its Info.plist does not declare the mode \(detail.mode) (O4)",
            change: "add it to UIBackgroundModes")
    }
    public static let modeUnknownToProfile = Reason("modeUnknownToProfile") { detail, _ in
        .refusal(
            "the profile \(detail.profile) does not know the mode \(detail.mode) (O4)",
            change: "use a later profile")
    }
    public static let notContentAvailable = Reason(
        "notContentAvailable",
        .refusal(
            "the push has no \"content-available\": 1 in its aps, so it wakes no app (R2)",
            change: "add it"))
    public static let forceQuitByUser = Reason(
        "forceQuitByUser",
        .refusal("the user force-quit it (U2)", change: "open it, or restart the device"))
    public static let crashLoop = Reason("crashLoop") { detail, now in
        .refusal(
            "it failed \(detail.crashCount) and is not launched into the background \(detail.wait(now)) (W5)",
            change: "open it, or fix it")
    }
    public static let deviceLocked = Reason(
        "deviceLocked",
        .refusal("the device is locked", change: "unlock it first"))
    public static let notRunning = Reason(
        "notRunning",
        .refusal(
            "it is not running and not in the switcher, so there is nothing to quit (U1)",
            change: "see `quiesce ps` for what runs"))
    public static let noSpace = Reason(
        "noSpace",
        .refusal(
            "the disk is full, so it could not be recorded",
            change: "free some space and try again"))
    public static let storeFailed = Reason(
        "storeFailed",
        .refusal("it could not be recorded on disk", change: "see the daemon's log"))
    public static let shuttingDown = Reason(
        "shuttingDown",
        .refusal(
            "the device is shutting down", change: "start it again with `quiesce up`"))
    public static let invalidBundle = Reason(
        "invalidBundle",
        .refusal(
            "its bundle can't be used", change: "fix the problem that `quiesce install` named"))
    public static let notAnApp = Reason(
        "notAnApp",
        .refusal("it is not an app of this device", change: "start it with `quiesce open`"))
    public static let argumentsTooLong = Reason(
        "argumentsTooLong",
        .refusal(
            "its launch arguments are longer than \(Limits.launchArgumentBytes) bytes",
            change: "put them into a file and pass its path"))
    public static let payloadTooLarge = Reason(
        "payloadTooLarge",
        .refusal(
            "the payload is larger than \(Limits.pushPayloadBytes) bytes",
            change: "send less, and let the app fetch the rest"))
    public static let callInProgress = Reason(
        "callInProgress",
        .refusal("a call is going on (S7)", change: "end it first"))
    public static let noCall = Reason(
        "noCall",
        .refusal("there is no such call (S7)", change: "send `call incoming` first"))
    public static let home = Reason("home", .event("the user went to the home screen"))
    public static let lock = Reason("lock", .event("the user locked the device"))
    public static let unlock = Reason("unlock", .event("the user unlocked the device"))
    public static let sleep = Reason("sleep", .event("the device was told to sleep"))
    public static let wake = Reason("wake", .event("the device woke"))
    public static let screenLocked = Reason("screenLocked", .event("the screen locked"))
    public static let sleepDeferred = Reason(
        "sleepDeferred",
        .event("open tasks keep the device awake"))
    public static let fetch = Reason("fetch", .event("a fetch was asked for"))
    public static let push = Reason("push", .event("a push came in"))
    public static let backgroundTask = Reason(
        "backgroundTask",
        .event("a background task was asked for"))
    public static let transfer = Reason("transfer", .event("a transfer was asked for"))
    public static let install = Reason("install") { detail, _ in
        .event(detail.map { "\($0.words) was to be installed" } ?? "it was installed")
    }
    public static let uninstall = Reason("uninstall", .event("it was to be uninstalled"))
    public static let restart = Reason("restart", .event("the daemon started"))

    static let ofSystem: [Reason] = [
        .unknownApp, .tooManyApps, .looksLikeAnother, .tooManyTasks, .tooManyWakes, .unknownTask,
        .unknownWake,
        .taskWhileTerminating, .noBackgroundTimeLeft, .modeNotDeclared, .modeUnknownToProfile,
        .notContentAvailable, .forceQuitByUser, .crashLoop, .deviceLocked, .notRunning, .noSpace,
        .storeFailed, .shuttingDown, .invalidBundle, .notAnApp, .argumentsTooLong, .payloadTooLarge,
        .callInProgress, .noCall, .home, .lock, .unlock, .sleep, .wake, .screenLocked,
        .sleepDeferred, .fetch, .push, .backgroundTask, .transfer, .install, .uninstall, .restart,
    ]
}
