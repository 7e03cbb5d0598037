import QuiesceCore

/// What became of one scenario.
public struct Outcome: Sendable {
    public var finding: Finding?
    /// Over every event, decision and clock reading.
    public var hash: UInt64
    /// Events that the core was given.
    public var events: Int
    /// How far the clock went.
    public var virtual: Interval
    /// What the core knew once the last step had run, before the day in peace, and when that was.
    public var machine: SystemMachine
    public var end: Moment
    /// One line per event, if they were asked for.
    public var lines: [String]
}

/// Runs scenarios: first the steps with their faults, then a day in peace.
public enum Simulator {
    /// - Parameters:
    ///   - tampering: changes what the core answered, to plant a bug.
    ///   - observing: called after each event that the core handled, on the caller's thread; also
    ///     during the day in peace.
    public static func run(
        _ scenario: Scenario, keepsLines: Bool = false,
        tampering: (@Sendable (Reaction) -> Reaction)? = nil,
        observing: ((Moment, Event, Reaction) -> Void)? = nil
    ) -> Outcome {
        let world = World(
            scenario.header, keepsTrace: keepsLines, tampering: tampering, observing: observing)
        let start = world.started
        for (index, step) in scenario.steps.enumerated() {
            world.step = index
            world.run(step)
            if world.finding != nil { break }
        }
        let (machine, end) = (world.machine, world.now)
        if world.finding == nil { world.settle() }
        if let finding = world.finding { world.trace.note(finding.description) }
        return Outcome(
            finding: world.finding, hash: world.trace.hash, events: world.trace.events,
            virtual: world.now.wall - start, machine: machine, end: end, lines: world.trace.lines)
    }

    /// The smallest scenario found, by leaving steps out, that breaks the same invariant.
    public static func shrink(
        _ scenario: Scenario, tampering: (@Sendable (Reaction) -> Reaction)? = nil
    ) -> Scenario? {
        guard let invariant = run(scenario, tampering: tampering).finding?.invariant else {
            return nil
        }
        var smallest = scenario
        func stillFails(_ steps: [Step]) -> Bool {
            let candidate = Scenario(header: scenario.header, steps: steps)
            return run(candidate, tampering: tampering).finding?.invariant == invariant
        }
        var size = max(smallest.steps.count / 2, 1)
        while true {
            var removed = false
            var start = 0
            while start < smallest.steps.count {
                var steps = smallest.steps
                let range = start..<min(start + size, steps.count)
                // The time that they took may matter; without it is simpler.
                let gone = steps[range].reduce(Int64(0)) { $0 + $1.after }
                steps.removeSubrange(range)
                var later = steps
                if start < later.count { later[start].after += gone }
                if stillFails(steps) {
                    smallest.steps = steps
                    removed = true
                } else if start < later.count, stillFails(later) {
                    smallest.steps = later
                    removed = true
                } else {
                    start += size
                }
            }
            if size == 1, !removed { break }
            size = max(size / 2, 1)
        }
        smallest.header.note += ", shrunk: \(invariant.rawValue)"
        return smallest
    }
}
