import QuiesceCore

/// How the daemon ends at an event.
public enum RestartDeath: String, Sendable, Hashable, CaseIterable {
    case killedBeforeRecording = "killed before it recorded the event"
    case killedAfterRecording = "killed after it recorded the event, and before it acted"
    case killedAfterActing = "killed after it acted on the event, and before the store had it"
    /// The journal is lost with it: only what was durable is left.
    case powerCut = "cut off from power after it recorded the event"
}

/// Where a daemon's death made a difference.
public struct RestartDifference: Sendable, Hashable, CustomStringConvertible {
    /// Counts from 1.
    public var event: Int
    public var death: RestartDeath
    public var problem: String

    public var description: String {
        "at event \(event) the daemon is \(death.rawValue), and then: \(problem)"
    }
}

extension Simulator {
    /// Runs a scenario again and again, with the daemon dying at another of its events each time, and
    /// compares what lasts with the run in which nothing happens to it: verdicts of wake-ups,
    /// installed apps, force-quits. Tools ask the next daemon again.
    ///
    /// It says something where the scenario's steps are far enough apart for the apps to come to rest
    /// between them: a restart takes time, and who comes first may rightly matter.
    ///
    /// - Returns: the number of events in the undisturbed run, and the first difference.
    public static func checkRestarts(
        _ scenario: Scenario, deaths: [RestartDeath] = RestartDeath.allCases
    ) -> (events: Int, difference: RestartDifference?) {
        let undisturbed = outcome(of: scenario, nil)
        if let finding = undisturbed.finding {
            return (
                undisturbed.events,
                RestartDifference(event: 0, death: .powerCut, problem: "\(finding)")
            )
        }
        for event in 1...max(1, undisturbed.events) {
            for death in deaths {
                let disturbed = outcome(of: scenario, (event, death))
                let problem =
                    disturbed.finding?.description
                    ?? disturbed.durable.difference(
                        from: undisturbed.durable, restartedAfter: disturbed.lastWakeAtCut)
                if let problem {
                    return (
                        undisturbed.events,
                        RestartDifference(event: event, death: death, problem: problem)
                    )
                }
            }
        }
        return (undisturbed.events, nil)
    }

    private static func outcome(
        of scenario: Scenario, _ death: (event: Int, death: RestartDeath)?
    ) -> (durable: DurableOutcome, events: Int, finding: Finding?, lastWakeAtCut: UInt64?) {
        let device = SimulatedDevice(
            scenario,
            prepare: { device in
                device.plannedDeath = death
                device.requests = Requests()
                device.watch.outcome = DurableOutcome()
            })
        for (index, step) in scenario.steps.enumerated() where device.finding == nil {
            device.step = index
            device.run(step)
        }
        if device.finding == nil { device.settle() }
        var durable = device.watch.outcome ?? DurableOutcome()
        durable.add(device.machine.facts)
        return (durable, device.trace.events, device.finding, device.lastWakeAtCut)
    }
}
