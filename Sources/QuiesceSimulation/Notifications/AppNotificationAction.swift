import QuiesceCore

/// Requests that an app makes of its notifications and fetches, when a step says so. Its
/// notifications are named by numbers.
// derive: cases
public enum AppNotificationAction: Sendable, Hashable {
    /// `after`: milliseconds from now, below 0 for the past. `zone`: whose wall clock it means;
    /// `device`: the one that the device is in.
    case schedule(name: Int, after: Int64, zone: String?, every: RepeatInterval?)
    /// So many at once, a minute apart.
    case scheduleMany(times: Int)
    case present(name: Int)
    /// nil: all.
    case cancel(name: Int?)
    case badge(Int)
    /// Asks the user, too.
    case register
    /// Seconds; nil: never.
    case fetchInterval(Double?)
    /// `after`: milliseconds from now, before which it isn't to begin.
    case submitTask(BackgroundTaskKind, after: Int64?)
    case cancelTasks
    /// Registers the category that its notifications are of, or none.
    case categories(Bool)
    /// Has one shown that it was handed in front; `later`: says first that it will say so.
    case show(name: Int, later: Bool)
    /// It comes as the device crosses the region's border.
    case place(name: Int, NotificationRegion)
}
