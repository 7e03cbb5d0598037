import TestSupport
import Testing

@testable import QuiesceCore

@Suite("System events") struct SystemEventTests {
    /// The system events in each call to `app`, in order.
    private func told(_ device: TestDevice, _ app: AppID) -> [[SystemEvent]] {
        device.heard[app, default: []].compactMap {
            if case .systemEvents(let events, _) = $0 { events } else { nil }
        }
    }

    private func merges(_ device: TestDevice) -> [String] {
        device.decisions.filter { $0.kind == .merge }.compactMap { $0.detail?.words }
    }

    @Test("A running app gets each event as it happens", .behaviour("Q4", "D1"))
    func whileRunning() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        #expect(device.change(.orientation(.landscapeLeft)) == .done)
        device.change(.battery(percent: 80, .unplugged))
        #expect(told(device, appA) == [[.orientation], [.batteryLevel, .batteryState]])
        #expect(device.processes[appA]?.device.orientation == .landscapeLeft)
        #expect(device.processes[appA]?.device.batteryPercent == 80)
        #expect(merges(device).isEmpty)
    }

    @Test(
        "Three rotations and a locale change while suspended: one event of each kind, before all else",
        .behaviour("Q1", "Q2", "S8"))
    func netChange() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        #expect(device.state(appA) == .suspended)
        let before = device.heard[appA, default: []].count
        device.change(.orientation(.landscapeLeft))
        device.change(.orientation(.portraitUpsideDown))
        device.change(.locale("fr_FR"))
        device.change(.orientation(.landscapeRight))
        #expect(device.heard[appA, default: []].count == before)
        device.open(appA)
        let heard = device.heard[appA, default: []].dropFirst(before).map(\.name)
        #expect(heard == ["systemEvents", "willEnterForeground", "didBecomeActive"])
        #expect(told(device, appA) == [[.orientation, .locale]])
        #expect(device.processes[appA]?.device == device.machine.device.conditions)
        #expect(merges(device) == ["orientation: 3 → 1"])
    }

    @Test(
        "A tool that says something of the device is answered once that is stored, if it changes anything",
        .behaviour("D1"),
        arguments: [
            "battery 0.1 unplugged", "network cellular", "locale fr_FR", "timezone Europe/Paris",
            "background-refresh off", "low-power on", "thermal serious",
        ])
    func answeredWhenStored(text: String) throws {
        let change = try DeviceChange(words: text.split(separator: " ").map(String.init))
        let device = TestDevice(installing: .test(appA))
        for isNew in [true, false] {
            let ticket = device.newTicket()
            device.send(.changed(change, ticket))
            #expect(device.promises.contains(.answer(ticket)) == isNew)
            #expect(device.effects.contains(.answer(ticket, .done)) == !isNew)
        }
    }

    @Test("A change that was undone while the app slept isn't told", .behaviour("Q1"))
    func undone() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        device.change(.proximity(near: true))
        device.change(.proximity(near: false))
        device.open(appA)
        #expect(told(device, appA).isEmpty)
        #expect(merges(device) == ["proximity: 2 → 0"])
    }

    @Test(
        "Woken for a fetch, an app hears of the device before its handler is called",
        .behaviour("Q1"))
    func wokenIntoTheBackground() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        device.change(.timeZone("Europe/Paris"))
        device.fetch(appA)
        #expect(
            device.heard[appA, default: []].suffix(2).map(\.name) == [
                "systemEvents", "performFetch",
            ])
        #expect(told(device, appA) == [[.significantTimeChange]])
    }

    @Test(
        "A rotation in the middle of a transition comes through, and is told at most once",
        .behaviour("Q1", "Q4", "S2"),
        arguments: [
            "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
            "willEnterForeground",
        ])
    func amidTransition(call: String) {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: [call: .seconds(2)])
        var rotations = 0
        func rotateAmid() {
            device.advance(by: .seconds(1))
            rotations += 1
            let isOdd = rotations % 2 == 1
            device.change(.orientation(isOdd ? .landscapeLeft : .portrait))
            device.advance(by: .seconds(10))
        }
        for _ in 0..<2 {
            device.open(appA)
            rotateAmid()
            device.home()
            rotateAmid()
        }
        device.open(appA)
        rotateAmid()
        #expect(device.state(appA) == .active)
        #expect(device.reasons(appA, .kill).isEmpty)
        #expect(device.processes[appA]?.device == device.machine.device.conditions)
        #expect(told(device, appA).allSatisfy { $0 == [.orientation] })
        #expect((1...rotations).contains(told(device, appA).count))
    }

    @Test("A launched app finds the device as it is, and is told of no change", .behaviour("Q1"))
    func launch() {
        let device = TestDevice(installing: .test(appA))
        device.change(.orientation(.faceUp))
        device.open(appA)
        #expect(told(device, appA).isEmpty)
        #expect(device.processes[appA]?.device.orientation == .faceUp)
    }

    @Test(
        "An app whose main thread is busy isn't drowned by a sensor",
        .behaviour("Q4", "reliability A4"))
    func busy() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["didBecomeActive": .seconds(60)])
        device.open(appA)
        for percent in 0..<100 { device.change(.battery(percent: percent, .charging)) }
        #expect(device.state(appA) == .active)
        #expect(told(device, appA).count == Limits.outstandingSystemEvents)
        device.advance(by: .seconds(61))
        #expect(told(device, appA).count == Limits.outstandingSystemEvents + 1)
        #expect(device.processes[appA]?.device.batteryPercent == 99)
        #expect(merges(device) == ["batteryLevel: 96 → 1"])
    }

    @Test(
        "What the device is like survives restarts of the daemon and of the device",
        .behaviour("Q1"))
    func restarts() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        device.change(.orientation(.faceDown))
        try device.restartDaemon()
        device.open(appA)
        #expect(told(device, appA) == [[.orientation]])
        device.restartDevice()
        #expect(device.machine.device.conditions.orientation == .faceDown)
        device.change(.orientation(.portrait))
        #expect(device.stored["conditions"] == nil)
    }

    @Test(
        "Whatever happens in whatever order, an app that executes knows the device, and heard the net change",
        .behaviour("Q1", "Q4"), arguments: 1...60 as ClosedRange<UInt64>)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let device = TestDevice(installing: .test(appA), .test(appB))
        for _ in 0..<120 {
            let before = told(device, appA).count
            let wasFrozen = device.processes[appA]?.frozen
            switch random.next() % 10 {
            case 0: device.open(appA)
            case 1: device.open(appB)
            case 2: device.home()
            case 3: device.fetch(appA)
            case 4: device.advance(by: .seconds(1))
            case 5:
                device.interrupt(Interruption.allCases[Int(random.next() % 3)])
            case 6: device.lock(random.next() % 2 == 0)
            case _:
                device.change(.random(&random))
                if wasFrozen == true {
                    #expect(told(device, appA).count == before, "a suspended app was told")
                }
            }
            for process in device.processes.values where !process.frozen {
                var expected = device.machine.device.conditions
                // No app is told who said it.
                expected.overridden = process.device.overridden
                // Only the app in front is told of the status bar.
                if device.machine.foreground != process.app {
                    expected.isInCall = process.device.isInCall
                }
                #expect(process.device == expected)
            }
            #expect(told(device, appA).count <= before + 2)
        }
        #expect(told(device, appA).allSatisfy { !$0.isEmpty && Set($0).count == $0.count })
    }
}

extension DeviceChange {
    fileprivate static func random(_ random: inout SeededGenerator) -> DeviceChange {
        func pick<Value>(_ values: [Value]) -> Value {
            values[Int(random.next() % UInt64(values.count))]
        }
        return switch random.next() % 13 {
        case 0: .orientation(pick([.portrait, .landscapeLeft]))
        case 1: .battery(percent: pick([0, 50, 100]), pick([.unplugged, .charging]))
        case 2: .proximity(near: pick([true, false]))
        case 3: .locale(pick(["en_US", "fr_FR"]))
        case 4: .timeZone(pick(["UTC", "Europe/Paris"]))
        case 5: .accessory(pick(["Lamp", "Scale"]), connected: pick([true, false]))
        case 6: .screen(pick([nil, .usual]))
        case 7: .screenMode(pick([.usual, ScreenMode(width: 640, height: 480)]))
        case 8: .backgroundRefresh(pick([true, true, false]))
        case 9: .automatic(pick(RealSource.allCases))
        case 10: .lowPowerMode(pick([true, false]))
        case 11: .thermalState(pick([.nominal, .critical]))
        case _: .ubiquityIdentity(pick([nil, "someone"]))
        }
    }
}
