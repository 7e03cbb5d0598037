import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Phases of a hosted program whose savings are counted") struct SavingsPhaseTests {
    private func device() -> TestDevice {
        var manifest = AppManifest.test(appA)
        manifest.isHosted = true
        return TestDevice(installing: manifest, .test(appB))
    }

    private func phase(_ device: TestDevice) -> ProgramSavings.Phase? {
        device.machine.savingsPhase(of: appA)?.phase
    }

    private func see(_ device: TestDevice, shown: Bool, focused: Bool = false) throws {
        let launch = try #require(device.machine.view(appA)).launch
        device.send(
            .windows(
                .seen([
                    AppWindows(app: appA, launch: launch, isShown: shown, isFocused: focused)
                ])))
    }

    @Test("It is in use in front, and frozen when it was left; an app of iOS has none")
    func left() {
        let device = device()
        #expect(phase(device) == nil)
        device.open(appA)
        #expect(phase(device) == .inUse)
        device.home()
        #expect(phase(device) == .frozen)
        device.open(appB)
        #expect(device.machine.savingsPhase(of: appB) == nil)
    }

    @Test("Looked at for work it is awake, and in use once it has some", .behaviour("Y4"))
    func work() throws {
        let device = device()
        device.send(.busy(.followed))
        device.open(appA)
        device.home()
        #expect(phase(device) == .awake)
        let launch = try #require(device.machine.view(appA)).launch
        device.send(.busy(.looked(appA, launch, [.job])))
        #expect(phase(device) == .inUse)
        device.send(.busy(.looked(appA, launch, [])))
        device.run()
        #expect(phase(device) == .frozen)
    }

    @Test(
        "Shown it is in use, and awake in the moment after it went out of sight", .behaviour("Y3"))
    func windows() throws {
        let device = device()
        device.open(appA)
        try see(device, shown: true, focused: true)
        #expect(phase(device) == .inUse)
        try see(device, shown: true)
        #expect(device.machine.view(appA)?.state == .background)
        #expect(phase(device) == .inUse)
        try see(device, shown: false)
        #expect(phase(device) == .awake)
        device.advance(by: Limits.windowGrace)
        #expect(phase(device) == .frozen)
        // Nobody says any more whether it is shown.
        device.send(.windows(.lost))
        #expect(device.machine.view(appA)?.state == .background)
        #expect(phase(device) == .inUse)
    }
}
