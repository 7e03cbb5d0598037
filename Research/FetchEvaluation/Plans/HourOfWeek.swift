import Glibc  // exp2

/// Each day the disjoint windows with most opens of the days before, where an open counts for less
/// the longer ago it was and the less its weekday has in common with the day, and is spread over
/// the time around it.
enum HourOfWeek {
    /// Seconds of a step of the day.
    private static let step: Int64 = 300
    private static let steps = Int(Day.seconds / step)
    /// An open's weight halves in as many days.
    private static let halfLife = 30.0
    /// Steps to each side over which an open is spread, falling to nothing: 90 min.
    private static let reach = 18

    static func fetches(_ app: MeasuredApp, _ setting: FetchSetting) -> AppFetches {
        guard let days = app.days else { return AppFetches() }
        let opens = app.app.uses.map(\.start)
        var times: [WallSeconds] = []
        for day in days {
            let density = density(of: opens.prefix { $0 < Day.start(day) }, for: day)
            times += windows(density, setting).map { Day.start(day) + Int64($0) * step }
        }
        return AppFetches(at: times, setting)
    }

    /// Opens expected in each step of `day`, up to a factor. Midnight is no border.
    private static func density(of opens: ArraySlice<WallSeconds>, for day: Int64) -> [Double] {
        // One by one at their steps, then spread: most steps have none.
        var weights = [Double](repeating: 0, count: steps)
        for open in opens {
            let then = Day.of(open)
            let alike =
                Day.weekday(then) == Day.weekday(day)
                ? 1 : Day.isWeekend(then) == Day.isWeekend(day) ? 0.5 : 0.35
            let recency = exp2(-Double(day - then) / halfLife)
            weights[Int(Day.second(open) / step)] += alike * recency
        }
        var density = [Double](repeating: 0, count: steps)
        for (index, weight) in weights.enumerated() where weight > 0 {
            for offset in -reach...reach {
                let share = 1 - Double(abs(offset)) / Double(reach)
                density[(index + offset + steps) % steps] += weight * share
            }
        }
        return density
    }

    /// The steps at which the best disjoint windows begin: as many as the budget allows, if that
    /// many fit a day, and of all such choices the one that covers most.
    private static func windows(_ density: [Double], _ setting: FetchSetting) -> [Int] {
        let length = Int((setting.window + step - 1) / step)
        let count = min(setting.budget, steps / length)
        var sums = [0.0]
        for part in density { sums.append(sums[sums.count - 1] + part) }
        /// Returns the sum of the density before a second of the day.
        func sum(before second: Int64) -> Double {
            let whole = Int(second / step)
            guard whole < steps else { return sums[steps] }
            return sums[whole] + density[whole] * Double(second % step) / Double(step)
        }
        let values = (0...(steps - length)).map { start in
            let second = Int64(start) * step
            return sum(before: second + setting.window) - sum(before: second + setting.lead)
        }
        // best[n][end]: the most that n windows cover that end by then.
        var best = [[Double](repeating: 0, count: steps + 1)]
        for n in 1...count {
            var row = [Double](repeating: -.infinity, count: steps + 1)
            for end in length...steps {
                row[end] = max(row[end - 1], best[n - 1][end - length] + values[end - length])
            }
            best.append(row)
        }
        var starts: [Int] = []
        var end = steps
        for n in (1...count).reversed() {
            while best[n][end] == best[n][end - 1] { end -= 1 }
            end -= length
            starts.append(end)
        }
        return starts
    }
}
