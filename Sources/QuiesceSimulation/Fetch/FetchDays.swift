import QuiesceCore

/// The fetches made as planned, and their days: counted beside the core's budgets (F4, F6).
///
/// A day ends at a midnight that comes by itself, on the wall or on one that nobody had set. So
/// setting the clock gives no second budget (T1); and as midnights could be set to come again and
/// again, and come again in a time zone further west, half a day has never more than two budgets,
/// whatever the wall shows.
struct FetchDays {
    private struct Fetch {
        var app: AppID
        /// Since the start.
        var at: Interval
        /// The disk may not know of it.
        var isUnwritten: Bool
    }

    private static let halfDay = Interval.seconds(12 * 3_600)

    private var fetches: [Fetch] = []
    /// Those of this day.
    private var ofDay: [AppID: Int] = [:]
    /// When the day began isn't known for sure: the core lost what it knew.
    private var isUnsure = false
    private var shown: Int64?
    private var unset: Int64?
    private var clockSet = Interval.zero
    private var shownOffset: Int32 = 0
    var offset: Int32 = 0

    /// - Parameter byItself: whoever set the clock did so while nobody could see it.
    mutating func follow(_ wall: WallTime, clockSet: Interval, byItself: Bool) {
        let step = clockSet - self.clockSet
        let wasSet = max(step, .zero - step) >= .seconds(1) && !byItself
        self.clockSet = clockSet
        let today = day(wall)
        let unsetToday = day(wall.before(by: clockSet))
        let passes = !wasSet && shown.map { today > $0 } ?? false
        if passes || (unset.map { unsetToday > $0 } ?? false) {
            ofDay = [:]
            isUnsure = false
        }
        shown = wasSet || offset != shownOffset ? today : max(today, shown ?? today)
        shownOffset = offset
        unset = max(unsetToday, unset ?? unsetToday)
    }

    private func day(_ wall: WallTime) -> Int64 {
        let day: Int64 = 86_400_000_000_000
        let local = wall.nanoseconds + Int64(offset) * 1_000_000_000
        return local >= 0 ? local / day : (local - day + 1) / day
    }

    /// - Returns: what is wrong with it.
    mutating func count(
        _ app: AppID, at: Interval, isUnwritten: Bool, _ profile: PolicyProfile
    ) -> String? {
        fetches.removeAll { at - $0.at > Self.halfDay }
        fetches.append(Fetch(app: app, at: at, isUnwritten: isUnwritten))
        ofDay[app, default: 0] += 1
        let mine = fetches.count { $0.app == app }
        if mine > 2 * profile.fetchesPerAppDay {
            return "it is fetched \(mine) times in half a day"
        }
        if fetches.count > 2 * profile.fetchesPerDay {
            return "\(fetches.count) fetches in half a day"
        }
        guard !isUnsure else { return nil }
        if let mine = ofDay[app], mine > profile.fetchesPerAppDay {
            return "it is fetched \(mine) times a day"
        }
        let all = ofDay.values.reduce(0, +)
        return all > profile.fetchesPerDay ? "\(all) fetches a day" : nil
    }

    mutating func forget(_ app: AppID) {
        fetches.removeAll { $0.app == app }
        ofDay[app] = nil
    }

    /// Fetches that began just before may be lost, and with the clock how long the day has lasted.
    mutating func powerFails() {
        fetches = []
        isUnsure = true
    }

    /// The daemon has only what lasts.
    mutating func goOn() {
        fetches.removeAll(where: \.isUnwritten)
        isUnsure = true
    }
}
