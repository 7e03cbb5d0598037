import TestSupport
import Testing

@testable import QuiesceCore

/// Pushes that the user is to see (R1).
@Suite struct PushAlertTests {
    /// A may show what it likes, and was left.
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        device.open(appA)
        device.registerForPushes(appA)
        device.allowNotifications(appA)
        device.home()
        return device
    }

    @Test("An alert is shown while its app isn't in front, and no code runs", .behaviour("R1"))
    func shown() throws {
        let device = device()
        let before = device.calls(appA).count
        let push = device.receive(appA, alert: true, badge: 3)
        #expect(device.outcome(push) == .shown)
        #expect(device.shownPushes == [push])
        #expect(device.machine.badge(of: appA) == 3)
        #expect(device.calls(appA).count == before)
        #expect(device.state(appA) == .suspended)
        #expect(device.gateway.acknowledged == [1])
        #expect(device.payloads.count == 2, "kept for whoever opens it")
        device.dismiss(try #require(device.desktop.visible.first))
        #expect(device.payloads.isEmpty)
    }

    @Test("An app in front is handed it, and nothing is shown", .behaviour("R1"))
    func inFront() {
        let device = device()
        device.open(appA)
        let push = device.receive(appA, alert: true)
        #expect(device.told(appA).map(\.opened) == [false])
        #expect(device.outcome(push) == .told)
        #expect(device.desktop.history.isEmpty && device.payloads.isEmpty)
        let silent = device.receive(appA, alert: false)
        #expect(device.told(appA).count == 2, "one that wakes nobody is for an app in front, too")
        #expect(device.outcome(silent) == .told)
        #expect(device.payloads.isEmpty && device.machine.pushes.pending.isEmpty)
    }

    @Test("A hosted program in front is handed none, as it would hear of none", .behaviour("R1"))
    func hosted() {
        var program = AppManifest.test(appB, modes: [])
        program.isHosted = true
        let device = TestDevice(.ios8, installing: program)
        device.open(appB)
        device.registerForPushes(appB)
        let push = device.receive(appB, alert: true)
        #expect(device.told(appB).isEmpty)
        #expect(device.outcome(push) == .dropped(.hostedShowsNothing))
        #expect(device.payloads.isEmpty)
    }

    @Test("One in front that may be woken has a completion handler to call", .behaviour("R1", "R2"))
    func handlerInFront() {
        let device = device()
        device.open(appA)
        let push = device.receive(appA, alert: true, contentAvailable: true)
        #expect(device.wokenForPushes(appA) == 1)
        #expect(device.result(push) == .completedNewData)
        #expect(device.desktop.history.isEmpty && device.payloads.isEmpty)
    }

    @Test(
        "What an app in front hadn't dealt with when it died is shown", .behaviour("R1"),
        arguments: [false, true])
    func diedInFront(contentAvailable: Bool) {
        let device = device()
        device.behaviours[appA] = AppBehaviour(
            ignores: ["didReceiveRemoteNotification"], completesAfter: nil)
        device.open(appA)
        let push = device.receive(appA, alert: true, contentAvailable: contentAvailable)
        #expect(device.shownPushes.isEmpty)
        device.die(appA, .signalled(11))
        #expect(device.shownPushes == [push])
        #expect(
            device.outcome(push)
                == (contentAvailable ? .woke(WakeID(1), result: .appEnded) : .shown))
    }

    @Test("A silent one that died with its app in front has its verdict", .behaviour("R1"))
    func silentDiedInFront() {
        let device = device()
        device.behaviours[appA] = .ignoring("didReceiveRemoteNotification")
        device.open(appA)
        let push = device.receive(appA, alert: false)
        #expect(device.payloads.count == 1)
        device.die(appA, .signalled(11))
        #expect(device.outcome(push) == .dropped(.appEnded))
        #expect(device.payloads.isEmpty)
    }

    @Test("An update while it is handled in front: shown, and the new version is woken for it")
    func updatedInFront() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.open(appA)
        let push = device.receive(appA, alert: true, contentAvailable: true)
        device.behaviours[appA] = AppBehaviour()
        device.install(.test(appA, version: "2"))
        #expect(device.shownPushes == [push])
        #expect(device.result(push) == .completedNewData)
        #expect(device.desktop.history.count == 1)
    }

    @Test("What the user doesn't allow is dropped, and why is known", .behaviour("R1", "U4"))
    func notAllowed() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.registerForPushes(appA)
        device.home()
        let unregistered = device.receive(appA, alert: true)
        #expect(device.outcome(unregistered) == .dropped(.notificationsNotRegistered))
        device.open(appA)
        device.register(appA, [.alert])
        device.home()
        let denied = device.receive(appA, alert: true)
        #expect(device.outcome(denied) == .dropped(.notificationsNotAllowed))
        device.permit(appA, .notifications, .authorized)
        let badge = device.receive(appA, alert: false, badge: 1)
        #expect(device.outcome(badge) == .dropped(.notificationsNotRegistered))
        let alert = device.receive(appA, alert: true, badge: 1)
        #expect(device.outcome(alert) == .shown)
        #expect(device.desktop.history.map(\.types) == [.alert])
        #expect(device.payloads.count == 2)
        // It wakes all the same.
        device.permit(appA, .notifications, .denied)
        let woken = device.receive(appA, alert: true, contentAvailable: true)
        #expect(device.result(woken) == .completedNewData)
        #expect(device.payloads.count == 2)
    }

    @Test("A force-quit app isn't woken, but the user sees it", .behaviour("U2", "R5"))
    func forceQuit() {
        let device = device()
        device.quit(appA)
        let alert = device.receive(appA, alert: true, contentAvailable: true)
        let silent = device.receive(appA, alert: false, contentAvailable: true)
        #expect(device.outcome(alert) == .shown)
        #expect(device.outcome(silent) == .dropped(.forceQuitByUser))
        #expect(device.spawns(appA) == 1)
        #expect(device.gateway.acknowledged == [1, 2])
    }

    @Test("Opened by the user, it is the launch's cause, or told", .behaviour("R1"))
    func opened() throws {
        let device = device()
        device.receive(appA, alert: true)
        let before = device.calls(appA).count
        device.choose(try #require(device.desktop.visible.first))
        #expect(
            device.calls(appA).dropFirst(before)
                == ["willEnterForeground", "didReceiveRemoteNotification", "didBecomeActive"])
        #expect(device.told(appA).map(\.opened) == [true])
        #expect(device.payloads.isEmpty)
        device.quit(appA)
        device.receive(appA, alert: true)
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        device.choose(try #require(device.desktop.visible.first))
        guard
            case .finishLaunching(toForeground: true, .remoteNotification(let payload, _), _) =
                device.heard[appA]?.last
        else { return #expect(Bool(false), "the launch says nothing of it") }
        #expect(device.payloads.contains(payload), "kept until the app has it")
        device.die(appA, .signalled(11))
        #expect(device.payloads.isEmpty)
        #expect(device.told(appA).count == 1)
    }

    @Test("Opened while its app is still being woken for it, its payload is kept for both")
    func openedWhileWaking() throws {
        let device = device()
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(5))
        let push = device.receive(appA, alert: true, contentAvailable: true)
        device.choose(try #require(device.desktop.visible.first))
        #expect(device.payloads.count == 1, "the alert's content isn't needed any more")
        #expect(device.told(appA).map(\.opened) == [true])
        device.advance(by: .seconds(5))
        #expect(device.result(push) == .completedNewData)
        #expect(device.payloads.isEmpty)
    }

    @Test("A newer one with its collapse id takes an alert's place", .behaviour("R1"))
    func collapse() {
        let device = device()
        let first = device.receive(appA, alert: true, collapse: "score")
        let other = device.receive(appA, alert: true, collapse: "chat")
        let second = device.receive(appA, alert: true, collapse: "score")
        #expect(device.shownPushes == [other, second])
        #expect(device.outcome(first) == .shown)
        device.open(appA)
        device.receive(appA, alert: true, collapse: "chat")
        #expect(device.shownPushes == [second], "the app in front knows better")
    }

    @Test("Apps cancel and replace what they scheduled, not what was pushed")
    func cancelling() {
        let device = device()
        let push = device.receive(appA, alert: true)
        device.open(appA)
        device.schedule(appA, "push \(push)", in: .seconds(100))
        device.cancel(appA, "push \(push)")
        device.cancel(appA, nil)
        #expect(device.shownPushes == [push])
        device.setBadge(appA, 0)
        #expect(device.shownPushes.isEmpty, "as in UIKit")
    }

    @Test("For an app that isn't installed, or isn't registered, it is dropped", .behaviour("R1"))
    func nobody() {
        let device = device()
        let unknown = device.receive(AppID(literal: "C"), alert: true)
        #expect(device.outcome(unknown) == .dropped(.unknownApp))
        device.send(.account("me"))
        device.open(appB)
        let early = device.receive(appB, alert: true)
        #expect(device.outcome(early) == .dropped(.pushesNotRegistered))
        device.registerForPushes(appB)
        device.registerForPushes(appB, false)
        let late = device.receive(appB, alert: true)
        #expect(device.outcome(late) == .dropped(.pushesNotRegistered))
        #expect(device.payloads.isEmpty)
        #expect(device.gateway.acknowledged == [1, 2, 3])
    }

    @Test(
        "However many come, an app in front that is busy isn't ended for it",
        .behaviour("reliability A4"), arguments: [false, true])
    func flood(contentAvailable: Bool) {
        let device = device(.generous)
        device.open(appA)
        device.behaviours[appA] = .ignoring("didReceiveRemoteNotification")
        for count in 1...(Limits.outstandingCallsPerApp + 50) {
            let push = device.receive(
                appA, alert: count.isMultiple(of: 2), contentAvailable: contentAvailable)
            guard count > Limits.wakesPerApp else { continue }
            #expect(
                device.outcome(push)
                    == (count.isMultiple(of: 2) ? .shown : .dropped(.tooManyWakes)))
        }
        #expect(device.state(appA) == .active)
        #expect(device.push(appA).refusal == .tooManyWakes)
        device.die(appA, .signalled(9))
        #expect(device.machine.pushes.pending.isEmpty)
    }

    @Test("A tool's push takes the same path", .behaviour("D1"))
    func tool() {
        let device = device()
        let (payload, content) = (device.newPayload(), device.newPayload())
        device.payloads.formUnion([payload, content])
        let new = NewPush(
            app: appA, contentAvailable: false, types: [.alert], payload: payload, content: content)
        #expect(device.ask { .push(new, $0) } == .done)
        #expect(device.outcome(PushID(1)) == .shown)
        #expect(device.machine.pushReceipts.first?.apnsID == nil)
        #expect(device.push(appA, contentAvailable: false).refusal == .notContentAvailable)
        #expect(device.machine.pushReceipts.count == 1)
    }
}
