import GatewayRules
import Testing

@testable import GatewayStore

/// By what pushes are numbered, whatever clocks say and whatever was forgotten.
@Suite struct EpochTests {
    private let now = Moment(seconds: 1_700_000_000)

    private func epochs(_ count: Int64) -> Epochs {
        var epochs = Epochs()
        for number in 1...count {
            epochs.begin(
                life: "\(number)", first: 10 * number, above: 0,
                at: now + .seconds(number), more: 0)
        }
        return epochs
    }

    @Test("An epoch's numbers are above all before, though the clock goes back or stands still")
    func grow() {
        var epochs = Epochs()
        for clock in [1_000, 10, 1_000, 1_000, 2_000] as [Int64] {
            let before = epochs.last
            epochs.begin(
                life: "", first: before.first, above: 0, at: Moment(seconds: clock))
            // More than a server can lose at once.
            #expect(epochs.last.base > before.base + 1 << 24)
        }
        let floor: Int64 = 1 << 61
        epochs.begin(life: "", first: 1, above: floor, at: now)
        #expect(epochs.last.base > floor)
    }

    @Test("Whose life it is, the last epoch alone says") func lives() {
        #expect(epochs(3).all.map(\.life) == ["", "", "", "3"])
    }

    @Test("A number leads to its place, and to the epoch that gave it")
    func positions() throws {
        let epochs = epochs(3)
        for epoch in epochs.all {
            for place in [epoch.first, epoch.first + 7] {
                let found = try #require(epochs.position(of: epoch.base + place))
                #expect(found.position == place && found.base == epoch.base)
            }
        }
        #expect(epochs.position(of: 0) == nil)
    }

    @Test("One that was forgotten is taken in where it belongs, and once")
    func find() {
        let whole = epochs(3)
        var known = Epochs()
        for epoch in [whole.all[3], whole.all[1], whole.all[2], whole.all[1], whole.all[0]] {
            known.find(epoch)
        }
        #expect(known.all == whole.all)
        // No push is left of an epoch that is older than all epochs known here.
        var later = epochs(1)
        later.begin(life: "", first: 1, above: 0, at: now + .days(200))
        let all = later.all
        later.find(whole.all[0])
        #expect(later.all == all && all.count == 2)
    }

    @Test("There are a thousand at most") func most() {
        var epochs = epochs(2_000)
        #expect(epochs.all.count == Epochs.most)
        let oldest = epochs.all[0]
        epochs.find(Epoch(life: "", base: epochs.last.base + 1, first: 1))
        #expect(epochs.all.count == Epochs.most && epochs.all[0] != oldest)
    }

    @Test("From where an epoch began that wasn't known, places may be others")
    func unchanged() {
        let epochs = epochs(3)
        #expect(epochs.unchanged(since: epochs.all[1].base) == 20)
        #expect(epochs.unchanged(since: epochs.last.base) == .max)
    }

    @Test("A device is believed what may have been: by the clock, or by what was stored")
    func plausible() {
        var epochs = epochs(1)
        let tomorrow = (now + .days(1)).milliseconds << 20
        #expect(epochs.isPlausible(0, end: 1, at: now))
        #expect(epochs.isPlausible(tomorrow - 1, end: 1, at: now))
        for number in [-1, tomorrow, .max] {
            #expect(!epochs.isPlausible(number, end: 1, at: now))
        }
        // The clock is behind what it was.
        epochs.begin(life: "", first: 1, above: 0, at: now + .days(30))
        let end: Int64 = 1 << 40
        #expect(epochs.isPlausible(epochs.last.base + end, end: end, at: now))
        #expect(!epochs.isPlausible(epochs.last.base + 2 * end, end: end, at: now))
    }
}
