import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Hosted programs that are thawed on traffic") struct TrafficTests {
    private static func manifest() -> AppManifest {
        var manifest = AppManifest.test(appA)
        manifest.isHosted = true
        manifest.thaw = .onTraffic
        return manifest
    }

    /// A program that was left and is suspended.
    private func suspended() -> TestDevice {
        let device = TestDevice(installing: Self.manifest(), .test(appB))
        device.open(appA)
        device.home()
        #expect(state(device) == .suspended)
        return device
    }

    private func tell(_ news: TrafficNews, _ device: TestDevice) {
        let launch = device.machine.view(appA)?.launch ?? Launch(number: 0)
        device.send(.thaw(.traffic(appA, launch, news)))
        device.run()
    }

    private func state(_ device: TestDevice) -> AppState? { device.machine.view(appA)?.state }

    private func isWatched(_ device: TestDevice) -> Bool? {
        device.machine.trafficWatches.first?.isThawed
    }

    @Test("The text for it is read and written", .behaviour("Y6"))
    func text() {
        #expect(ThawSchedule("on traffic") == .onTraffic)
        #expect(ThawSchedule.onTraffic.words == "on traffic")
        #expect(ThawSchedule("on traffic for 2s") == nil)
    }

    @Test(
        "Data that arrive thaw it at once where it has slept for ten seconds, until they rest",
        .behaviour("Y6"))
    func arrived() {
        let device = suspended()
        #expect(isWatched(device) == false)
        device.advance(by: .seconds(11))
        tell(.arrived, device)
        #expect(state(device) == .background)
        #expect(isWatched(device) == true)
        #expect(
            device.machine.why(appA)?.sentence.contains("its connections are answered (Y6)") == true
        )
        let launch = device.machine.view(appA)?.launch ?? Launch(number: 0)
        device.send(.thaw(.traffic(appA, launch, .rests)))
        #expect(isWatched(device) == true, "as it is being frozen")
        device.run()
        #expect(state(device) == .suspended)
        #expect(isWatched(device) == false)
    }

    @Test(
        "Data that arrive just after it fell asleep wait for no longer than that", .behaviour("Y6"))
    func arrivedSoon() {
        let device = suspended()
        device.advance(by: .seconds(1))
        tell(.arrived, device)
        device.advance(by: .seconds(3))
        #expect(state(device) == .suspended)
        device.advance(by: .seconds(6))
        #expect(state(device) == .background)
    }

    @Test("A thaw takes thirty seconds at the most", .behaviour("Y6"))
    func limit() {
        let device = suspended()
        device.advance(by: .seconds(11))
        tell(.arrived, device)
        device.advance(by: .seconds(29))
        #expect(state(device) == .background)
        device.advance(by: .seconds(1))
        #expect(state(device) == .suspended)
    }

    @Test(
        "Without data it is thawed after a minute, as it may have to speak first", .behaviour("Y6"))
    func silent() {
        let device = suspended()
        device.advance(by: .seconds(59))
        #expect(state(device) == .suspended)
        device.advance(by: .seconds(7))
        #expect(state(device) == .background)
    }

    @Test("One without connections sleeps on, until somebody connects to it", .behaviour("Y6"))
    func alone() {
        let device = suspended()
        tell(.hasNone, device)
        #expect(device.machine.why(appA)?.pending.contains { $0.rule == .y6 } == true)
        device.advance(by: .seconds(3_600))
        #expect(state(device) == .suspended)
        #expect(isWatched(device) == false, "somebody may connect to it")
        tell(.arrived, device)
        #expect(state(device) == .background)
        tell(.rests, device)
        device.open(appA)
        device.home()
        device.advance(by: .seconds(66))
        #expect(state(device) == .background)
    }

    @Test("A server that gave up is answered sooner from then on", .behaviour("Y6"))
    func gaveUp() throws {
        let device = suspended()
        tell(.gaveUp(after: .seconds(6)), device)
        let decision = try #require(device.decisions.last { $0.reason == .serverGaveUp })
        #expect(decision.rule == .y6)
        device.advance(by: .seconds(1))
        tell(.arrived, device)
        device.advance(by: .seconds(2))
        #expect(state(device) == .background)
        // A patient one changes nothing, nor does the hastiest make it sleepless.
        tell(.rests, device)
        tell(.gaveUp(after: .seconds(600)), device)
        tell(.gaveUp(after: .milliseconds(1)), device)
        #expect(device.decisions.count { $0.reason == .serverGaveUp } == 2)
        tell(.arrived, device)
        #expect(state(device) == .suspended)
        device.advance(by: .seconds(1))
        #expect(state(device) == .background)
    }

    @Test("A server that gives up while others' data wait hastens their thaw", .behaviour("Y6"))
    func hastened() {
        let device = suspended()
        device.advance(by: .seconds(1))
        tell(.arrived, device)
        device.advance(by: .seconds(1))
        tell(.gaveUp(after: .seconds(2)), device)
        #expect(state(device) == .background)
    }

    @Test("One that had to connect anew sleeps half as long, down to 15 s", .behaviour("Y6"))
    func connectedAnew() {
        let device = suspended()
        for _ in 0..<5 { tell(.connectedAnew, device) }
        #expect(device.decisions.count { $0.reason == .connectedAnew } == 2)
        device.open(appA)
        device.home()
        device.advance(by: .seconds(14))
        #expect(state(device) == .suspended)
        device.advance(by: .seconds(3))
        #expect(state(device) == .background)
    }

    @Test("The user's switch ends a thaw, and stops them", .behaviour("Y6", "U4"))
    func stopped() {
        let device = suspended()
        device.advance(by: .seconds(11))
        tell(.arrived, device)
        device.permit(appA, .scheduledThaw, .denied)
        #expect(state(device) == .suspended)
        #expect(isWatched(device) == nil)
        tell(.arrived, device)
        device.advance(by: .seconds(600))
        #expect(state(device) == .suspended)
    }

    @Test("A device that sleeps thaws nobody, and makes up for it", .behaviour("Y6"))
    func asleep() {
        let device = suspended()
        device.advance(by: .seconds(11))
        device.ask { .sleep($0) }
        tell(.arrived, device)
        #expect(state(device) == .suspended)
        device.ask { .wake($0) }
        #expect(state(device) == .background)
    }

    @Test(
        "A program in front, an old launch, or one with another schedule hears of nothing",
        .behaviour("Y6"))
    func others() {
        let device = suspended()
        device.advance(by: .seconds(11))
        device.send(.thaw(.traffic(appA, Launch(number: 99), .arrived)))
        device.send(.thaw(.traffic(appB, Launch(number: 1), .arrived)))
        #expect(state(device) == .suspended)
        device.open(appA)
        tell(.arrived, device)
        #expect(device.machine.trafficWatches.isEmpty)
        device.home()
        #expect(
            device.ask { .thaw(.schedule(appA, ThawSchedule("every 10m for 20s"), $0)) } == .done)
        device.advance(by: .seconds(11))
        tell(.arrived, device)
        #expect(state(device) == .suspended)
    }

    @Test(
        "A schedule that is set again, or is the Info.plist's again, forgets no data that wait",
        .behaviour("Y6"), arguments: [.onTraffic, nil] as [ThawSchedule?])
    func again(schedule: ThawSchedule?) {
        let device = suspended()
        device.ask { .sleep($0) }
        device.advance(by: .seconds(11))
        tell(.arrived, device)
        #expect(device.ask { .thaw(.schedule(appA, schedule, $0)) } == .done)
        device.ask { .wake($0) }
        #expect(state(device) == .background)
    }

    @Test("A new daemon goes on with the data that wait", .behaviour("Y6", "reliability P8"))
    func daemon() throws {
        let device = suspended()
        device.advance(by: .seconds(1))
        tell(.arrived, device)
        try device.restartDaemon()
        device.advance(by: .seconds(10))
        #expect(state(device) == .background)
    }
}
