import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Permissions") struct PermissionTests {
    /// The permission states that the app was told, in order.
    private func told(_ device: TestDevice) -> [String] {
        device.heard[appA, default: []].compactMap {
            if case .permission(let permission, let state) = $0 {
                "\(permission.rawValue) \(state.rawValue)"
            } else {
                nil
            }
        }
    }

    private func answer(_ device: TestDevice, allow: Bool) -> Answer? {
        guard let prompt = device.machine.prompts.first else { return nil }
        return device.ask { .answerPrompt(prompt.id, allow: allow, $0) }
    }

    @Test("An app asks once: the prompt covers it, and the answer is kept", .behaviour("U4", "S7"))
    func asking() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.ask(appA, for: .location)
        device.ask(appA, for: .location)
        #expect(device.machine.prompts.map(\.permission) == [.location])
        let prompt = try #require(device.machine.prompts.first)
        #expect(
            device.decisions.contains {
                $0.seq == prompt.id.value && $0.reason == .permissionAsked
            })
        #expect(device.state(appA) == .inactive)
        #expect(told(device).isEmpty)
        #expect(answer(device, allow: true) == .done)
        #expect(device.state(appA) == .active)
        #expect(told(device) == ["location authorized"])
        device.ask(appA, for: .location)
        #expect(told(device) == ["location authorized", "location authorized"])
        #expect(device.machine.prompts.isEmpty)
        #expect(device.decisions.count { $0.reason == .permissionAsked } == 1)
        #expect(device.ask { .answerPrompt(prompt.id, allow: false, $0) } != .done)
    }

    @Test("A question that nobody sees for the lock isn't answered", .behaviour("U4", "S7"))
    func locked() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.ask(appA, for: .location)
        device.lock(true)
        guard case .refused(let refusal) = answer(device, allow: true) else {
            return #expect(Bool(false), "it is answered")
        }
        #expect(refusal.reason == .deviceLocked)
        #expect(device.machine.prompts.count == 1)
        device.lock(false)
        #expect(answer(device, allow: true) == .done)
    }

    @Test(
        "A question waits while its app is left, and shows when it comes back",
        .behaviour("U4", "S7"))
    func left() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appA)
        device.ask(appA, for: .microphone)
        device.home()
        #expect(device.state(appA) == .suspended)
        device.open(appB)
        #expect(device.state(appB) == .active)
        #expect(device.machine.prompts.count == 1)
        device.open(appA)
        #expect(device.state(appA) == .inactive)
        #expect(answer(device, allow: false) == .done)
        #expect(device.state(appA) == .active)
        #expect(told(device) == ["microphone denied"])
    }

    @Test("A question goes with its app", .behaviour("U4"))
    func died() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.ask(appA, for: .bluetooth)
        device.die(appA, .signalled(11))
        #expect(device.machine.prompts.isEmpty)
        device.open(appA)
        #expect(device.state(appA) == .active)
        #expect(device.machine.permissions(of: appA)?[.bluetooth] == .notDetermined)
    }

    @Test(
        "The user changes their mind: a running app is told, a suspended one when it wakes, none is ended",
        .behaviour("U4"))
    func changing() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        #expect(device.permit(appA, .location, .authorized) == .done)
        #expect(told(device) == ["location authorized"])
        device.home()
        device.permit(appA, .location, .denied)
        device.permit(appA, .notifications, .authorized)
        device.permit(appA, .notifications, .notDetermined)
        #expect(told(device).count == 1)
        #expect(device.state(appA) == .suspended)
        device.open(appA)
        #expect(told(device) == ["location authorized", "location denied"])
        #expect(device.processes[appA]?.permissions[.location] == .denied)
    }

    @Test("Setting the switch answers an open question", .behaviour("U4"))
    func settingAnswers() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.ask(appA, for: .notifications)
        device.permit(appA, .notifications, .authorized)
        #expect(device.state(appA) == .active)
        #expect(told(device) == ["notifications authorized"])
    }

    @Test(
        "Permissions survive restarts, updates and crashes, and go with the app", .behaviour("U4"))
    func lasting() throws {
        let device = TestDevice(installing: .test(appA))
        device.permit(appA, .location, .denied)
        device.permit(appA, .backgroundRefresh, .denied)
        try device.restartDaemon()
        device.restartDevice()
        device.install(.test(appA, version: "2"))
        #expect(device.machine.permissions(of: appA)?[.location] == .denied)
        device.open(appA)
        #expect(device.processes[appA]?.permissions[.location] == .denied)
        #expect(told(device).isEmpty, "it finds them as they are")
        #expect(device.permit(appA, .backgroundRefresh, .notDetermined) == .done)
        #expect(device.machine.permissions(of: appA)?[.backgroundRefresh] == .authorized)
        device.ask { .uninstall(appA, $0) }
        #expect(device.stored.keys.filter { $0.hasPrefix("permissions") }.isEmpty)
        device.install(.test(appA))
        #expect(device.machine.permissions(of: appA)?[.location] == .notDetermined)
    }

    @Test(
        "Without background refresh, for one or for all, nothing launches or resumes it in the background",
        .behaviour("F8", "U4"), arguments: [true, false])
    func backgroundRefresh(forAll: Bool) {
        let device = TestDevice(installing: .test(appA))
        func set(_ isOn: Bool) {
            if forAll {
                device.change(.backgroundRefresh(isOn))
            } else {
                device.permit(appA, .backgroundRefresh, isOn ? .authorized : .denied)
            }
        }
        let off = Answer.refused(Refusal(.backgroundRefreshOff, rule: .f8))
        set(false)
        #expect(device.fetch(appA) == off)
        device.open(appA)
        #expect(device.push(appA) == .done, "an app in front runs anyway")
        #expect(device.fetch(appA) == off)
        device.home()
        #expect(device.push(appA) == off)
        set(true)
        #expect(device.fetch(appA) == .done)
    }

    @Test(
        "Switched off, background refresh takes with it what waited for a launch", .behaviour("F8"))
    func waiting() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(exitsWhenTerminated: false)
        device.open(appA)
        device.install(.test(appA, version: "2"))
        #expect(device.fetch(appA) == .done, "it is for the launch after the update")
        device.permit(appA, .backgroundRefresh, .denied)
        device.advance(by: .seconds(10))
        #expect(device.state(appA) == .notRunning)
        #expect(device.machine.apps[0].wakes.isEmpty)
        #expect(
            device.decisions.contains { $0.kind == .wake && $0.reason == .backgroundRefreshOff })
    }

    @Test(
        "Whatever happens, a running app knows what it may do, and nobody is asked twice",
        .behaviour("U4"), arguments: 1...40 as ClosedRange<UInt64>)
    func property(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func pick<Value>(_ values: [Value]) -> Value {
            values[Int(random.next() % UInt64(values.count))]
        }
        let device = TestDevice(installing: .test(appA), .test(appB))
        for _ in 0..<100 {
            let app = pick([appA, appB])
            switch random.next() % 9 {
            case 0, 1: device.open(app)
            case 2: device.home()
            case 3, 4: device.ask(app, for: pick(Permission.ofApps))
            case 5: _ = answer(device, allow: pick([true, false]))
            case 6: device.permit(app, pick(Permission.ofApps), pick(PermissionState.allCases))
            case 7: device.lock(pick([true, false]))
            case _: device.quit(app)
            }
            for process in device.processes.values where !process.frozen && process.connected {
                #expect(process.permissions == device.machine.permissions(of: process.app))
            }
            let asked = device.machine.prompts.map { "\($0.app) \($0.permission)" }
            #expect(Set(asked).count == asked.count)
            if let front = device.machine.foreground {
                let isCovered = device.machine.prompts.contains { $0.app == front }
                #expect((device.state(front) == .inactive) == isCovered)
            }
        }
    }
}
