import TestSupport
import Testing

@testable import QuiesceCore

/// The user has chosen how notifications come over the app in front: along its edge, or over it
/// (S7, S12).
@Suite struct AlertStyleTests {
    /// A is suspended and has one that fires after 100 seconds, and one after 200; B is in front.
    private func device(
        _ style: AlertStyle?, _ profile: PolicyProfile = .ios8
    ) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        device.open(appA)
        device.allowNotifications(appA)
        device.schedule(appA, "one", in: .seconds(100))
        device.schedule(appA, "two", in: .seconds(200))
        device.open(appB)
        if style != nil { device.setStyle(appA, style) }
        return device
    }

    /// The calls that B received because of `body`.
    private func newCalls(_ device: TestDevice, _ body: () -> Void) -> [String] {
        let before = device.calls(appB).count
        body()
        return Array(device.calls(appB).dropFirst(before))
    }

    private func first(_ device: TestDevice) throws -> NotificationID {
        try #require(device.desktop.visible.first)
    }

    @Test("A banner leaves the app in front active", .behaviour("S7", "S12"))
    func banner() throws {
        let device = device(nil)
        #expect(newCalls(device) { device.advance(by: .seconds(100)) }.isEmpty)
        #expect(device.state(appB) == .active)
        #expect(device.desktop.history.map(\.style) == [.banner])
        #expect(newCalls(device) { device.dismiss(device.desktop.visible[0]) }.isEmpty)
    }

    @Test(
        "An alert makes the app in front inactive until the user dismisses it",
        .behaviour("S7", "S12", "S13"))
    func alert() throws {
        let device = device(.alert)
        #expect(newCalls(device) { device.advance(by: .seconds(100)) } == ["willResignActive"])
        #expect(device.state(appB) == .inactive)
        #expect(device.desktop.history.map(\.style) == [.alert])
        #expect(device.machine.notificationView(try first(device))?.covers == true)
        // Nobody is waited for; other things it hears of (S13).
        device.advance(by: .seconds(50))
        #expect(newCalls(device) { device.change(.orientation(.faceUp)) } == ["systemEvents"])
        #expect(
            newCalls(device) { device.dismiss(device.desktop.visible[0]) } == ["didBecomeActive"])
        #expect(device.state(appB) == .active)
    }

    @Test("What a push shows covers as well", .behaviour("S7", "R1"))
    func push() {
        let device = device(.alert)
        device.open(appA)
        device.registerForPushes(appA)
        device.open(appB)
        #expect(newCalls(device) { device.receive(appA, alert: true) } == ["willResignActive"])
    }

    @Test("The app is active again when the last of many is gone", .behaviour("S7"))
    func many() throws {
        let device = device(.alert)
        device.advance(by: .seconds(100))
        let calls = newCalls(device) {
            device.advance(by: .seconds(100))
            device.interrupt(.alertShow)
            device.interrupt(.callIncoming)
            for id in device.desktop.visible { device.dismiss(id) }
            device.interrupt(.alertDismiss)
        }
        #expect(calls.isEmpty)
        #expect(device.state(appB) == .inactive)
        #expect(newCalls(device) { device.interrupt(.callEnd) } == ["didBecomeActive"])
    }

    @Test(
        "Opened from it, its app comes to the front, and the one under it is left",
        .behaviour("S7", "S12", "N2"))
    func action() throws {
        let device = device(.alert)
        device.advance(by: .seconds(200))
        let id = try first(device)
        #expect(newCalls(device) { device.choose(id) } == ["didEnterBackground"])
        #expect(device.received(appA).map(\.id) == [id])
        #expect(device.state(appA) == .active, "its own other alert isn't over it")
        #expect(device.state(appB) == .suspended)
        #expect(
            newCalls(device) { device.open(appB) } == ["willEnterForeground", "didBecomeActive"])
        #expect(device.desktop.visible.count == 1, "the other is still listed")
    }

    @Test("With none of both it is only listed", .behaviour("S12"))
    func listed() throws {
        let device = device(.listed)
        #expect(newCalls(device) { device.advance(by: .seconds(100)) }.isEmpty)
        let view = try #require(device.machine.notificationView(try first(device)))
        #expect(view.shown?.style == .listed && view.shown?.types == [.alert, .sound])
    }

    @Test("A sound or a badge alone covers nothing", .behaviour("S7"))
    func unseen() {
        let device = device(.alert)
        device.open(appA)
        device.schedule(appA, in: .seconds(5), types: [.sound, .badge], badge: 1)
        device.open(appB)
        #expect(newCalls(device) { device.advance(by: .seconds(5)) }.isEmpty)
        #expect(device.desktop.history.map(\.style) == [nil])
    }

    @Test("On a locked screen it interrupts nobody, also not later", .behaviour("S7", "S12"))
    func locked() {
        let device = device(.alert)
        device.lock()
        device.advance(by: .seconds(100))
        #expect(device.desktop.history.map(\.style) == [.banner])
        device.lock(false)
        #expect(device.state(appB) == .active)
    }

    @Test("The lock takes it off the screen; it stays listed", .behaviour("S7", "S12"))
    func lockedUnder() throws {
        let device = device(.alert)
        device.advance(by: .seconds(100))
        let calls = newCalls(device) {
            device.lock()
            device.lock(false)
        }
        #expect(calls == ["didEnterBackground", "willEnterForeground", "didBecomeActive"])
        let view = try #require(device.machine.notificationView(try first(device)))
        #expect(!view.covers && view.shown != nil)
        #expect(device.reasons(appA, .notification).last == .alertLowered)
    }

    @Test("An app that comes to the front under it is inactive, but not its own", .behaviour("S7"))
    func comesUnderIt() {
        let device = device(.alert)
        device.home()
        device.advance(by: .seconds(100))
        #expect(newCalls(device) { device.open(appB) } == ["willEnterForeground"])
        #expect(device.state(appB) == .inactive)
        device.open(appA)
        #expect(device.state(appA) == .active)
        #expect(
            newCalls(device) { device.open(appB) } == ["willEnterForeground", "didBecomeActive"])
    }

    @Test("Taken back by its app, or with its app, it covers nothing", .behaviour("S7", "N4"))
    func withdrawn() {
        let device = device(.alert)
        device.advance(by: .seconds(100))
        #expect(
            newCalls(device) { device.ask { .uninstall(appA, $0) } } == ["didBecomeActive"])
        #expect(device.machine.chosenAlertStyle(of: appA) == nil)
        #expect(device.stored["presentation/A"] == nil)
    }

    @Test(
        "Off the desktop by itself it covers nothing, and can still be chosen",
        .behaviour("S7", "N2"))
    func vanished() throws {
        let device = device(.alert)
        device.advance(by: .seconds(100))
        let id = try first(device)
        func vanishes() -> [String] {
            newCalls(device) {
                device.send(.notification(.lowered(id)))
                device.run()
            }
        }
        #expect(vanishes() == ["didBecomeActive"])
        #expect(vanishes().isEmpty)
        #expect(device.choose(id) == .done)
        #expect(device.state(appA) == .active)
    }

    @Test("A new daemon knows what covers the app in front", .behaviour("S7", "reliability P8"))
    func newDaemon() throws {
        let device = device(.alert)
        device.advance(by: .seconds(100))
        try device.restartDaemon()
        #expect(device.state(appB) == .inactive)
        #expect(
            newCalls(device) { device.dismiss(device.desktop.visible[0]) } == ["didBecomeActive"])
    }

    @Test(
        "The choice outlives the device's restart, and what lay over an app doesn't",
        .behaviour("S12", "U4"))
    func restart() {
        let device = device(.alert)
        device.advance(by: .seconds(100))
        device.restartDevice()
        device.open(appB)
        #expect(device.state(appB) == .active)
        #expect(device.machine.alertStyle(of: appA) == .alert)
        #expect(newCalls(device) { device.advance(by: .seconds(200)) } == ["willResignActive"])
    }

    @Test("Shown again after the device's restart it comes as an alert again", .behaviour("S7"))
    func shownAgain() {
        let device = device(.alert)
        device.desktop.answers = false
        device.advance(by: .seconds(100))
        device.restartDevice()
        #expect(device.desktop.history.map(\.style) == [.alert, .alert])
        device.open(appB)
        #expect(device.state(appB) == .inactive)
    }

    @Test("Reset, it is as the profile has it, and nothing is kept", .behaviour("S12"))
    func reset() {
        let device = TestDevice(.ios8, installing: .test(appA))
        #expect(device.setStyle(appA, .listed) == .done)
        #expect(device.machine.alertStyle(of: appA) == .listed)
        #expect(device.stored["presentation/A"] != nil)
        #expect(device.setStyle(appA, nil) == .done)
        #expect(device.machine.alertStyle(of: appA) == .banner)
        #expect(device.stored["presentation/A"] == nil)
        #expect(device.setStyle(appB, .alert).refusal == .unknownApp)
    }

    @Test("Before iOS 5 there are alerts, and no banners to choose", .behaviour("S12"))
    func beforeBanners() throws {
        let device = device(nil, .ios4)
        #expect(device.setStyle(appA, .banner).refusal == .bannersUnsupported)
        #expect(newCalls(device) { device.advance(by: .seconds(100)) } == ["willResignActive"])
        device.dismiss(try first(device))
        #expect(device.setStyle(appA, .listed) == .done)
        #expect(newCalls(device) { device.advance(by: .seconds(100)) }.isEmpty)
    }
}
