import QuiesceCore
import QuiesceSimulation

extension Timeline {
    /// The life of a simulated device, from the start of a scenario to its end.
    ///
    /// - Returns: nil when the scenario ends before its device has started.
    package static func simulation(
        _ scenario: Scenario, until end: WallTime, keeping most: Int = Limits.timelineDecisions,
        observing: Observer? = nil
    ) -> (timeline: Timeline?, outcome: Outcome) {
        let start = scenario.header.startMoment
        var recorder: TimelineRecorder?
        var endings: [Decision] = []
        var device: SimulatedDevice?
        func observe(_ now: Moment, _ event: Event, _ reaction: Reaction) {
            guard let machine = device?.machine, now.wall <= end else { return }
            // Before it, the apps are installed; after it comes the day without faults.
            if now.wall < start.wall {
                recorder = TimelineRecorder(machine, at: start, keeping: most)
                return
            }
            if recorder == nil { recorder = TimelineRecorder(machine, at: start, keeping: most) }
            recorder?.note(now, event, reaction, machine)
            observing?(now, event, reaction)
            endings += reaction.decisions.filter { LaunchEnding($0) != nil }
        }
        let outcome = Simulator.run(scenario, observing: observe, preparing: { device = $0 })
        var timeline = recorder?.finish(outcome.machine, at: outcome.end)
        endings.removeAll { $0.seq > outcome.machine.lastDecision }
        timeline?.answer(outcome.machine, at: outcome.end, earlier: endings)
        return (timeline, outcome)
    }
}
