import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct OptOutTests {
    private var withoutMultitasking: PolicyProfile {
        var profile = PolicyProfile.ios8
        profile.multitaskingSupported = false
        return profile
    }

    private func expectEndsWhenLeft(
        _ device: TestDevice, _ reason: Reason, _ rule: Rule,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        device.open(appA)
        device.home()
        #expect(
            device.calls(appA).suffix(2) == ["willResignActive", "willTerminate"],
            sourceLocation: sourceLocation)
        #expect(device.lastExit(appA)?.reason == reason, sourceLocation: sourceLocation)
        #expect(device.lastExit(appA)?.rule == rule, sourceLocation: sourceLocation)
        #expect(
            device.path(appA) == [.notRunning, .inactive, .active, .inactive, .notRunning],
            sourceLocation: sourceLocation)
        #expect(device.machine.recents.isEmpty, sourceLocation: sourceLocation)
        device.open(appA)
        #expect(device.spawns(appA) == 2, "it starts fresh", sourceLocation: sourceLocation)
    }

    @Test("An app that opts out ends when it is left", .behaviour("O1", "W3"))
    func optsOut() {
        expectEndsWhenLeft(
            TestDevice(installing: .test(appA, exitsOnSuspend: true)), .optedOut, .o1)
    }

    @Test("On a device without multitasking every app ends when it is left", .behaviour("O2"))
    func noMultitasking() {
        expectEndsWhenLeft(
            TestDevice(withoutMultitasking, installing: .test(appA)), .multitaskingUnavailable, .o2)
    }

    @Test("An app built for a system before 4.0 ends when it is left", .behaviour("O3"))
    func oldApp() {
        expectEndsWhenLeft(
            TestDevice(installing: .test(appA, builtFor: 3)), .builtForOldSystem, .o3)
        let device = TestDevice(installing: .test(appA, builtFor: 4))
        device.open(appA)
        device.home()
        #expect(device.state(appA) == .suspended)
    }

    @Test("Left while it launches, an app that opts out is killed", .behaviour("O1", "W3"))
    func leftWhileLaunching() {
        let device = TestDevice(installing: .test(appA, exitsOnSuspend: true))
        device.behaviours[appA] = AppBehaviour(slow: ["didFinishLaunching": .seconds(1)])
        device.open(appA)
        device.home()
        #expect(device.lastExit(appA)?.reason == .optedOut)
        #expect(!device.calls(appA).contains("willTerminate"))
    }

    @Test("An app that opts out isn't ended for a fetch", .behaviour("O1", "F9"))
    func noFetch() {
        let device = TestDevice(installing: .test(appA, exitsOnSuspend: true))
        device.open(appA)
        #expect(device.fetch(appA).refusal == .optedOut)
        #expect(device.state(appA) == .active)
        #expect(device.push(appA) == .done, "a push is for an app in front, too")
        device.home()
        #expect(device.push(appA).refusal == .optedOut)
    }

    @Test(
        "A wake-up needs its mode in the Info.plist", .behaviour("O4", "D2"),
        arguments: [[], [BackgroundMode.audio]])
    func modeNotDeclared(modes: [BackgroundMode]) {
        let device = TestDevice(installing: .test(appA, modes: modes))
        #expect(device.fetch(appA).refusal == .modeNotDeclared)
        #expect(device.push(appA).refusal == .modeNotDeclared)
        #expect(device.spawns(appA) == 0)
        #expect(device.decisions.last?.rule == .o4)
    }

    @Test("ios4 knows neither fetch nor remote-notification", .behaviour("O4"))
    func modeUnknown() {
        let device = TestDevice(.ios4, installing: .test(appA))
        #expect(device.fetch(appA).refusal == .modeUnknownToProfile)
        #expect(device.push(appA).refusal == .modeUnknownToProfile)
    }
}
