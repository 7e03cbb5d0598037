import QuiesceCore
import QuiesceSimulation
import TestSupport
import Testing

@Suite struct RunSummaryTests {
    /// The summary of a run of one app that may fetch.
    private func summary(_ steps: Step...) throws -> RunSummary.App {
        let scenario = try Scenario.oneApp(steps)
        var summary = RunSummary(
            apps: scenario.header.apps, from: scenario.header.startMoment)
        let outcome = Simulator.run(
            scenario,
            observing: { now, event, reaction in
                if scenario.spans(now) { summary.note(now, event, reaction) }
            })
        #expect(outcome.finding == nil, "\(outcome.finding?.description ?? "")")
        #expect(outcome.end.wall == scenario.end)
        summary.finish(at: outcome.end)
        return try #require(summary.apps.first)
    }

    @Test("The time in all states is the time that passed, and only executing is granted")
    func time() throws {
        let app = try summary(
            Step(after: 10_000, .open(app: 0)), Step(after: 60_000, .home),
            Step(after: 100_000, .rest))
        #expect(app.time.values.reduce(.zero, +) == .seconds(170))
        #expect(app.time[.notRunning] == .seconds(10))
        #expect(app.grantedInFront == .seconds(60))
        let suspended = try #require(app.time[.suspended])
        #expect(app.grantedOutOfSight == .seconds(100) - suspended)
        #expect(app.grantedOutOfSight < .seconds(1))
        #expect(app.launches == [.opened: 1])
        #expect(app.state == .suspended)
    }

    @Test("Time in which the machine is suspended grants nothing")
    func machineSuspended() throws {
        let app = try summary(
            Step(after: 0, .open(app: 0)), Step(after: 60_000, .suspend(milliseconds: 3_600_000)),
            Step(after: 60_000, .rest))
        #expect(app.time[.active].map { $0 > .seconds(3_700) } == true)
        #expect(app.grantedInFront == .seconds(120))
    }

    @Test("Time up to a power cut counts, and what it ended has ended")
    func powerCut() throws {
        let app = try summary(
            Step(after: 0, .open(app: 0)), Step(after: 600_000, .powerCut(journalKept: false)),
            Step(after: 400_000, .rest))
        #expect(app.grantedInFront == .seconds(600))
        #expect(app.time[.notRunning] == .seconds(400))
        #expect(app.state == .notRunning)
    }

    @Test("Wake-ups, kills and refusals are counted by their reasons")
    func counts() throws {
        var late = AppBehaviour()
        late.completesAfter = nil
        let app = try summary(
            Step(after: 0, .fetch(app: 0)), Step(after: 60_000, .fetch(app: 0)),
            Step(after: 60_000, .push(app: 0, contentAvailable: true, times: 1)),
            Step(after: 60_000, .behave(app: 0, late)), Step(after: 0, .fetch(app: 0)),
            Step(after: 60_000, .open(app: 0)), Step(after: 1_000, .die(app: 0, signal: 11)),
            Step(after: 1_000, .rest))
        #expect(app.wakes == ["fetch": 3])
        #expect(app.verdicts == [.completedNewData: 2, .appEnded: 1])
        #expect(app.refusals == [.modeNotDeclared: 1])
        #expect(app.kills == [.completionHandlerMissing: 1])
        #expect(app.exits == [.completionHandlerMissing: 1, .crashed: 1])
        #expect(app.launches == [.launched: 1, .opened: 1])
    }
}

extension Scenario {
    /// A device with one app, a.b, that may fetch.
    static func oneApp(_ steps: [Step]) throws -> Scenario {
        let id = try #require(AppID("a.b"))
        let app = AppManifest(
            id: id, name: "Tom \"B\"", version: "1", executable: "b", backgroundModes: [.fetch])
        var header = Header(note: "", profile: "ios8", apps: [app])
        header.start = .zero
        return Scenario(header: header, steps: steps)
    }

    /// Whether something at that moment belongs to the steps.
    func spans(_ now: Moment) -> Bool { header.startMoment.wall <= now.wall && now.wall <= end }

    /// When the last step has run.
    var end: WallTime {
        steps.reduce(header.startMoment.wall) { time, step in
            if case .suspend(let length) = step.action {
                time + .milliseconds(step.after + length)
            } else {
                time + .milliseconds(step.after)
            }
        }
    }
}
