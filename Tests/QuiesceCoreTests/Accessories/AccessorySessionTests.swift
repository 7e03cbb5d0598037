import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Sessions with accessories") struct AccessorySessionTests {
    /// App A has the mode, app B hasn't; both speak to scales, and one is connected. A is open.
    private func device() -> TestDevice {
        let device = TestDevice(
            .ios8,
            installing: .test(appA, modes: [.externalAccessory], accessories: [scaleProtocol]),
            .test(appB, modes: [], accessories: [scaleProtocol]))
        device.open(appA)
        device.plug()
        return device
    }

    private func suspend(_ device: TestDevice) {
        device.home()
        device.advance(by: .seconds(30))
    }

    @Test("An app starts and stops a session", .behaviour("E2"))
    func opens() {
        let device = device()
        device.talk(appA)
        #expect(device.given(appA) == [1])
        #expect(device.openWires == [1])
        device.ask(appA, .close(session: 1))
        #expect(device.openWires.isEmpty)
        #expect(device.closedSessions(appA).isEmpty)
    }

    @Test(
        "With the mode a session stays open while the app is suspended, and bytes wake it",
        .behaviour("E1"))
    func wakes() {
        let device = device()
        device.talk(appA)
        suspend(device)
        #expect(device.state(appA) == .suspended)
        #expect(device.openWires == [1])
        #expect(device.watched == [1])
        device.defaultBehaviour.completesAfter = .seconds(9)
        device.sends()
        #expect(device.state(appA) == .background)
        #expect(device.accessoryNews(appA).last == .data(session: 1))
        #expect(device.watched.isEmpty)
        device.advance(by: .seconds(8))
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(5))
        #expect(device.state(appA) == .suspended)
        #expect(device.watched == [1])
    }

    @Test(
        "A task extends the time that it has for them, and without one it is ended",
        .behaviour("E1", "T1"))
    func limit() {
        let device = device()
        device.talk(appA)
        suspend(device)
        device.defaultBehaviour.completesAfter = .seconds(1)
        device.sends()
        device.beginTask(appA, 1)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
        device.endTask(appA, 1)
        device.advance(by: .seconds(10))
        #expect(device.state(appA) == .suspended)
        device.defaultBehaviour.completesAfter = nil
        device.sends()
        device.advance(by: .seconds(9))
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .notRunning)
    }

    @Test("Bytes of one accessory are for the session with that one", .behaviour("E1"))
    func twoSessions() {
        let device = device()
        device.plug(.test("Other"))
        device.talk(appA, 1, with: 1)
        device.talk(appA, 2, with: 2)
        suspend(device)
        device.defaultBehaviour.completesAfter = .seconds(1)
        device.sends(2)
        #expect(device.accessoryNews(appA).last == .data(session: 2))
        device.advance(by: .seconds(5))
        device.unplug(.test("Other"))
        device.advance(by: .seconds(5))
        #expect(device.openWires == [1] && device.watched == [1])
    }

    @Test("An app without the mode that was left opens no session", .behaviour("E3"))
    func leftWithoutMode() {
        let device = device()
        device.home()
        device.open(appB)
        device.beginTask(appB, 1)
        device.home()
        device.talk(appB)
        #expect(device.openWires.isEmpty)
        #expect(device.closedSessions(appB) == ["accessoryGone"])
    }

    @Test("Bytes for an app that executes wake nobody: it reads them itself", .behaviour("E1"))
    func executes() {
        let device = device()
        device.talk(appA)
        #expect(device.watched.isEmpty)
        device.send(.accessory(.readable(connection: 1)))
        device.run()
        #expect(!device.accessoryNews(appA).contains(.data(session: 1)))
    }

    @Test("Without the mode a session is over once the app is suspended", .behaviour("E1", "E3"))
    func withoutMode() {
        let device = device()
        device.home()
        device.open(appB)
        device.talk(appB)
        #expect(device.openWires == [1])
        device.beginTask(appB, 1)
        device.home()
        device.advance(by: .seconds(10))
        #expect(device.state(appB) == .background)
        #expect(device.openWires == [1])
        device.endTask(appB, 1)
        device.advance(by: .seconds(10))
        #expect(device.state(appB) == .suspended)
        #expect(device.openWires.isEmpty)
        #expect(device.decisions.contains { $0.reason == .accessorySuspended })
    }

    @Test(
        "A session needs an accessory that is there, a protocol that both have, and nobody else's",
        .behaviour("E2"))
    func refused() {
        let device = device()
        device.talk(appA, 1, with: 7)
        device.talk(appA, 2, speaking: "org.example.lamp")
        device.plug(.test("Double", speaking: [scaleProtocol, "org.example.lamp"]))
        device.talk(appA, 3, with: 2, speaking: "org.example.lamp")
        device.plug(.test("Mute", path: nil))
        device.talk(appA, 4, with: 3)
        device.talk(appA, 5)
        device.talk(appA, 6)
        #expect(
            device.closedSessions(appA) == [
                "accessoryGone", "accessoryProtocolNotDeclared", "accessoryProtocolNotDeclared",
                "accessoryUnreachable", "accessoryTaken",
            ])
        #expect(device.given(appA) == [1])
        device.home()
        device.open(appB)
        device.talk(appB)
        #expect(device.closedSessions(appB) == ["accessoryTaken"])
    }

    @Test(
        "A device is offered what its owner's map says it speaks, whatever the app hopes",
        .behaviour("E1"))
    func notOffered() {
        let device = TestDevice(
            .ios8,
            installing: .test(
                appA, modes: [], accessories: [scaleProtocol, "org.example.lamp"]))
        device.open(appA)
        device.plug()
        device.talk(appA, speaking: "org.example.lamp")
        #expect(device.closedSessions(appA) == ["accessoryProtocolNotOffered"])
    }

    @Test("A session ends with its accessory, its app's process, and its app", .behaviour("E2"))
    func ends() {
        let pulled = device()
        pulled.talk(appA)
        pulled.unplug()
        #expect(pulled.openWires.isEmpty && pulled.toldAccessories(appA).last == [])
        let launch = pulled.processes[appA]?.launch ?? Launch(number: 0)
        #expect(!pulled.machine.hasAccessorySession(1, appA, launch))
        #expect(pulled.machine.why(appA)?.pending.map(\.kind).contains(.accessory) == false)
        let dead = device()
        dead.talk(appA)
        dead.die(appA, .signalled(11))
        #expect(dead.openWires.isEmpty)
        let removed = device()
        removed.talk(appA)
        removed.ask { .uninstall(appA, $0) }
        removed.run()
        #expect(removed.openWires.isEmpty)
    }

    @Test(
        "A terminal that cannot be opened ends the session, and the app hears why",
        .behaviour("E2"))
    func unreachable() {
        let device = device()
        device.talk(appA)
        device.send(.accessory(.wireFailed(connection: 1, code: 13)))
        device.run()
        #expect(device.closedSessions(appA) == ["accessoryUnreachable"])
        #expect(device.openWires.isEmpty)
    }

    @Test("A flood wakes the app no more than once a second, and it is not lost", .behaviour("E1"))
    func flood() {
        let device = device()
        device.talk(appA)
        device.defaultBehaviour.completesAfter = .milliseconds(1)
        suspend(device)
        for _ in 0..<1_000 {
            device.sends()
            device.advance(by: .milliseconds(100))
        }
        let woken = device.accessoryNews(appA).count { $0 == .data(session: 1) }
        #expect(woken <= 100 + Limits.accessoryWakeBurst)
        #expect(woken >= 90)
        #expect(device.decisions.count { $0.reason == .accessoryRationed } == 1)
    }

    @Test("A sensor that measures once a second wakes its app each time", .behaviour("E1"))
    func everySecond() {
        let device = device()
        device.talk(appA)
        device.defaultBehaviour.completesAfter = .milliseconds(100)
        suspend(device)
        for _ in 0..<100 {
            device.sends()
            device.advance(by: .seconds(1))
        }
        #expect(device.accessoryNews(appA).count { $0 == .data(session: 1) } == 100)
        #expect(!device.decisions.contains { $0.reason == .accessoryRationed })
    }

    @Test(
        "A loose contact wakes it as rarely, and it hears how things are in the end",
        .behaviour("E2", "Q1"))
    func flapping() {
        let device = device()
        device.defaultBehaviour.completesAfter = .milliseconds(1)
        suspend(device)
        for _ in 0..<200 {
            device.unplug()
            device.advance(by: .milliseconds(20))
            device.plug()
            device.advance(by: .milliseconds(20))
        }
        device.advance(by: .seconds(30))
        let told = device.toldAccessories(appA)
        #expect(told.count <= 8 + Limits.accessoryWakeBurst + 3)
        #expect(told.last == ["Scale"])
        #expect(device.state(appA) == .suspended)
    }

    @Test("A new daemon goes on with what is still there", .behaviour("E1"))
    func newDaemon() throws {
        let device = device()
        device.plug(.test("Other"))
        device.talk(appA)
        suspend(device)
        try device.restartDaemon()
        device.run()
        device.plug()
        device.send(.accessory(.listed))
        device.run()
        #expect(device.machine.accessoryViews.map(\.plugged.accessory.name) == ["Scale"])
        #expect(device.openWires == [1])
        device.advance(by: .seconds(30))
        #expect(device.state(appA) == .suspended)
        #expect(device.toldAccessories(appA).last == ["Scale"])
        device.sends()
        #expect(device.accessoryNews(appA).last == .data(session: 1))
    }

    @Test("An answer that was lost is given again, and one that is held is not", .behaviour("E1"))
    func askedAgain() {
        let device = device()
        device.talk(appA)
        device.talk(appA)
        #expect(device.given(appA) == [1, 1])
        device.talk(appA, isHeld: true)
        #expect(device.given(appA) == [1, 1])
        device.talk(appA, 2, isHeld: true)
        #expect(device.closedSessions(appA) == ["accessoryGone"])
    }

    @Test("What an app said before it was killed doesn't reach its next launch", .behaviour("E2"))
    func deadWord() {
        let device = device()
        let launch = device.processes[appA]?.launch ?? Launch(number: 0)
        device.die(appA, .signalled(9))
        device.open(appA)
        device.send(
            .accessory(
                .asked(
                    appA, launch, request: 99,
                    .open(session: 1, connection: 1, speaking: scaleProtocol))))
        device.run()
        #expect(device.openWires.isEmpty)
    }

    @Test("What an accessory woke an app for is over with its process", .behaviour("W6"))
    func overWithProcess() {
        let device = device()
        device.talk(appA)
        suspend(device)
        device.defaultBehaviour.completesAfter = .seconds(5)
        device.sends()
        device.ask { .shutDown($0) }
        device.advance(by: .seconds(30))
        device.restartDevice()
        device.advance(by: .seconds(30))
        #expect(device.state(appA) == .notRunning)
    }
}
