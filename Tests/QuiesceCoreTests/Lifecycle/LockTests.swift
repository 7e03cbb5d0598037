import TestSupport
import Testing

@testable import QuiesceCore

@Suite("The lock and the sleep/wake button") struct LockTests {
    enum Button: CaseIterable {
        case lock, sleep

        func event(_ ticket: Ticket) -> Event {
            switch self {
            case .lock: .lock(ticket)
            case .sleep: .sleep(ticket)
            }
        }
    }

    private func device(
        _ profile: PolicyProfile = .ios8, _ behaviour: AppBehaviour = AppBehaviour()
    ) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        device.behaviours[appA] = behaviour
        device.open(appA)
        return device
    }

    /// The sequence of A's states and the screen's locking, in order.
    private func order(_ device: TestDevice) -> [String] {
        device.decisions.compactMap { decision in
            if decision.reason == .screenLocked { return "locked" }
            guard decision.app == appA, decision.from != decision.to else { return nil }
            return decision.to?.rawValue
        }
    }

    @Test(
        "Touches go first, then the app leaves, and only when it has returned the screen locks",
        .behaviour("S7"), arguments: Button.allCases)
    func order(button: Button) {
        let device = device(.ios8, AppBehaviour(slow: ["didEnterBackground": .seconds(2)]))
        #expect(device.ask(button.event) == nil, "nobody is told that it is locked before it is")
        let asked = Ticket(device.lastTicket)
        #expect(
            device.calls(appA).suffix(2) == ["willResignActive", "didEnterBackground"])
        #expect(!device.machine.isLocked && device.machine.isLockedOrLocking)
        #expect(!device.machine.isAsleep)
        #expect(
            device.ask { .input(.shake, screen: nil, $0) }.refusal == .deviceLocked)
        #expect(device.open(appB).refusal == .deviceLocked)
        #expect(
            device.machine.why().sentence
                == "The device is being locked, so no app is in front (S7).")
        #expect(device.machine.why().pending.first?.sentence == "The screen locks once A has left.")
        device.advance(by: .seconds(2))
        #expect(device.machine.isLocked && device.answers[asked] == .done)
        #expect(device.machine.isAsleep == (button == .sleep))
        #expect(
            order(device) == [
                "inactive", "active", "inactive", "background", "locked", "suspended",
            ])
    }

    @Test(
        "An app that doesn't return keeps the screen unlocked no longer than its 5 s",
        .behaviour("S7", "W1"), arguments: Button.allCases,
        [["didEnterBackground"], ["willResignActive"]])
    func stuck(button: Button, call: [String]) {
        let device = device(.ios8, AppBehaviour(ignores: Set(call)))
        device.ask(button.event)
        device.advance(by: .milliseconds(4_999))
        #expect(!device.machine.isLocked)
        device.advance(by: .milliseconds(1))
        #expect(device.machine.isLocked)
        #expect(device.machine.isAsleep == (button == .sleep))
        #expect(device.lastExit(appA)?.reason == .backgroundTransitionTimedOut)
    }

    @Test("However slow each of its callbacks is, it has 5 s for all of them", .behaviour("S7"))
    func slow() {
        let device = device(
            .ios8,
            AppBehaviour(slow: ["willResignActive": .seconds(4), "didEnterBackground": .seconds(4)])
        )
        device.lock()
        device.advance(by: .seconds(5))
        #expect(device.machine.isLocked && device.state(appA) == .background)
        device.advance(by: .seconds(3))
        #expect(device.state(appA) == .suspended && device.lastExit(appA) == nil)
    }

    @Test("One that never stays in the background has ended first", .behaviour("S7", "O1"))
    func optedOut() {
        let device = TestDevice(installing: .test(appA, exitsOnSuspend: true))
        device.behaviours[appA] = AppBehaviour(slow: ["willTerminate": .seconds(1)])
        device.open(appA)
        device.lock()
        device.advance(by: .milliseconds(999))
        #expect(!device.machine.isLocked)
        device.advance(by: .milliseconds(1))
        #expect(device.machine.isLocked && device.state(appA) == .notRunning)
    }

    @Test(
        "Without a passcode the device wakes to what was in front; locked as well, it stays locked",
        .behaviour("S7", "S6"), arguments: [true, false])
    func wakes(isLockedToo: Bool) {
        let device = device()
        if isLockedToo { device.lock() }
        device.ask { .sleep($0) }
        #expect(device.state(appA) == .suspended)
        #expect(device.machine.isAsleep && device.machine.isLocked)
        #expect(device.machine.why().sentence == "The device is asleep.")
        device.ask { .wake($0) }
        #expect(!device.machine.isAsleep)
        #expect(device.machine.isLocked == isLockedToo)
        #expect(device.state(appA) == (isLockedToo ? .suspended : .active))
    }

    @Test("With a passcode it wakes to the lock", .behaviour("S7", "P3"))
    func wakesToTheLock() {
        let device = device()
        device.passcode(.set)
        device.ask { .sleep($0) }
        device.ask { .wake($0) }
        #expect(!device.machine.isAsleep && device.machine.isLocked)
        #expect(device.state(appA) == .suspended)
        #expect(device.ask { .unlock($0) }.refusal == .passcodeRequired)
        device.advance(by: .seconds(10))
        #expect(!device.keysHeld)
        device.passcode(.accepted)
        #expect(device.state(appA) == .active && device.keysHeld)
    }

    @Test("Whoever unlocks a device that sleeps has it awake", .behaviour("S7"))
    func unlockedAsleep() {
        let device = device()
        device.passcode(.set)
        device.ask { .sleep($0) }
        device.passcode(.accepted)
        #expect(!device.machine.isAsleep && device.state(appA) == .active)
    }

    @Test(
        "The user who is back before the app has left finds it, and whoever waited for the lock is told",
        .behaviour("S7"), arguments: Button.allCases)
    func takenBack(button: Button) {
        let device = device(.ios8, AppBehaviour(slow: ["didEnterBackground": .seconds(2)]))
        device.ask(button.event)
        let asked = Ticket(device.lastTicket)
        device.advance(by: .seconds(1))
        device.ask { button == .lock ? .unlock($0) : .wake($0) }
        #expect(device.answers[asked] == .done)
        #expect(!device.machine.isLockedOrLocking)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .active)
        #expect(!device.machine.isLocked && !device.machine.isAsleep)
    }

    @Test("The keys go as long after the button as ever, however slow the app", .behaviour("P3"))
    func keys() {
        let device = device(.ios8, .ignoring("didEnterBackground"))
        device.passcode(.set)
        device.lock()
        #expect(device.ask { .unlock($0) }.refusal == .passcodeRequired, "before it is locked, too")
        device.advance(by: .milliseconds(9_999))
        #expect(device.machine.isLocked && device.keysHeld)
        device.advance(by: .milliseconds(1))
        #expect(!device.keysHeld)
    }

    @Test("A new daemon goes on with locking", .behaviour("S7", "reliability P8"))
    func newDaemon() throws {
        let device = device(.ios8, AppBehaviour(slow: ["didEnterBackground": .seconds(2)]))
        device.ask { .sleep($0) }
        try device.restartDaemon()
        #expect(!device.machine.isLocked)
        device.advance(by: .seconds(2))
        #expect(device.machine.isLocked && device.machine.isAsleep)
        device.ask { .wake($0) }
        #expect(device.state(appA) == .active)
    }

    @Test("In ios4 the screen locks, and open tasks keep the device awake", .behaviour("S7", "T5"))
    func keptAwake() {
        let device = device(.ios4)
        device.beginTask(appA, 1)
        device.ask { .sleep($0) }
        #expect(device.machine.isLocked && !device.machine.isAsleep && device.keptAwake)
        device.ask { .unlock($0) }
        #expect(!device.keptAwake && device.state(appA) == .active)
        device.endTask(appA, 1)
        #expect(!device.machine.isAsleep, "the user is there")
    }
}
