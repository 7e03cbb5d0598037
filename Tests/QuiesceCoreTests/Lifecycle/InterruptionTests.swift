import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Interruptions") struct InterruptionTests {
    private func device() -> TestDevice {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appA)
        return device
    }

    private func newCalls(_ device: TestDevice, _ body: () -> Void) -> [String] {
        let before = device.calls(appA).count
        body()
        return Array(device.calls(appA).dropFirst(before))
    }

    @Test(
        "What covers the app in front makes it inactive, and active again when it goes",
        .behaviour("S7", "S12", "S13"),
        arguments: [
            (Interruption.callIncoming, Interruption.callEnd), (.alertShow, .alertDismiss),
            (.notificationCenterShow, .notificationCenterDismiss),
        ])
    func covered(comes: Interruption, goes: Interruption) {
        let device = device()
        #expect(newCalls(device) { device.interrupt(comes) } == ["willResignActive"])
        #expect(device.state(appA) == .inactive)
        #expect(
            device.sentence(appA)
                == "A is in front, and inactive until the interruption ends (S7).")
        // It goes on executing, and hears of other things (S13).
        #expect(newCalls(device) { device.change(.orientation(.faceUp)) } == ["systemEvents"])
        device.advance(by: .seconds(600))
        #expect(device.state(appA) == .inactive)
        #expect(newCalls(device) { device.interrupt(goes) } == ["didBecomeActive"])
        #expect(device.state(appA) == .active)
    }

    @Test("The app is active again only when nothing covers it any more", .behaviour("S7"))
    func several() {
        let device = device()
        device.interrupt(.alertShow)
        #expect(newCalls(device) { device.interrupt(.callIncoming) }.isEmpty)
        #expect(newCalls(device) { device.interrupt(.alertDismiss) }.isEmpty)
        #expect(newCalls(device) { device.interrupt(.callEnd) } == ["didBecomeActive"])
    }

    @Test(
        "An answered call sends the app to the background; it comes back when the call ends",
        .behaviour("S7", "S5", "S6"))
    func answeredCall() {
        let device = device()
        device.interrupt(.callIncoming)
        #expect(newCalls(device) { device.interrupt(.callAnswer) } == ["didEnterBackground"])
        #expect(device.state(appA) == .suspended)
        #expect(
            newCalls(device) { device.interrupt(.callEnd) } == [
                "willEnterForeground", "didBecomeActive",
            ])
        #expect(device.state(appA) == .active)
    }

    @Test("After a call the user stays where he went meanwhile", .behaviour("S7"))
    func elsewhere() {
        let device = device()
        device.interrupt(.callIncoming)
        device.interrupt(.callAnswer)
        device.open(appB)
        device.interrupt(.callEnd)
        #expect(device.state(appA) == .suspended)
        #expect(device.state(appB) == .active)
        device.interrupt(.callIncoming)
        device.interrupt(.callAnswer)
        device.home()
        device.interrupt(.callEnd)
        #expect(device.state(appB) == .suspended)
    }

    @Test(
        "Left while it is covered, the app isn't told twice that it resigns", .behaviour("S5", "S7")
    )
    func leftWhileCovered() {
        let device = device()
        device.interrupt(.alertShow)
        #expect(newCalls(device) { device.home() } == ["didEnterBackground"])
        #expect(newCalls(device) { device.open(appA) } == ["willEnterForeground"])
        #expect(device.state(appA) == .inactive)
        #expect(newCalls(device) { device.interrupt(.alertDismiss) } == ["didBecomeActive"])
    }

    @Test(
        "An app that is launched under an alert stays inactive until it goes",
        .behaviour("S3", "S7"))
    func launchedUnderAlert() {
        let device = device()
        device.interrupt(.alertShow)
        device.open(appB)
        #expect(device.state(appB) == .inactive)
        #expect(device.calls(appB) == ["didFinishLaunching"])
        device.interrupt(.alertDismiss)
        #expect(device.state(appB) == .active)
    }

    @Test("Another app opened from the notification centre closes it", .behaviour("S12"))
    func openedFromNotificationCenter() {
        let device = device()
        device.interrupt(.notificationCenterShow)
        device.open(appB)
        #expect(device.state(appB) == .active)
        #expect(device.state(appA) == .suspended)
    }

    @Test("A slow main thread is no offence while the app is only covered", .behaviour("S7", "W1"))
    func slowButCovered() {
        let device = device()
        device.behaviours[appA] = .ignoring("willResignActive")
        device.interrupt(.alertShow)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .inactive)
        device.home()
        device.advance(by: .seconds(6))
        #expect(device.lastExit(appA)?.reason == .backgroundTransitionTimedOut)
    }

    @Test(
        "What comes and goes while the app is in one callback is told once, as it is then",
        .behaviour("S7", "Q1"), arguments: [true, false])
    func storm(endsCovered: Bool) {
        let device = device()
        device.behaviours[appA] = AppBehaviour(slow: ["systemEvents": .seconds(3)])
        device.change(.orientation(.faceUp))
        let calls = newCalls(device) {
            for _ in 1...1_000 {
                device.interrupt(.alertShow)
                #expect(device.state(appA) == .inactive)
                device.interrupt(.alertDismiss)
                #expect(device.state(appA) == .active)
            }
            if endsCovered { device.interrupt(.alertShow) }
            device.advance(by: .seconds(3))
        }
        #expect(
            calls == ["willResignActive", "didBecomeActive"]
                + (endsCovered ? ["willResignActive"] : []))
        #expect(device.state(appA) == (endsCovered ? .inactive : .active))
        #expect(device.lastExit(appA) == nil)
        #expect(device.machine.apps[0].calls.outstanding.isEmpty)
    }

    @Test(
        "Left before it heard that it is covered again, the app resigns once, and as one that leaves",
        .behaviour("S5", "S7"))
    func leftInStorm() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(slow: ["systemEvents": .seconds(3)])
        device.change(.orientation(.faceUp))
        let calls = newCalls(device) {
            device.interrupt(.alertShow)
            device.interrupt(.alertDismiss)
            device.interrupt(.alertShow)
            device.home()
            device.advance(by: .seconds(3))
        }
        #expect(
            calls == [
                "willResignActive", "didBecomeActive", "willResignActive", "didEnterBackground",
            ])
        #expect(device.state(appA) == .suspended)
    }

    @Test("Input waits until the app has heard that it is active", .behaviour("S13", "Q2"))
    func inputInStorm() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(slow: ["systemEvents": .seconds(3)])
        device.change(.orientation(.faceUp))
        for _ in 1...2 {
            device.interrupt(.alertShow)
            device.interrupt(.alertDismiss)
        }
        device.interrupt(.alertShow)
        device.advance(by: .seconds(1))
        #expect(device.ask { .input(.shake, screen: nil, $0) } == .done)
        device.interrupt(.alertDismiss)
        device.advance(by: .seconds(3))
        #expect(device.state(appA) == .active)
        #expect(device.calls(appA).suffix(2) == ["didBecomeActive", "input"])
    }

    @Test(
        "A call that isn't there can't be answered or ended, and a second one can't come in",
        .behaviour("D1"))
    func refusals() {
        let device = device()
        #expect(device.interrupt(.callAnswer) == .refused(Refusal(.noCall, rule: .s7)))
        #expect(device.interrupt(.callEnd) == .refused(Refusal(.noCall, rule: .s7)))
        device.interrupt(.callIncoming)
        #expect(device.interrupt(.callIncoming) == .refused(Refusal(.callInProgress, rule: .s7)))
        #expect(device.state(appA) == .inactive)
    }

    @Test("A new daemon knows what covers the app in front", .behaviour("S7", "reliability P8"))
    func newDaemon() throws {
        let device = device()
        device.interrupt(.alertShow)
        try device.restartDaemon()
        #expect(device.state(appA) == .inactive)
        #expect(newCalls(device) { device.interrupt(.alertDismiss) } == ["didBecomeActive"])
    }
}
