import QuiesceCore
import QuiesceSimulation
import Testing

@Suite struct StepTests {
    /// Each decision, with the milliseconds since the start.
    private func decisions(_ scenario: Scenario) -> [(at: Int64, what: Decision)] {
        var found: [(Int64, Decision)] = []
        let outcome = Simulator.run(
            scenario,
            observing: { now, _, reaction in
                let at = (now.wall - .zero).nanoseconds / 1_000_000
                found += reaction.decisions.map { (at, $0) }
            })
        #expect(outcome.finding == nil, "\(outcome.finding?.description ?? "")")
        return found
    }

    @Test("A habit begins its named task in its callback, and ends it in its time")
    func habits() throws {
        var behaviour = AppBehaviour()
        behaviour.habits = [
            Habit(call: "didEnterBackground", work: Work(name: "up", lasts: 40_000))
        ]
        let decisions = decisions(
            try .oneApp([
                Step(after: 0, .behave(app: 0, behaviour)), Step(after: 0, .open(app: 0)),
                Step(after: 10_000, .home), Step(after: 100_000, .rest),
            ]))
        let began = try #require(decisions.first { $0.what.reason == .taskBegan })
        #expect(began.what.detail?.words.contains("\"up\"") == true)
        #expect((10_000...10_100).contains(began.at))
        let ended = try #require(decisions.first { $0.what.reason == .taskEnded })
        #expect(ended.at - began.at == 40_000)
    }

    @Test("Work that is left when the app is killed begins anew with the next, and not before")
    func killed() throws {
        let decisions = decisions(
            try .oneApp([
                Step(after: 0, .open(app: 0)),
                Step(after: 1_000, .work(app: 0, Work(lasts: 5_000))),
                Step(after: 1_000, .die(app: 0, signal: 9)), Step(after: 1_000, .open(app: 0)),
                Step(after: 1_000, .work(app: 0, Work(lasts: 60_000))),
                Step(after: 100_000, .rest),
            ]))
        #expect(decisions.filter { $0.what.reason == .taskEnded }.map(\.at) == [64_000])
    }

    @Test("When memory runs out, a suspended app is purged with what it uses")
    func memory() throws {
        var behaviour = AppBehaviour()
        behaviour.memory = 300_000_000
        let decisions = decisions(
            try .oneApp([
                Step(after: 0, .behave(app: 0, behaviour)), Step(after: 0, .open(app: 0)),
                Step(after: 10_000, .home),
                Step(after: 10_000, .memoryPressure(.critical, bytes: 200_000_000)),
                Step(after: 10_000, .rest),
            ]))
        let kill = try #require(decisions.first { $0.what.kind == .kill })
        #expect(kill.what.reason == .memoryPressure)
        #expect(kill.what.detail == .memory(bytes: 300_000_000))
    }

    @Test("A completion handler hears what the app is to say")
    func result() throws {
        var behaviour = AppBehaviour()
        behaviour.result = .failed
        let decisions = decisions(
            try .oneApp([
                Step(after: 0, .behave(app: 0, behaviour)), Step(after: 0, .fetch(app: 0)),
                Step(after: 10_000, .rest),
            ]))
        #expect(decisions.contains { $0.what.reason == .completedFailed })
    }

    @Test("After a restart of the device, things go on at their times")
    func restart() throws {
        let decisions = decisions(
            try .oneApp([
                Step(after: 3_600_000, .open(app: 0)), Step(after: 10_000, .shutDown),
                Step(after: 60_000, .lock), Step(after: 60_000, .unlock),
            ]))
        let lock = try #require(decisions.first { $0.what.reason == .lock })
        let unlock = try #require(decisions.first { $0.what.reason == .unlock })
        #expect(lock.at == 3_670_000)
        #expect(unlock.at == 3_730_000)
    }

    @Test("An app that isn't there at the start can be installed later")
    func absent() throws {
        var scenario = try Scenario.oneApp([
            Step(after: 1_000, .open(app: 0)), Step(after: 1_000, .install(app: 0)),
            Step(after: 1_000, .open(app: 0)), Step(after: 10_000, .rest),
        ])
        scenario.header.absent = [0]
        let decisions = decisions(scenario)
        #expect(decisions.first.map(\.what.reason) == .unknownApp)
        #expect(decisions.contains { $0.at == 3_000 && $0.what.reason == .opened })
    }

    @Test("Rules of one's own are the device's, and survive the file")
    func policy() throws {
        var scenario = try Scenario.oneApp([Step(after: 0, .rest)])
        scenario.header.policy = .ios4
        scenario.header.policy?.name = "mine"
        scenario.header.profile = "mine"
        let read = try Scenario(lines: scenario.lines())
        #expect(read == scenario)
        #expect(Simulator.run(read).machine.profile.name == "mine")
    }

    @Test("The end state is that of the last step, before the day in peace")
    func machine() throws {
        let scenario = try Scenario.oneApp([
            Step(after: 0, .open(app: 0)), Step(after: 1_000, .home),
            Step(after: 3_600_000, .fetch(app: 0)), Step(after: 1, .rest),
        ])
        let outcome = Simulator.run(scenario)
        #expect(outcome.end.wall == scenario.end)
        #expect(outcome.machine.views.map(\.state) == [.background])
    }
}
