// What `why`, tools and the shell see of the idle timer.
extension IdleTimer {
    /// What an app has asked for.
    func pending(of app: AppID) -> [Pending] {
        guard clients.contains(where: { $0.app == app }) else { return [] }
        return [
            Pending(
                .idleTimer,
                holder == app
                    ? "It keeps the screen on, as its isIdleTimerDisabled is set"
                    : "It set isIdleTimerDisabled, and keeps the screen on once it is in front", .t5
            )
        ]
    }
}

extension SystemMachine {
    /// The app in front, if it keeps the device from locking itself.
    public var idleTimerHolder: AppID? { idleTimer.holder }
}
