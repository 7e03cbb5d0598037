import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Hosted programs that take less awake than thawed on traffic") struct AwakeTrialTests {
    /// A program that was left and is suspended.
    private func suspended() -> TestDevice {
        var manifest = AppManifest.test(appA)
        manifest.isHosted = true
        manifest.thaw = .onTraffic
        let device = TestDevice(installing: manifest, .test(appB))
        device.open(appA)
        device.home()
        #expect(state(device) == .suspended)
        return device
    }

    private func state(_ device: TestDevice) -> AppState? { device.machine.view(appA)?.state }

    private func tell(_ news: TrafficNews, _ device: TestDevice) {
        let launch = device.machine.view(appA)?.launch ?? Launch(number: 0)
        device.send(.thaw(.traffic(appA, launch, news)))
        device.run()
    }

    private func tellFrozen(_ milliseconds: Int64, in seconds: Int64 = 60, _ device: TestDevice) {
        tell(.tookFrozen(cpu: .milliseconds(milliseconds), in: .seconds(seconds)), device)
    }

    /// As long as the core asks for it, and each time that it does.
    private func tellAwake(
        _ milliseconds: Int64, in seconds: Int64, _ device: TestDevice
    ) {
        device.advance(by: .seconds(seconds))
        tell(.tookAwake(cpu: .milliseconds(milliseconds), in: .seconds(seconds)), device)
    }

    private func reasons(_ device: TestDevice) -> [Reason] {
        device.decisions.filter { $0.rule == .y7 }.map(\.reason)
    }

    @Test(
        "One that takes no more in a minute awake than in one frozen is left awake, and `why` says so",
        .behaviour("Y7"))
    func cheaper() throws {
        let device = suspended()
        tellFrozen(360, in: 90, device)
        #expect(state(device) == .background)
        #expect(device.machine.awakeWatches.map(\.every) == [.seconds(5)])
        #expect(device.machine.trafficWatches.isEmpty)
        for _ in 1...12 { tellAwake(10, in: 5, device) }
        #expect(reasons(device) == [.triedAwake, .keptAwake, .cheaperAwake])
        #expect(device.machine.awakeWatches.map(\.every) == [.seconds(60)])
        let why = try #require(device.machine.why(appA))
        #expect(why.pending.contains { $0.sentence.contains("left awake") && $0.rule == .y7 })
        device.advance(by: .seconds(86_400))
        #expect(state(device) == .background)
    }

    @Test(
        "A trial ends once it has taken a minute's use; the next is after ten minutes, then after twenty",
        .behaviour("Y7"))
    func dearer() {
        let device = suspended()
        for pause in [Int64(600), 1_200] {
            tellFrozen(240, device)
            #expect(state(device) == .background)
            tellAwake(200, in: 5, device)
            #expect(state(device) == .background)
            tellAwake(200, in: 5, device)
            #expect(state(device) == .suspended)
            #expect(reasons(device).last == .dearerAwake)
            tell(.hasNone, device)
            device.advance(by: .seconds(pause - 1))
            tellFrozen(240, device)
            #expect(state(device) == .suspended, "after \(pause) s")
            device.advance(by: .seconds(1))
        }
    }

    @Test("One that takes next to nothing frozen isn't tried", .behaviour("Y7"))
    func least() {
        let device = suspended()
        tellFrozen(179, device)
        #expect(state(device) == .suspended)
        tellFrozen(180, device)
        #expect(state(device) == .background)
    }

    @Test(
        "Left awake, it is suspended again when a minute takes half as much again", .behaviour("Y7")
    )
    func busier() {
        let device = suspended()
        tellFrozen(240, device)
        tellAwake(240, in: 60, device)
        tellAwake(360, in: 60, device)
        #expect(state(device) == .background)
        tellAwake(361, in: 60, device)
        #expect(state(device) == .suspended)
        tellFrozen(240, device)
        #expect(state(device) == .suspended, "not for ten minutes")
    }

    @Test(
        "One that comes to the front in its trial is tried again; one that is cheaper is left so, and what it takes in sight counts for nothing",
        .behaviour("Y7"))
    func inFront() {
        let device = suspended()
        tellFrozen(240, device)
        device.open(appA)
        #expect(device.machine.awakeWatches.isEmpty)
        device.home()
        #expect(state(device) == .suspended)
        tellFrozen(240, device)
        tellAwake(100, in: 60, device)
        device.open(appA)
        tell(.tookAwake(cpu: .seconds(60), in: .seconds(60)), device)
        device.home()
        #expect(state(device) == .background)
        #expect(device.machine.awakeWatches.map(\.every) == [.seconds(60)])
    }

    @Test(
        "The user's switch, another schedule and its end have it suspended, or tried anew",
        .behaviour("Y7", "U4"))
    func stopped() {
        let device = suspended()
        tellFrozen(240, device)
        device.permit(appA, .scheduledThaw, .denied)
        #expect(state(device) == .suspended)
        device.permit(appA, .scheduledThaw, .authorized)
        #expect(
            device.ask { .thaw(.schedule(appA, ThawSchedule("every 10m for 20s"), $0)) } == .done)
        #expect(state(device) == .suspended)
        #expect(device.ask { .thaw(.schedule(appA, nil, $0)) } == .done)
        tellFrozen(240, device)
        tellAwake(100, in: 60, device)
        device.die(appA, .signalled(11))
        device.open(appA)
        device.home()
        #expect(state(device) == .suspended)
    }

    @Test("A new daemon goes on with a trial, and with one that is left awake", .behaviour("Y7"))
    func daemon() throws {
        let device = suspended()
        tellFrozen(240, device)
        tellAwake(50, in: 30, device)
        try device.restartDaemon()
        #expect(state(device) == .background)
        tellAwake(50, in: 30, device)
        #expect(reasons(device).last == .cheaperAwake)
        try device.restartDaemon()
        #expect(state(device) == .background)
    }
}
