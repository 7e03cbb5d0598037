/// The fetches of one app, in order of time, and which opens they make fresh.
struct AppFetches: Sendable, Hashable {
    struct Fetch: Sendable, Hashable {
        var time: WallSeconds
        /// The first open that it can serve. Later than the lead where that open was known already.
        var servesFrom: WallSeconds
    }

    private(set) var all: [Fetch] = []

    init() {}

    /// Fetches planned ahead, at `times`.
    init(at times: [WallSeconds], _ setting: FetchSetting) {
        for time in times.sorted() { add(at: time, setting) }
    }

    /// - Parameters:
    ///   - time: not before that of the last one.
    ///   - knowsOpens: whether it was decided when opens of that second had been seen: it is not
    ///     fresh for them, which matters at lead 0 alone.
    mutating func add(at time: WallSeconds, _ setting: FetchSetting, knowsOpens: Bool = false) {
        all.append(
            Fetch(time: time, servesFrom: time + max(setting.lead, knowsOpens ? 1 : 0)))
    }

    /// Those on `days`.
    func on(_ days: ClosedRange<Int64>) -> AppFetches {
        var some = AppFetches()
        some.all = all.filter { days.contains(Day.of($0.time)) }
        return some
    }

    /// Whether an open at `time` finds fresh content: a fetch f with `time` − window ≤ f ≤ `time` −
    /// lead.
    func isFresh(at time: WallSeconds, _ setting: FetchSetting) -> Bool {
        // The last that can serve it is the one that is freshest.
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].servesFrom <= time { low = middle + 1 } else { high = middle }
        }
        return low > 0 && all[low - 1].time >= time - setting.window
    }
}
