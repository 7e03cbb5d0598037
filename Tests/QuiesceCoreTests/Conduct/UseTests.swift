import TestSupport
import Testing

@testable import QuiesceCore

@Suite("What apps use in the background") struct UseTests {
    private let app = AppID(literal: "A")

    /// The app executes in the background, for as long as its task is open.
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(profile)
        device.install(.test(app))
        device.findings[app] = Findings(cpu: .zero)
        device.open(app)
        device.beginTask(app, 1)
        device.home()
        return device
    }

    /// Lets time pass, in which the app uses so much of a CPU.
    private func advance(_ device: TestDevice, seconds: Int64, percent: Int64) {
        for _ in 0..<(seconds * 10) {
            device.advance(by: .milliseconds(100))
            let used = device.findings[app]?.cpu ?? .zero
            device.findings[app]?.cpu = used + .milliseconds(percent)
        }
    }

    private func reasons(_ device: TestDevice) -> [Reason] {
        device.decisions.filter { $0.rule == .c3 || $0.rule == .c1 }.map(\.reason)
    }

    @Test(
        "An app over its budget is throttled, and ended when it uses up what it is left, too",
        .behaviour("C3", "W2", "W4"))
    func budget() throws {
        let device = device()
        advance(device, seconds: 48, percent: 100)
        #expect(reasons(device).isEmpty)
        advance(device, seconds: 2, percent: 100)
        #expect(reasons(device) == [.cpuThrottled])
        #expect(
            restraints(device, app) == [.cpu(.seconds(12), window: .seconds(60))])
        #expect(device.machine.view(app)?.state == .background)
        // As the kernel then lets it.
        advance(device, seconds: 45, percent: 20)
        #expect(device.machine.view(app)?.state == .background)
        advance(device, seconds: 12, percent: 20)
        #expect(reasons(device).filter { $0 == .cpuExceeded }.count >= 1)
        #expect(device.machine.view(app)?.state == .notRunning)
        let kill = try #require(device.decisions.first { $0.kind == .kill })
        #expect(kill.rule == .c3)
        #expect(!device.calls(app).contains("willTerminate"))
    }

    @Test(
        "An app just within its budget is left alone, however long it takes",
        .behaviour("C3"), arguments: [10, 50, 79])
    func within(percent: Int64) {
        let device = device(.ios4)
        advance(device, seconds: 590, percent: percent)
        #expect(reasons(device).isEmpty)
        #expect(device.machine.view(app)?.state == .background)
    }

    @Test(
        "A hosted program whose window is shown beside another may use the CPU and the GPU as it likes",
        .behaviour("Y6", "C1", "C3"))
    func hosted() {
        let device = TestDevice(.ios8)
        device.install(.hosted(app))
        device.open(app)
        device.home()
        let shown = AppWindows(
            app: app, launch: device.machine.view(app)!.launch, isShown: true, isFocused: false)
        device.send(.windows(.seen([shown])))
        device.run()
        #expect(device.machine.view(app)?.state == .background)
        device.findings[app] = Findings(gpu: GPUUse(device: "card", busy: .zero), cpu: .zero)
        for second in 1...180 {
            device.findings[app] = Findings(
                gpu: GPUUse(device: "card", busy: .seconds(Int64(second))),
                cpu: .seconds(Int64(second)))
            device.advance(by: .seconds(1))
        }
        #expect(device.machine.view(app)?.state == .background)
        #expect(reasons(device).isEmpty)
    }

    @Test("Of 81 percent the budget is used up within the minute", .behaviour("C3"))
    func justOver() {
        let device = device()
        advance(device, seconds: 63, percent: 81)
        #expect(reasons(device) == [.cpuThrottled])
    }

    @Test(
        "A throttled app that does less lives, and is free again in front or suspended",
        .behaviour("C3"), arguments: [true, false])
    func freeAgain(inFront: Bool) {
        let device = device()
        advance(device, seconds: 51, percent: 100)
        advance(device, seconds: 70, percent: 10)
        #expect(reasons(device) == [.cpuThrottled])
        if inFront { device.open(app) } else { device.endTask(app, 1) }
        device.run()
        #expect(device.machine.view(app)?.state == (inFront ? .active : .suspended))
        #expect(restraints(device, app).last == .cpu(nil, window: .seconds(60)))
        #expect(restraints(device, app).count == 2)
    }

    @Test("A short stay in the background is never measured", .behaviour("C3"))
    func short() {
        let device = TestDevice()
        device.install(.test(app))
        device.open(app)
        device.home()
        device.advance(by: .seconds(100))
        #expect(
            !device.effects.contains {
                if case .examine(_, _, .executing) = $0 { true } else { false }
            })
        #expect(device.machine.timerAt == nil)
    }

    @Test("A GPU whose engines work for an app in the background ends it", .behaviour("C1", "W4"))
    func gpu() throws {
        let device = device()
        let name = "/dev/dri/renderD128"
        // The app's GPU use while it was in the foreground doesn't count.
        device.findings[app]?.gpu = GPUUse(device: name, busy: .seconds(3))
        device.advance(by: .seconds(20))
        #expect(device.machine.view(app)?.state == .background)
        device.findings[app]?.gpu = GPUUse(device: name, busy: .seconds(3) + .milliseconds(2))
        device.advance(by: .seconds(6))
        #expect(device.machine.view(app)?.state == .notRunning)
        let kill = try #require(device.decisions.first { $0.kind == .kill })
        #expect(kill.reason == .gpuUsedInBackground)
        #expect(kill.detail == .gpu(name, used: .milliseconds(2)))
    }

    @Test(
        "A GPU that counts nothing is told once, and judged by nothing",
        .behaviour(
            "C1",
            missing:
                "no app is killed where a GPU's driver counts nothing, and no real GPU was tried"))
    func uncounted() {
        let device = device()
        device.findings[app]?.gpu = GPUUse(device: "/dev/nvidia0", busy: nil)
        device.advance(by: .seconds(170))
        #expect(device.machine.view(app)?.state == .background)
        #expect(reasons(device) == [.gpuOpenInBackground])
    }

    @Test("The app in front comes first for the CPU, whoever else executes", .behaviour("C5"))
    func precedence() {
        let other = AppID(literal: "B")
        let device = device()
        device.install(.test(other))
        device.open(other)
        #expect(device.restraints[app] == [.precedence(inFront: false)])
        #expect(device.restraints[other] == nil)
        device.open(app)
        device.run()
        #expect(device.restraints[app]?.last == .precedence(inFront: true))
        #expect(device.restraints[other] == [.precedence(inFront: false)])
        // Waking changes nothing.
        device.fetch(other)
        device.run()
        #expect(device.restraints[other]?.count == 1)
    }

    @Test("Nothing counts where nobody measures", .behaviour("C3"))
    func unmeasured() {
        let device = device()
        device.findings[app] = Findings()
        device.advance(by: .seconds(170))
        #expect(reasons(device).isEmpty)
    }
}

/// The app's restraints, without its precedence for the CPU, which is another matter.
private func restraints(_ device: TestDevice, _ app: AppID) -> [Restraint] {
    (device.restraints[app] ?? []).filter {
        if case .precedence = $0 { false } else { true }
    }
}
