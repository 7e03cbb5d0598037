// The views of the idle timer for `why`, tools and the shell.
extension IdleTimer {
    /// The request of an app.
    func pending(
        of app: AppID, at _: Moment?, _: borrowing Surroundings
    ) -> [Pending] {
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
