import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Use of the processor that a frozen program didn't take") struct ProgramSavingsTests {
    private static func use(_ milliseconds: Int64, _ wakeUps: Int64) -> ProgramUse {
        ProgramUse(cpu: .milliseconds(milliseconds), wakeUps: wakeUps)
    }

    private func at(_ seconds: Int64) -> AwakeInstant { .zero + .seconds(seconds) }

    /// Left at 10 s, and frozen at 16 s, in which it took 60 ms and 66 wake-ups: six of its threads
    /// were stopped.
    private func frozen() -> ProgramSavings {
        var savings = ProgramSavings()
        #expect(savings.move(to: .awake, at: at(10)) == .first)
        savings.began(at: at(10))
        #expect(savings.move(to: .frozen, at: at(16)) == .next)
        savings.used(Self.use(60, 66), stops: 6, at: at(16))
        return savings
    }

    /// Thawed then, for a second in which it took so much, and frozen again.
    private func thaw(_ savings: inout ProgramSavings, at second: Int64, _ use: ProgramUse) {
        #expect(savings.move(to: .awake, at: at(second)) == nil)
        #expect(savings.move(to: .frozen, at: at(second + 1)) == .next)
        savings.used(use, stops: 6, at: at(second + 1))
    }

    @Test("Asleep it saves its rate before for that time, but for the work of its freeze")
    func asleep() {
        let account = frozen().account(at: at(116))
        #expect(account.sum.frozen == .seconds(100))
        #expect(account.sum.thawed == .zero)
        #expect(account.sum.taken == Self.use(0, 6))
        #expect(account.rate?.over == .seconds(6))
        #expect(account.rate?.wakeUpsPerSecond == 10)
        #expect(account.saved == Self.use(1_000, 994))
    }

    @Test("Its use in thaws is taken off, and the time of thaws is out of sight, too")
    func thaws() {
        var savings = frozen()
        thaw(&savings, at: 65, Self.use(200, 80))
        let account = savings.account(at: at(116))
        #expect(account.sum.frozen == .seconds(99))
        #expect(account.sum.thawed == .seconds(1))
        #expect(account.sum.taken == Self.use(200, 86))
        #expect(account.saved == Self.use(800, 914))
    }

    @Test("One that costs more by its thaws than awake has saved less than nothing")
    func costsMore() {
        var savings = frozen()
        for second: Int64 in stride(from: 20, to: 110, by: 10) {
            thaw(&savings, at: second, Self.use(150, 200))
        }
        let account = savings.account(at: at(116))
        #expect(account.saved == Self.use(1_000 - 9 * 150, 1_000 - 6 - 9 * 200))
    }

    @Test("In sight and at work nothing is counted, and of two rates the lesser one counts")
    func inUse() {
        var savings = frozen()
        #expect(savings.move(to: .inUse, at: at(20)) == nil)
        #expect(savings.account(at: at(500)).sum.outOfSight == .seconds(4))
        #expect(savings.move(to: .awake, at: at(500)) == .first)
        savings.began(at: at(500))
        // It came back before it was frozen.
        #expect(savings.move(to: .inUse, at: at(502)) == nil)
        #expect(savings.move(to: .awake, at: at(600)) == .first)
        savings.began(at: at(600))
        #expect(savings.move(to: .frozen, at: at(602)) == .next)
        savings.used(Self.use(10, 106), stops: 6, at: at(602))
        let account = savings.account(at: at(602))
        #expect(account.rate?.stretches == 2)
        #expect(account.rate?.over == .seconds(8))
        #expect(account.rate?.cpuShare == 0.005)
        #expect(account.rate?.wakeUpsPerSecond == 10)
        #expect(account.sum.outOfSight == .seconds(4))
    }

    @Test("A return out of a thaw asks for the use in it; one out of a freeze for nothing")
    func returns() {
        var savings = frozen()
        #expect(savings.move(to: .inUse, at: at(20)) == nil)
        savings = frozen()
        _ = savings.move(to: .awake, at: at(20))
        #expect(savings.move(to: .inUse, at: at(21)) == .next)
        savings.used(Self.use(30, 3), at: at(21))
        #expect(savings.account(at: at(90)).sum.taken == Self.use(30, 9))
    }

    @Test("Where a reading is missing, a thaw's use isn't taken for the rate awake")
    func missing() {
        var savings = ProgramSavings()
        _ = savings.move(to: .awake, at: at(10))
        savings.began(at: at(10))
        _ = savings.move(to: .frozen, at: at(16))
        thaw(&savings, at: 20, Self.use(900, 50))
        let account = savings.account(at: at(21))
        #expect(account.rate == nil)
        #expect(account.saved == nil)
        #expect(account.sum.taken == Self.use(900, 50))

        // Nor is anything known without a first one.
        savings = ProgramSavings()
        _ = savings.move(to: .awake, at: at(10))
        _ = savings.move(to: .frozen, at: at(16))
        savings.used(nil, stops: 4, at: at(16))
        #expect(savings.account(at: at(17)).rate == nil)
        #expect(savings.account(at: at(17)).sum.taken == Self.use(0, 4))
    }

    @Test("A stretch of less than half a second says nothing of its rate")
    func short() {
        var savings = ProgramSavings()
        _ = savings.move(to: .awake, at: at(10))
        savings.began(at: at(10))
        _ = savings.move(to: .frozen, at: at(10) + .milliseconds(499))
        savings.used(Self.use(60, 66), stops: 6, at: at(11))
        #expect(savings.account(at: at(20)).rate == nil)
    }

    @Test("As it starts it is busier, so that later stretches count alone once there are any")
    func starts() {
        var savings = ProgramSavings()
        savings.start(at: at(100))
        for (second, milliseconds, share) in [(120, 500, 0.5), (160, 20, 0.02), (300, 30, 0.02)] {
            _ = savings.move(to: .inUse, at: at(Int64(second) - 1))
            _ = savings.move(to: .awake, at: at(Int64(second)))
            savings.began(at: at(Int64(second)))
            _ = savings.move(to: .frozen, at: at(Int64(second) + 1))
            savings.used(Self.use(Int64(milliseconds), 9), stops: 0, at: at(Int64(second) + 1))
            let rate = savings.account(at: at(Int64(second) + 2)).rate
            #expect(rate?.cpuShare == share)
            #expect(rate?.isOfStart == (second == 120))
        }
    }

    @Test("Only its last stretches make up its rate")
    func changes() {
        var savings = frozen()
        let most = Int64(Limits.savingsStretches)
        for number in 1...most + most / 2 {
            _ = savings.move(to: .inUse, at: at(100 * number))
            _ = savings.move(to: .awake, at: at(100 * number + 50))
            savings.began(at: at(100 * number + 50))
            _ = savings.move(to: .frozen, at: at(100 * number + 51))
            // More than three quarters of the last ones.
            savings.used(Self.use(number <= 10 ? 10 : 500, 1), at: at(100 * number + 51))
        }
        #expect(savings.account(at: at(9_999)).rate?.cpuShare == 0.5)
    }

    @Test("The last minutes are counted by themselves, for a day")
    func minutes() {
        var savings = frozen()
        thaw(&savings, at: 300, Self.use(7, 1))
        let now = at(16 + 3 * 86_400)
        #expect(savings.account(at: now, last: .seconds(600)).sum.frozen <= .seconds(660))
        #expect(savings.account(at: now, last: .seconds(600)).sum.frozen >= .seconds(600))
        #expect(savings.account(at: now, last: .seconds(600)).sum.taken == .none)
        #expect(savings.account(at: at(302), last: .seconds(60)).sum.taken == Self.use(7, 1))
        #expect(savings.account(at: at(302), last: .seconds(60)).sum.thawed == .seconds(1))
        #expect(savings.account(at: now).sum.frozen == .seconds(3 * 86_400 - 1))
        // All of it stays bounded.
        savings.end(at: now)
        let day = savings.account(at: now, last: .seconds(86_400)).sum.frozen
        #expect(day <= .seconds(86_400) && day >= .seconds(86_400 - 60))
    }

    @Test("When its process has ended nothing more is saved")
    func ends() {
        var savings = frozen()
        savings.end(at: at(26))
        #expect(savings.account(at: at(1_000)).sum.frozen == .seconds(10))
        #expect(savings.move(to: .inUse, at: at(1_000)) == nil)
    }
}
