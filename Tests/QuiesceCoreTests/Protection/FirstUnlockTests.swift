import TestSupport
import Testing

@testable import QuiesceCore

@Suite("First unlock") struct FirstUnlockTests {
    private func restarted(_ prepare: (TestDevice) -> Void = { _ in }) -> TestDevice {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.passcode(.set)
        prepare(device)
        device.restartDevice()
        return device
    }

    @Test(
        "Before the first unlock nothing is launched; what was accepted waits, and goes on then",
        .behaviour("U3"))
    func waits() throws {
        let device = restarted()
        #expect(device.machine.isLocked && device.machine.awaitsFirstUnlock)
        #expect(device.fetch(appA) == .done)
        #expect(device.push(appB) == .done)
        device.advance(by: .seconds(86_400))
        #expect(device.processes.isEmpty)
        let waits = try #require(device.machine.why(appA)?.pending.first { $0.kind == .wake })
        #expect(
            waits.sentence
                == "Fetch 1 waits for the first unlock since the device started; unlock the device."
        )
        #expect(waits.rule == .u3)
        #expect(device.machine.why().sentence.hasSuffix("before it is unlocked (U3)."))
        #expect(device.open(appA).refusal == .deviceLocked)
        device.passcode(.accepted)
        #expect(device.calls(appA).contains("performFetch"))
        #expect(device.calls(appB).contains("didReceiveRemoteNotification"))
        #expect(device.reasons(appA, .wake).contains(.completedNewData))
    }

    @Test("What was accepted before the restart waits, too", .behaviour("U3", "reliability D2"))
    func fromBefore() {
        let device = restarted { device in
            device.behaviours[appA] = AppBehaviour(completesAfter: nil)
            device.fetch(appA)
        }
        device.behaviours[appA] = AppBehaviour()
        #expect(device.processes.isEmpty)
        device.passcode(.wrong)
        #expect(device.processes.isEmpty)
        device.passcode(.accepted)
        #expect(device.spawns(appA) == 2)
        #expect(device.reasons(appA, .wake).last == .completedNewData)
    }

    /// A device of which a new daemon finds out about the passcode what the last one couldn't
    /// store.
    private func learning(_ event: PasscodeEvent, hasPasscode: Bool) -> (Reaction, Reaction) {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.fetch(appA)
        if hasPasscode { device.passcode(.set) }
        var machine = SystemMachine(
            restoring: device.machine.facts, profile: .ios8, lastDecision: 100, at: .zero)
        machine.awaitRestart(boot: "second", known: "first")
        let learnt = machine.handle(.passcode(event, Ticket(9)), at: .zero)
        let restarted = machine.handle(
            .restarted([], deviceRestarted: true, launching: true), at: .zero)
        return (learnt, restarted)
    }

    private func spawns(_ reaction: Reaction) -> Int {
        reaction.effects.count { if case .spawn = $0 { true } else { false } }
    }

    @Test(
        "A passcode of which only a new daemon learns is known before anything is launched",
        .behaviour("U3", "reliability D2"))
    func learnsOfIt() {
        let (learnt, restarted) = learning(.set, hasPasscode: false)
        #expect(spawns(learnt) == 0)
        #expect(spawns(restarted) == 0)
    }

    @Test(
        "That there is no passcode any more launches nothing before the restart is known",
        .behaviour("U3", "S1", "reliability D2"))
    func learnsThatThereIsNone() {
        let (learnt, restarted) = learning(.cleared, hasPasscode: true)
        #expect(spawns(learnt) == 0)
        #expect(spawns(restarted) == 1)
    }

    @Test("A restart of the daemon alone is no boot: what waits goes on waiting", .behaviour("U3"))
    func daemonRestarts() throws {
        let device = restarted()
        device.fetch(appA)
        try device.restartDaemon()
        #expect(device.processes.isEmpty)
        device.passcode(.accepted)
        #expect(device.spawns(appA) == 1)
    }

    @Test("Without a passcode apps are launched right after boot", .behaviour("U3"))
    func withoutPasscode() {
        let device = TestDevice(installing: .test(appA))
        device.restartDevice()
        #expect(!device.machine.isLocked)
        device.fetch(appA)
        #expect(device.spawns(appA) == 1)
    }

    @Test("why --not says what a fetch would wait for", .behaviour("U3", "D2"))
    func whyNot() {
        let device = restarted()
        let answer = device.machine.whyNot(appA, .fetch, at: device.now)
        #expect(
            answer?.sentence.contains("It would wait for the first unlock since the device started")
                == true)
    }
}
