import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Protected data") struct ProtectedDataTests {
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        device.passcode(.set)
        return device
    }

    /// Whether protected data was available, each time that the app was told.
    private func told(_ device: TestDevice, _ app: AppID) -> [Bool] {
        device.heard[app, default: []].compactMap {
            guard case .systemEvents(let events, let conditions) = $0,
                events.contains(.protectedData)
            else { return nil }
            return conditions.isProtectedDataAvailable
        }
    }

    @Test(
        "The app in front hears that its protected files go before it is left, and that they are back",
        .behaviour("P3", "Q6", "S7"))
    func lockAndUnlock() {
        let device = device()
        device.open(appA)
        let before = device.calls(appA).count
        device.ask { .lock($0) }
        device.passcode(.accepted)
        #expect(
            Array(device.calls(appA).dropFirst(before)) == [
                "systemEvents", "willResignActive", "didEnterBackground", "systemEvents",
                "willEnterForeground", "didBecomeActive",
            ])
        #expect(told(device, appA) == [false, true])
    }

    @Test("Without a passcode nothing is protected, and nobody is told", .behaviour("P3"))
    func withoutPasscode() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.ask { .lock($0) }
        device.advance(by: .seconds(60))
        #expect(device.requestKey(appA) == .done)
        device.ask { .unlock($0) }
        #expect(told(device, appA).isEmpty)
    }

    @Test(
        "After the lock an app has ten seconds with its protected files, and then none",
        .behaviour("P3"))
    func grace() {
        let device = device()
        device.open(appA)
        device.beginTask(appA, 1)
        device.ask { .lock($0) }
        device.advance(by: .milliseconds(9_999))
        #expect(device.requestKey(appA) == .done)
        #expect(device.keysHeld)
        #expect(device.machine.why().pending.contains { $0.kind == .protection })
        device.advance(by: .milliseconds(1))
        #expect(!device.keysHeld)
        #expect(device.requestKey(appA).refusal == .protectedDataUnavailable)
        #expect(device.reasons(appA, .refuse) == [.protectedDataUnavailable])
        device.passcode(.accepted)
        #expect(device.requestKey(appA) == .done)
    }

    @Test("The time that the device sleeps isn't the app's", .behaviour("P3"))
    func asleep() {
        let device = device()
        device.open(appA)
        device.beginTask(appA, 1)
        device.ask { .lock($0) }
        device.advance(by: .seconds(5))
        device.sleep(for: .seconds(3_600))
        #expect(device.keysHeld)
        device.advance(by: .seconds(5))
        #expect(!device.keysHeld)
    }

    @Test(
        "A grace that ends while the machine stands still is extended by as much", .behaviour("P3"))
    func late() {
        let device = device()
        device.ask { .lock($0) }
        device.fireTimerLate(by: .seconds(7))
        #expect(device.keysHeld)
        device.advance(by: .milliseconds(6_999))
        #expect(device.keysHeld)
        device.advance(by: .milliseconds(1))
        #expect(!device.keysHeld)
    }

    @Test(
        "Unlocked within the grace, the keys were never gone; the next lock has its own",
        .behaviour("P3"))
    func storm() {
        let device = device()
        device.open(appB)
        for _ in 1...20 {
            device.ask { .lock($0) }
            device.advance(by: .milliseconds(100))
            device.passcode(.accepted)
        }
        device.advance(by: .seconds(60))
        #expect(device.keysHeld)
        #expect(!device.effects.contains(.protectData(.forget)))
        #expect(device.state(appB) == .active)
    }

    @Test(
        "A suspended app hears of a lock when it wakes, and of a lock that was undone never",
        .behaviour("P3", "Q1"))
    func suspended() {
        let device = device()
        device.open(appA)
        device.home()
        device.ask { .lock($0) }
        device.advance(by: .seconds(60))
        #expect(told(device, appA).isEmpty)
        device.fetch(appA)
        #expect(told(device, appA) == [false])
        #expect(
            device.calls(appA).suffix(2) == ["systemEvents", "performFetch"],
            "before the handler, so that it doesn't try in vain")
        device.passcode(.accepted)
        device.open(appA)
        #expect(told(device, appA) == [false, true])
        device.home()
        for _ in 1...5 {
            device.ask { .lock($0) }
            device.passcode(.accepted)
        }
        device.open(appA)
        #expect(told(device, appA) == [false, true])
        #expect(
            device.decisions.last { $0.kind == .merge }?.detail
                == .merged(.protectedData, changes: 10, told: 0))
    }

    @Test("An app that is launched while locked finds its data unavailable", .behaviour("P3"))
    func launchedWhileLocked() {
        let device = device()
        device.ask { .lock($0) }
        device.advance(by: .seconds(11))
        device.fetch(appA)
        #expect(device.processes[appA]?.device.isProtectedDataAvailable == false)
        #expect(device.requestKey(appA).refusal == .protectedDataUnavailable)
    }

    @Test("A dead launch, or an app that isn't installed, gets no key", .behaviour("P3"))
    func notAnApp() {
        let device = device()
        device.open(appA)
        #expect(
            device.ask { .requestKey(appA, Launch(number: 9), $0) }.refusal == .notAnApp)
        #expect(
            device.ask { .requestKey(AppID(literal: "none"), Launch(number: 1), $0) }.refusal
                == .notAnApp)
    }

    @Test(
        "A new daemon has no keys, so the device is locked; without a passcode it isn't",
        .behaviour("P3"))
    func newDaemon() throws {
        let device = device()
        device.open(appA)
        try device.restartDaemon()
        #expect(device.machine.isLocked && !device.machine.holdsProtectionKeys)
        #expect(device.state(appA) == .suspended)
        #expect(device.fetch(appB) == .done)
        #expect(device.calls(appB).contains("performFetch"), "it was unlocked since boot (U3)")
        device.passcode(.accepted)
        #expect(device.state(appA) == .active)
        #expect(device.requestKey(appA) == .done)
        device.passcode(.cleared)
        try device.restartDaemon()
        #expect(!device.machine.isLocked)
    }

    @Test("A passcode that is set on a locked device protects at once", .behaviour("P3"))
    func setWhileLocked() {
        let device = TestDevice(installing: .test(appA))
        device.ask { .lock($0) }
        device.passcode(.set)
        device.advance(by: .seconds(10))
        #expect(!device.keysHeld)
        #expect(device.ask { .unlock($0) }.refusal == .passcodeRequired)
    }
}
