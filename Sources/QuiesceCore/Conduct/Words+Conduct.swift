// The words for conduct.

extension HeldLock.Kind {
    /// The lock, as the manual pages call it.
    var words: String {
        switch self {
        case .flock: "an flock"
        case .posix: "an fcntl lock"
        case .openFileDescription: "an open file description lock"
        case .lease: "a lease"
        }
    }
}

extension Reason {
    public static let heldSharedLock = Reason("heldSharedLock") { detail, _ in
        .fault(
            "it was killed, because it was suspended while it held \(detail.words(or: "?")) that other apps share (0xDEAD10CC)",
            change:
                "release locks on shared files, and close SQLite databases, before its background time ends"
        )
    }
    public static let sharedLockKept = Reason("sharedLockKept") { detail, _ in
        .event(
            "it is suspended and holds \(detail.words(or: "?")); it is ended when an app that shares the container comes to the front"
        )
    }
    public static let gpuUsedInBackground = Reason("gpuUsedInBackground") { detail, _ in
        .fault(
            "it was killed, because it used the GPU in the background (\(detail.words(or: "?")))",
            change:
                "stop drawing in applicationDidEnterBackground, and wait until the GPU has finished"
        )
    }
    public static let gpuOpenInBackground = Reason("gpuOpenInBackground") { detail, _ in
        .event(
            "it has \(detail.words(or: "?")) open in the background; the driver does not report its use, so there is no limit"
        )
    }
    public static let cpuThrottled = Reason("cpuThrottled") { detail, _ in
        .refusal(
            "it used \(detail.words(or: "?")) in the background, so it gets less CPU (C3)",
            change: "do less at a time in the background")
    }
    public static let pagedOut = Reason("pagedOut") { detail, _ in
        .event("memory runs short, so its memory (\(detail.words(or: "?"))) is moved into swap")
    }
    public static let cpuExceeded = Reason("cpuExceeded") { detail, _ in
        .fault(
            "it was killed, because it used too much CPU in the background, even after it was limited (\(detail.words(or: "?")))",
            change: "do less at a time in the background")
    }
    public static let portsLeftOpen = Reason("portsLeftOpen") { detail, _ in
        .refusal(
            "it is suspended with \(detail.words(or: "?")) open, so connections to it get no answer (C4)",
            change:
                "close listening sockets in applicationDidEnterBackground, and open them again in applicationWillEnterForeground"
        )
    }

    static let ofConduct: [Reason] = [
        .heldSharedLock, .sharedLockKept, .gpuUsedInBackground, .gpuOpenInBackground, .cpuThrottled,
        .pagedOut, .cpuExceeded, .portsLeftOpen,
    ]
}
