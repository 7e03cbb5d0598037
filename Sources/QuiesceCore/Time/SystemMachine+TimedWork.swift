/// Work that time alone brings, of one source: from when the first piece of it may be done, and by
/// when the first must.
struct TimedWork: Sendable, Hashable {
    /// The sources of timed work, and the slack that each has.
    enum Source: Sendable, Hashable {
        /// The limits on apps (W1, T4, F5). On time, as an app may count on all of it; but the
        /// warning before the end of background time may come sooner by what the profile says.
        case appLimits
        /// Midnight, and the beginning and end of summer time (Q1). On time: an app in front shows
        /// the date.
        case calendar
        /// The keys of protected files are forgotten (P3). On time: until then, files that the user
        /// has locked away can be read.
        case dataProtection
        /// The screen locks, whether or not the app in front has left (S7). On time, as nobody else
        /// may see it.
        case screenLock
        /// Failed transfers are tried again (X2), later by up to `Limits.retrySlackPart`; a moment
        /// that an app has named is kept to.
        case transfers
        /// Fetches and background tasks (F2-F4), up to `Limits.fetchSlack` sooner or later.
        case fetches
        /// On time: never early (N7), and somebody waits for an alarm.
        case notifications
        /// Silent pushes that are held until their app may have another (R4). On time.
        case pushes
        /// A room's, by the name of its type: its `timedWork` says with which slack.
        case room(String)
    }

    var source: Source
    /// On the timer's clock, if the device doesn't sleep meanwhile.
    var window: AwakeWindow
}

// All timed work of the device. The one timer is asked for from here alone, so that whatever is to
// share the device's wake-ups, and to be seen by what checks the timer, has a line here.
extension SystemMachine {
    /// Gives `body` every source but the rooms' that has something to wait for. It changes nothing:
    /// mutating lends the machine, where a copy of it would take longer than the rest.
    @inline(__always)
    mutating func forEachTimedWork(
        at now: Moment, _ body: (TimedWork.Source, AwakeWindow) -> Void
    ) {
        func list(_ source: TimedWork.Source, _ window: AwakeWindow?) {
            if let window { body(source, window) }
        }
        list(.appLimits, around.schedule.window)
        list(.calendar, around.calendar.map { AwakeWindow(at: $0.due) })
        list(.dataProtection, around.protection.forgetsAt.map { AwakeWindow(at: $0) })
        list(.screenLock, around.locking.map { AwakeWindow(at: $0.deadline) })
        list(.transfers, transfers.due?.awake(at: now))
        list(.fetches, fetches.due?.awake(at: now))
        list(.notifications, notifications.alarm?.window.awake(at: now))
        list(.pushes, pushes.due.map { InstantWindow(at: $0) }?.awake(at: now))
    }

    /// Everything that the device waits for.
    func timedWork(at now: Moment) -> [TimedWork] {
        var machine = self
        var work: [TimedWork] = []
        machine.forEachTimedWork(at: now) { work.append(TimedWork(source: $0, window: $1)) }
        return work + timedWorkOfRooms(at: now)
    }

    /// By when the first of it must be done.
    mutating func nextTimedWork(at now: Moment) -> AwakeInstant? {
        var next = nextOfRooms(at: now)
        forEachTimedWork(at: now) { next = min($1.latest, next ?? $1.latest) }
        return next
    }
}
