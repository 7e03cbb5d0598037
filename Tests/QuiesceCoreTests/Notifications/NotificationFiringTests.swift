import TestSupport
import Testing

@testable import QuiesceCore

/// Notifications fire on time, where the user or the app sees them (N1 … N4).
@Suite struct NotificationFiringTests {
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        device.open(appA)
        if profile.notificationsNeedPermission { device.allowNotifications(appA) }
        return device
    }

    @Test(
        "One that fires while its app is suspended is shown on time, and no code of the app runs",
        .behaviour("N2"))
    func suspended() {
        let device = device()
        let start = device.now.wall
        device.schedule(appA, in: .seconds(300), badge: 3)
        device.home()
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .suspended)
        let calls = device.calls(appA)
        device.advance(by: .seconds(239))
        #expect(device.banners(appA, since: start).isEmpty, "not early")
        device.advance(by: .seconds(1))
        #expect(device.banners(appA, since: start) == [300])
        #expect(device.desktop.history.first?.late == nil)
        #expect(device.calls(appA) == calls)
        #expect(device.state(appA) == .suspended)
        device.advance(by: .seconds(100_000))
        #expect(device.banners(appA, since: start) == [300], "once")
    }

    @Test(
        "An app that comes to the front knows the badge that was set meanwhile, before its callbacks",
        .behaviour("N2"))
    func badgeFirst() throws {
        let device = device()
        device.allowNotifications(appA)
        device.schedule(appA, in: .seconds(30), types: [.alert, .badge], badge: 1)
        device.home()
        device.advance(by: .seconds(30))
        #expect(device.state(appA) == .suspended)
        #expect(device.machine.badge(of: appA) == 1)
        var machine = device.machine
        let effects = machine.handle(
            .open(appA, arguments: [], Ticket(1_000_000)), at: device.now
        ).effects
        let told = effects.firstIndex {
            if case .notification(.tell(appA, _)) = $0 { true } else { false }
        }
        let called = effects.firstIndex {
            if case .send(appA, _, _, _) = $0 { true } else { false }
        }
        #expect(try #require(told) < #require(called))
    }

    @Test("It is shown while its app isn't running, and after a force-quit", .behaviour("N2", "N7"))
    func notRunning() {
        let device = device()
        let start = device.now.wall
        device.schedule(appA, in: .seconds(300))
        device.quit(appA)
        device.advance(by: .seconds(600))
        #expect(device.state(appA) == .notRunning)
        #expect(device.banners(appA, since: start) == [300])
    }

    @Test("A sleeping device is woken for it", .behaviour("N2"))
    func asleep() {
        let device = device()
        device.schedule(appA, in: .seconds(300))
        device.home()
        device.advance(by: .seconds(10))
        let armed = device.timer
        #expect(armed == device.now.instant + .seconds(290))
        device.ask { .sleep($0) }
        // The clock of limits stands still.
        device.now.instant = device.now.instant + .seconds(290)
        device.now.wall = device.now.wall + .seconds(290)
        device.timer = nil
        device.send(.timer)
        device.run()
        #expect(device.machine.isAsleep)
        #expect(device.desktop.history.count == 1)
    }

    @Test(
        "The app in front is told quietly, also where something covers it", .behaviour("N3"),
        arguments: [false, true])
    func inFront(covered: Bool) {
        let device = device()
        device.schedule(appA, in: .seconds(30), badge: 1)
        if covered { device.interrupt(.notificationCenterShow) }
        device.advance(by: .seconds(30))
        #expect(device.received(appA).map(\.opened) == [false])
        #expect(device.desktop.history.isEmpty)
        #expect(device.machine.badge(of: appA) == 0)
        #expect(device.machine.notificationViews.isEmpty, "nothing is left of it")
        #expect(device.payloads.isEmpty)
    }

    @Test(
        "What an app in front was told, and didn't deal with before it ended, is shown",
        .behaviour("N3", "N7"), arguments: [0, 1, 2])
    func untaken(_ end: Int) throws {
        let device = device()
        device.behaviours[appA, default: AppBehaviour()].ignores = ["didReceiveLocalNotification"]
        device.schedule(appA, in: .seconds(30))
        device.advance(by: .seconds(30))
        #expect(device.received(appA).count == 1)
        switch end {
        case 0: device.die(appA, .signalled(11))
        case 1: device.restartDevice()
        default:
            try device.restartDaemon()
            #expect(device.desktop.history.isEmpty)
            device.die(appA, .signalled(11))
        }
        #expect(device.desktop.history.count == 1)
        #expect(device.machine.notificationViews.first?.shown != nil)
    }

    @Test(
        "Hundreds at once are handed over as fast as their app in front deals with them; if it leaves, the rest is shown",
        .behaviour("N3", "reliability P2"), arguments: [false, true])
    func hundreds(leaves: Bool) {
        let device = device()
        device.behaviours[appA, default: AppBehaviour()].slow["didReceiveLocalNotification"] =
            .milliseconds(10)
        for number in 0..<300 { device.schedule(appA, "n\(number)", in: nil) }
        if leaves { device.home() }
        device.advance(by: .seconds(10))
        #expect(device.lastExit(appA) == nil)
        let handed = device.received(appA).count
        #expect(handed + device.desktop.history.count == 300)
        #expect(leaves ? handed == Limits.outstandingNotifications : handed == 300)
    }

    @Test("Present-now is shown at once, or handed over in front", .behaviour("N4"))
    func now() {
        let device = device()
        device.schedule(appA, in: nil)
        #expect(device.received(appA).map(\.opened) == [false])
        device.beginTask(appA, 1)
        device.home()
        device.schedule(appA, in: nil)
        #expect(device.desktop.history.count == 1)
    }

    @Test("A fire date in the past fires at once; a repeat waits for the next", .behaviour("N1"))
    func past() {
        let device = device()
        device.beginTask(appA, 1)
        device.home()
        let start = device.now.wall
        device.schedule(appA, "once", in: .seconds(-3_000))
        #expect(device.banners(appA, since: start) == [0])
        #expect(device.desktop.history.first?.late == .seconds(3_000))
        device.schedule(appA, "daily", in: .seconds(-3_000), every: .day)
        #expect(device.banners(appA, since: start) == [0])
        device.advance(by: .seconds(3 * 86_400))
        #expect(device.banners(appA, since: start) == [0, 83_400, 169_800, 256_200])
    }

    @Test("One of the same name takes the place of the first", .behaviour("N1"))
    func replaced() {
        let device = device()
        let start = device.now.wall
        device.schedule(appA, "n", in: .seconds(100))
        device.schedule(appA, "n", in: .seconds(200))
        device.schedule(appA, "m", in: .seconds(300))
        device.home()
        device.advance(by: .seconds(1_000))
        #expect(device.banners(appA, since: start) == [200, 300])
    }

    @Test(
        "Cancelled by name or all together, they don't fire; what is shown goes", .behaviour("N4"))
    func cancelled() {
        let device = device()
        let start = device.now.wall
        for (name, delay) in [("a", 10), ("b", 20), ("c", 30), ("d", 500)] as [(String, Int64)] {
            device.schedule(appA, name, in: .seconds(delay), every: name == "a" ? .minute : nil)
        }
        device.cancel(appA, "b")
        device.beginTask(appA, 1)
        device.home()
        device.advance(by: .seconds(100))
        #expect(device.banners(appA, since: start) == [10, 30, 70])
        #expect(device.desktop.visible.count == 2)
        device.cancel(appA, "c")
        #expect(device.desktop.visible.count == 1)
        device.cancel(appA, nil)
        #expect(device.desktop.visible.isEmpty)
        device.advance(by: .seconds(10_000))
        #expect(device.banners(appA, since: start) == [10, 30, 70])
        #expect(device.payloads.isEmpty)
    }

    @Test("More than 128 keep the earliest, and the app hears of the others", .behaviour("N1"))
    func tooMany() {
        let device = device()
        for number in (1...130).reversed() {
            device.schedule(appA, "n\(number)", in: .seconds(Int64(100 * number)))
        }
        device.schedule(appA, "last", in: .seconds(100_000))
        let names = device.heard[appA, default: []].flatMap { call -> [String] in
            if case .notification(.dropped(let names)) = call { names } else { [] }
        }
        #expect(names == ["n130", "n129", "last"])
        #expect(device.machine.notificationViews(of: appA).count == 128)
        #expect(device.machine.why(appA)?.refusals.last?.reason == .tooManyNotifications)
    }

    private func unscheduledNames(_ device: TestDevice) -> [[String]] {
        device.heard[appA, default: []].compactMap { call in
            if case .notification(.dropped(let names)) = call { names } else { nil }
        }
    }

    @Test(
        "An app that schedules hundreds too many isn't killed: it hears of one call's names at a time",
        .behaviour("N1", "W4"))
    func hundredsTooMany() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(slow: ["didNotSchedule": .seconds(1)])
        let most = Limits.scheduledNotificationsPerApp
        let names = (0..<(most + 300)).map { "n\($0)" }
        for (number, name) in names.enumerated() {
            device.schedule(appA, name, in: .seconds(Int64(1_000 + number)))
        }
        #expect(unscheduledNames(device) == [[names[most]]])
        device.advance(by: .seconds(10))
        let heard = unscheduledNames(device)
        #expect(heard.flatMap { $0 } == Array(names[most...]))
        #expect(heard.map(\.count) == [1, 64, 64, 64, 64, 43])
        #expect(device.reasons(appA, .kill).isEmpty && device.machine.notifications.dropped.isEmpty)
    }

    @Test(
        "One that handles none of as many calls' names as end an app is killed",
        .behaviour("W4", "reliability A4"))
    func unscheduledWithoutEnd() throws {
        let device = device()
        let launch = try #require(device.processes[appA]?.launch)
        device.behaviours[appA] = .ignoring("didNotSchedule")
        for _ in 1...2 { device.schedule(appA, "early", at: WallTime(nanoseconds: -1)) }
        #expect(unscheduledNames(device) == [["early"]])
        let waiting = Limits.outstandingCallsPerApp * Limits.unscheduledNamesPerCall - 1
        device.machine.notifications.dropped = [
            .init(app: appA, launch: launch, names: Array(repeating: "early", count: waiting))
        ]
        #expect(device.reasons(appA, .kill).isEmpty)
        device.schedule(appA, "last", at: WallTime(nanoseconds: -1))
        #expect(device.reasons(appA, .kill) == [.notResponding])
        #expect(device.machine.notifications.dropped.isEmpty)
    }

    @Test("Only what is to come counts to the 128, and each app's by itself", .behaviour("N1"))
    func whatCounts() {
        let device = device()
        device.beginTask(appA, 1)
        for number in 1...128 {
            device.schedule(appA, "n\(number)", in: .seconds(Int64(1_000 + number)))
        }
        // One in the place of another, one that is over, and another app's.
        device.schedule(appA, "n128", in: .seconds(5_000))
        device.schedule(appA, "told", in: nil)
        device.open(appB)
        device.schedule(appB, "b", in: .seconds(10_000))
        #expect(device.reasons(appA, .refuse).isEmpty && device.reasons(appB, .refuse).isEmpty)
        // The 129th repeats, and takes the place of the latest.
        device.schedule(appA, "daily", in: .seconds(10), every: .day)
        let names = Set(device.machine.notificationViews(of: appA).map(\.name))
        #expect(names.contains("daily") && !names.contains("n128") && names.count == 128)
        #expect(device.payloads.count == 129, "what isn't scheduled isn't kept")
        device.advance(by: .seconds(10))
        // It fired, and its next is the latest now.
        device.schedule(appA, "late", in: .seconds(50_000))
        #expect(device.reasons(appA, .refuse).count == 2)
        #expect(
            !device.machine.notificationViews(of: appA).contains {
                $0.name == "daily" && $0.rule != nil
            })
    }

    @Test("Fire dates that no calendar shows are refused", .behaviour("N1"))
    func impossible() {
        let device = device()
        for (name, date) in [("a", -1), ("b", .max), ("c", .min)] as [(String, Int64)] {
            device.schedule(appA, name, at: WallTime(nanoseconds: date), every: .day)
        }
        #expect(device.machine.notificationViews.isEmpty)
        #expect(device.payloads.isEmpty)
        #expect(device.reasons(appA, .refuse) == Array(repeating: .impossibleFireDate, count: 3))
    }

    @Test("Uninstalling takes everything of it away", .behaviour("N1"))
    func uninstalled() {
        let device = device()
        device.schedule(appA, "a", in: .seconds(10), every: .minute, badge: 1)
        device.setBadge(appA, 7)
        device.home()
        device.advance(by: .seconds(100))
        #expect(!device.desktop.visible.isEmpty)
        device.ask { .uninstall(appA, $0) }
        #expect(device.desktop.visible.isEmpty)
        #expect(device.payloads.isEmpty)
        #expect(device.machine.badge(of: appA) == 0)
    }

    @Test("No more than 64 of an app wait for the user, the newest", .behaviour("N2"))
    func shownLimit() {
        let device = device()
        device.beginTask(appA, 1)
        device.home()
        for number in 1...70 { device.schedule(appA, "n\(number)", in: nil) }
        #expect(device.desktop.visible.count == 64)
        #expect(device.machine.notificationViews.first?.name == "n7")
    }
}
