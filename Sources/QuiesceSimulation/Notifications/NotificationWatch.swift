import QuiesceCore
import QuiesceShell

/// Remembers notifications, to judge that each occurrence fires once, none early, and that none
/// that was acknowledged is lost (N7).
final class NotificationWatch {
    private(set) var expected: [NotificationID: ExpectedNotification] = [:]
    /// One of them is for a place.
    private var hasPlaces = false
    /// Payloads that uninstalled apps had scheduled and nobody had acknowledged, and refused ones:
    /// a power cut may bring them back.
    private var unpromised: Set<PayloadHandle> = []
    private var deviceOffsets: UTCOffsets?
    private var zones: [String: UTCOffsets] = [:]
    private var fixes = BelievedFixes()
    /// So many more fixes, and a daemon goes by the same ones whatever it remembered as it began.
    private var fixesUntilSure = 0
    /// Occurrences that fired or were dealt with at these events, which the disk may not know of
    /// yet.
    private var fresh: [(NotificationID, ExpectedNotification.Occurrence, seq: UInt64)] = []

    // MARK: Events

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        switch event {
        case .clockChanged(let offsets): deviceOffsets = offsets
        case .notification(.zones(let tables)):
            for table in tables { zones[table.name] = table.offsets }
        case .notification(.shown(let id)):
            if let known = expected[id], known.showing > 0 { known.showing -= 1 }
        case .notification(.notStored(let ids, _)):
            // Presented at once, it was what its app asked for; it need not last.
            for id in ids {
                guard let known = expected[id],
                    known.isPresentedAtOnce || known.every == nil && known.hasFired
                else { continue }
                unpromised.insert(known.content)
            }
        case .notification(.asked(let app, let launch, let request, .schedule(let new))):
            schedule(new, app, launch, request, reaction, device)
        case .handled(let app, let launch, let seq): handled(app, launch, seq, device)
        case _: break
        }
        if case .location(.located(let fix)) = event, fixes.believes(fix) {
            moves(to: fix, device)
            fixesUntilSure = max(0, fixesUntilSure - 1)
        }
        for decision in reaction.decisions { note(decision, reaction, device) }
        if expected.isEmpty { return }
        if hasPlaces { checkPlaces(device) }
        for effect in reaction.effects { note(effect, event, reaction, device) }
    }

    private func schedule(
        _ new: NewNotification, _ app: AppID, _ launch: Launch, _ request: UInt64,
        _ reaction: Reaction, _ device: SimulatedDevice
    ) {
        let made = reaction.changes.compactMap { change -> NotificationID? in
            guard case .record(.put(.notification(let made))) = change, made.content == new.content
            else { return nil }
            return made.id
        }
        guard let id = made.first, expected[id] == nil else { return }
        for known in expected.values where known.app == app && known.name == new.name {
            known.isCancelled = true
        }
        let wall: ExpectedNotification.Wall
        if let zone = new.zone {
            zones[zone.name] = zone.offsets
            wall = isOfDevice(zone, device) ? .device : .zone(zone.name)
        } else {
            wall = .utc
        }
        let fireDate = new.fireDate ?? device.now.wall
        let offset = offset(of: wall, at: fireDate)
        let expectation = ExpectedNotification(
            new, app: app, launch: launch, request: request, wall: wall,
            first: fireDate.nanoseconds + Int64(offset) * 1_000_000_000, offset: offset)
        if new.every != nil, let newest = newest(expectation, device) {
            expectation.before = newest.number
        }
        if fixesUntilSure > 0 { expectation.place?.goesOn() }
        expected[id] = expectation
        hasPlaces = hasPlaces || expectation.place != nil
    }

    private func isOfDevice(_ zone: ZoneOffsets, _ device: SimulatedDevice) -> Bool {
        guard let deviceOffsets else { return false }
        return device.machine.conditions.timeZone.map { $0 == zone.name }
            ?? (zone.offsets == deviceOffsets)
    }

    private func offset(of wall: ExpectedNotification.Wall, at time: WallTime) -> Int32 {
        switch wall {
        case .utc: 0
        case .device: deviceOffsets?.offset(at: time) ?? 0
        case .zone(let name): zones[name]?.offset(at: time) ?? 0
        }
    }

    private func newest(
        _ known: ExpectedNotification, _ device: SimulatedDevice
    ) -> ExpectedNotification.Occurrence? {
        let now = device.now.wall
        return known.newest(at: now, offset: offset(of: known.wall, at: now))
    }

    // MARK: Places

    func cancels(_ name: String?, of app: AppID) {
        for known in expected.values where known.app == app && known.place != nil {
            if name.map({ $0 == known.name }) ?? true { known.isCancelled = true }
        }
    }

    private func moves(to fix: LocationFix, _ device: SimulatedDevice) {
        for known in expected.values where !known.isCancelled && known.place != nil {
            if device.parts.location.mayKnow(known.app, device) { known.place?.moves(to: fix) }
        }
    }

    /// Whatever the device's way brings has come.
    private func checkPlaces(_ device: SimulatedDevice) {
        for (id, known) in expected where known.place?.isDue == true {
            known.place?.eventEnds()
            device.fail(
                .firesOnce, "the device crosses its border, and notification \(id) doesn't fire",
                known.app)
        }
    }

    private func handled(
        _ app: AppID, _ launch: Launch, _ seq: UInt64, _ device: SimulatedDevice
    ) {
        for (id, known) in expected where known.app == app {
            guard let call = known.told?.call, call.launch == launch, call.seq <= seq else {
                continue
            }
            known.told = nil
            guard let last = known.fired.max(by: { $0.number < $1.number }) else { continue }
            if device.journal.losesEvents {
                known.fired.remove(last)
                known.unwritten.insert(last)
            } else {
                fresh.append((id, last, device.lastSeq))
            }
        }
    }

    // MARK: What the core decides

    private func note(_ decision: Decision, _ reaction: Reaction, _ device: SimulatedDevice) {
        switch decision.detail {
        case .notification(.fired(let id, _, _, _)):
            let isTold = decision.reason == .notificationTold
            fires(id, isTold: isTold, reaction, device)
            if isTold { expected[id]?.told = .init() }
            if decision.reason == .notificationFired, !reaction.shows(id) {
                device.fail(.firesOnce, "notification \(id) fires unseen", decision.app)
            }
        case .notification(.about(let id, _)) where decision.reason == .notificationCancelled:
            expected[id]?.isCancelled = true
        case .name(let name)
        where decision.rule == .n1 && decision.kind == .refuse:
            for known in expected.values
            where known.app == decision.app && known.name == name && !known.isCancelled {
                known.isCancelled = true
                if !known.isAcknowledged {
                    known.isRefused = true
                    unpromised.insert(known.content)
                }
            }
        case _: break
        }
    }

    private func fires(
        _ id: NotificationID, isTold: Bool, _ reaction: Reaction, _ device: SimulatedDevice
    ) {
        guard let known = expected[id] else { return }
        if known.told != nil, !isTold, !reaction.leavesWithApp(id) {
            // Its app ended over it: it is shown instead, or a later one if that has come since.
            known.told = nil
            if let newest = newest(known, device) { known.unwritten.insert(newest) }
            if known.place?.isDue == true { known.place?.fires() }
            return
        }
        func fail(_ problem: String) {
            device.fail(.firesOnce, "notification \(id) \(problem)", known.app)
        }
        if let place = known.place {
            if known.isCancelled { return fail("fires, and was cancelled") }
            if place.isDone { return fail("fires again, and doesn't repeat") }
            if !place.isDue, !place.isUnsure { return fail("fires, and no border is crossed") }
            known.place?.fires()
            return
        }
        if case .matching? = known.every {
            // Its moments are the calendar's, which the judge doesn't know: no scenario has one.
            return known.isCancelled ? fail("fires, and was cancelled") : ()
        }
        guard let newest = newest(known, device) else { return fail("fires early") }
        if known.every == nil, let fireDate = known.fireDate, known.wall == .utc,
            device.now.wall < fireDate
        {
            return fail("fires early")
        }
        if known.isCancelled { return fail("fires, and was cancelled") }
        if known.fired.contains(newest) { return fail("fires again for the same occurrence") }
        if device.journal.losesEvents {
            known.unwritten.insert(newest)
            return
        }
        known.fired.insert(newest)
        fresh.removeAll { $0.seq <= device.store.durable.seq }
        fresh.append((id, newest, device.lastSeq))
    }

    private func note(
        _ effect: Effect, _ event: Event, _ reaction: Reaction, _ device: SimulatedDevice
    ) {
        switch effect {
        case .notification(.show(let id, let app, _, _, _, _, _)):
            let hasFired = reaction.decisions.contains { decision in
                if case .notification(.fired(id, _, _, _)) = decision.detail { true } else { false }
            }
            if !hasFired, let known = expected[id] {
                if case .restarted = event, known.showing > 0 {
                    // A notification that an earlier daemon was showing isn't under way any more.
                    known.showing = 0
                } else {
                    device.fail(.firesOnce, "notification \(id) is shown without cause", app)
                }
            }
            expected[id]?.showing += 1
        case .send(_, let launch, let delivery, _):
            // A new connection brings earlier occurrences, too: the last is what it is told.
            guard case .notification(.received(let id, _, opened: false)) = delivery.call,
                expected[id]?.told?.call.map({ $0.seq < delivery.seq }) ?? true
            else { return }
            expected[id]?.told = .init(call: (launch, delivery.seq))
        case .uninstall(let app):
            for known in expected.values where known.app == app && !known.isAcknowledged {
                unpromised.insert(known.content)
            }
            expected = expected.filter { $0.value.app != app }
        case _: break
        }
    }

    // MARK: Promises

    func acknowledged(_ request: UInt64, to key: ProcessKey, _ device: SimulatedDevice) {
        for (id, known) in expected
        where !known.isAcknowledged && known.app == key.app && known.launch == key.launch
            && known.request <= request
        {
            known.isAcknowledged = true
            let isToCome = !known.isCancelled && !known.hasFired
            if isToCome, device.store.durable.facts["notification/\(id)"] == nil {
                device.fail(
                    .acknowledgedIsDurable, "notification \(id) is acknowledged and not stored",
                    key.app)
            }
        }
    }

    /// Nobody was promised what it says.
    func isUnpromised(_ content: PayloadHandle) -> Bool {
        unpromised.contains(content)
            || expected.values.contains { $0.content == content && !$0.isAcknowledged }
    }

    /// Judges that acknowledged notifications are there after whatever the disk has lost.
    func goOn(from stored: [Fact], _ device: SimulatedDevice) {
        fixes = BelievedFixes()
        fixesUntilSure = ExpectedPlace.fixesUntilSure
        var facts: [NotificationID: LocalNotification] = [:]
        for case .notification(let fact) in stored { facts[fact.id] = fact }
        for (id, known) in expected.sorted(by: { $0.key < $1.key }) {
            if let fact = facts[id] {
                // A cancellation may be lost, unless it was acknowledged.
                if fact.rule != nil || fact.place != nil { known.comeBack() }
                if fact.place != nil { known.place?.goesOn() }
                known.showing = max(1, fact.shown?.asked ?? 0)
                // So may be what its app said of one that it was told: it is shown then.
                known.told = fact.untaken.map { _ in .init() }
                continue
            }
            if known.isAcknowledged, !known.isCancelled, !known.hasFired {
                device.fail(.acknowledgedIsDurable, "notification \(id) was lost", known.app)
            }
            expected[id] = nil
        }
    }

    /// - Parameters:
    ///   - stored: the last event whose facts the disk has.
    ///   - unwritten: the disk has taken nothing for a while.
    func powerFails(stored: UInt64, unwritten: Bool) {
        func forgive(_ id: NotificationID, _ occurrence: ExpectedNotification.Occurrence) {
            expected[id]?.fired.remove(occurrence)
            expected[id]?.unwritten.insert(occurrence)
        }
        if unwritten {
            for (id, known) in expected {
                for occurrence in known.fired { forgive(id, occurrence) }
            }
        }
        for (id, occurrence, seq) in fresh where seq > stored { forgive(id, occurrence) }
        fresh = []
    }

    // MARK: At the end

    /// Whatever was due has fired.
    func checkSettled(_ device: SimulatedDevice) {
        guard device.machine.notificationsHeldUntil == nil else { return }
        for (id, known) in expected.sorted(by: { $0.key < $1.key })
        where known.isAcknowledged && !known.isCancelled {
            guard let newest = newest(known, device), newest.number > known.before,
                !known.fired.contains(newest), !known.unwritten.contains(newest)
            else { continue }
            // Set back and forth, or carried from zone to zone, an earlier one may have stood for
            // it.
            if known.fired.contains(where: { $0.number >= newest.number }) { continue }
            if known.runs > Limits.firedRuns { continue }
            device.fail(
                .settles, "notification \(id) (\(known.name)) was due and hasn't fired", known.app)
        }
    }
}

extension Reaction {
    /// Its app is still at work with an occurrence that it was told before.
    fileprivate func leavesWithApp(_ id: NotificationID) -> Bool {
        let kept = changes.last { change in
            if case .record(.put(.notification(let fact))) = change { fact.id == id } else { false }
        }
        guard case .record(.put(.notification(let fact))) = kept else { return false }
        return fact.untaken != nil
    }

    fileprivate func shows(_ id: NotificationID) -> Bool {
        effects.contains {
            if case .notification(.show(id, _, _, _, _, _, _)) = $0 { true } else { false }
        }
    }
}

extension SimulatedDevice {
    func checkNotificationsSettled() {
        notifications.watch?.checkSettled(self)
        var ofApp: [AppID: (scheduled: Int, shown: Int)] = [:]
        for view in device.machine.notificationViews {
            if view.rule != nil { ofApp[view.app, default: (0, 0)].scheduled += 1 }
            if view.shown != nil { ofApp[view.app, default: (0, 0)].shown += 1 }
        }
        for (app, count) in ofApp.sorted(by: { $0.key < $1.key }) {
            if count.scheduled > profile.notificationsPerApp
                || count.shown > Limits.shownNotificationsPerApp
            {
                fail(
                    .queuesAreBounded,
                    "\(count.scheduled) notifications scheduled, \(count.shown) shown", app)
            }
        }
    }
}
