/// The forecast of the coming hours.
extension FetchScheduler {
    /// The `hours` from `time` on as habits have them, in order of time: for each app and day the
    /// windows in which it is opened most, as far as the budget goes. When the device is used they
    /// move: a fetch is better placed where its owner is.
    public func forecast(from time: LocalTime, hours: Int, among apps: [AppID]) -> [PlannedFetch] {
        let end = time + Int64(min(max(hours, 0), 24 * 7)) * 3_600
        var planned: [PlannedFetch] = []
        for app in apps {
            guard let index = index(of: app) else { continue }
            for day in time.day...end.day {
                planned += forecast(known[index], day: day, from: time, until: end)
            }
        }
        return planned.sorted { $0.at != $1.at ? $0.at < $1.at : $0.app < $1.app }
    }

    private func forecast(
        _ app: App, day: Int64, from time: LocalTime, until end: LocalTime
    ) -> [PlannedFetch] {
        let midnight = LocalTime(seconds: day * LocalTime.secondsPerDay)
        let slots = max(1, Int(freshness / FetchModel.slot))
        var left = app.habits.left(of: settings.perAppDay, at: max(time, midnight))
        var candidates: [PlannedFetch] = []
        for slot in 0..<FetchModel.slotsPerDay {
            let at = midnight + Int64(slot) * FetchModel.slot
            if at < time || at >= end { continue }
            if let fetched = app.habits.fetched, (0..<untilStale).contains(at - fetched) {
                continue
            }
            let value = app.habits.habit(at: at, slots: slots) * Double(slots)
            if value < worth { continue }
            candidates.append(PlannedFetch(app: app.id, at: at, reason: .habit, value: value))
        }
        candidates.sort { $0.value != $1.value ? $0.value > $1.value : $0.at < $1.at }
        var planned: [PlannedFetch] = []
        for candidate in candidates where left > 0 {
            let overlaps = planned.contains {
                abs($0.at - candidate.at) < untilStale
            }
            if overlaps { continue }
            planned.append(candidate)
            left -= 1
        }
        return planned
    }
}
