import QuiesceCore
import Testing

@testable import QuiesceSimulation

/// Bugs put between the core and the world: each invariant notices one.
@Suite struct PlantedBugTests {
    static let freezesAreLost = PlantedBug.effects("a freeze is lost", .obedientLive) {
        if case .freeze = $0 { [] } else { [$0] }
    }

    /// A rule each is the other way round: what the device tells, who is purged, what lies over an
    /// app.
    static let flippedRules: [PlantedBug] = [
        freezesAreLost,
        .effects("apps are told of what was undone", .netChange) {
            if case .send(let app, let launch, var delivery, let again) = $0,
                case .systemEvents(_, let device) = delivery.call
            {
                delivery.call = .systemEvents(SystemEvent.allCases, device)
                return [.send(app, launch, delivery, redelivered: again)]
            }
            return [$0]
        },
        .hears("a change of locale is told as none", .netChange) {
            if case .changed(.locale, let ticket) = $0 {
                .changed(.proximity(near: false), ticket)
            } else {
                $0
            }
        },
        .hears("the smallest are purged first", .worstGoFirst) {
            func turned(_ footprints: [Footprint]) -> [Footprint] {
                footprints.map {
                    Footprint(app: $0.app, launch: $0.launch, bytes: 1 << 40 - $0.bytes)
                }
            }
            switch $0 {
            case .purge(let bytes, let footprints, let ticket):
                return .purge(bytes: bytes, turned(footprints), ticket)
            case .memoryPressure(var pressure):
                pressure.footprints = turned(pressure.footprints)
                return .memoryPressure(pressure)
            case _: return $0
            }
        },
        .hears("an alert never ends", .interruptionsEnd) {
            if case .interrupt(.alertDismiss, let ticket) = $0 {
                .interrupt(.alertShow, ticket)
            } else {
                $0
            }
        },
    ]

    static let bugs = flippedRules + others

    private static let others: [PlantedBug] = [
        .effects("the watchdog's kill is lost", .nobodyOverstays) {
            if case .kill = $0 { [] } else { [$0] }
        },
        .effects("a thaw is lost", .frozenIsSuspended) {
            if case .thaw = $0 { [] } else { [$0] }
        },
        .effects("two processes are started", .oneProcessPerApp) {
            if case .spawn(let app, let launch, let arguments) = $0 {
                [$0, .spawn(app, launch.next, arguments: arguments)]
            } else {
                [$0]
            }
        },
        .promises("the answer comes before the disk's", .acknowledgedIsDurable) {
            if case .answer(let ticket) = $0 { .answer(ticket, .done) } else { nil }
        },
        .effects("an answer is given twice", .answeredOnce) {
            if case .answer(_, .done) = $0 { [$0, $0] } else { [$0] }
        },
        .effects("the timer isn't set", .timerIsEarliest) {
            if case .arm = $0 { [] } else { [$0] }
        },
        .changes("a fact isn't deleted", .restartsAreEquivalent) {
            if case .record(.delete) = $0 { [] } else { [$0] }
        },
        .effects("one app's wake-up goes to another", .nothingCrosses) {
            if case .send(let app, let launch, let delivery, let again) = $0,
                app.name == "app.a",
                case .performFetch = delivery.call, let other = AppID("app.b")
            {
                [.send(other, launch, delivery, redelivered: again)]
            } else {
                [$0]
            }
        },
        .effects(
            "a snapshot is taken before didEnterBackground has returned", .snapshotsAreHidden
        ) {
            if case .send(let app, let launch, let delivery, _) = $0,
                case .didEnterBackground = delivery.call
            {
                [.takeSnapshot(app, launch), $0]
            } else {
                [$0]
            }
        },
        .effects("a touch comes to an app that isn't active yet", .touchesReachActive) {
            guard case .send(let app, let launch, var delivery, let again) = $0,
                case .didBecomeActive = delivery.call
            else { return [$0] }
            delivery.call = .input(.touch(.init(.began, x: 1, y: 1)))
            return [.send(app, launch, delivery, redelivered: again)]
        },
        PlantedBug(name: "a wake-up gets two verdicts", breaks: .oneVerdict) { reaction in
            let again = reaction.decisions.filter { $0.reason == .completedNewData }
            var reaction = reaction
            reaction.decisions += again
            return reaction
        },
    ]

    private func find(_ bug: PlantedBug) -> Finding? {
        bug.find(in: 1...200) { .random(seed: $0) }?.finding
    }

    @Test("Random scenarios find it", arguments: bugs)
    func found(bug: PlantedBug) {
        #expect(find(bug) != nil)
    }

    @Test(
        "A flipped rule is found, shrunk to at most ten steps, and explained",
        arguments: flippedRules)
    func shrunk(bug: PlantedBug) throws {
        let finding = try bug.requireFew(steps: 10, in: 1...200) { .random(seed: $0) }
        // Which app, what the core says of it, and what it decided last.
        #expect(finding.problem.hasPrefix("app."), "\(finding)")
        #expect(finding.explanation.first?.hasSuffix(").") == true, "\(finding)")
        #expect(finding.explanation.count > 1, "\(finding)")
    }

    @Test("A lost freeze is explained as a kill for a freeze that nobody asked for")
    func explained() throws {
        let finding = try #require(find(Self.freezesAreLost))
        #expect(finding.problem.contains("nobody asked for"))
        #expect(finding.explanation.first?.contains("is being killed") == true)
    }

    // MARK: What no effect alone can break

    private func deviceWithTwoApps() -> SimulatedDevice {
        let scenario = (1...).lazy.map { Scenario.random(seed: $0) }
            .first { $0.header.apps.count == 2 }
        return SimulatedDevice(scenario ?? Scenario.random(seed: 1))
    }

    @Test("An app that runs on past its deadline is noticed")
    func overstays() {
        let device = deviceWithTwoApps()
        device.run(Step(after: 0, .open(app: 0)))
        device.advance(by: .seconds(1))
        device.processes[0]?.overstaysAt = .zero
        var audit = device.audit
        audit.apps[0].isInFront = false
        device.check(audit)
        #expect(device.finding?.invariant == .nobodyOverstays)
    }

    @Test("Two apps in front are noticed")
    func inFront() {
        let device = deviceWithTwoApps()
        var audit = device.audit
        for index in audit.apps.indices { audit.apps[index].isInFront = true }
        device.check(audit)
        #expect(device.finding?.invariant == .oneInFront)
    }

    @Test("Queues over their limits are noticed")
    func queues() {
        for grow: (inout SystemMachine.AppAudit) -> Void in [
            { $0.openTasks = Limits.openTasksPerApp + 1 },
            { $0.wakes = Limits.wakesPerApp + 1 },
            { $0.outstandingCalls = 2 * Limits.outstandingCallsPerApp },
        ] {
            let device = deviceWithTwoApps()
            var audit = device.audit
            grow(&audit.apps[0])
            device.check(audit)
            #expect(device.finding?.invariant == .queuesAreBounded)
        }
    }

    @Test("What hasn't come to rest is noticed")
    func unsettled() {
        let device = deviceWithTwoApps()
        device.settle()
        #expect(device.finding == nil)
        var audit = device.audit
        audit.apps[1].isDying = true
        device.checkSettled(audit)
        #expect(device.finding?.invariant == .settles)
    }

    @Test("A world that stands still is noticed")
    func standstill() {
        let device = deviceWithTwoApps()
        device.mostAtOneMoment = 1_000
        for _ in 0...1_001 { device.plan(.event(.timer, life: 0), after: .seconds(1)) }
        device.advance(by: .seconds(2))
        #expect(device.finding?.invariant == .progresses)
    }
}
