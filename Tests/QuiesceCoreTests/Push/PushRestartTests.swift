import TestSupport
import Testing

@testable import QuiesceCore

/// Acknowledged means that it is the device's, whatever ends then.
@Suite struct PushRestartTests {
    private func device(_ profile: PolicyProfile = .ios7) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        for app in [appA, appB] {
            device.open(app)
            device.registerForPushes(app)
        }
        device.home()
        return device
    }

    @Test(
        "One that comes again is acknowledged again, and nothing else", .behaviour("reliability D2")
    )
    func again() {
        let device = device()
        device.receive(appA, alert: true, sequence: 4)
        device.receive(appA, alert: true, sequence: 4)
        device.receive(appA, alert: true, sequence: 3)
        #expect(device.gateway.acknowledged == [4, 4, 3])
        #expect(device.desktop.history.count == 1)
        #expect(device.machine.pushReceipts.count == 1)
        #expect(device.payloads.count == 2)
    }

    @Test(
        "Killed before it could say so: it comes again, and its app gets it once",
        .behaviour("reliability D2"), arguments: [true, false], [true, false])
    func killed(alert: Bool, beforeActing: Bool) {
        let device = device()
        device.killedAfter = device.events.count + 1
        device.killedBeforeActing = beforeActing
        device.receive(appA, alert: alert, contentAvailable: true, sequence: 1)
        if beforeActing { #expect(device.gateway.acknowledged.isEmpty) }
        device.receive(appA, alert: alert, contentAvailable: true, sequence: 1)
        #expect(device.gateway.acknowledged.last == 1)
        #expect(device.wokenForPushes(appA) == 1)
        #expect(Set(device.desktop.history.map(\.id)).count == (alert ? 1 : 0))
        #expect(device.result(PushID(1)) == .completedNewData)
    }

    @Test(
        "Power is lost while the app handles it: it comes again, flagged, then the alert",
        .behaviour("R3", "reliability D2"))
    func powerLost() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        let push = device.receive(appA, alert: true)
        #expect(device.wokenForPushes(appA) == 1)
        device.behaviours[appA] = AppBehaviour()
        device.restartDevice()
        #expect(
            device.redelivered[appA]?.contains { $0.name == "didReceiveRemoteNotification" } == true
        )
        #expect(device.result(push) == .completedNewData)
        #expect(device.desktop.history.count == 1)
        #expect(device.machine.pushes.pending.isEmpty && device.payloads.count == 2)
    }

    @Test("Power is lost while it is held: released, as the clock began anew", .behaviour("R4"))
    func heldAndPowerLost() throws {
        let device = device(.ios8)
        for _ in 0..<4 { device.receive(appA, alert: false, contentAvailable: true) }
        let held = device.receive(appA, alert: false, contentAvailable: true)
        let until = device.outcome(held)
        try device.restartDaemon()
        #expect(device.outcome(held) == until)
        device.restartDevice()
        #expect(device.result(held) == .completedNewData)
        #expect(device.payloads.isEmpty)
    }

    @Test(
        "Power is lost while an app in front was being told: the alert is shown", .behaviour("R1"))
    func toldAndPowerLost() {
        let device = device(.ios7)
        device.install(.test(appA, modes: []))
        device.open(appA)
        device.behaviours[appA] = .ignoring("didReceiveRemoteNotification")
        device.receive(appA, alert: true)
        let silent = device.receive(appA, alert: false)
        #expect(device.payloads.count == 3)
        device.restartDevice()
        #expect(device.desktop.history.count == 1)
        #expect(device.payloads.count == 2)
        #expect(device.outcome(silent) == .dropped(.appEnded))
    }

    @Test(
        "Facts of apps or wake-ups that a damaged store has lost hold nobody up",
        .behaviour("reliability D7"))
    func damaged() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        let push = device.receive(appA, alert: true)
        device.stored = device.stored.filter { !$0.key.hasPrefix("wake/") }
        device.restartDevice()
        #expect(device.machine.pushes.pending.isEmpty)
        #expect(device.shownPushes == [push])
        device.receive(appB, alert: false)
        #expect(device.result(PushID(2)) == .completedNewData)
    }
}
