import TestSupport
import Testing

@testable import QuiesceCore

/// Which is first, the alert or the app (R3).
@Suite struct PushOrderTests {
    private func device(_ profile: PolicyProfile, _ behaviour: AppBehaviour) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA))
        device.open(appA)
        device.registerForPushes(appA)
        device.allowNotifications(appA)
        device.home()
        device.behaviours[appA] = behaviour
        return device
    }

    @Test("ios4: the alert at once, and nobody is woken", .behaviour("R3"))
    func ios4() {
        let device = device(.ios4, AppBehaviour())
        let push = device.receive(appA, alert: true, contentAvailable: true)
        #expect(device.shownPushes == [push])
        #expect(device.wokenForPushes(appA) == 0)
        #expect(device.outcome(push) == .shown)
    }

    @Test(
        "ios7: the app first, the alert when its handler completes", .behaviour("R3", "R2"),
        arguments: [true, false])
    func ios7(contentAvailable: Bool) {
        let device = device(.ios7, AppBehaviour(completesAfter: .seconds(7)))
        let push = device.receive(appA, alert: true, contentAvailable: contentAvailable)
        device.advance(by: .seconds(7) - Interval(nanoseconds: 1))
        #expect(device.wokenForPushes(appA) == 1)
        #expect(device.desktop.history.isEmpty)
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.shownPushes == [push])
        #expect(device.result(push) == .completedNewData)
        #expect(device.payloads.count == 2 && device.machine.pushes.pending.isEmpty)
    }

    @Test("ios7: or when its time is out", .behaviour("R3", "R5"))
    func ios7Late() {
        let device = device(.ios7, AppBehaviour(completesAfter: nil))
        let push = device.receive(appA, alert: true)
        device.advance(by: .seconds(30) - Interval(nanoseconds: 1))
        #expect(device.desktop.history.isEmpty)
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.shownPushes == [push])
        #expect(device.result(push) == .appEnded)
        #expect(device.lastExit(appA)?.reason == .completionHandlerMissing)
    }

    @Test("ios7: or when it crashed, or was force-quit while it waited", .behaviour("R3", "U2"))
    func ios7Gone() {
        let crashing = device(
            .ios7, AppBehaviour(dies: ["didReceiveRemoteNotification": .signalled(11)]))
        let push = crashing.receive(appA, alert: true)
        #expect(crashing.shownPushes == [push])
        let ending = device(.ios7, AppBehaviour(slow: ["didFinishLaunching": .seconds(4)]))
        ending.die(appA, .exited(code: 0))
        let late = ending.receive(appA, alert: true)
        #expect(ending.desktop.history.isEmpty)
        ending.quit(appA)
        #expect(ending.shownPushes == [late])
    }

    @Test(
        "ios7: one that the user has opened meanwhile is told, and shows nothing", .behaviour("R3"))
    func ios7Opened() {
        let device = device(.ios7, AppBehaviour(completesAfter: .seconds(7)))
        let push = device.receive(appA, alert: true)
        device.advance(by: .seconds(2))
        device.open(appA)
        device.advance(by: .seconds(10))
        #expect(device.result(push) == .completedNewData)
        #expect(device.desktop.history.isEmpty && device.payloads.isEmpty)
    }

    @Test(
        "ios7: before the first unlock the alert doesn't wait for a launch", .behaviour("R3", "U3"))
    func ios7Locked() {
        let device = device(.ios7, AppBehaviour())
        device.passcode(.set)
        device.restartDevice()
        let push = device.receive(appA, alert: true)
        #expect(device.shownPushes == [push])
        #expect(device.result(push) == nil && device.machine.pushes.pending.count == 1)
        device.passcode(.accepted)
        #expect(device.result(push) == .completedNewData)
        #expect(device.desktop.history.count == 1)
    }

    @Test("ios8: both at once, and alerts have no quota", .behaviour("R3", "R4"))
    func ios8() {
        let device = device(.ios8, AppBehaviour(completesAfter: .seconds(1)))
        for count in 1...10 {
            let push = device.receive(appA, alert: true, contentAvailable: true)
            #expect(device.shownPushes.last == push)
            #expect(device.wokenForPushes(appA) == count)
            device.advance(by: .seconds(1))
            #expect(device.result(push) == .completedNewData)
        }
    }

    @Test("ios7: a newer one with its collapse id is shown alone", .behaviour("R3"))
    func collapse() {
        let device = device(.ios7, AppBehaviour(completesAfter: .seconds(7)))
        let first = device.receive(appA, alert: true, collapse: "score")
        device.advance(by: .seconds(3))
        let second = device.receive(appA, alert: true, collapse: "score")
        device.advance(by: .seconds(10))
        #expect(device.shownPushes == [second])
        #expect(device.desktop.history.count == 1)
        #expect(device.result(first) == .completedNewData)
        #expect(device.payloads.count == 2)
    }
}
