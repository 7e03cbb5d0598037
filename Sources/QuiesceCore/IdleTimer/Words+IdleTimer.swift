// The idle timer in plain words, for the log and `why`.
extension Reason {
    public static let idleTimerDisabled = Reason(
        "idleTimerDisabled",
        .event("it wants the screen to stay on while it is in front"))
    public static let idleTimerEnabled = Reason(
        "idleTimerEnabled",
        .event("it no longer wants the screen to stay on"))
    public static let idleTimerStopped = Reason(
        "idleTimerStopped",
        .event("it is in front, and keeps the screen on"))
    public static let idleTimerRuns = Reason(
        "idleTimerRuns",
        .event("it keeps the screen on no longer"))
}

extension IdleTimer {
    static let reasons: [Reason] = [
        .idleTimerDisabled, .idleTimerEnabled, .idleTimerStopped, .idleTimerRuns,
    ]
}
