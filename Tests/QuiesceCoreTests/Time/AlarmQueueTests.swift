import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct AlarmQueueTests {
    private func window(_ earliest: Int64, _ latest: Int64) -> InstantWindow {
        InstantWindow(
            earliest: Instant(nanoseconds: earliest), latest: Instant(nanoseconds: latest))
    }

    @Test("It waits for the first end, and lets whatever has begun be done before")
    func window() {
        var queue = AlarmQueue<Int>()
        #expect(queue.window == nil)
        queue.insert(1, window(10, 40))
        queue.insert(2, window(30, 30))
        #expect(queue.window == window(10, 30))
        #expect(queue.takeReady(at: Instant(nanoseconds: 9)) == nil)
        #expect(queue.takeReady(at: Instant(nanoseconds: 10))?.what == 1)
        #expect(queue.takeReady(at: Instant(nanoseconds: 29)) == nil)
        #expect(queue.takeReady(at: Instant(nanoseconds: 30))?.what == 2)
    }

    @Test(
        "It agrees with a list that is searched, over random operations",
        arguments: 0..<20 as Range<UInt64>)
    func agreesWithModel(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var queue = AlarmQueue<Int>()
        var model: [Int: InstantWindow] = [:]
        var used: Set<AlarmQueue<Int>.Alarm> = []
        for now in 0..<2_000 as Range<Int64> {
            let what = random.below(20)
            let earliest = now + 1 + Int64(random.below(50))
            let slack = Int64(random.below(2) * random.below(20))
            let new = window(earliest, earliest + slack)
            // The one before counts no more. One that counts again would be there twice.
            if used.insert(.init(window: new, what: what)).inserted {
                model[what] = new
                queue.insert(what, new)
            }
            let isAwake = random.below(4) == 0
            if isAwake || model.values.contains(where: { $0.latest.nanoseconds <= now }) {
                var met: [Int] = []
                while let alarm = queue.takeReady(at: Instant(nanoseconds: now)) {
                    if model[alarm.what] == alarm.window { met.append(alarm.what) }
                }
                let ready = model.filter { $0.value.earliest.nanoseconds <= now }
                // Each once.
                #expect(met.sorted() == ready.keys.sorted())
                for what in met { model[what] = nil }
            }
            queue.settle { model[$0.what] == $0.window }
            #expect(queue.window?.latest == model.values.map(\.latest).min())
            #expect(queue.window?.earliest == model.values.map(\.earliest).min())
            if now % 500 == 499 {
                queue.compact { model[$0.what] == $0.window }
                #expect(queue.count < 100)
            }
        }
    }
}
