import TestSupport
import Testing

@testable import QuiesceCore

@Suite("Tasks that go on when their app is left") struct ContinuedTaskTests {
    private static func manifest(_ app: AppID) -> AppManifest {
        var manifest = AppManifest.test(app)
        manifest.taskIdentifiers = ["\(app.name).work.*", "exact"]
        return manifest
    }

    private let device = TestDevice(.ios26, installing: manifest(appA), manifest(appB))

    @discardableResult
    private func ask(_ app: AppID = appA, _ asked: ContinuedRequest) -> UInt64 {
        guard let process = device.processes[app] else { return 0 }
        var id: UInt64 = 0
        device.perform(process) {
            id = $0
            return .continued(.asked(app, process.launch, request: $0, asked))
        }
        device.run()
        return id
    }

    @discardableResult
    private func submit(_ app: AppID = appA, _ number: Int = 1, waits: Bool = true) -> UInt64 {
        ask(
            app,
            .submit(
                ContinuedTask(
                    identifier: "\(app.name).work.\(number)", title: "work \(number)",
                    subtitle: ""), waits: waits))
    }

    private func report(_ id: UInt64, _ done: Int) {
        ask(appA, .report(id: id, done: done, title: "work", subtitle: "more"))
    }

    private func stop(_ app: AppID = appA, _ identifier: String? = nil) -> Answer? {
        device.ask { .continued(.stop(app, identifier: identifier, $0)) }
    }

    private func state(_ app: AppID = appA) -> AppState? { device.machine.view(app)?.state }

    private func reasons(_ app: AppID = appA) -> [Reason] {
        device.decisions.filter { $0.app == app }.map(\.reason)
            .filter { ContinuedTasks.reasons.contains($0) }
    }

    private var views: [SystemMachine.ContinuedView] { device.machine.continuedViews }

    @Test(
        "An app that is left with one executes for hours, and is suspended once it is completed",
        .behaviour("F10", "S5"))
    func goesOn() throws {
        device.open(appA)
        let id = submit()
        #expect(device.calls(appA).contains("continuedTask"))
        device.home()
        for part in 1...400 {
            report(id, part * 2_000)
            device.advance(by: .seconds(20))
        }
        #expect(state() == .background)
        #expect(views.map(\.percent) == [80])
        #expect(views.map(\.task.subtitle) == ["more"])
        let why = try #require(device.machine.why(appA))
        #expect(why.sentence.contains("a task that it began in front goes on"), "\(why.sentence)")
        #expect(why.pending.contains { $0.sentence.contains("80 % of it is done") })
        ask(appA, .complete(id: id, success: true))
        #expect(state() == .suspended)
        #expect(views == [])
        #expect(reasons() == [.continuedBegan, .continuedCompleted])
    }

    @Test(
        "It may use the processors as it needs",
        .behaviour("F10", "C3"))
    func processors() throws {
        device.findings[appA] = Findings(cpu: .zero)
        device.open(appA)
        let id = submit()
        device.home()
        for second in 1...200 {
            device.findings[appA]?.cpu = .seconds(Int64(second) * 2)
            report(id, second)
            device.advance(by: .seconds(1))
        }
        #expect(!device.decisions.contains { $0.rule == .c3 })
        #expect(state() == .background)
    }

    @Test("Where the user stops it, its app has a moment to end it", .behaviour("F10"))
    func stopped() {
        device.open(appA)
        let id = submit()
        device.home()
        #expect(stop(appA, "A.work.1") == .done)
        #expect(device.calls(appA).last == "expirationHandler")
        #expect(views.map(\.ends) == [true])
        #expect(state() == .background)
        ask(appA, .complete(id: id, success: false))
        #expect(state() == .suspended)
        #expect(reasons() == [.continuedBegan, .continuedStopped, .continuedFailed])
    }

    @Test("An app that goes on with it nevertheless is ended", .behaviour("F10"))
    func notCompleted() {
        device.open(appA)
        submit()
        device.home()
        #expect(stop() == .done)
        device.advance(by: .seconds(4))
        #expect(state() == .background)
        device.advance(by: .seconds(2))
        #expect(state() == .notRunning)
        #expect(device.machine.view(appA)?.reason == .continuedNotCompleted)
        #expect(views == [])
    }

    @Test("In front nobody is ended for it: the user sees what it does", .behaviour("F10", "H3"))
    func inFront() {
        device.open(appA)
        submit()
        #expect(stop() == .done)
        device.advance(by: .seconds(10))
        #expect(state() == .active)
        #expect(views == [])
    }

    @Test("Without progress out of sight it expires, and in front it doesn't", .behaviour("F10"))
    func stalls() {
        device.open(appA)
        let id = submit()
        device.advance(by: .seconds(600))
        #expect(views.map(\.ends) == [false])
        device.home()
        device.advance(by: .seconds(29))
        report(id, 1)
        device.advance(by: .seconds(29))
        #expect(views.map(\.ends) == [false])
        device.advance(by: .seconds(2))
        #expect(views.map(\.ends) == [true])
        #expect(reasons().last == .continuedStalled)
    }

    // MARK: Where the device is warm, or short of memory

    private func warm(_ state: DeviceConditions.ThermalState) {
        device.change(.thermalState(state))
        device.run()
    }

    /// Tasks of one app that runs out of sight, and how much of each is done.
    private func leave(_ done: Int...) -> [UInt64] {
        device.open(appA)
        let ids = done.indices.map { submit(appA, $0 + 1) }
        for (id, part) in zip(ids, done) { report(id, part) }
        device.home()
        return ids
    }

    @Test(
        "Where the device is too warm the one goes on out of sight that has come the farthest; where it must cool none does",
        .behaviour("F10"))
    func heat() throws {
        let ids = leave(300, 700, 500)
        warm(.fair)
        #expect(views.map(\.ends) == [false, false, false])
        warm(.serious)
        #expect(views.map(\.ends) == [true, false, true])
        #expect(reasons().suffix(2) == [.continuedTooWarm, .continuedTooWarm])
        #expect(device.calls(appA).suffix(2) == ["expirationHandler", "expirationHandler"])
        for id in [ids[0], ids[2]] { ask(appA, .complete(id: id, success: false)) }
        #expect(state() == .background)
        warm(.critical)
        #expect(views.map(\.ends) == [true])
        ask(appA, .complete(id: ids[1], success: false))
        #expect(state() == .suspended)
        let why = try #require(device.machine.why(appA))
        #expect(
            why.chain.filter { $0.reason == .continuedTooWarm }.map(\.rule) == [.f10, .f10, .f10])
    }

    @Test("In front the heat ends none; once its app is left it expires", .behaviour("F10", "H3"))
    func heatInFront() {
        device.open(appA)
        submit()
        warm(.critical)
        device.advance(by: .seconds(60))
        #expect(views.map(\.ends) == [false])
        device.home()
        #expect(views.map(\.ends) == [true])
        #expect(reasons().last == .continuedTooWarm)
    }

    @Test(
        "While the device is too warm none begins: it waits until it is cooler, or is refused",
        .behaviour("F10"))
    func waitsToCool() throws {
        device.open(appA)
        warm(.critical)
        submit(appA, 1)
        #expect(reasons() == [.continuedWaitsToCool])
        let why = try #require(device.machine.why(appA))
        #expect(why.pending.contains { $0.sentence.contains("waits until the device is cooler") })
        submit(appA, 2, waits: false)
        #expect(reasons().last == .continuedNotWhileWarm)
        #expect(device.calls(appA).last == "didNotSubmit")
        warm(.serious)
        #expect(views.map(\.waits) == [false])
        submit(appA, 3)
        #expect(views.map(\.waits) == [false, true])
        warm(.nominal)
        #expect(views.map(\.waits) == [false, false])
    }

    @Test(
        "With each warning of a shortage of memory the one expires that has come the least far",
        .behaviour("F10", "M2"))
    func shortage() {
        let ids = leave(300, 700, 300)
        func shortage() {
            device.send(
                .memoryPressure(MemoryPressure(level: .warning, bytes: 1, footprints: [])))
            device.run()
        }
        shortage()
        #expect(views.map(\.ends) == [false, false, true])
        #expect(reasons().last == .continuedShortOfMemory)
        #expect(device.calls(appA).suffix(2) == ["didReceiveMemoryWarning", "expirationHandler"])
        ask(appA, .complete(id: ids[2], success: false))
        shortage()
        #expect(views.map(\.ends) == [false, false], "it was warned of just now")
        for part in 1...4 as ClosedRange<Int> {
            device.advance(by: .seconds(10))
            report(ids[0], 300 + part)
            report(ids[1], 700 + part)
        }
        shortage()
        #expect(views.map(\.ends) == [true, false])
    }

    @Test("A shortage of memory ends none in front", .behaviour("F10", "M2"))
    func shortageInFront() {
        device.open(appA)
        submit()
        device.send(.memoryPressure(MemoryPressure(level: .warning, bytes: 1, footprints: [])))
        #expect(views.map(\.ends) == [false])
    }

    @Test("Where the profile hasn't the rule neither ends any", .behaviour("F10"))
    func neverYields() {
        var profile = PolicyProfile.ios26
        profile.continuedTasksYield = false
        let other = TestDevice(profile, installing: Self.manifest(appA))
        other.open(appA)
        guard let process = other.processes[appA] else { return }
        other.perform(process) {
            .continued(
                .asked(
                    appA, process.launch, request: $0,
                    .submit(
                        ContinuedTask(identifier: "exact", title: "", subtitle: ""), waits: true)))
        }
        other.home()
        other.change(.thermalState(.critical))
        other.send(.memoryPressure(MemoryPressure(level: .warning, bytes: 1, footprints: [])))
        #expect(other.machine.continuedViews.map(\.ends) == [false])
    }

    @Test(
        "As many run as may; others wait for their turn, and a suspended app is thawed for it",
        .behaviour("F10"))
    func queue() {
        device.open(appB)
        let others = (1...3).map { submit(appB, $0) }
        device.open(appA)
        submit(appA, 1)
        #expect(views.map(\.waits) == [false, false, false, true])
        device.home()
        device.advance(by: .seconds(1))
        #expect(state(appA) == .suspended)
        ask(appB, .complete(id: others[1], success: true))
        #expect(views.map(\.waits) == [false, false, false])
        #expect(state(appA) == .background)
        #expect(
            reasons(appA).prefix(3) == [.continuedWaits, .continuedBegan, .wokenForContinuedTask])
    }

    @Test("One that isn't to wait is refused then", .behaviour("F10"))
    func fails() {
        device.open(appA)
        for number in 1...3 { submit(appA, number) }
        submit(appA, 4, waits: false)
        #expect(reasons().last == .continuedNoRoom)
        #expect(device.calls(appA).last == "didNotSubmit")
        #expect(views.count == 3)
    }

    @Test(
        "It is refused out of sight, under an identifier that runs or isn't permitted, and before iOS 26",
        .behaviour("F10", "O4"))
    func refused() {
        device.open(appA)
        submit()
        submit()
        #expect(reasons().last == .continuedRuns)
        ask(
            appA,
            .submit(
                ContinuedTask(identifier: "other", title: "", subtitle: ""), waits: true))
        #expect(device.decisions.last?.reason == .taskNotPermitted)
        device.home()
        submit(appA, 2)
        #expect(reasons().last == .continuedNotInFront)
        #expect(views.count == 1)
        let before = TestDevice(.ios8, installing: Self.manifest(appA))
        before.open(appA)
        guard let process = before.processes[appA] else { return }
        before.perform(process) {
            .continued(
                .asked(
                    appA, process.launch, request: $0,
                    .submit(
                        ContinuedTask(identifier: "exact", title: "", subtitle: ""), waits: true)))
        }
        #expect(before.decisions.contains { $0.reason == .continuedUnknown })
    }

    @Test("One that waits is replaced by its identifier, and can be taken back", .behaviour("F10"))
    func waits() {
        device.open(appB)
        for number in 1...3 { submit(appB, number) }
        device.open(appA)
        submit(appA, 1)
        submit(appA, 1)
        submit(appA, 2)
        #expect(views.filter(\.waits).map(\.task.title) == ["work 1", "work 2"])
        ask(appA, .cancel(identifier: "A.work.1"))
        #expect(views.filter(\.waits).map(\.task.title) == ["work 2"])
        for number in 3...12 { submit(appA, number) }
        #expect(reasons().last == .tooManyContinued)
        #expect(views.filter(\.waits).count == 10)
        ask(appA, .cancel(identifier: nil))
        #expect(views.filter(\.waits).isEmpty)
    }

    @Test(
        "The user who swipes its app away ends it, and what waits; so does a death",
        .behaviour("F10", "U1"))
    func swipedAway() {
        device.open(appB)
        for number in 1...3 { submit(appB, number) }
        device.open(appA)
        submit(appA, 1)
        device.quit(appB)
        #expect(views.map(\.app) == [appA])
        #expect(views.map(\.waits) == [false])
        device.quit(appA)
        #expect(views == [])
        #expect(device.machine.view(appA)?.state == .notRunning)
    }

    @Test("A stop of what there isn't is refused", .behaviour("F10"))
    func nothingToStop() {
        device.open(appA)
        guard case .refused(let refusal)? = stop() else {
            Issue.record("it isn't refused")
            return
        }
        #expect(refusal.reason == .noContinuedTask)
    }

    @Test(
        "A new daemon goes on with it, with time for the app to be heard again", .behaviour("F10"))
    func daemonRestarts() throws {
        device.open(appA)
        let id = submit()
        device.home()
        device.advance(by: .seconds(25))
        try device.restartDaemon()
        device.advance(by: .seconds(20))
        #expect(views.map(\.ends) == [false])
        #expect(state() == .background)
        report(id, 500_000)
        #expect(views.map(\.percent) == [50])
    }

    @Test("A task that a daemon doesn't know is told to end", .behaviour("F10"))
    func unknown() {
        device.open(appA)
        report(77, 1)
        #expect(device.calls(appA).last == "expirationHandler")
        #expect(reasons() == [.unknownContinued])
    }
}
