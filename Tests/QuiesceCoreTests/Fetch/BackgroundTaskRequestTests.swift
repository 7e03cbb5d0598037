import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct BackgroundTaskRequestTests {
    private static let refresh = BackgroundTaskRequest(kind: .appRefresh, identifier: "a.refresh")
    private static let processing = BackgroundTaskRequest(
        kind: .processing, identifier: "a.clean", requiresPower: true)

    /// An app with both modes, open.
    private func device(modes: [BackgroundMode] = [.fetch, .processing]) -> TestDevice {
        var manifest = AppManifest.test(appA, modes: modes)
        manifest.taskIdentifiers = ["a.refresh", "a.clean", "a.other"]
        let device = TestDevice(installing: manifest)
        device.open(appA)
        return device
    }

    private func waiting(_ device: TestDevice) -> [String] {
        device.machine.fetches[appA]?.tasks.map(\.identifier) ?? []
    }

    @Test("A refresh is planned as a fetch, once, and its request is gone", .behaviour("F2", "F3"))
    func refresh() {
        let device = device()
        device.lock()
        device.advanceToMidnight()
        device.liveThrough(7, opening: [(12, appA)])
        device.lock(false)
        device.open(appA)
        device.decisions.removeAll()
        device.submit(appA, Self.refresh)
        device.lock()
        device.advanceToMidnight()
        device.liveThrough(2, opening: [(12, appA)])
        #expect(device.plannedFetches(appA).count == 1)
        #expect(device.reasons(appA, .wake).prefix(2) == [.fetchPlanned, .wokenForTask])
        #expect(device.calls(appA).contains("backgroundTask"))
        #expect(waiting(device) == [])
    }

    @Test("What the manifest doesn't permit is refused, and so are too many", .behaviour("O4"))
    func refused() {
        let device = device(modes: [.fetch])
        device.submit(appA, BackgroundTaskRequest(kind: .appRefresh, identifier: "b"))
        device.submit(appA, Self.processing)
        device.submit(appA, Self.refresh)
        device.submit(appA, Self.refresh)
        device.submit(appA, BackgroundTaskRequest(kind: .appRefresh, identifier: "a.other"))
        #expect(
            device.reasons(appA, .refuse) == [
                .taskNotPermitted, .modeNotDeclared, .tooManyTaskRequests,
            ])
        #expect(waiting(device) == ["a.refresh"])
        device.cancelTasks(appA)
        #expect(waiting(device) == [])
    }

    @Test("Processing waits for power and for an idle device", .behaviour("F2"))
    func processing() {
        let device = device()
        device.submit(appA, Self.processing)
        device.change(.battery(percent: 90, .unplugged))
        device.lock()
        device.advance(by: .seconds(3_600))
        #expect(waiting(device) == ["a.clean"])
        #expect(
            device.planObstacles(appA, .task(.processing, identifier: "")) == [.conditionsMissing])
        device.change(.battery(percent: 90, .charging))
        #expect(waiting(device) == [])
        #expect(device.reasons(appA, .wake) == [.wokenForTask, .completedNewData])
    }

    @Test(
        "Processing waits while Low Power Mode is on, and ends when it is switched on",
        .behaviour("F2", "F5"))
    func lowPowerMode() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.submit(appA, Self.processing)
        device.change(.battery(percent: 90, .charging))
        device.change(.lowPowerMode(true))
        device.lock()
        device.advance(by: .seconds(3_600))
        #expect(waiting(device) == ["a.clean"])
        #expect(
            device.planObstacles(appA, .task(.processing, identifier: "")) == [.lowPowerMode])
        device.change(.lowPowerMode(false))
        #expect(waiting(device) == [])
        #expect(device.state(appA) == .background)
        #expect(!device.calls(appA).contains("expirationHandler"))
        device.change(.lowPowerMode(true))
        #expect(device.calls(appA).contains("expirationHandler"))
    }

    @Test("Processing ends when the user comes back, after a moment to stop", .behaviour("F5"))
    func userComesBack() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(completesAfter: nil, endsTasksWhenExpired: false)
        device.submit(appA, Self.processing)
        device.lock()
        device.advance(by: .seconds(700))
        #expect(device.state(appA) == .background)
        device.lock(false)
        device.home()
        #expect(device.calls(appA).contains("expirationHandler"))
        device.advance(by: PolicyProfile.ios8.expirationWarning)
        #expect(device.lastExit(appA)?.reason == .completionHandlerMissing)
    }

    @Test("A task is told before its time is over, and killed after it", .behaviour("F5"))
    func overrun() {
        let device = device()
        device.behaviours[appA] = AppBehaviour(completesAfter: nil, endsTasksWhenExpired: false)
        device.submit(appA, Self.processing)
        device.lock()
        device.advance(by: .seconds(300) + Limits.fetchSlack)
        #expect(device.state(appA) == .background)
        let profile = PolicyProfile.ios8
        device.advance(by: profile.processingLimit - profile.expirationWarning - .milliseconds(1))
        #expect(!device.calls(appA).contains("expirationHandler"))
        device.advance(by: .milliseconds(1))
        #expect(device.calls(appA).contains("expirationHandler"))
        device.advance(by: profile.expirationWarning)
        #expect(device.lastExit(appA)?.reason == .completionHandlerMissing)
    }

    @Test("Requests survive a power cut; a tool has one launched at once", .behaviour("F9"))
    func simulated() {
        let device = device()
        device.submit(appA, Self.processing)
        device.restartDevice()
        #expect(waiting(device) == ["a.clean"])
        #expect(
            device.ask { .fetching(.simulate(appA, identifier: "b", $0)) }.refusal == .noTaskRequest
        )
        #expect(device.ask { .fetching(.simulate(appA, identifier: "a.clean", $0)) } == .done)
        #expect(device.calls(appA).last == "backgroundTask")
        #expect(waiting(device) == [])
    }

    @Test("The forecast has each wake-up, merged where their windows meet", .behaviour("F4"))
    func forecast() {
        let windows: [(Int64, Int64)] = [(0, 10), (5, 12), (11, 20), (30, 30)]
        let work = windows.map { from, to in
            Forecast.Work(
                app: appA, kind: .fetch(.habit), earliest: .zero + .seconds(from),
                latest: .zero + .seconds(to))
        }
        let forecast = Forecast(of: work, from: .zero, to: .zero + .seconds(60))
        #expect(forecast.wakeUps.map(\.at) == [10, 20, 30].map { WallTime.zero + .seconds($0) })
        #expect(forecast.wakeUps.map(\.work.count) == [2, 1, 1])
        #expect(forecast.saved == 1)
        let device = device()
        device.submit(appA, Self.processing)
        device.tellClock()
        device.lock()
        let foreseen = device.machine.forecast(hours: 24, at: device.now)
        #expect(foreseen.wakeUps.flatMap(\.work).map(\.kind.name) == ["processing", "calendar"])
    }
}
