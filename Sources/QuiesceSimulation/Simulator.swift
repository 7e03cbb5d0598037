import QuiesceCore

/// The result of one scenario.
public struct Outcome: Sendable {
    public var finding: Finding?
    /// Over every event, decision and clock reading.
    public var hash: UInt64
    /// Events that the core was given.
    public var events: Int
    /// How far the clock went.
    public var virtual: Interval
    /// One line per event, if they were asked for.
    public var lines: [String]
    /// The core's state once the last step had run, before the day in peace, and the moment of
    /// that.
    public var machine: SystemMachine
    public var end: Moment
}

/// Runs scenarios: first the steps with their faults, then a day in peace.
public enum Simulator {
    /// - Parameters:
    ///   - observing: called after every event, with what the core made of it; also while the apps
    ///     are installed before the first step, and in the day in peace after the last.
    ///   - tampering: changes what the core answered, to plant a bug.
    ///   - mishearing: changes what the core hears, to plant one of another kind.
    public static func run(
        _ scenario: Scenario, keepsLines: Bool = false,
        observing: ((Moment, Event, Reaction) -> Void)? = nil,
        tampering: (@Sendable (Reaction) -> Reaction)? = nil,
        mishearing: (@Sendable (Event) -> Event)? = nil
    ) -> Outcome {
        run(
            scenario, keepsLines: keepsLines, observing: observing, tampering: tampering,
            mishearing: mishearing, preparing: { _ in })
    }

    /// - Parameter preparing: changes the world, to plant a bug there.
    package static func run(
        _ scenario: Scenario, keepsLines: Bool = false,
        observing: ((Moment, Event, Reaction) -> Void)? = nil,
        tampering: (@Sendable (Reaction) -> Reaction)? = nil,
        mishearing: (@Sendable (Event) -> Event)? = nil, preparing: (SimulatedDevice) -> Void
    ) -> Outcome {
        let device = SimulatedDevice(
            scenario, keepsTrace: keepsLines, observer: observing, tampering: tampering,
            mishearing: mishearing, prepare: preparing)
        for (index, step) in scenario.steps.enumerated() {
            device.step = index
            device.run(step)
            if device.finding != nil { break }
        }
        let (machine, end) = (device.machine, device.now)
        if device.finding == nil { device.settle() }
        if let finding = device.finding { device.trace.note(finding.description) }
        return Outcome(
            finding: device.finding, hash: device.trace.hash, events: device.trace.events,
            virtual: device.elapsed, lines: device.trace.lines,
            machine: machine, end: end)
    }

    /// The smallest scenario found, by leaving steps out, that breaks the same invariant.
    public static func shrink(
        _ scenario: Scenario, tampering: (@Sendable (Reaction) -> Reaction)? = nil,
        mishearing: (@Sendable (Event) -> Event)? = nil
    ) -> Scenario? {
        shrink(scenario) { run($0, tampering: tampering, mishearing: mishearing) }
    }

    /// - Parameter run: runs one, with the bug.
    package static func shrink(_ scenario: Scenario, running run: (Scenario) -> Outcome)
        -> Scenario?
    {
        func broken(by scenario: Scenario) -> Invariant? { run(scenario).finding?.invariant }
        guard let invariant = broken(by: scenario) else { return nil }
        var smallest = scenario
        func stillFails(_ steps: [Step]) -> Bool {
            broken(by: Scenario(header: scenario.header, steps: steps)) == invariant
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
        smallest.header.note += ", shrunk: \(invariant.words)"
        return smallest
    }
}

extension SimulatedDevice {
    convenience init(
        _ scenario: Scenario, keepsTrace: Bool = false, observer: Observer? = nil,
        tampering: (@Sendable (Reaction) -> Reaction)? = nil,
        mishearing: (@Sendable (Event) -> Event)? = nil,
        prepare: (SimulatedDevice) -> Void = { _ in }
    ) {
        let header = scenario.header
        self.init(
            profile: header.rules, apps: header.apps, absent: Set(header.absent ?? []),
            start: header.startMoment.before(by: Self.setUpTime), keepsTrace: keepsTrace,
            observer: observer, tampering: tampering, mishearing: mishearing, prepare: prepare)
    }
}
