// What is said of conduct.

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
    /// The words of the reasons that have to do with conduct; nil: another reason.
    func meaningOfConduct(_ detail: Detail?) -> Meaning {
        let words = detail?.words ?? "?"
        return switch self {
        case .heldSharedLock:
            .fault(
                "it was killed, because it was suspended while it held \(words) that other apps share (0xDEAD10CC)",
                change:
                    "release locks on shared files, and close SQLite databases, before its background time ends"
            )
        case .sharedLockKept:
            .event(
                "it is suspended and holds \(words); it is ended when an app that shares the container comes to the front"
            )
        case .gpuUsedInBackground:
            .fault(
                "it was killed, because it used the GPU in the background (\(words))",
                change:
                    "stop drawing in applicationDidEnterBackground, and wait until the GPU has finished"
            )
        case .gpuOpenInBackground:
            .event(
                "it has \(words) open in the background; the driver does not report its use, so there is no limit"
            )
        case .cpuThrottled:
            .refusal(
                "it used \(words) in the background, so it gets less CPU (C3)",
                change: "do less at a time in the background")
        case .pagedOut:
            .event("memory runs short, so its memory (\(words)) is moved into swap")
        case .cpuExceeded:
            .fault(
                "it was killed, because it used too much CPU in the background, even after it was limited (\(words))",
                change: "do less at a time in the background")
        case .portsLeftOpen:
            .refusal(
                "it is suspended with \(words) open, so connections to it get no answer (C4)",
                change:
                    "close listening sockets in applicationDidEnterBackground, and open them again in applicationWillEnterForeground"
            )
        case _: .event(rawValue)  // Never: `meaning` asks for no other.
        }
    }
}
