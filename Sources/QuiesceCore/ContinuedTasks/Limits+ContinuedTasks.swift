extension Limits {
    /// A task out of sight whose progress stands still for so long expires. Apple names no number;
    /// developers see tasks fail after some 30 s without progress (its forums, thread 808756).
    static let continuedStall = Interval.seconds(30)
    /// So many may run while the thermal state is serious, and none while it is critical. Apple
    /// says that conditions end tasks, those first that have come the least far, and no number: so
    /// one goes on where that helps.
    static let continuedTasksInHeat = 1
    /// As many may run at once, whatever a profile says: each keeps an app from being suspended.
    static let continuedTasks = 100
    /// Tasks of one app that may wait: as many as processing tasks may be pending.
    static let continuedWaitingPerApp = 10
}
