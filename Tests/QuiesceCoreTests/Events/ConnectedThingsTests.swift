import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Accessories, screens, settings and the status bar") struct ConnectedThingsTests {
    private func told(_ device: TestDevice) -> [[SystemEvent]] {
        device.heard[appA, default: []].compactMap {
            if case .systemEvents(let events, _) = $0 { events } else { nil }
        }
    }

    private func merges(_ device: TestDevice) -> [String] {
        device.decisions.filter { $0.kind == .merge }.compactMap { $0.detail?.words }
    }

    @Test("Of each accessory a suspended app hears what became of it", .behaviour("Q1", "Q6"))
    func accessories() {
        let device = TestDevice(installing: .test(appA))
        device.change(.accessory("Lamp", connected: true))
        device.open(appA)
        device.home()
        device.change(.accessory("Lamp", connected: false))
        device.change(.accessory("Scale", connected: true))
        device.change(.accessory("Pen", connected: true))
        device.change(.accessory("Pen", connected: false))
        device.open(appA)
        #expect(told(device) == [[.accessoryDisconnected, .accessoryConnected]])
        #expect(device.processes[appA]?.device.accessories == ["Scale"])
        #expect(merges(device) == ["accessoryDisconnected: 2 → 1", "accessoryConnected: 2 → 1"])
    }

    @Test("What isn't connected can't be disconnected, nor can there be too many", .behaviour("D1"))
    func refused() {
        let device = TestDevice(installing: .test(appA))
        #expect(device.change(.accessory("Lamp", connected: false))?.refusal == .notConnected)
        #expect(device.change(.screen(nil))?.refusal == .notConnected)
        #expect(device.change(.screenMode(.usual))?.refusal == .notConnected)
        for number in 0..<Limits.accessories {
            #expect(device.change(.accessory("\(number)", connected: true)) == .done)
        }
        #expect(device.change(.accessory("more", connected: true))?.refusal == .tooManyAccessories)
        #expect(device.change(.accessory("0", connected: true)) == .done)
    }

    @Test(
        "A screen that was exchanged while the app slept shows another mode", .behaviour("Q1", "Q6")
    )
    func screens() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.change(.screen(.usual))
        device.home()
        device.change(.screen(nil))
        device.change(.screen(ScreenMode(width: 1280, height: 720)))
        device.open(appA)
        #expect(told(device) == [[.screenConnected], [.screenMode]])
        #expect(merges(device) == ["screenDisconnected: 1 → 0", "screenConnected: 1 → 0"])
    }

    @Test(
        "Settings: a running app is told as it happens, a suspended one once, and not of what was undone",
        .behaviour("Q1", "Q4", "Q5"))
    func settings() {
        let device = TestDevice(installing: .test(appA))
        func set(_ from: UInt64, _ to: UInt64) {
            #expect(device.ask { .settingsChanged(appA, from: from, to: to, $0) } == .done)
        }
        set(0, 1)
        device.open(appA)
        #expect(told(device).isEmpty, "a launched app finds them as they are")
        set(1, 2)
        #expect(told(device) == [[.defaults]])
        device.home()
        // Meanwhile the app saved something itself: it goes on from 7.
        set(7, 8)
        set(8, 9)
        #expect(told(device).count == 1)
        device.open(appA)
        #expect(told(device) == [[.defaults], [.defaults]])
        device.home()
        set(9, 10)
        set(10, 9)
        device.open(appA)
        #expect(told(device).count == 2)
        #expect(merges(device) == ["defaults: 2 → 1", "defaults: 2 → 0"])
        #expect(device.ask { .settingsChanged(appB, from: 0, to: 1, $0) }?.refusal == .unknownApp)
    }

    @Test("What a real source says counts unless a tool overrides it", .behaviour("D1", "Q4"))
    func overrides() throws {
        let device = TestDevice(installing: .test(appA))
        func percent() -> Int? { device.machine.device.conditions.batteryPercent }
        device.send(.sensed(.battery(percent: 80, .unplugged)))
        device.open(appA)
        #expect(percent() == 80)
        #expect(device.stored["conditions"] == nil, "it is measured again after a restart")
        device.change(.battery(percent: 5, .unplugged))
        device.send(.sensed(.battery(percent: 79, .unplugged)))
        #expect(percent() == 5)
        try device.restartDaemon()
        device.send(.sensed(.battery(percent: 78, .unplugged)))
        #expect(percent() == 5)
        device.change(.automatic(.battery))
        #expect(percent() == 78)
        device.send(.sensed(.battery(percent: 77, .unplugged)))
        device.run()
        #expect(percent() == 77)
        #expect(device.processes[appA]?.device.batteryPercent == 77)
        #expect(device.stored["conditions"] == nil)
    }

    @Test(
        "The status bar grows when the user comes back during a call, and shrinks after it",
        .behaviour("S9", "S7"))
    func statusBar() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.interrupt(.callIncoming)
        #expect(told(device).isEmpty)
        device.interrupt(.callAnswer)
        #expect(told(device).isEmpty, "out of sight it is not told")
        device.open(appA)
        #expect(
            device.calls(appA).suffix(3) == [
                "systemEvents", "willEnterForeground", "didBecomeActive",
            ])
        #expect(told(device) == [[.statusBarFrame]])
        #expect(device.processes[appA]?.device.isInCall == true)
        device.interrupt(.callEnd)
        #expect(told(device) == [[.statusBarFrame], [.statusBarFrame]])
        #expect(device.processes[appA]?.device.isInCall == false)
    }

    @Test(
        "An app that works in the background during a call is told when it comes to the front",
        .behaviour("S9"))
    func statusBarOfWorkingApp() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.beginTask(appA, 1)
        device.interrupt(.callIncoming)
        device.interrupt(.callAnswer)
        device.change(.orientation(.faceUp))
        #expect(told(device) == [[.orientation]])
        #expect(device.processes[appA]?.device.isInCall == false)
        device.open(appA)
        #expect(told(device) == [[.orientation], [.statusBarFrame]])
        device.home()
        device.interrupt(.callEnd)
        #expect(told(device).count == 2)
        device.open(appA)
        #expect(told(device).count == 3)
    }

    @Test(
        "An app that slept through a whole call hears nothing of its status bar",
        .behaviour("S9", "Q1"))
    func undoneCall() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        for step in [Interruption.callIncoming, .callAnswer, .callEnd] { device.interrupt(step) }
        #expect(device.state(appA) == .active)
        #expect(told(device).isEmpty)
    }
}

extension Answer {
    fileprivate var refusal: Reason? {
        if case .refused(let refusal) = self { refusal.reason } else { nil }
    }
}
