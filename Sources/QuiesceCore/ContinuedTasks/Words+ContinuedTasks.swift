// Continued tasks in plain words, for the log and `why`.
extension Reason {
    public static let continuedBegan = Reason("continuedBegan") { detail, _ in
        .event("it goes on with \(detail.words(or: "a task")) when it is left")
    }
    public static let continuedWaits = Reason("continuedWaits") { detail, _ in
        .event("\(detail.words(or: "its task")) waits for another to end")
    }
    public static let continuedCompleted = Reason("continuedCompleted") { detail, _ in
        .event("it has finished \(detail.words(or: "its task"))")
    }
    public static let continuedFailed = Reason("continuedFailed") { detail, _ in
        .event("it has given up \(detail.words(or: "its task"))")
    }
    public static let continuedCancelled = Reason("continuedCancelled") { detail, _ in
        .event("it took back \(detail.words(or: "its task")), which waited")
    }
    public static let continuedStopped = Reason("continuedStopped") { detail, _ in
        .refusal(
            "the user has stopped \(detail.words(or: "its task"))",
            change: "begin the task anew in the app")
    }
    public static let continuedStalled = Reason("continuedStalled") { detail, _ in
        .event("\(detail.words(or: "its task")) has made no progress for 30 s out of sight")
    }
    public static let continuedTooWarm = Reason("continuedTooWarm") { detail, _ in
        .event(
            "\(detail.words(or: "its task")) expires out of sight, as the device is too warm")
    }
    public static let continuedShortOfMemory = Reason("continuedShortOfMemory") { detail, _ in
        .event("\(detail.words(or: "its task")) expires out of sight, as memory runs short")
    }
    public static let continuedWaitsToCool = Reason("continuedWaitsToCool") { detail, _ in
        .event("\(detail.words(or: "its task")) waits until the device is cooler")
    }
    public static let continuedEnded = Reason("continuedEnded") { detail, _ in
        .event("\(detail.words(or: "its task")) is over with its process")
    }
    public static let continuedNotCompleted = Reason("continuedNotCompleted") { detail, _ in
        .fault(
            "it went on with \(detail.words(or: "its task")) after the expiration handler",
            change:
                "stop the work in the task's expirationHandler, and call setTaskCompleted(success:)"
        )
    }
    public static let wokenForContinuedTask = Reason(
        "wokenForContinuedTask", .event("its task's turn has come"))

    // Refusals
    public static let continuedUnknown = Reason(
        "continuedUnknown",
        .refusal(
            "this system has no continued tasks",
            change: "run the device with the profile ios26 or a later one"))
    public static let continuedNotInFront = Reason(
        "continuedNotInFront",
        .refusal(
            "it isn't in front, and only there may a continued task be submitted",
            change: "submit it when the user touches something in the app"))
    public static let continuedRuns = Reason(
        "continuedRuns",
        .refusal(
            "its task of that identifier runs already",
            change: "end that one first, or give each its own identifier"))
    public static let continuedNoRoom = Reason(
        "continuedNoRoom",
        .refusal(
            "as many continued tasks run as may at once",
            change: "submit it with the strategy .queue, or once another has ended"))
    public static let continuedNotWhileWarm = Reason(
        "continuedNotWhileWarm",
        .refusal(
            "the device is too warm for another continued task",
            change: "submit it with the strategy .queue, or once the device is cooler"))
    public static let tooManyContinued = Reason(
        "tooManyContinued",
        .refusal(
            "\(Limits.continuedWaitingPerApp) of its continued tasks wait already",
            change: "submit it once others have begun"))
    public static let unknownContinued = Reason(
        "unknownContinued",
        .refusal(
            "it has no such task, or not any more", change: "report only tasks that run"))
    public static let noContinuedTask = Reason(
        "noContinuedTask",
        .refusal("it has no such task", change: "see `quiesce tasks` for those that there are"))
}

extension ContinuedTasks {
    static let reasons: [Reason] = [
        .continuedBegan, .continuedWaits, .continuedCompleted, .continuedFailed,
        .continuedCancelled, .continuedStopped, .continuedStalled, .continuedEnded,
        .continuedNotCompleted, .wokenForContinuedTask, .continuedUnknown, .continuedNotInFront,
        .continuedRuns, .continuedNoRoom, .tooManyContinued, .unknownContinued, .noContinuedTask,
        .continuedTooWarm, .continuedShortOfMemory, .continuedWaitsToCool,
        .continuedNotWhileWarm,
    ]
}
