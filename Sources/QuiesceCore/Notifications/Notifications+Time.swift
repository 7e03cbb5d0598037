// The clock, the zones and restarts, for notifications (N5, N7).
extension Notifications {
    // MARK: Zones

    /// Names of the zones whose offsets are needed, in order.
    var neededZones: [String] {
        let named = ids.compactMap { id -> String? in
            guard case .named(let zone) = entries[id]?.value.notification.rule?.zone else {
                return nil
            }
            return zone.name
        }
        var zones: [String] = []
        for name in named.sorted() where zones.last != name { zones.append(name) }
        return zones
    }

    func offsets(of notification: LocalNotification, _ around: borrowing Surroundings)
        -> UTCOffsets?
    {
        notification.rule.flatMap { offsets(of: $0.zone, around) }
    }

    /// nil: the shell hasn't said.
    func offsets(of zone: FireZone, _ around: borrowing Surroundings) -> UTCOffsets? {
        switch zone {
        case .absolute: .utc
        case .device: around.calendar?.offsets
        case .named(let zone): zones.first { $0.name == zone.name }?.offsets
        }
    }

    /// Where the wall hangs that an app means: with the device, if it names the zone that this is
    /// in, and so it goes along from there.
    ///
    /// - Returns: nil: it is no zone's name.
    mutating func zone(
        _ zone: ZoneOffsets?, in around: inout Surroundings
    ) -> FireZone? {
        guard let zone else { return .absolute }
        if isOfDevice(zone, around) { return .device }
        guard let name = ZoneName(zone.name) else { return nil }
        guard offsets(of: .named(name), around) != zone.offsets else { return .named(name) }
        // The newest that was looked up counts, for what is scheduled already as well.
        let needed = Set(neededZones)
        zones.removeAll { $0.name == zone.name || !needed.contains($0.name) }
        zones.append(zone)
        zones.sort { $0.name < $1.name }
        if needed.contains(zone.name) { recompute(around) }
        return .named(name)
    }

    private func isOfDevice(_ zone: ZoneOffsets, _ around: borrowing Surroundings) -> Bool {
        guard let calendar = around.calendar else { return false }
        // The machine's own zone may have no name.
        guard let name = around.device.conditions.timeZone else {
            return zone.offsets.agrees(with: calendar.offsets, from: around.now.wall)
        }
        return name == zone.name
    }

    mutating func setZones(_ tables: [ZoneOffsets], in around: inout Surroundings) {
        let needed = Set(neededZones)
        var taken: Set<String> = []
        zones = tables.filter {
            needed.contains($0.name) && taken.insert($0.name).inserted
        }
        zones.sort { $0.name < $1.name }
        recompute(around)
    }

    // MARK: The clock

    func next(_ notification: LocalNotification, _ now: Moment, _ around: borrowing Surroundings)
        -> WallTime?
    {
        offsets(of: notification, around).flatMap { notification.next(at: now.wall, in: $0) }
    }

    private mutating func recompute(_ around: borrowing Surroundings) {
        for id in ids {
            guard let notification = self[id], notification.rule != nil else { continue }
            set(notification, next: next(notification, around.now, around))
        }
    }

    /// The clock may have been set, or the device's zone be another.
    mutating func followClock(wasSet: Bool, in around: inout Surroundings) {
        guard !isIdle else { return }
        if wasSet {
            // Whoever sets it knows what time it is.
            if heldSince != nil {
                note(.clockTrusted, .n7, nil, .notification(.clock(around.now.wall)), in: &around)
            }
            heldSince = nil
            isTouched = true
        }
        recompute(around)
    }

    /// Asks for the timer, on the clock that goes on while the device sleeps: a notification wakes
    /// it. A timer that was asked for stays while it is as good, as the two clocks never run quite
    /// alike.
    mutating func settleAlarm(_ around: borrowing Surroundings) {
        let now = around.now
        settleIndex()
        guard around.shuttingDown == nil, let (wall, most) = nextAlarm(now) else {
            alarm = nil
            return
        }
        // Both may be before 1970; else the wall counts from there, as the difference might be too
        // large.
        let wait = wall - (wall > .zero ? max(now.wall, .zero) : now.wall)
        let isFar = wait > most
        let at = now.instant + min(wait, most)
        if let alarm, alarm.wall == wall, alarm.instant > now.instant {
            let error = alarm.instant - at
            if error <= Limits.alarmDrift, isFar || error >= .zero - Limits.alarmDrift { return }
        }
        alarm = .init(wall: wall, instant: at)
    }

    /// The wall time that is waited for, and the longest wait.
    private func nextAlarm(_ now: Moment) -> (WallTime, most: Interval)? {
        guard let due else { return nil }
        guard let since = heldSince else { return (due, Limits.farthestAlarm) }
        return (clock, (since + Limits.clockDistrust) - now.instant)
    }

    // MARK: The clock of a device without a battery for it

    /// Ends the wait for a clock that was older than the store, once it has caught up (T3 of the
    /// reliability catalogue), or it is the store that must be wrong.
    mutating func release(in around: inout Surroundings) {
        guard let since = heldSince else { return }
        let waited = around.now.instant - since
        guard around.now.wall >= clock || waited >= Limits.clockDistrust else {
            return
        }
        heldSince = nil
        isTouched = true
        recompute(around)
        note(.clockTrusted, .n7, nil, .notification(.clock(around.now.wall)), in: &around)
    }

    // MARK: Restarts

    /// A new daemon: what it isn't known to have shown is shown again.
    mutating func restart(
        deviceRestarted: Bool, in around: inout Surroundings
    ) {
        alarm = nil
        guard !isIdle || last > 0 else { return }
        if deviceRestarted {
            heldSince = nil
            if around.now.wall + Limits.clockCorrection < clock {
                heldSince = around.now.instant
                note(.clockBehind, .n7, nil, .notification(.clock(clock)), in: &around)
            }
        }
        recompute(around)
        for id in ids {
            guard var notification = self[id] else { continue }
            if let shown = notification.shown, shown.asked > 0 {
                notification.shown?.asked = 1
                if shown.types.contains(.alert) {
                    notification.shown?.style = currentAlertStyle(of: notification.app, around)
                }
                keep(notification, in: &around)
                show(notification, in: &around)
            }
        }
    }

    /// Restores the notifications that the facts describe.
    mutating func restore(
        _ facts: [Fact], at now: Moment, _ around: borrowing Surroundings
    ) {
        for case .notifications(let fact) in facts {
            last = fact.last
            clock = fact.clock
        }
        for case .presentation(let fact) in facts where around.isInstalled(fact.app) {
            setPresentation(fact)
        }
        for case .notification(let fact) in facts {
            last = max(last, fact.id.value)
            // A damaged store may know it, but not its app.
            guard around.isInstalled(fact.app) else { continue }
            set(fact, next: next(fact, now, around))
        }
        rebuildIndex()
    }

    var fact: NotificationsFact {
        NotificationsFact(last: last, clock: clock)
    }

    /// Everything of them that must survive.
    var facts: [Fact] {
        var facts: [Fact] = []
        if last > 0 { facts.append(.notifications(fact)) }
        facts += presentations.all.map { .presentation($0) }
        for id in ids {
            if let notification = self[id] { facts.append(.notification(notification)) }
        }
        return facts
    }
}

extension UTCOffsets {
    /// Whether both say the same of `time` and of what comes after, as far as both reach.
    fileprivate func agrees(with other: UTCOffsets, from time: WallTime) -> Bool {
        guard seconds(at: time) == other.seconds(at: time) else { return false }
        let mine = changes.filter { $0.at > time }
        let theirs = other.changes.filter { $0.at > time }
        return zip(mine, theirs).allSatisfy { $0 == $1 } && mine.isEmpty == theirs.isEmpty
    }
}
