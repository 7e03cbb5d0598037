// The clock, the zones and restarts, for notifications (N5, N7).
extension SystemMachine {
    // MARK: Zones

    /// Names of the zones whose offsets are needed, in order: `NotificationEvent.zones` brings them.
    package var zones: [String] {
        let named = notifications.ids.compactMap { id -> String? in
            guard case .named(let zone) = notifications[id]?.rule?.zone else { return nil }
            return zone.name
        }
        var zones: [String] = []
        for name in named.sorted() where zones.last != name { zones.append(name) }
        return zones
    }

    func offsets(of notification: LocalNotification) -> UTCOffsets? {
        notification.rule.flatMap { offsets(of: $0.zone) }
    }

    /// nil: the shell hasn't said.
    func offsets(of zone: FireZone) -> UTCOffsets? {
        switch zone {
        case .absolute: .utc
        case .device: calendar?.offsets
        case .named(let zone): notifications.zones.first { $0.name == zone.name }?.offsets
        }
    }

    /// Where the wall hangs that an app means: with the device, if it names the zone that this is in, and
    /// so it goes along from there.
    ///
    /// - Returns: nil: it is no zone's name.
    mutating func zone(
        _ zone: ZoneOffsets?, _ now: Moment, _ out: inout Recorder
    ) -> FireZone? {
        guard let zone else { return .absolute }
        if isOfDevice(zone, now) { return .device }
        guard let name = ZoneName(zone.name) else { return nil }
        guard offsets(of: .named(name)) != zone.offsets else { return .named(name) }
        // The newest that was looked up counts, for what is scheduled already as well.
        let needed = Set(zones)
        notifications.zones.removeAll { $0.name == zone.name || !needed.contains($0.name) }
        notifications.zones.append(zone)
        notifications.zones.sort { $0.name < $1.name }
        if needed.contains(zone.name) { recomputeNotifications(now) }
        return .named(name)
    }

    private func isOfDevice(_ zone: ZoneOffsets, _ now: Moment) -> Bool {
        guard let calendar else { return false }
        // The machine's own zone may have no name.
        guard let name = device.conditions.timeZone else {
            return zone.offsets.agrees(with: calendar.offsets, from: now.wall)
        }
        return name == zone.name
    }

    mutating func setZones(_ tables: [ZoneOffsets], _ now: Moment, _ out: inout Recorder) {
        let needed = Set(zones)
        var taken: Set<String> = []
        notifications.zones = tables.filter {
            needed.contains($0.name) && taken.insert($0.name).inserted
        }
        notifications.zones.sort { $0.name < $1.name }
        recomputeNotifications(now)
    }

    // MARK: The clock

    func next(_ notification: LocalNotification, _ now: Moment) -> WallTime? {
        offsets(of: notification).flatMap { notification.next(at: now.wall, in: $0) }
    }

    private mutating func recomputeNotifications(_ now: Moment) {
        for id in notifications.ids {
            guard let notification = notifications[id], notification.rule != nil else { continue }
            notifications.set(notification, next: next(notification, now))
        }
    }

    /// The clock may have been set, or the device's zone be another.
    mutating func followNotificationClock(wasSet: Bool, _ now: Moment, _ out: inout Recorder) {
        guard !notifications.isIdle else { return }
        if wasSet {
            // Whoever sets it knows what time it is.
            if notifications.heldSince != nil {
                noteNotification(.clockTrusted, .n7, nil, .clock(now.wall), &out)
            }
            notifications.heldSince = nil
            notifications.isTouched = true
        }
        recomputeNotifications(now)
    }

    /// Asks for the timer, on the clock that goes on while the device sleeps: a notification wakes it.
    /// What was asked for stays while it is as good, as the two clocks never run quite alike.
    mutating func settleAlarm(_ now: Moment) {
        notifications.settleIndex()
        guard shuttingDown == nil, let (wall, most) = nextAlarm(now) else {
            notifications.alarm = nil
            return
        }
        // Both may be before 1970; else the wall counts from there, as the difference might be too large.
        let wait = wall - (wall > .zero ? max(now.wall, .zero) : now.wall)
        let isFar = wait > most
        let at = now.instant + min(wait, most)
        if let alarm = notifications.alarm, alarm.wall == wall, alarm.instant > now.instant {
            let error = alarm.instant - at
            if error <= Limits.alarmDrift, isFar || error >= .zero - Limits.alarmDrift { return }
        }
        notifications.alarm = .init(wall: wall, instant: at)
    }

    /// What is waited for, and for how long at most.
    private func nextAlarm(_ now: Moment) -> (WallTime, most: Interval)? {
        guard let due = notifications.due else { return nil }
        guard let since = notifications.heldSince else { return (due, Limits.farthestAlarm) }
        return (notifications.clock, (since + Limits.clockDistrust) - now.instant)
    }

    // MARK: The clock of a device without a battery for it

    /// Ends the wait for a clock that was older than the store, once it has caught up (T3 of the reliability
    /// catalogue), or it is the store that must be wrong.
    mutating func releaseNotifications(_ now: Moment, _ out: inout Recorder) {
        guard let since = notifications.heldSince else { return }
        let waited = now.instant - since
        guard now.wall >= notifications.clock || waited >= Limits.clockDistrust else { return }
        notifications.heldSince = nil
        notifications.isTouched = true
        recomputeNotifications(now)
        noteNotification(.clockTrusted, .n7, nil, .clock(now.wall), &out)
    }

    // MARK: Restarts

    /// A new daemon: what it isn't known to have shown is shown again.
    mutating func restartNotifications(
        deviceRestarted: Bool, _ now: Moment, _ out: inout Recorder
    ) {
        notifications.alarm = nil
        guard !notifications.isIdle || notifications.last > 0 else { return }
        if deviceRestarted {
            notifications.heldSince = nil
            if now.wall + Limits.clockCorrection < notifications.clock {
                notifications.heldSince = now.instant
                noteNotification(.clockBehind, .n7, nil, .clock(notifications.clock), &out)
            }
        }
        recomputeNotifications(now)
        for id in notifications.ids {
            guard var notification = notifications[id] else { continue }
            if let shown = notification.shown, shown.asked > 0 {
                notification.shown?.asked = 1
                if shown.types.contains(.alert) {
                    notification.shown?.style = currentAlertStyle(of: notification.app)
                }
                keep(notification, now, &out)
                show(notification, &out)
            }
        }
    }

    /// What facts say of notifications.
    mutating func restoreNotifications(_ facts: [Fact], _ now: Moment) {
        for case .notifications(let fact) in facts {
            notifications.last = fact.last
            notifications.clock = fact.clock
        }
        for case .presentation(let fact) in facts where slots[fact.app] != nil {
            notifications.setPresentation(fact)
        }
        for case .notification(let fact) in facts {
            notifications.last = max(notifications.last, fact.id.value)
            // A damaged store may know it, but not its app.
            guard slots[fact.app] != nil else { continue }
            notifications.set(fact, next: next(fact, now))
        }
        notifications.rebuildIndex()
    }

    var notificationsFact: NotificationsFact {
        NotificationsFact(last: notifications.last, clock: notifications.clock)
    }

    /// Everything of them that must survive.
    var notificationFacts: [Fact] {
        var facts: [Fact] = []
        if notifications.last > 0 { facts.append(.notifications(notificationsFact)) }
        facts += notifications.presentations.all.map { .presentation($0) }
        for id in notifications.ids {
            if let notification = notifications[id] { facts.append(.notification(notification)) }
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
