import QuiesceCore
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceSimulation

/// Apps' fetch requests while the disk takes nothing.
@Suite(.behaviour("reliability D5")) struct FailingDiskTests {
    private let app: AppID
    private let device: SimulatedDevice

    init() throws {
        app = try #require(AppID("app.a"))
        var manifest = AppManifest(
            id: app, name: "A", version: "1", executable: "run",
            backgroundModes: [.fetch, .processing])
        manifest.taskIdentifiers = BackgroundTaskKind.allCases.map(ScriptedApp.taskIdentifier)
        device = SimulatedDevice(apps: [manifest])
        perform(.open(app: 0))
    }

    private func perform(_ actions: Step.Action...) {
        for action in actions { device.perform(action) }
        device.advance(by: .seconds(2))
    }

    private func ask(_ action: AppNotificationAction) { perform(.notification(app: 0, action)) }

    /// The fetch requests that the app repeats if its connection breaks.
    private func unacknowledged() throws -> [FetchRequest] {
        try #require(device.process(of: app)?.app as? ScriptedApp).session.unacknowledgedFetches
    }

    private var fact: FetchFact? {
        for case .fetch(let fact) in device.machine.facts { return fact }
        return nil
    }

    private var refusals: [Reason] {
        device.decisions.filter { $0.kind == .refuse && $0.app == app }.map(\.reason)
    }

    @Test(
        "A new interval is refused, and the one before it holds", .behaviour("F1"),
        arguments: [DiskFault.failing, .full])
    func interval(fault: DiskFault) throws {
        ask(.fetchInterval(36_000))
        #expect(try unacknowledged() == [])
        perform(.disk(fault))
        ask(.fetchInterval(600))
        #expect(fact?.minimumInterval == .seconds(36_000))
        #expect(refusals == [fault == .full ? .noSpace : .storeFailed])
        perform(.disk(.none), .powerCut(journalKept: false))
        #expect(fact?.minimumInterval == .seconds(36_000))
        #expect(device.finding == nil)
    }

    @Test("A task is refused; once the disk is well it can be submitted", .behaviour("F2"))
    func task() throws {
        perform(.disk(.failing))
        ask(.submitTask(.processing, after: nil))
        #expect(fact?.tasks == [])
        #expect(try unacknowledged() == [])
        perform(.disk(.none))
        ask(.submitTask(.processing, after: nil))
        #expect(fact?.tasks.count == 1)
        perform(.powerCut(journalKept: false))
        #expect(fact?.tasks.count == 1)
        #expect(device.finding == nil)
    }

    @Test("What ends something is done, and acknowledged once the disk has it", .behaviour("F2"))
    func cancelled() throws {
        ask(.submitTask(.processing, after: nil))
        ask(.fetchInterval(600))
        perform(.disk(.failing))
        ask(.cancelTasks)
        ask(.fetchInterval(nil))
        #expect(fact?.tasks == [])
        #expect(fact?.minimumInterval == nil)
        let waiting: [FetchRequest] = [.cancel(identifier: nil), .setMinimumInterval(nil)]
        #expect(try unacknowledged() == waiting)
        // Neither what follows nor a new daemon acknowledges it.
        perform(.beginTask(app: 0), .endTask(app: 0, known: true))
        perform(.killDaemon(at: .idle, downtime: 100))
        #expect(try unacknowledged() == waiting)
        perform(.disk(.none), .memoryWarning)
        #expect(try unacknowledged() == [])
        perform(.powerCut(journalKept: false))
        #expect(fact?.tasks == [])
        #expect(fact?.minimumInterval == nil)
        #expect(refusals == [])
        #expect(device.finding == nil)
    }
}
