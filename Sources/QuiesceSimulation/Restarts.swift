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
    /// Counts from 1; 0: something was wrong already without any death.
    public var event: Int
    public var death: RestartDeath
    public var problem: String
    /// The difference in the outcome; nil: an invariant didn't hold.
    public var difference: DurableDifference?

    public var description: String {
        event == 0
            ? "without any death: \(problem)"
            : "at event \(event) the daemon is \(death.rawValue), and then: \(problem)"
    }
}

/// The result of letting the daemon die again and again.
public struct RestartResult: Sendable {
    /// In the undisturbed run.
    public var events: Int
    /// How often the daemon died.
    public var deaths = 0
    /// The first one.
    public var difference: RestartDifference?
    /// A line an event of the run with the difference, if lines were to be kept.
    public var lines: [String] = []
}

extension Simulator {
    /// Runs a scenario again and again, with the daemon dying at another of its events each time,
    /// and compares what lasts with the run in which nothing happens to it: every kind of fact,
    /// whenever everything has come to rest, and how each thing ended. Tools ask the next daemon
    /// again; after a power cut the user begins again what they were at.
    ///
    /// It says something where the scenario's stories are far enough apart for everything to come
    /// to rest between them: a restart takes time, and who comes first may rightly matter.
    ///
    /// - Parameters:
    ///   - stride: only at each so-manieth event, by another death each time; nil: at each event,
    ///     by each death.
    ///   - event: only at that one; nil: at each. Not together with a stride.
    ///   - keepsLines: whether the result has the lines of the run with the difference.
    public static func checkRestarts(
        _ scenario: Scenario, deaths: [RestartDeath] = RestartDeath.allCases,
        every stride: Int? = nil, at event: Int? = nil, keepsLines: Bool = false
    ) -> RestartResult {
        checkRestarts(
            scenario, deaths: deaths, every: stride, at: event, keepsLines: keepsLines,
            preparing: { _ in })
    }

    /// - Parameter preparing: changes the world in which the daemon dies, to plant a bug there.
    static func checkRestarts(
        _ scenario: Scenario, deaths: [RestartDeath], every stride: Int?, at only: Int? = nil,
        keepsLines: Bool = false, preparing: (SimulatedDevice) -> Void
    ) -> RestartResult {
        var undisturbed = RestartRun(scenario)
        undisturbed.run()
        var result = RestartResult(events: undisturbed.events)
        if let finding = undisturbed.device.finding {
            result.difference = RestartDifference(
                event: 0, death: .powerCut, problem: "\(finding)")
            return result
        }
        for event in Swift.stride(from: 1, through: undisturbed.events, by: stride ?? 1)
        where only == nil || event == only {
            let chosen = stride.map { [deaths[event / $0 % deaths.count]] } ?? deaths
            for death in chosen {
                var disturbed = RestartRun(
                    scenario, (event, death), starts: undisturbed.starts, keepsLines: keepsLines,
                    preparing: preparing)
                disturbed.run()
                result.deaths += 1
                guard let found = disturbed.difference(from: undisturbed) else { continue }
                result.difference = found
                result.lines = disturbed.device.trace.lines
                return result
            }
        }
        return result
    }
}
