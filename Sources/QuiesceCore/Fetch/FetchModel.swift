/// The numbers of the fetch scheduler, each with its reason; docs/fetch.md says how they were found
/// and what was tried besides. The results hardly change when any of them is moved by a third.
enum FetchModel {
    /// Seconds for which an app that was left and is opened again is still the same visit: its
    /// owner has just seen what a fetch would bring.
    static let sameVisit: Int64 = 300
    /// Seconds of a slot of the day, the resolution of habits: people aren't more punctual.
    static let slot: Int64 = 900
    static let slotsPerDay = 96
    /// Slots by which a habit reaches beyond its own, falling off evenly: what happened at noon may
    /// well happen an hour earlier or later.
    static let reach = 5
    /// 256ths that are left of what was learnt after each day: half of it after three weeks, so
    /// that the habits of a new job or of holidays take over.
    static let kept = 248
    /// Opens a day in a slot that are expected of any app that was ever opened, at any hour.
    static let always = 0.002
    /// Opens in a slot that are expected of any app after any time, so that a device in use counts.
    static let anyTime = 0.001
    /// Opens after which an app's own times of return weigh as much as what is known of all apps:
    /// that people return as likely within five to seven minutes as within five to seven days.
    static let opensBelieved = 5.0
    /// Bins of times of return, two to a doubling: from five minutes to two weeks.
    static let returnBins = 24
    /// Seconds in which other apps that were opened say that the device is in lively use: half an
    /// hour, in which a session that was interrupted goes on.
    static let lately: Int64 = 1_800
    /// Brings the mean value to what happened, on 14 owners.
    static let scale = 0.45
    /// Opens that make a fetch worth its energy where content is fresh for an hour: one in 12. A
    /// third of the budget is saved so, and hardly an open finds less for it. It goes with the
    /// square of the window: a shorter one holds fewer opens, and who has content that is stale so
    /// soon asks for more fetches.
    static let worth = 0.08
    /// Past days that tell what moments a day brings: two weeks have all weekdays twice.
    static let daysRemembered = 14
    /// How near to what past days say a moment must come, where a fetch left covers next to nothing
    /// of a day: the very best moment is often that of the open itself, when it is too late.
    static let nearEnough = 0.9
    /// By how much better it must be for the part of a day that the fetches left would cover: of
    /// each window only the best moment counts there, and the more are wanted, the more have
    /// another.
    static let patience = 1.5
    /// The most fetches left that a moment is weighed against: a table's size.
    static let ranks = 24
    /// Seconds between two looks while the device is in use.
    static let glance: Int64 = 120
    /// Slots looked ahead while it rests: what may come after four hours is looked for then.
    static let slotsAhead = 16
    /// Seconds after which nothing more is gathered of a time in which nothing happened.
    static let longestGap: Int64 = 86_400
    /// Seconds that count as the time since something that isn't known to have been.
    static let longAgo: Int64 = 86_400
}
