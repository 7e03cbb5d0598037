/// The device's clock and zone as the core knows them, and the next moment that is a significant
/// time change (Q1): midnight, the beginning or end of summer time.
// derive: json
struct Calendar: Sendable, Hashable {
    var offsets: UTCOffsets
    /// The wall time at which the boot clock was at zero: the value changes when somebody sets the
    /// clock, not while the device sleeps.
    var epoch: WallTime
    var next: WallTime
    /// When the timer is to fire for it, on the clock that deadlines count.
    var due: AwakeInstant

    init(_ offsets: UTCOffsets, at now: Moment) {
        self.offsets = offsets
        epoch = Self.epoch(at: now)
        next = offsets.nextSignificantChange(after: now.wall)
        due = now.awake + (next - now.wall)
    }

    static func epoch(at now: Moment) -> WallTime {
        now.wall.before(by: Interval(nanoseconds: now.instant.nanoseconds))
    }

    /// Whether somebody set the clock since, and didn't only correct it.
    func clockWasSet(at now: Moment) -> Bool {
        let step = Self.epoch(at: now) - epoch
        return max(step, .zero - step) >= Limits.clockCorrection
    }

    /// Goes on to the moment after, if `next` has passed.
    /// - Returns: whether it has.
    mutating func passes(_ now: Moment) -> Bool {
        let hasPassed = now.wall >= next
        if hasPassed { next = offsets.nextSignificantChange(after: now.wall) }
        // The clock was corrected, or the device slept.
        let expected = now.awake + (next - now.wall)
        let error = expected - due
        if hasPassed || due <= now.awake || max(error, .zero - error) >= Limits.clockCorrection {
            due = expected
        }
        return hasPassed
    }
}

extension SystemMachine {
    /// The shell's word on the time zone's offsets, at its start, when the zone has changed or the
    /// clock was set, and before the table ends.
    mutating func clockChanged(_ offsets: UTCOffsets) {
        // A new daemon hears of the zone before it begins, so that nothing fires by one that it was
        // in once. Whether the clock was set comes out when it hears of it again.
        if awaitedBoot != nil, around.calendar != nil {
            around.calendar?.offsets = offsets
            return
        }
        let now = around.now
        let wasSet = around.calendar?.clockWasSet(at: now) == true
        around.calendar = Calendar(offsets, at: now)
        transfers.followClock(now)
        notifications.followClock(wasSet: wasSet, in: &around)
        if wasSet { timeChanged(.clockSet) }
    }

    /// Midnight, and what else is a significant time change by itself.
    mutating func followCalendar() {
        // Before anything else in an event: what is handled next happens on the new day.
        let now = around.now
        guard around.calendar?.passes(now) == true else { return }
        timeChanged(.calendarDayChanged)
    }

    private mutating func timeChanged(_ reason: Reason) {
        _ = around.out.decide(.input, reason, .q1)
        setDevice(around.device.changed { $0.timeChanges &+= 1 })
    }

    /// The device is as `record` says: apps that execute are told at once, the others when they
    /// wake (Q1, Q4).
    mutating func setDevice(_ record: DeviceRecord) {
        guard record.revision != around.device.revision else { return }
        let before = around.conditionsFact
        around.device = record
        transfers.followConditions(in: &around)
        if let fact = around.conditionsFact {
            if fact != before { around.out.record(.put(fact)) }
        } else if before != nil {
            around.out.record(.delete(key: Fact.conditionsKey))
        }
        around.updateAll { $0.dropForbiddenWakes($1, &$2) }
    }

    /// Takes a change of the device that a tool, or one of the machine's own sources, reports.
    mutating func changed(
        by change: DeviceChange, _ ticket: Ticket
    ) {
        _ = around.out.decide(.input, .deviceChanged, .d1, detail: .change(change))
        if let refusal = change.refusal(in: around.device.conditions) {
            return around.refuse(refusal, nil, ticket)
        }
        let (real, before) = (real, around.conditionsFact)
        setDevice(around.device.changed { change.override(&$0, real: real) })
        // A tool's report outlasts a restart of the device.
        around.answer(ticket, durable: around.conditionsFact != before)
    }

    mutating func sensed(_ change: DeviceChange) {
        real.note(change)
        guard let source = change.source, !around.device.conditions.overridden.contains(source)
        else {
            return
        }
        let real = real
        let record = around.device.changed { change.apply(to: &$0, real: real) }
        guard record.revision != around.device.revision else { return }
        _ = around.out.decide(.input, .deviceChanged, .q1, detail: .change(change))
        setDevice(record)
    }
}
