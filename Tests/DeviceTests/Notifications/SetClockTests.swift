import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite("A clock that is set under a daemon") struct SetClockTests {
    /// A device with an app out of sight that runs on, as a task of it is open.
    private func withAlarms(_ body: (Alarms, SettableClock) throws -> Void) throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        let clock = try SettableClock(device)
        try device.start()
        let alarms = try Alarms(device)
        #expect(try alarms.puppet.ask("result = app.begin_task('long')", Int.self) == 1)
        try device.perform(.home)
        try device.wait(alarms.app, "background")
        try body(alarms, clock)
        // Background time is counted by another clock.
        let row = try device.ps(alarms.app)
        #expect(row.state == "background" && row.tasks == 1)
        #expect(try device.log(alarms.app).allSatisfy { $0.reason != "expirationWarning" })
        try alarms.quit()
    }

    private func fired(_ alarms: Alarms) throws -> Int {
        try alarms.device.log(alarms.app).count { $0.reason == "notificationFired" }
    }

    private func names(_ alarms: Alarms, scheduled: Bool = false) throws -> [String] {
        try alarms.rows(scheduled: scheduled).map(\.name).sorted()
    }

    /// Schedules one for so many seconds from now, as the device's clock shows them.
    private func schedule(
        _ alarms: Alarms, _ name: String, in seconds: Double, days: Int
    ) throws {
        let date = Date() + seconds + Double(days) * 86_400
        let fireDate = Int64(date.timeIntervalSince1970 * 1_000)
        try alarms.puppet.run("schedule('\(name)', fireDate=\(fireDate)); acknowledged()")
    }

    @Test(
        "A year ahead: what became due is shown once and marked late, what repeats goes on from there, and nothing is shown again once the clock is set back",
        .behaviour("N5", "N7", "T2", "reliability T1", "reliability T2"))
    func ahead() throws {
        try withAlarms { alarms, clock in
            let day = 86_400.0
            try alarms.schedule("tea", in: day)
            try alarms.schedule("daily", in: day, "repeatInterval='day'")
            try alarms.schedule("later", in: 800 * day)
            try clock.set(days: 365)
            let tea = try alarms.waitUntilShown("tea")
            let late = try #require(tea.late)
            #expect(late > 363 * day)
            _ = try alarms.waitUntilShown("daily")
            #expect(try names(alarms) == ["daily", "tea"])
            #expect(try names(alarms, scheduled: true) == ["daily", "later"])
            let daily = try #require(
                try alarms.rows(scheduled: true).first { $0.name == "daily" })
            let next = try daily.date
            let shown = Date() + 365 * day
            #expect(next > shown && next < shown + day)
            #expect(try fired(alarms) == 2)

            try clock.set(days: 0)
            try schedule(alarms, "marker", in: 1, days: 0)
            _ = try alarms.waitUntilShown("marker")
            #expect(try names(alarms) == ["daily", "marker", "tea"])
            #expect(try fired(alarms) == 3)
            #expect(try names(alarms, scheduled: true) == ["daily", "later"])
        }
    }

    @Test(
        "Four hundred days back: nothing is shown before its date, and nothing twice when that comes",
        .behaviour("N5", "N7", "T2", "reliability T2"))
    func back() throws {
        try withAlarms { alarms, clock in
            try alarms.schedule("first", in: 0.5)
            _ = try alarms.waitUntilShown("first")
            try alarms.schedule("tea", in: 4)
            try clock.set(days: -400)
            // By then the other's moment has passed on every clock but the one on the wall.
            try schedule(alarms, "marker", in: 8, days: -400)
            _ = try alarms.waitUntilShown("marker")
            #expect(try names(alarms) == ["first", "marker"])
            #expect(try names(alarms, scheduled: true) == ["tea"])
            try clock.set(days: 0)
            _ = try alarms.waitUntilShown("tea")
            #expect(try names(alarms) == ["first", "marker", "tea"])
            #expect(try fired(alarms) == 3)
            #expect(try names(alarms, scheduled: true).isEmpty)
        }
    }

    @Test(
        "A machine that starts with a clock behind its store: nothing is shown twice or before its date, what is asked for by that clock is, and the rest once it is right",
        .behaviour("N5", "N7", "reliability T3"))
    func startsBehind() throws {
        let device = try LiveDevice()
        defer { device.tearDown() }
        let clock = try SettableClock(device)
        try device.start()
        let alarms = try Alarms(device)
        try alarms.schedule("daily", in: 0.5, "repeatInterval='day'")
        try alarms.wait(for: "received daily")
        try alarms.schedule("tea", in: 86_400)
        alarms.puppet.disconnect()
        // All processes end, and the next daemon takes the machine's clock as it finds it.
        _ = try device.perform(.reboot)
        try device.succeed(.killed) { try clock.setUnseen(days: -400) }
        try device.open(alarms.app)
        try device.wait(alarms.app, "active")
        #expect(try names(alarms, scheduled: true) == ["daily", "tea"])
        try schedule(alarms, "marker", in: 1, days: -400)
        try alarms.wait(for: "received marker")
        try alarms.quit()
        #expect(try names(alarms).isEmpty)
        #expect(try names(alarms, scheduled: true) == ["daily", "tea"])

        // It is right, two days later.
        try clock.set(days: 2)
        _ = try alarms.waitUntilShown("tea")
        _ = try alarms.waitUntilShown("daily")
        #expect(try names(alarms) == ["daily", "tea"])
        #expect(try names(alarms, scheduled: true) == ["daily"])
    }

    @Test(
        "A timer that goes off early, again and again, or late, and clocks that go backwards: each alarm is shown once, not before its moment",
        .behaviour("N7", "reliability T7"))
    func badTimer() throws {
        try withAlarms { alarms, clock in
            let early = try alarms.schedule("early", in: 1)
            for _ in 0..<20 { try clock.turnTimer(to: 1e-9) }
            let row = try alarms.waitUntilShown("early")
            #expect(try row.date.timeIntervalSince(early) >= -0.001)

            let backwards = try alarms.schedule("backwards", in: 1)
            try clock.turnMonotonic(to: -5)
            let shown = try alarms.waitUntilShown("backwards")
            #expect(try shown.date.timeIntervalSince(backwards) >= -0.001)

            try alarms.schedule("late", in: 600)
            try clock.advance(seconds: 700)
            #expect(try names(alarms) == ["backwards", "early"])
            try clock.turnTimer(to: 1e-9)
            let late = try #require(try alarms.waitUntilShown("late").late)
            #expect(late > 90)
            #expect(try names(alarms) == ["backwards", "early", "late"])
            #expect(try fired(alarms) == 3)
        }
    }

    @Test(
        "The clocks of a machine that slept for an hour: an alarm that became due is shown as it wakes up, and late, and no background time has passed",
        .behaviour("N7", "T5"),
        .behaviour(
            "reliability T6", missing: "a machine's clocks are played: none was put to sleep"))
    func slept() throws {
        try withAlarms { alarms, clock in
            try alarms.schedule("tea", in: 600)
            try alarms.schedule("later", in: 7_200)
            try clock.sleep(seconds: 3_600)
            let tea = try alarms.waitUntilShown("tea")
            let late = try #require(tea.late)
            #expect(late > 2_900 && late < 3_100)
            #expect(try names(alarms) == ["tea"])
            #expect(try names(alarms, scheduled: true) == ["later"])
        }
    }
}
