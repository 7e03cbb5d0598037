import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Hosted programs that are thawed by schedule") struct ThawTests {
    private static let tenMinutes = ThawSchedule("every 10m for 20s")

    private static func manifest(_ thaw: ThawSchedule? = tenMinutes) -> AppManifest {
        var manifest = AppManifest.test(appA)
        manifest.isHosted = true
        manifest.thaw = thaw
        return manifest
    }

    /// A program that was left and is suspended.
    private func suspended(_ thaw: ThawSchedule? = tenMinutes) -> TestDevice {
        let device = TestDevice(installing: Self.manifest(thaw), .test(appB))
        device.open(appA)
        device.home()
        #expect(device.machine.view(appA)?.state == .suspended)
        return device
    }

    @discardableResult
    private func choose(_ text: String?, _ device: TestDevice, _ app: AppID = appA) -> Answer? {
        device.ask { .thaw(.schedule(app, text.flatMap { ThawSchedule($0) }, $0)) }
    }

    private func state(_ device: TestDevice) -> AppState? { device.machine.view(appA)?.state }

    /// How often it was thawed by its schedule.
    private func thaws(_ device: TestDevice) -> Int {
        device.decisions.count { $0.kind == .transition && $0.reason == .wokenForThaw }
    }

    @Test(
        "One that has been suspended for so long is thawed for so long, again and again",
        .behaviour("Y1"))
    func schedule() throws {
        let device = suspended()
        device.advance(by: .seconds(599))
        #expect(thaws(device) == 0)
        // A tenth later than it may be, at the latest.
        device.advance(by: .seconds(61))
        #expect(thaws(device) == 1)
        #expect(state(device) == .background)
        #expect(
            device.machine.why(appA)?.sentence.contains("woken for a scheduled thaw (Y1)") == true)
        device.advance(by: .seconds(19))
        #expect(state(device) == .background)
        device.advance(by: .seconds(1))
        #expect(state(device) == .suspended)
        let verdict = try #require(device.decisions.last { $0.reason == .timeIsOver })
        #expect(verdict.rule == .y1)
        device.advance(by: .seconds(661))
        #expect(thaws(device) == 2)
        // Nothing is said to the program.
        #expect(device.heard[appA]?.contains { $0.wake != nil } == false)
    }

    @Test("It shares a moment with what else wakes the device", .behaviour("Y1"))
    func merged() {
        let device = suspended()
        let second = Self.manifest(ThawSchedule("every 10m for 1s"))
        device.advance(by: .seconds(30))
        var other = second
        other.id = appB
        device.install(other)
        device.open(appB)
        device.home()
        device.advance(by: .seconds(632))
        let woken = device.decisions.filter { $0.reason == .wokenForThaw && $0.kind == .transition }
        #expect(woken.map(\.app) == [appA, appB])
        #expect(woken.first?.time == woken.last?.time)
    }

    @Test(
        "Its sleep begins anew whenever it has executed, for whatever cause", .behaviour("Y1"))
    func anew() {
        let device = suspended()
        device.advance(by: .seconds(500))
        device.open(appA)
        device.home()
        device.advance(by: .seconds(599))
        #expect(thaws(device) == 0)
    }

    @Test("A device that sleeps isn't woken for one, and makes up for it later", .behaviour("Y1"))
    func asleep() {
        let device = suspended()
        device.ask { .sleep($0) }
        device.advance(by: .seconds(3_600))
        #expect(thaws(device) == 0)
        device.ask { .wake($0) }
        #expect(thaws(device) == 1)
    }

    @Test("The user stops it with a switch, and lets it go on", .behaviour("Y1", "U4"))
    func stopped() throws {
        let device = suspended()
        device.permit(appA, .scheduledThaw, .denied)
        device.advance(by: .seconds(7_200))
        #expect(thaws(device) == 0)
        let answer = device.machine.whyNot(appA, WakeCause(.thaw), at: device.now)
        #expect(answer?.reason == .thawNotAllowed)
        #expect(
            device.machine.why(appA)?.pending.contains { $0.sentence.contains("has stopped") }
                == true)
        // The program isn't told, and waits for no news of it.
        #expect(device.machine.why(appA)?.pending.contains { $0.kind == .events } == false)
        device.permit(appA, .scheduledThaw, .authorized)
        device.advance(by: .seconds(661))
        #expect(thaws(device) == 1)
    }

    @Test(
        "A schedule of the user's counts before the Info.plist's, and outlives the power",
        .behaviour("Y1", "reliability D4"))
    func lasts() throws {
        let device = suspended()
        #expect(choose("every 1h for 5s", device) == .done)
        #expect(device.machine.thawViews.map(\.schedule.words) == ["every 1h for 5s"])
        device.restartDevice()
        #expect(device.machine.thawViews.map(\.schedule.words) == ["every 1h for 5s"])
        #expect(device.machine.thawViews.first?.isChosen == true)
        device.open(appA)
        device.home()
        device.advance(by: .seconds(3_599))
        #expect(thaws(device) == 0)
        device.advance(by: .seconds(62))
        #expect(thaws(device) == 1)
        #expect(choose(nil, device) == .done)
        #expect(device.machine.fact("thaw/" + appA.name) == nil)
        #expect(device.machine.thawViews.map(\.schedule.words) == ["every 10m for 20s"])
        device.restartDevice()
        #expect(device.machine.thawViews.map(\.isChosen) == [false])
    }

    @Test("A new daemon goes on with the sleep that it finds", .behaviour("Y1", "reliability P8"))
    func daemon() throws {
        let device = suspended()
        device.advance(by: .seconds(300))
        try device.restartDaemon()
        device.advance(by: .seconds(299))
        #expect(thaws(device) == 0)
        device.advance(by: .seconds(62))
        #expect(thaws(device) == 1)
    }

    @Test("It goes with its app, and with a version that is no hosted program", .behaviour("Y1"))
    func gone() {
        let device = suspended()
        choose("every 1h for 5s", device)
        device.install(.test(appA))
        #expect(device.machine.thawViews.isEmpty)
        #expect(device.machine.fact("thaw/" + appA.name) == nil)
        device.install(Self.manifest())
        choose("every 1h for 5s", device)
        #expect(device.ask { .uninstall(appA, $0) } == .done)
        #expect(device.machine.thawViews.isEmpty)
        device.restartDevice()
        #expect(device.machine.thawViews.isEmpty)
    }

    @Test("None is launched for it, and an app of iOS has no schedule", .behaviour("Y1", "W6"))
    func refused() {
        let device = suspended()
        #expect(refusal(choose("every 1h for 5s", device, appB)) == .thawsHostedOnly)
        var impossible = Self.tenMinutes
        impossible?.every = .zero
        #expect(
            refusal(device.ask { .thaw(.schedule(appA, impossible, $0)) }) == .thawImpossible)
        device.quit(appA)
        device.advance(by: .seconds(7_200))
        #expect(thaws(device) == 0)
        #expect(state(device) == .notRunning)
        let reasons = device.machine.whyNot(appA, WakeCause(.thaw), at: device.now)?.obstacles
        #expect(reasons?.map(\.reason).contains(.thawNeedsProcess) == true)
        let other = device.machine.whyNot(appB, WakeCause(.thaw), at: device.now)?.obstacles
        #expect(other?.map(\.reason).contains(.thawsHostedOnly) == true)
        choose(nil, device)
        device.install(Self.manifest(nil))
        let none = device.machine.whyNot(appA, WakeCause(.thaw), at: device.now)?.obstacles
        #expect(none?.map(\.reason).contains(.noThawSchedule) == true)
    }

    @Test("The forecast has the next thaws, as late as they may be", .behaviour("Y1"))
    func foreseen() {
        let device = suspended()
        let forecast = device.machine.forecast(hours: 1, at: device.now)
        let work = forecast.wakeUps.flatMap(\.work).filter { $0.kind == .room(.thaw) }
        #expect(work.first.map { $0.earliest - device.now.wall } == .seconds(600))
        #expect(work.first.map { $0.latest - device.now.wall } == .seconds(660))
        // 680 s from one to the next.
        #expect(work.count == 5)
    }

    @Test("A text says a schedule, and a schedule its text", .behaviour("Y1"))
    func words() {
        for text in [
            "every 10m for 20s", "every 5s for 0.1s", "every 7d for 5m", "every 90s for 1s",
        ] {
            #expect(ThawSchedule(text)?.words == text)
        }
        #expect(ThawSchedule("every 1.5h for 0.25s")?.words == "every 90m for 0.25s")
        #expect(ThawSchedule("every 60s for 1.0s")?.words == "every 1m for 1s")
        for text in [
            "", "every 10m", "every 4s for 1s", "every 8d for 1s", "every 10m for 0.05s",
            "every 10m for 6m", "every -5s for 1s", "every 5 for 1s", "every 10m for 20s now",
            "every 0.0001s for 1s", "every 9999999m for 1s", "10m for 20s", "every ٣m for 1s",
        ] {
            #expect(ThawSchedule(text) == nil, "\(text)")
        }
    }

    private func refusal(_ answer: Answer?) -> Reason? {
        if case .refused(let refusal) = answer { refusal.reason } else { nil }
    }
}
