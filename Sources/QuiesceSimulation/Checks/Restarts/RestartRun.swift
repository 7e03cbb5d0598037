import QuiesceCore

/// One run of a scenario, in which the daemon dies once, or not. A scenario is a row of stories:
/// whatever somebody does at once, and then a long rest.
struct RestartRun {
    /// Between two stories, and where it is looked at what there is in the midst of one.
    private static let restBetweenStories = Interval.seconds(600)
    private static let rest = Interval.seconds(60)
    /// After the device's restart: until its user unlocks it, and again until they go on.
    private static let userWaits = Interval.seconds(30)
    /// The time by which requests of a story's last step are promised.
    private static let promised = Interval.seconds(10)

    let device: SimulatedDevice
    private let steps: [Step]
    private let stories: [Range<Int>]
    private let death: (event: Int, death: RestartDeath)?
    /// When each story began: the same in each run.
    private(set) var starts: [Interval] = []
    private let expectedStarts: [Interval]?
    private var performed: Set<Int> = []
    private var lastStepAt = Interval.zero
    private var story = 0
    /// The changes that the run's death may rightly make.
    private var changes = DurableOutcome.Death()
    private let firstLife: Int
    private var isNoticed = false
    /// The user means it to be.
    private var isLocked = false

    /// - Parameters:
    ///   - starts: those of the undisturbed run.
    ///   - preparing: changes the world, to plant a bug there.
    init(
        _ scenario: Scenario, _ death: (event: Int, death: RestartDeath)? = nil,
        starts: [Interval]? = nil, keepsLines: Bool = false,
        preparing: (SimulatedDevice) -> Void = { _ in }
    ) {
        self.death = death
        expectedStarts = starts
        steps = scenario.steps
        stories = Self.stories(of: scenario.steps)
        device = SimulatedDevice(
            scenario, keepsTrace: keepsLines,
            prepare: { device in
                device.plannedDeath = death
                device.requests = Requests()
                device.watch.outcome = DurableOutcome()
                preparing(device)
            })
        firstLife = device.life
    }

    private static func stories(of steps: [Step]) -> [Range<Int>] {
        var stories: [Range<Int>] = []
        var start = 0
        for index in steps.indices.dropFirst()
        where .milliseconds(steps[index].after) >= restBetweenStories {
            stories.append(start..<index)
            start = index
        }
        return steps.isEmpty ? [] : stories + [start..<steps.count]
    }

    var events: Int { device.trace.events }
    var outcome: DurableOutcome { device.watch.outcome ?? DurableOutcome() }

    mutating func run() {
        for place in stories.indices {
            pass(until: start(of: place))
            story = place
            device.watch.outcome?.story = place
            tell(stories[place])
        }
        pass(until: start(of: stories.count))
        guard device.finding == nil else { return }
        story = stories.count
        device.watch.outcome?.story = story
        device.settle()
        noticeDeath()
        device.watch.outcome?.rests(before: nil, device)
    }

    private mutating func start(of place: Int) -> Interval {
        let pause =
            place < stories.count
            ? Interval.milliseconds(steps[stories[place].lowerBound].after)
            : Self.restBetweenStories
        let start = expectedStarts?[place] ?? device.elapsed + pause
        starts.append(start)
        return start
    }

    private mutating func tell(_ range: Range<Int>) {
        for index in range where device.finding == nil {
            let after = Interval.milliseconds(steps[index].after)
            if index > range.lowerBound {
                pass(until: device.elapsed + after)
                if changes.cutIn == story { return }
            }
            if after >= Self.rest { device.watch.outcome?.rests(before: index, device) }
            perform(index)
        }
        lastStepAt = device.elapsed
    }

    private mutating func perform(_ index: Int) {
        performed.insert(index)
        device.step = index
        let action = steps[index].action
        switch action {
        case .lock, .sleep: isLocked = true
        case .unlock: isLocked = false
        case _: break
        }
        device.run(Step(after: 0, action))
    }

    /// - Returns: whether the daemon has died since.
    @discardableResult
    private mutating func noticeDeath() -> Bool {
        guard !isNoticed, device.life > firstLife else { return false }
        isNoticed = true
        changes.locks = device.locksAtStart
        changes.story = story
        if device.powerCutAt != nil { changes.cutIn = story }
        return true
    }

    private mutating func pass(until end: Interval) {
        repeat {
            let left = max(.zero, end - device.elapsed)
            device.advance(by: min(left, .seconds(1)))
            guard noticeDeath() else { continue }
            if let time = device.powerCutAt {
                comeBack(afterCutAt: time)
            } else if changes.locks, !isLocked {
                device.perform(.unlock)
            }
        } while device.elapsed < end && device.finding == nil
    }

    /// The power was cut: the user unlocks the device, and begins again with what they were at.
    private mutating func comeBack(afterCutAt time: Interval) {
        device.advance(by: Self.userWaits)
        device.perform(.unlock)
        guard story < stories.count else { return }
        let range = stories[story]
        let isOver = range.allSatisfy(performed.contains) && time >= lastStepAt + Self.promised
        guard !isOver else { return }
        for index in range where isDoneAgain(index, in: range) {
            device.advance(
                by: index > range.lowerBound
                    ? .milliseconds(steps[index].after) : Self.userWaits)
            guard device.finding == nil else { return }
            perform(index)
        }
    }

    private func isDoneAgain(_ index: Int, in story: Range<Int>) -> Bool {
        switch steps[index].action {
        case _ where !performed.contains(index): true
        // A notification that the app schedules again is shown again, and the user treats it as
        // they did the first.
        case .openNotification, .dismissNotification, .answerNotification:
            steps[story.lowerBound..<index].contains(where: \.action.schedulesNotification)
        case let action: !action.body.isDoneOnce
        }
    }

    func difference(from undisturbed: RestartRun) -> RestartDifference? {
        guard let death else { return nil }
        if let finding = device.finding {
            return RestartDifference(
                event: death.event, death: death.death, problem: finding.description)
        }
        var changes = changes
        changes.replaced = device.pushes.gateway.replaced
        guard let found = outcome.difference(from: undisturbed.outcome, after: changes) else {
            return nil
        }
        return RestartDifference(
            event: death.event, death: death.death, problem: found.description, difference: found)
    }
}

extension Step.Action {
    fileprivate var schedulesNotification: Bool {
        if case .notification(_, .schedule) = self { true } else { false }
    }
}
