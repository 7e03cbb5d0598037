import TestSupport
import Testing

@testable import QuiesceCore

/// Notifications outlive the daemon, and the device's restart (N7; T3 of the reliability
/// catalogue).
@Suite struct NotificationRestartTests {
    private func device() -> TestDevice {
        let device = TestDevice(.ios7, installing: .test(appA))
        device.tellClock()
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        return device
    }

    @Test("What was due while no daemon lived fires when the next comes", .behaviour("N7"))
    func daemonRestart() throws {
        let device = device()
        device.schedule(appA, in: .seconds(100))
        device.schedule(appA, "soon", in: .seconds(1_000))
        try device.restartDaemon(after: .seconds(150))
        #expect(device.desktop.history.map(\.late) == [nil])
        device.advance(by: .seconds(1_000))
        #expect(device.desktop.history.count == 2)
        try device.restartDaemon()
        #expect(device.desktop.history.count == 2)
    }

    @Test(
        "A daemon that begins in another zone than the last one ended in fires by its own",
        .behaviour("N5", "N7"), arguments: [false, true])
    func otherZone(deviceRestarts: Bool) {
        let device = device()
        let zone = ZoneOffsets(name: "Device/Zone", offsets: .utc)
        device.schedule(appA, in: .seconds(60), zone: zone, every: .day)
        device.advance(by: .seconds(100))
        #expect(device.desktop.history.count == 1)
        // An hour west of it the day's next comes an hour later.
        var machine = device.machine
        machine.awaitRestart(boot: "second", known: "first")
        let then = device.now.advanced(by: .seconds(86_400))
        let told = machine.handle(.clockChanged(UTCOffsets(seconds: -3_600)), at: then)
        #expect(told == Reaction(decisions: told.decisions))
        let begun = machine.handle(
            .restarted([], deviceRestarted: deviceRestarts, launching: true), at: then)
        #expect(!begun.decisions.contains { $0.reason == .notificationFired })
        let due = machine.handle(.timer, at: then.advanced(by: .seconds(3_600)))
        #expect(due.decisions.contains { $0.reason == .notificationFired })
    }

    @Test("A restart of the device loses none and repeats none", .behaviour("N7"))
    func deviceRestart() {
        let device = device()
        device.schedule(appA, "past", in: .seconds(10))
        device.schedule(appA, "off", in: .seconds(100))
        device.schedule(
            appA, "later", in: .seconds(1_000), every: .hour, types: [.alert, .badge], badge: 3)
        device.advance(by: .seconds(50))
        let start = device.now.wall
        device.now.wall = device.now.wall + .seconds(200)
        device.restartDevice()
        #expect(device.banners(appA, since: start) == [-40, 200])
        #expect(device.desktop.history.last?.late == .seconds(150))
        device.advance(by: .seconds(5_000))
        #expect(device.banners(appA, since: start) == [-40, 200, 950, 4_550])
        device.restartDevice()
        #expect(device.desktop.history.count == 4)
        #expect(device.machine.badge(of: appA) == 3)
    }

    @Test(
        "A daemon killed between showing and hearing of it shows it again, and only then",
        .behaviour("N7"), arguments: [false, true])
    func showing(facts: Bool) throws {
        let device = device()
        device.desktop.answers = false
        device.schedule(appA, in: .seconds(10), types: [.alert, .badge], badge: 2)
        device.advance(by: .seconds(20))
        #expect(device.desktop.history.count == 1)
        if facts { device.restartDevice() } else { try device.restartDaemon() }
        #expect(device.desktop.history.count == 2)
        #expect(device.desktop.history.first?.badge == device.desktop.history.last?.badge)
        device.answerForDesktop()
        if facts { device.restartDevice() } else { try device.restartDaemon() }
        #expect(device.desktop.history.count == 2)
        let id = try #require(device.machine.notificationViews.first?.id)
        #expect(device.choose(id) == .done)
    }

    @Test("A sound without an alert is done with once it was played", .behaviour("N2"))
    func sound() {
        let device = device()
        device.schedule(appA, in: .seconds(10), types: [.sound])
        device.advance(by: .seconds(10))
        #expect(device.desktop.history.count == 1)
        #expect(device.machine.notificationViews.isEmpty && device.payloads.isEmpty)
    }

    // MARK: A clock that is older than the store

    /// Restarted with a clock that shows an hour less than it did.
    private func behind() -> TestDevice {
        let device = device()
        device.schedule(appA, "a", in: .seconds(100), every: .day)
        device.schedule(appA, "m", in: .seconds(50), every: .minute)
        device.advance(by: .seconds(300))
        device.now.wall = device.now.wall.before(by: .seconds(3_600))
        device.restartDevice()
        return device
    }

    @Test("With a clock that is older than it was, none fires until it has caught up")
    func held() {
        let device = behind()
        let before = device.desktop.history.count
        #expect(device.machine.notificationsHeldUntil != nil)
        #expect(device.decisions.contains { $0.reason == .clockBehind })
        device.tellClock()
        #expect(device.machine.notificationsHeldUntil != nil, "nobody has set it")
        device.advance(by: .seconds(3_500))
        #expect(device.desktop.history.count == before)
        device.advance(by: .seconds(300))
        #expect(device.machine.notificationsHeldUntil == nil)
        #expect(device.desktop.history.count > before)
    }

    @Test("The wait outlasts a new daemon, and another restart of the device", .behaviour("N7"))
    func heldOn() throws {
        let device = behind()
        let until = device.machine.notificationsHeldUntil
        let before = device.desktop.history.count
        try device.restartDaemon(after: .seconds(100))
        device.tellClock()
        #expect(device.machine.notificationsHeldUntil == until)
        // Something is written down meanwhile, which isn't to move what is waited for.
        device.open(appA)
        device.schedule(appA, "new", in: .seconds(10))
        device.advance(by: .seconds(500))
        device.restartDevice()
        #expect(device.machine.notificationsHeldUntil == until)
        device.advance(by: .seconds(60))
        #expect(device.desktop.history.count == before)
        #expect(device.machine.notificationView(NotificationID(3))?.next != nil, "it waits, too")
    }

    @Test("A clock that is set back still, by the user, is believed", .behaviour("N7"))
    func setBack() {
        let device = behind()
        let start = device.now.wall
        device.tellClock()
        device.tellClock(setBy: .seconds(-1_000))
        #expect(device.machine.notificationsHeldUntil == nil)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.schedule(appA, "new", in: .seconds(10))
        device.advance(by: .seconds(10))
        #expect(device.banners(appA, since: start).last == -990)
        device.restartDevice()
        #expect(device.machine.notificationsHeldUntil == nil, "it is what is stored now")
    }

    @Test("Setting the clock, whatever to, ends the wait", .behaviour("N7"))
    func set() {
        let device = behind()
        let before = device.desktop.history.count
        device.tellClock()
        device.tellClock(setBy: .seconds(600))
        #expect(device.machine.notificationsHeldUntil == nil)
        // The notifications that fired before don't fire again; the rest follow the new clock.
        device.advance(by: .seconds(2_600))
        #expect(device.desktop.history.count == before)
    }

    @Test("A store from the future is waited for for a day, not for ever", .behaviour("N7"))
    func future() {
        let device = device()
        device.tellClock(setBy: .seconds(365 * 86_400))
        device.schedule(appA, "n", in: .seconds(-365 * 86_400 + 3_600), every: .day)
        device.advance(by: .seconds(50))
        device.now.wall = device.now.wall.before(by: .seconds(365 * 86_400))
        device.restartDevice()
        let before = device.desktop.history.count
        device.advance(by: .seconds(86_399))
        #expect(device.desktop.history.count == before)
        #expect(device.machine.notificationsHeldUntil != nil)
        device.advance(by: .seconds(1))
        #expect(device.machine.notificationsHeldUntil == nil)
        #expect(device.decisions.last { $0.kind == .notification }?.reason == .clockTrusted)
        device.advance(by: .seconds(86_400))
        device.restartDevice()
        #expect(device.machine.notificationsHeldUntil == nil)
    }

    @Test(
        "A clock before 1970 is waited for, and the timer doesn't fire meanwhile", .behaviour("N7"))
    func beforeItsZero() throws {
        let device = device()
        device.schedule(appA, "n", in: .seconds(3_600), every: .day)
        var machine = device.machine
        var now = device.now
        let hour = Interval.seconds(3_600)
        now.wall = WallTime.zero.before(by: hour + hour)
        machine.notifications.clock = WallTime.zero.before(by: hour)
        machine.notifications.heldSince = now.instant
        machine.around.begin(at: now)
        machine.notifications.settleAlarm(machine.around)
        let alarm = try #require(machine.notifications.alarm)
        #expect(alarm.instant == now.instant + hour)
    }

    @Test("An absurd stored row is no crash, and no alarm", .behaviour("N7"))
    func absurd() {
        let device = device()
        for at in [Int64.min, -1, .max] {
            var row = LocalNotification(
                id: NotificationID(1), app: appA, name: "", content: PayloadHandle(1),
                types: .alert, badge: .max,
                rule: FireRule(
                    first: WallDate(nanoseconds: at), zone: .absolute, every: .minute))
            row.shown = .init(at: WallTime(nanoseconds: at), late: nil, types: [], asked: .max)
            row.untaken = .init(launch: Launch(number: .max), at: WallTime(nanoseconds: at))
            for clock in [Int64.min, 0, .max] {
                let facts: [Fact] =
                    device.machine.facts + [
                        .notification(row),
                        .notifications(
                            NotificationsFact(last: .max, clock: WallTime(nanoseconds: clock))),
                    ]
                var machine = SystemMachine(
                    restoring: facts, profile: .ios7, lastDecision: 0, at: device.now)
                _ = machine.handle(
                    .restarted([], deviceRestarted: true, launching: true), at: device.now)
                _ = machine.handle(.clockChanged(berlin), at: device.now)
                _ = machine.handle(.timer, at: device.now.advanced(by: .seconds(90_000)))
            }
        }
    }
}
