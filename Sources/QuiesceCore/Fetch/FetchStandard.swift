/// How good a moment of this day must be for a fetch: better than keeping it, by what past days had
/// left at that time of day.
///
/// It is the rule for stopping at the best: going back from midnight window by window, the fetches
/// left are worth the mean over past days of the better of two, taking that window's best moment or
/// leaving it. Derived from `AppHabits.past` once a day, and not stored.
struct FetchStandard: Sendable {
    private let windows: Int
    /// How many fetches left are told apart.
    private let ranks: Int
    /// The part of a day that one fetch covers.
    private let coverage: Double
    /// By window of the day, then fetches left less one: what one more is worth from then on. The
    /// last row is the end of the day.
    private let worths: [Double]

    /// - Parameter past: `FetchLevel`s, `windows` of each day.
    init(past: [UInt8], windows: Int, ranks: Int, freshness: Int64) {
        self.windows = windows
        self.ranks = ranks
        coverage = Double(freshness) / Double(LocalTime.secondsPerDay)
        let days = past.count / windows
        var worths = [Double](repeating: 0, count: (windows + 1) * ranks)
        /// The value of 0, 1, … fetches left from the window on.
        var total = [Double](repeating: 0, count: ranks + 1)
        for window in (0..<windows).reversed() where days > 0 {
            let best = (0..<days).map { FetchLevel.value(of: past[$0 * windows + window]) }
            for left in (1...ranks).reversed() {
                var sum = 0.0
                for value in best { sum += max(total[left], value + total[left - 1]) }
                total[left] = sum / Double(days)
            }
            for rank in 0..<ranks {
                worths[window * ranks + rank] = total[rank + 1] - total[rank]
            }
        }
        self.worths = worths
    }

    /// The least value for which a fetch is made.
    ///
    /// - Parameter left: fetches left, at least 1.
    func least(at time: LocalTime, left: Int) -> Double {
        let rank = min(left, ranks) - 1
        let position = Double(time.secondOfDay * windows) / Double(LocalTime.secondsPerDay)
        let window = min(Int(position), windows - 1)
        let here = worths[window * ranks + rank]
        let next = worths[(window + 1) * ranks + rank]
        let rising = FetchModel.nearEnough + FetchModel.patience * Double(rank + 1) * coverage
        return rising * (here + (position - Double(window)) * (next - here))
    }
}
