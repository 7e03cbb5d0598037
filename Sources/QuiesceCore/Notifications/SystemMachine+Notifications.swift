// What is asked of notifications, by apps and by the user.
extension SystemMachine {
    mutating func notification(_ event: NotificationEvent, _ now: Moment, _ out: inout Recorder) {
        if let speaker = event.speaker, !takeRequest(speaker, now, &out) {
            // It was carried out before, or its process is gone.
            if let payload = event.payload { out.dropPayload(payload) }
            return
        }
        switch event {
        case .schedule(let app, let launch, _, let new):
            schedule(new, app, launch, now, &out)
        case .cancel(let app, _, _, let name):
            cancelNotifications(of: app, name, now, &out)
        case .setBadge(let app, _, _, let badge):
            setBadge(badge, of: app, now, &out)
        case .register(let app, _, _, let types):
            noteNotification(.notificationsRegistered, .u4, app, .presents(types), &out)
            setPresentation(of: app, &out) { $0.types = types }
        case .open(let id, let ticket):
            openNotification(id, ticket, now, &out)
        case .dismiss(let id, let ticket):
            dismissNotification(id, ticket, now, &out)
        case .setStyle(let app, let style, let ticket):
            setAlertStyle(style, of: app, ticket, &out)
        case .lowered(let id):
            lowerAlert(id, &out)
        case .shown(let id):
            shownNotification(id, now, &out)
        case .zones(let tables):
            setZones(tables, now, &out)
        case .notStored(let ids, let reason):
            for id in ids { notStored(id, reason, now, &out) }
        }
    }

    // MARK: Scheduling

    private mutating func schedule(
        _ new: NewNotification, _ app: AppID, _ launch: Launch, _ now: Moment,
        _ out: inout Recorder
    ) {
        for old in notifications.of(app) where old.name == new.name && old.isNamed {
            cancel(old, now, &out)
        }
        notifications.last &+= 1
        notifications.isTouched = true
        var notification = LocalNotification(
            id: NotificationID(notifications.last), app: app, name: new.name,
            content: new.content, types: new.types, badge: new.badge.flatMap { $0 > 0 ? $0 : nil })
        guard let fireDate = new.fireDate else {
            keep(notification, now, &out)
            return fire(notification, nil, now, &out)
        }
        guard
            (WallTime.zero.nanoseconds...WallDate.latest.nanoseconds)
                .contains(fireDate.nanoseconds), let zone = zone(new.zone, now, &out)
        else {
            out.dropPayload(new.content)
            return refuseToSchedule(new.name, .impossibleFireDate, app, launch, now, &out)
        }
        let offsets = offsets(of: zone) ?? .utc
        let rule = FireRule(at: fireDate, zone: zone, every: new.every, offsets: offsets)
        notification.rule = rule
        // What repeats and has begun in the past goes on with the next.
        if new.every != nil, let due = rule.due(at: now.wall, after: nil, in: offsets) {
            notification.fired = FiredRuns(upTo: due.newest.mark)
        }
        noteNotification(
            .notificationScheduled, .n1, app, .notification(notification.id, notification.name),
            &out)
        keep(notification, now, &out)
        dropLatest(of: app, launch, now, &out)
    }

    /// Keeps those that fire first, if there are too many (N1).
    private mutating func dropLatest(
        of app: AppID, _ launch: Launch, _ now: Moment, _ out: inout Recorder
    ) {
        let scheduled = notifications.of(app).filter { $0.rule != nil }
        guard scheduled.count > Limits.scheduledNotificationsPerApp else { return }
        let latest = scheduled.max {
            let (a, b) = (notifications.next(of: $0.id), notifications.next(of: $1.id))
            return a == b ? $0.id < $1.id : a < b
        }
        guard let latest else { return }
        unschedule(latest, now, &out)
        refuseToSchedule(latest.name, .tooManyNotifications, app, launch, now, &out)
    }

    /// The disk didn't take it: it never was, which its app is told (D5 of the reliability catalogue).
    private mutating func notStored(
        _ id: NotificationID, _ reason: Reason, _ now: Moment, _ out: inout Recorder
    ) {
        guard let notification = notifications[id], notification.rule != nil,
            let slot = slot(notification.app)
        else { return }
        unschedule(notification, now, &out)
        refuseToSchedule(notification.name, reason, notification.app, apps[slot].launch, now, &out)
    }

    private mutating func refuseToSchedule(
        _ name: String, _ reason: Reason, _ app: AppID, _ launch: Launch, _ now: Moment,
        _ out: inout Recorder
    ) {
        let decision = out.decide(.refuse, reason, .n1, detail: .name(name), app: app)
        remember(decision, of: app)
        let waiting = notifications.dropped.firstIndex { $0.app == app && $0.launch == launch }
        guard let waiting else {
            return notifications.dropped.append(.init(app: app, launch: launch, names: [name]))
        }
        notifications.dropped[waiting].names.append(name)
        let calls = notifications.dropped[waiting].names.count / Limits.unscheduledNamesPerCall
        guard calls >= Limits.outstandingCallsPerApp, let slot = slot(app) else { return }
        notifications.dropped.remove(at: waiting)
        update(slot, now, &out) { $0.endAsFlooded($1, &$2) }
    }

    // MARK: Cancelling

    /// - Parameter name: nil: all.
    private mutating func cancelNotifications(
        of app: AppID, _ name: String?, _ now: Moment, _ out: inout Recorder
    ) {
        for old in notifications.of(app) where (name == nil || old.name == name) && old.isNamed {
            noteNotification(
                .notificationCancelled, .n4, app, .notification(old.id, old.name), &out)
            cancel(old, now, &out)
        }
    }

    /// Nothing more comes of it, and what is shown of it is withdrawn.
    private mutating func cancel(
        _ notification: LocalNotification, _ now: Moment, _ out: inout Recorder
    ) {
        var notification = notification
        notification.rule = nil
        withdraw(&notification, &out)
        if notification.untaken != nil {
            notification.untaken = nil
            notification.isHanded = true
        }
        keep(notification, now, &out)
    }

    /// Nothing more comes of it.
    private mutating func unschedule(
        _ notification: LocalNotification, _ now: Moment, _ out: inout Recorder
    ) {
        var notification = notification
        notification.rule = nil
        keep(notification, now, &out)
    }

    // MARK: Badges and types

    /// None takes what is shown of the app with it, as in UIKit.
    private mutating func setBadge(
        _ badge: Int32, of app: AppID, _ now: Moment, _ out: inout Recorder
    ) {
        let badge = max(0, badge)
        noteNotification(.badgeSet, .n1, app, .badge(badge), &out)
        setPresentation(of: app, &out) { $0.badge = badge }
        guard badge == 0 else { return }
        for var notification in notifications.of(app) where notification.shown != nil {
            withdraw(&notification, &out)
            keep(notification, now, &out)
        }
    }

    mutating func setPresentation(
        of app: AppID, _ out: inout Recorder, _ change: (inout PresentationFact) -> Void
    ) {
        let before = notifications.presentations[app]
        var fact = before ?? PresentationFact(app: app, badge: 0, types: nil)
        change(&fact)
        guard fact != before else { return }
        notifications.setPresentation(fact)
        if fact.isNeeded {
            out.effects.append(.record(.put(.presentation(fact))))
        } else if before != nil {
            out.effects.append(.record(.delete(key: Fact.key(presentationOf: app))))
        }
    }

    // MARK: The user

    private mutating func openNotification(
        _ id: NotificationID, _ ticket: Ticket?, _ now: Moment, _ out: inout Recorder
    ) {
        guard var notification = notifications[id], notification.shown != nil,
            let slot = slot(notification.app)
        else { return refuse(Refusal(.unknownNotification, rule: .n2), nil, ticket, &out) }
        let app = notification.app
        if shuttingDown != nil { return refuse(Refusal(.shuttingDown), app, ticket, &out) }
        if isLockedOrLocking {
            return refuse(Refusal(.deviceLocked, rule: .s7), app, ticket, &out)
        }
        noteNotification(
            .notificationOpened, .n2, app, .notification(id, notification.name), &out)
        withdraw(&notification, &out)
        notification.isHanded = true
        keep(notification, now, &out)
        apps[slot].opening = .init(
            id: id, content: notification.content, push: notification.push?.payload)
        openByUser(slot, [], now, &out)
        if let ticket { answer(ticket, durable: true, &out) }
    }

    private mutating func dismissNotification(
        _ id: NotificationID, _ ticket: Ticket?, _ now: Moment, _ out: inout Recorder
    ) {
        guard var notification = notifications[id], notification.shown != nil else {
            return refuse(Refusal(.unknownNotification, rule: .n2), nil, ticket, &out)
        }
        noteNotification(
            .notificationDismissed, .n2, notification.app, .notification(id, notification.name),
            &out)
        withdraw(&notification, &out)
        keep(notification, now, &out)
        if let ticket { answer(ticket, durable: true, &out) }
    }

    /// As for a caller who waits; on the desktop nobody does.
    private mutating func refuse(
        _ refusal: Refusal, _ app: AppID?, _ ticket: Ticket?, _ out: inout Recorder
    ) {
        if let ticket { return refuse(refusal, app, ticket, &out) }
        let decision = out.decide(
            .refuse, refusal.reason, refusal.rule, detail: refusal.detail, app: app)
        remember(decision, of: app)
    }

    // MARK: Records

    mutating func noteNotification(
        _ reason: Reason, _ rule: Rule, _ app: AppID?, _ detail: Detail, _ out: inout Recorder
    ) {
        notifications.history.append(
            out.decide(.notification, reason, rule, detail: detail, app: app))
    }

    /// Takes back what is shown of it.
    mutating func withdraw(_ notification: inout LocalNotification, _ out: inout Recorder) {
        guard notification.shown != nil else { return }
        notification.shown = nil
        interruptions.alerts.removeAll { $0 == notification.id }
        out.notification(.withdraw(notification.id))
    }

    /// Keeps a change of it, or forgets it where nothing is left.
    mutating func keep(
        _ notification: LocalNotification, _ now: Moment, _ out: inout Recorder
    ) {
        notifications.isTouched = true
        guard !notification.isOver || notifications[notification.id] == nil else {
            return forget(notification, &out)
        }
        notifications.set(notification, next: next(notification, now))
        out.effects.append(.record(.put(.notification(notification))))
    }

    mutating func forget(_ notification: LocalNotification, _ out: inout Recorder) {
        out.effects.append(.record(.delete(key: Fact.key(notification: notification.id))))
        out.dropPayload(notification.content)
        if let push = notification.push, pushes[push.id] == nil { out.dropPayload(push.payload) }
        notifications.remove(notification.id)
    }

    /// The app is uninstalled.
    mutating func removeNotifications(of app: AppID, _ out: inout Recorder) {
        for var notification in notifications.of(app) {
            withdraw(&notification, &out)
            forget(notification, &out)
            notifications.isTouched = true
        }
        setPresentation(of: app, &out) { $0 = PresentationFact(app: app, badge: 0, types: nil) }
        notifications.dropped.removeAll { $0.app == app }
        notifications.untold.removeAll { $0 == app }
    }
}

extension LocalNotification {
    /// Its app means it by its name: it is to come, or shown, or was just handed over.
    fileprivate var isNamed: Bool {
        push == nil && (rule != nil || shown != nil || untaken != nil)
    }
}

extension Notifications {
    /// What isn't known comes last.
    fileprivate func next(of id: NotificationID) -> WallTime {
        entries[id]?.next ?? WallTime(nanoseconds: .max)
    }
}

extension Recorder {
    mutating func notification(_ effect: NotificationEffect) {
        effects.append(.notification(effect))
    }
}
