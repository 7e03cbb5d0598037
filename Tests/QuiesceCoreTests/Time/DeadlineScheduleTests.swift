import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct DeadlineScheduleTests {
    typealias Schedule = DeadlineSchedule<AwakeClock>

    private func at(_ nanoseconds: Int64) -> AwakeInstant { AwakeInstant(nanoseconds: nanoseconds) }

    @Test("An empty schedule wants nothing")
    func empty() {
        var schedule = Schedule()
        #expect(schedule.next == nil)
        #expect(schedule.due(at: at(.max)).isEmpty)
        schedule.set(5, .init(at: at(3)))
        schedule.set(5, nil)
        #expect(schedule.next == nil)
    }

    @Test("Windows merge: what may be done by the first end is done then")
    func windowsMerge() {
        var schedule = Schedule()
        schedule.set(0, .init(earliest: at(10), latest: at(20)))
        schedule.set(1, .init(earliest: at(18), latest: at(30)))
        schedule.set(2, .init(earliest: at(21), latest: at(25)))
        #expect(schedule.next == at(20))
        #expect(schedule.due(at: at(19)).isEmpty)
        #expect(schedule.due(at: at(20)) == [0, 1])
    }

    @Test(
        "It agrees with a list that is searched, over random operations",
        arguments: 0..<20 as Range<UInt64>)
    func agreesWithModel(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var schedule = Schedule()
        var model: [Int: Schedule.Window] = [:]
        for _ in 0..<2_000 {
            let slot = random.below(1 + Int(seed) * 10)
            if random.below(4) == 0 {
                schedule.set(slot, nil)
                model[slot] = nil
            } else {
                let earliest = Int64(random.below(1_000))
                let window = Schedule.Window(
                    earliest: at(earliest), latest: at(earliest + Int64(random.below(50))))
                schedule.set(slot, window)
                model[slot] = window
            }
            let next = model.values.map(\.latest).min()
            #expect(schedule.next == next)
            #expect(schedule.window?.latest == next)
            #expect(schedule.window?.earliest == model.values.map(\.earliest).min())
            let now = at(Int64(random.below(1_100)))
            let due = model.filter { $0.value.earliest <= now }.keys.sorted()
            #expect(schedule.due(at: now) == ((next.map { $0 <= now } ?? false) ? due : []))
            #expect(schedule.ready(at: now) == due)
        }
    }
}
