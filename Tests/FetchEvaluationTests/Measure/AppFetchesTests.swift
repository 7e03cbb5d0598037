import TestSupport
import Testing

@testable import FetchEvaluation

@Suite struct AppFetchesTests {
    private let setting = FetchSetting(budget: 2, windowMinutes: 15, lead: 60)

    @Test("An open is fresh from the lead after a fetch up to the window after it, both included")
    func edges() {
        let fetches = AppFetches(at: [10_000], setting)
        let fresh = [0, 59, 60, 61, 899, 900, 901].filter {
            fetches.isFresh(at: 10_000 + $0, setting)
        }
        #expect(fresh == [60, 61, 899, 900])
        #expect(!fetches.isFresh(at: 9_999, setting))
    }

    @Test("A fetch that is too new for an open leaves it to an older one")
    func older() {
        let fetches = AppFetches(at: [10_000, 10_500], setting)
        #expect(fetches.isFresh(at: 10_510, setting))
        #expect(!AppFetches(at: [10_500], setting).isFresh(at: 10_510, setting))
    }

    @Test(
        "At lead 0 a fetch serves opens of its own second, unless it was decided when they were known"
    )
    func leadZero() {
        let now = FetchSetting(budget: 2, windowMinutes: 15, lead: 0)
        #expect(AppFetches(at: [10_000], now).isFresh(at: 10_000, now))
        var late = AppFetches()
        late.add(at: 10_000, now, knowsOpens: true)
        #expect(!late.isFresh(at: 10_000, now))
        #expect(late.isFresh(at: 10_001, now))
    }

    @Test("What is fresh is what the definition says, for any fetches")
    func property() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<300 {
            let window = 1 + random.below(10)
            let setting = FetchSetting(
                budget: 8, windowMinutes: window, lead: Int64(random.below(window * 60)))
            let times = (0..<random.below(6)).map { _ in WallSeconds(random.below(2_000)) }
            let fetches = AppFetches(at: times, setting)
            for open in stride(from: WallSeconds(0), to: 3_000, by: 7) {
                let isFresh = times.contains {
                    open - setting.window <= $0 && $0 <= open - setting.lead
                }
                #expect(fetches.isFresh(at: open, setting) == isFresh)
            }
        }
    }
}
