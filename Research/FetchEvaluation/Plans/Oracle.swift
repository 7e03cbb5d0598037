/// The most opens that can be served with the budget, by who knows them all: exact.
///
/// A fetch that serves anything can be put off until `lead` before the first open that it is to
/// serve, or, to use up another day's budget, until the last second before midnight. That leaves
/// few moments to choose from. Each serves the opens of a range, and later moments have later
/// ranges, so what a choice adds depends on the one before it alone.
enum Oracle {
    private struct Moment {
        var time: WallSeconds
        var day: Int64
        /// The scored opens that it serves.
        var serves: Range<Int>
    }

    /// The best that can be had when a moment is the nth of its day: how many opens, and after
    /// which.
    private struct Best {
        var opens: Int
        var previous: Place?
    }

    private struct Place {
        var moment: Int
        var nth: Int
    }

    static func fetches(_ app: MeasuredApp, _ setting: FetchSetting) -> AppFetches {
        let moments = moments(app, setting)
        var table: [[Best]] = []
        // The best that ends with a moment of a day: the whole table's, and that of days so early
        // that they serve nothing that later moments do.
        var best: (opens: Int, place: Place)?
        var settled: (opens: Int, place: Place)?
        var unsettled = 0
        for (index, moment) in moments.enumerated() {
            while unsettled < index, moments[unsettled].day < moment.day - 1 {
                settled = better(settled, table[unsettled], at: unsettled)
                unsettled += 1
            }
            var row = [first(moment, settled, unsettled..<index, moments, table)]
            while row.count < setting.budget,
                let next = next(moment, row.count, unsettled..<index, moments, table)
            {
                row.append(next)
            }
            table.append(row)
            best = better(best, row, at: index)
        }
        var times: [WallSeconds] = []
        var place = best?.place
        while let at = place {
            times.append(moments[at.moment].time)
            place = table[at.moment][at.nth].previous
        }
        return AppFetches(at: times, setting)
    }

    private static func moments(_ app: MeasuredApp, _ setting: FetchSetting) -> [Moment] {
        guard let days = app.days else { return [] }
        var times: Set<WallSeconds> = []
        for open in app.opens {
            let latest = open - setting.lead
            times.insert(latest)
            let beforeMidnight = Day.start(Day.of(latest)) - 1
            if beforeMidnight >= open - setting.window { times.insert(beforeMidnight) }
        }
        var (first, end) = (0, 0)
        return times.sorted().filter { days.contains(Day.of($0)) }.map { time in
            while first < app.opens.count, app.opens[first] < time + setting.lead { first += 1 }
            end = max(end, first)
            while end < app.opens.count, app.opens[end] <= time + setting.window { end += 1 }
            return Moment(time: time, day: Day.of(time), serves: first..<end)
        }
    }

    /// `moment` as the first of its day.
    private static func first(
        _ moment: Moment, _ settled: (opens: Int, place: Place)?, _ near: Range<Int>,
        _ moments: [Moment], _ table: [[Best]]
    ) -> Best {
        var best = Best(
            opens: moment.serves.count + (settled?.opens ?? 0), previous: settled?.place)
        for index in near where moments[index].day < moment.day {
            let added = added(moment, after: moments[index])
            for (nth, before) in table[index].enumerated() where before.opens + added > best.opens {
                best = Best(
                    opens: before.opens + added, previous: Place(moment: index, nth: nth))
            }
        }
        return best
    }

    /// `moment` as the one after the `nth` of its day; nil if there are too few.
    private static func next(
        _ moment: Moment, _ nth: Int, _ near: Range<Int>, _ moments: [Moment], _ table: [[Best]]
    ) -> Best? {
        var best: Best?
        for index in near.reversed() {
            guard moments[index].day == moment.day else { break }
            guard table[index].count >= nth else { continue }
            let opens = table[index][nth - 1].opens + added(moment, after: moments[index])
            if opens > best?.opens ?? -1 {
                best = Best(opens: opens, previous: Place(moment: index, nth: nth - 1))
            }
        }
        return best
    }

    private static func added(_ moment: Moment, after other: Moment) -> Int {
        max(0, moment.serves.upperBound - max(moment.serves.lowerBound, other.serves.upperBound))
    }

    private static func better(
        _ best: (opens: Int, place: Place)?, _ row: [Best], at moment: Int
    ) -> (opens: Int, place: Place)? {
        var best = best
        for (nth, candidate) in row.enumerated() where candidate.opens > best?.opens ?? 0 {
            best = (candidate.opens, Place(moment: moment, nth: nth))
        }
        return best
    }
}
