import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Passcode") struct PasscodeTests {
    private func locked() -> TestDevice {
        let device = TestDevice(installing: .test(appA))
        device.passcode(.set)
        device.ask { .lock($0) }
        return device
    }

    @Test("Without a passcode a locked device is unlocked by anyone", .behaviour("P3", "S7"))
    func none() {
        let device = TestDevice(installing: .test(appA))
        device.ask { .lock($0) }
        #expect(device.machine.holdsProtectionKeys)
        #expect(device.ask { .unlock($0) } == .done)
        #expect(device.passcode(.cleared).refusal == .noPasscode)
    }

    @Test("With a passcode a locked device is unlocked with it alone", .behaviour("P3"))
    func needed() {
        let device = locked()
        #expect(device.ask { .unlock($0) }.refusal == .passcodeRequired)
        #expect(device.machine.isLocked)
        #expect(device.passcode(.accepted) == .done)
        #expect(!device.machine.isLocked)
        #expect(device.ask { .unlock($0) } == .done, "an unlocked device needs none")
    }

    @Test(
        "After five wrong passcodes none is tried for a minute, then for longer", .behaviour("P3"))
    func delays() {
        let device = locked()
        for _ in 1...4 {
            #expect(device.passcode(.wrong).refusal == .wrongPasscode)
            #expect(device.machine.passcodeRetry(at: device.now) == nil)
        }
        for delay in [60, 300, 900, 3_600, 3_600] as [Int64] {
            #expect(device.passcode(.wrong).refusal == .wrongPasscode)
            // The right one doesn't help either, or it would be found by trying on.
            #expect(device.passcode(.accepted).refusal == .passcodeDelayed)
            device.advance(by: .seconds(delay) - .milliseconds(1))
            #expect(device.passcode(.wrong).refusal == .passcodeDelayed)
            device.advance(by: .milliseconds(1))
        }
        #expect(device.machine.wrongPasscodes == 9)
        #expect(device.passcode(.accepted) == .done)
        #expect(device.machine.wrongPasscodes == 0)
        device.ask { .lock($0) }
        #expect(device.passcode(.wrong).refusal == .wrongPasscode)
        #expect(device.passcode(.accepted) == .done, "they count anew")
    }

    @Test(
        "Wrong passcodes and their delay survive restarts of the daemon and of the device",
        .behaviour("P3"))
    func restarts() throws {
        let device = locked()
        for _ in 1...6 { device.passcode(.wrong) }
        device.advance(by: .seconds(60))
        device.passcode(.wrong)
        #expect(device.machine.wrongPasscodes == 6)
        try device.restartDaemon()
        #expect(device.passcode(.accepted).refusal == .passcodeDelayed)
        device.restartDevice()
        #expect(device.machine.wrongPasscodes == 6)
        #expect(device.passcode(.accepted).refusal == .passcodeDelayed)
        device.advance(by: .seconds(300))
        #expect(device.passcode(.accepted) == .done)
        #expect(device.stored["passcode"] == .passcode(PasscodeFact(wrongTries: 0)))
        device.passcode(.cleared)
        #expect(device.stored["passcode"] == nil)
    }

    @Test(
        "What is recorded says that a passcode was set, and nothing of it", .behaviour("P3", "W2"))
    func recorded() throws {
        let device = locked()
        device.passcode(.wrong)
        let refusal = try #require(device.decisions.last)
        #expect(refusal.kind == .refuse && refusal.rule == .p3)
        #expect(refusal.sentence == "The passcode is wrong (1 wrong in a row).")
        for _ in 1...4 { device.passcode(.wrong) }
        let last = try #require(device.decisions.last)
        #expect(last.detail == .tries(5, until: device.now.instant + .seconds(60)))
    }
}

extension TestDevice {
    @discardableResult
    func passcode(_ event: PasscodeEvent) -> Answer? { ask { .passcode(event, $0) } }

    func requestKey(_ app: AppID) -> Answer? {
        guard let process = processes[app] else { return nil }
        return ask { .requestKey(app, process.launch, $0) }
    }
}
