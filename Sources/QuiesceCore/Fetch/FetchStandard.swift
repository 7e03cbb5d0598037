/// How good a moment of this day must be for a fetch, by what past days had left at that time of day:
/// at least as good as the k-th best, where k fetches are left.
///
/// Derived from `AppHabits.past` once a day, and not stored.
struct FetchStandard: Sendable {
    private let windows: Int
    private let ranks: Int
    /// By window of the day, then rank: the mean over past days of the best, second best, … of the
    /// windows from that one on. One more window, the end of the day, has none.
    private let means: [Float]
    /// No past day is known.
    let isBeginning: Bool

    init(past: [UInt8], windows: Int, ranks: Int) {
        self.windows = windows
        self.ranks = ranks
        let days = windows > 0 ? past.count / windows : 0
        isBeginning = days == 0
        var means = [Float](repeating: 0, count: (windows + 1) * ranks)
        var best = [Float](repeating: 0, count: ranks)
        for day in 0..<days {
            for rank in 0..<ranks { best[rank] = 0 }
            for window in stride(from: windows - 1, through: 0, by: -1) {
                var value = Float(FetchLevel.value(of: past[day * windows + window]))
                for rank in 0..<ranks where value > best[rank] { swap(&value, &best[rank]) }
                for rank in 0..<ranks { means[window * ranks + rank] += best[rank] }
            }
        }
        if days > 0 { for index in means.indices { means[index] /= Float(days) } }
        self.means = means
    }

    /// - Parameter left: fetches left, at least 1.
    func least(at time: LocalTime, left: Int) -> Double {
        let rank = min(left, ranks) - 1
        let position = Double(time.secondOfDay * windows) / Double(LocalTime.secondsPerDay)
        let window = min(Int(position), windows - 1)
        let part = position - Double(window)
        let here = Double(means[window * ranks + rank])
        let next = Double(means[(window + 1) * ranks + rank])
        let rising = 1 + FetchModel.patience * Double(rank + 1)
        return rising * (here + part * (next - here))
    }
}
