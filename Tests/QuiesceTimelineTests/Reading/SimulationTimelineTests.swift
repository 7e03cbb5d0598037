import QuiesceCore
import QuiesceSimulation
import Testing

@testable import QuiesceTimeline

@Suite("A timeline of a simulation") struct SimulationTimelineTests {
    @Test("It has what an observer of the run sees, from its start to its end")
    func run() throws {
        let scenario = Scenario.random(seed: 7, events: 60)
        var told: [Decision] = []
        let start = scenario.header.startMoment.wall
        let outcome = Simulator.run(
            scenario,
            observing: { now, _, reaction in
                if now.wall >= start { told += reaction.decisions }
            })
        let end = outcome.end.wall
        told.removeAll { $0.time > end }
        let (found, _) = Timeline.simulation(scenario, until: end)
        let timeline = try #require(found)
        #expect(timeline.rows.map(\.seq) == told.map(\.seq))
        #expect(timeline.now >= timeline.events.last?.time ?? 0)
        let times = timeline.events.map(\.time)
        #expect(times == times.sorted())
    }
}
