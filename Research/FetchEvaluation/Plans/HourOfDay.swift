/// Each day the slots, as long as the window, in which the app was opened most often on the days
/// before; a fetch at the start of each. Of slots that are alike it takes the later.
enum HourOfDay {
    static func fetches(_ app: MeasuredApp, _ setting: FetchSetting) -> AppFetches {
        guard let days = app.days else { return AppFetches() }
        let slots = Int((Day.seconds + setting.window - 1) / setting.window)
        var counts = [Int](repeating: 0, count: slots)
        var past = app.app.uses[...]
        var times: [WallSeconds] = []
        for day in days {
            while let open = past.first?.start, open < Day.start(day) {
                past.removeFirst()
                let second = Day.second(open)
                // One so early in the slot would not be served by a fetch at its start.
                if second % setting.window >= setting.lead {
                    counts[Int(second / setting.window)] += 1
                }
            }
            let best = counts.indices.sorted { (counts[$0], $0) > (counts[$1], $1) }
            times += best.prefix(setting.budget).map {
                Day.start(day) + Int64($0) * setting.window
            }
        }
        return AppFetches(at: times, setting)
    }
}
