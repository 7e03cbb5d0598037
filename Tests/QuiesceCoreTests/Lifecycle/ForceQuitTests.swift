import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct ForceQuitTests {
    @Test("The switcher lists apps, the newest first, and quitting removes one", .behaviour("U1"))
    func switcher() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appA)
        device.open(appB)
        device.open(appA)
        #expect(device.machine.recents == [appA, appB])
        #expect(device.quit(appB) == .done)
        #expect(device.machine.recents == [appA])
        #expect(device.state(appB) == .notRunning)
    }

    @Test("An app that ended stays in the switcher and can be quit there", .behaviour("U1"))
    func quitWithoutProcess() {
        let device = TestDevice(installing: .test(appA))
        #expect(device.quit(appA).refusal == .notRunning)
        device.open(appA)
        device.die(appA, .signalled(6))
        #expect(device.machine.recents == [appA])
        #expect(device.quit(appA) == .done)
        #expect(device.quit(appA).refusal == .notRunning)
    }

    @Test(
        "From ios7 on, a force-quit app is woken for nothing until it is opened",
        .behaviour("U2", "R5"),
        arguments: [PolicyProfile.ios7, .ios8])
    func barred(profile: PolicyProfile) {
        let device = TestDevice(profile, installing: .test(appA))
        device.open(appA)
        device.quit(appA)
        #expect(device.fetch(appA).refusal == .forceQuitByUser)
        #expect(device.push(appA).refusal == .forceQuitByUser)
        #expect(device.sentence(appA).contains("Nothing wakes it until it is opened"))
        device.open(appA)
        device.home()
        #expect(device.fetch(appA) == .done)
    }

    @Test("In ios4 removal from the switcher bars no later launch", .behaviour("U2"))
    func notBarred() {
        var profile = PolicyProfile.ios4
        profile.backgroundModes.append(.fetch)
        let device = TestDevice(profile, installing: .test(appA))
        device.open(appA)
        device.quit(appA)
        #expect(device.fetch(appA) == .done)
        #expect(device.spawns(appA) == 2)
    }

    @Test("A restart of the device lifts a force-quit", .behaviour("U2"))
    func restartLifts() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.quit(appA)
        device.restartDevice()
        #expect(device.fetch(appA) == .done)
    }

    @Test("A restart of the daemon doesn't", .behaviour("U2"))
    func daemonRestartKeeps() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.quit(appA)
        try device.restartDaemon()
        #expect(device.fetch(appA).refusal == .forceQuitByUser)
    }

    @Test("Force-quit while it ends drops what waits for the next launch", .behaviour("U2"))
    func quitWhileEnding() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["willTerminate": .seconds(1)])
        device.open(appA)
        device.install(.test(appA, version: "2"))
        #expect(device.fetch(appA) == .done)
        device.quit(appA)
        device.advance(by: .seconds(10))
        #expect(device.spawns(appA) == 1)
        #expect(device.reasons(appA, .wake).last == .forceQuitByUser)
    }
}
