import TestSupport
import Testing

@testable import QuiesceCore

/// The user opens an app from what is shown of it (N2).
@Suite struct NotificationOpeningTests {
    /// One is shown, and the app is as `prepare` left it.
    ///
    /// - Parameter runs: it has a task, and so runs on out of sight.
    private func device(
        runs: Bool = false, _ prepare: (TestDevice) -> Void = { _ in }
    ) throws -> (TestDevice, NotificationID) {
        let device = TestDevice(.ios8, installing: .test(appA), .test(appB))
        device.open(appA)
        device.allowNotifications(appA)
        device.schedule(appA, in: .seconds(100), types: [.alert, .sound, .badge], badge: 2)
        if runs { device.beginTask(appA, 1) }
        device.home()
        prepare(device)
        device.advance(by: .seconds(100))
        return (device, try #require(device.desktop.visible.first))
    }

    @Test("A suspended app comes to the front, and is told before it becomes active")
    func suspended() throws {
        let (device, id) = try device()
        let before = device.calls(appA).count
        #expect(device.choose(id) == .done)
        #expect(
            device.calls(appA).dropFirst(before)
                == ["willEnterForeground", "didReceiveLocalNotification", "didBecomeActive"])
        #expect(device.received(appA).map(\.opened) == [true])
        #expect(device.desktop.visible.isEmpty)
        #expect(device.machine.notificationViews.isEmpty)
        #expect(device.payloads.isEmpty)
        #expect(device.choose(id).refusal == .unknownNotification)
    }

    @Test("An app that isn't running is launched with it, and told no second time")
    func notRunning() throws {
        let (device, id) = try device { $0.quit(appA) }
        #expect(device.choose(id) == .done)
        guard
            case .finishLaunching(toForeground: true, .localNotification(id, _), _) =
                device.heard[appA]?.last(where: { $0.name == "didFinishLaunching" })
        else { return #expect(Bool(false), "the launch says nothing of it") }
        #expect(device.received(appA).isEmpty)
        #expect(device.state(appA) == .active)
        #expect(device.payloads.isEmpty, "the content goes once the app has it")
    }

    @Test("Its content is kept until the app has dealt with it, or has ended")
    func content() throws {
        let (device, id) = try device { $0.quit(appA) }
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        device.choose(id)
        #expect(device.payloads.count == 1)
        #expect(device.machine.notificationView(id)?.isWithApp == true)
        device.die(appA, .signalled(11))
        #expect(device.payloads.isEmpty)
        #expect(device.desktop.visible.isEmpty, "the user has seen it")
    }

    @Test("An app whose process is ending is launched with it afterwards")
    func ending() throws {
        let (device, id) = try device(runs: true)
        device.behaviours[appA, default: AppBehaviour()].exitsWhenTerminated = false
        device.quit(appA)
        device.choose(id)
        #expect(device.spawns(appA) == 1, "not while the old process lives")
        #expect(device.machine.notificationView(id)?.isWithApp == true)
        device.behaviours[appA] = AppBehaviour()
        device.die(appA, .exited(code: 0))
        #expect(device.state(appA) == .active)
        guard
            case .finishLaunching(_, .localNotification(id, _), _) =
                device.heard[appA]?.last(where: { $0.name == "didFinishLaunching" })
        else { return #expect(Bool(false), "the launch says nothing of it") }
        #expect(device.payloads.isEmpty)
    }

    @Test("Who goes elsewhere before the app's old process has ended has done with it")
    func elsewhere() throws {
        let (device, id) = try device(runs: true)
        device.behaviours[appA, default: AppBehaviour()].exitsWhenTerminated = false
        device.quit(appA)
        device.choose(id)
        #expect(device.spawns(appA) == 1, "not while the old process lives")
        device.open(appB)
        #expect(device.payloads.isEmpty)
        device.die(appA, .exited(code: 0))
        device.open(appA)
        guard
            case .finishLaunching(_, .user, _) =
                device.heard[appA]?.last(where: { $0.name == "didFinishLaunching" })
        else { return #expect(Bool(false), "launched with what is long gone") }
    }

    @Test("One in front, and one being launched into the background, are told, too")
    func running() throws {
        let (device, id) = try device()
        device.open(appA)
        device.choose(id)
        #expect(device.received(appA).map(\.opened) == [true])

        let (other, second) = try self.device { $0.quit(appA) }
        other.open(appA)
        other.home()
        other.die(appA, .exited(code: 0))
        other.behaviours[appA] = AppBehaviour(slow: ["didFinishLaunching": .seconds(1)])
        other.fetch(appA)
        let before = other.calls(appA).count
        other.choose(second)
        other.advance(by: .seconds(5))
        #expect(
            other.calls(appA).dropFirst(before - 1).prefix(3)
                == ["didFinishLaunching", "willEnterForeground", "didReceiveLocalNotification"])
        #expect(other.state(appA) == .active)
    }

    @Test(
        "An occurrence that the app has dealt with in front isn't shown when it ends, also where the user opens an earlier one",
        .behaviour("N3", "N7"), arguments: [false, true])
    func besideAnEarlierOne(quits: Bool) throws {
        let device = TestDevice(.ios8, installing: .test(appA))
        device.open(appA)
        device.allowNotifications(appA)
        device.schedule(appA, in: .seconds(100), every: .minute)
        device.home()
        device.advance(by: .seconds(100))
        let id = try #require(device.desktop.visible.first)
        device.open(appA)
        device.behaviours[appA] = AppBehaviour(
            slow: ["didReceiveLocalNotification": .seconds(1)], exitsWhenTerminated: false)
        device.advance(by: .seconds(60))
        if quits { device.quit(appA) }
        #expect(device.choose(id) == .done)
        // It has dealt with what it was told, and not with what the user opened.
        device.advance(by: .milliseconds(1_500))
        #expect(device.machine.notificationView(id)?.isWithApp == true)
        device.die(appA, .signalled(11))
        #expect(device.desktop.history.count == 1, "the one that the user opened")
        #expect(device.desktop.visible.isEmpty)
        device.advance(by: .seconds(60))
        #expect(device.desktop.history.count == (quits ? 1 : 2), "the next comes")
    }

    @Test("A locked device opens nothing; it stays shown")
    func locked() throws {
        let (device, id) = try device()
        device.lock()
        #expect(device.choose(id).refusal == .deviceLocked)
        #expect(device.desktop.visible == [id])
        device.send(.notification(.open(id, nil)))
        #expect(device.desktop.visible == [id])
        device.lock(false)
        device.send(.notification(.open(id, nil)))
        device.run()
        #expect(device.received(appA).map(\.opened) == [true])
    }

    @Test("Dismissed, nothing is left of it but its badge and its repeats")
    func dismissed() throws {
        let (device, id) = try device()
        #expect(device.dismiss(id) == .done)
        #expect(device.desktop.visible.isEmpty && device.payloads.isEmpty)
        #expect(device.dismiss(id).refusal == .unknownNotification)
        device.open(appA)
        device.schedule(appA, "daily", in: .seconds(100), every: .day)
        device.home()
        device.advance(by: .seconds(100))
        let daily = try #require(device.desktop.visible.first)
        device.dismiss(daily)
        device.advance(by: .seconds(86_400))
        #expect(device.desktop.visible == [daily])
    }

    @Test(
        "Opened or dismissed, it leaves the badge as it is", .behaviour("N2"),
        arguments: [false, true])
    func badgeStays(opens: Bool) throws {
        let (device, id) = try device()
        #expect(device.machine.badge(of: appA) == 2)
        #expect((opens ? device.choose(id) : device.dismiss(id)) == .done)
        #expect(device.machine.badge(of: appA) == 2)
        device.restartDevice()
        #expect(device.machine.badge(of: appA) == 2)
        #expect(device.desktop.visible.isEmpty)
    }

    @Test("A badge of 0 takes what is shown with it", .behaviour("N1"))
    func badge() throws {
        let (device, _) = try device(runs: true)
        device.setBadge(appA, 5)
        #expect(device.machine.badge(of: appA) == 5)
        #expect(device.desktop.visible.count == 1)
        device.setBadge(appA, 0)
        #expect(device.machine.badge(of: appA) == 0)
        #expect(device.desktop.visible.isEmpty && device.payloads.isEmpty)
    }
}
