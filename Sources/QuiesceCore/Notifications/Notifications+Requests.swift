// The requests for notifications, by apps and by the user.
extension Notifications {
    mutating func handle(_ event: NotificationEvent, in around: inout Surroundings) {
        if let speaker = event.speaker, !around.takeRequest(speaker, lasts: !event.isQuestion) {
            // It was carried out before, or its process is gone.
            if let payload = event.payload { around.out.dropPayload(payload) }
            return
        }
        switch event {
        case .asked(let app, let launch, _, .schedule(let new)):
            schedule(new, app, launch, in: &around)
        case .asked(let app, _, _, .cancel(let name)):
            // Those of these notifications that are shown are withdrawn, too (N4).
            cancel(of: app, name, in: &around)
        case .asked(let app, _, _, .setBadge(let badge)):
            setBadge(Int32(clamping: max(0, badge)), of: app, in: &around)
        case .asked(let app, _, _, .register(let words)):
            // The part of these types that the user allows is a permission (U4).
            let types = NotificationTypes(words: words)
            note(.notificationsRegistered, .u4, app, .notification(.presents(types)), in: &around)
            setPresentation(of: app, in: &around) { $0.types = types }
        case .asked(let app, _, _, .setCategories(let categories)):
            setCategories(categories, of: app, in: &around)
        case .asked(let app, _, _, .unschedule(let names)):
            unschedule(names, of: app, in: &around)
        case .asked(let app, _, _, .withdraw(let names)):
            withdraw(names, of: app, in: &around)
        case .asked(let app, _, _, .present(let name, let words)):
            present(name, of: app, words, in: &around)
        case .asked(let app, let launch, let request, .listDelivered):
            around.out.notification(.tellShown(app, launch, request: request))
        case .open(let id, let ticket):
            open(id, ticket, in: &around)
        case .answer(let id, let answer, let ticket):
            self.answer(id, answer, ticket, in: &around)
        case .dismiss(let id, let ticket):
            dismiss(id, ticket, in: &around)
        case .setStyle(let app, let style, let ticket):
            setStyle(style, of: app, ticket, in: &around)
        case .lowered(let id):
            lowerAlert(id, in: &around)
        case .shown(let id):
            confirmShown(id, in: &around)
        case .zones(let tables):
            setZones(tables, in: &around)
        case .notStored(let ids, let reason):
            for id in ids { notStored(id, reason, in: &around) }
        }
    }

    // MARK: Scheduling

    private mutating func schedule(
        _ new: NewNotification, _ app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        for old in of(app, where: { $0.name == new.name && $0.isNamed }) {
            // The old notification stays on the screen until the new one is shown.
            if new.fireDate == nil, new.region == nil {
                cancel(old, in: &around)
            } else {
                unschedule(old, in: &around)
            }
        }
        last &+= 1
        isTouched = true
        var notification = LocalNotification(
            id: NotificationID(last), app: app, name: new.name,
            content: new.content, types: new.types, badge: new.badge.flatMap { $0 > 0 ? $0 : nil })
        notification.category = new.category
        if let region = new.region {
            return schedule(notification, in: region, launch, in: &around)
        }
        guard let fireDate = new.fireDate else {
            keep(notification, in: &around)
            return fire(notification, nil, in: &around)
        }
        guard
            (WallTime.zero.nanoseconds...WallDate.latest.nanoseconds)
                .contains(fireDate.nanoseconds), let zone = zone(new.zone, in: &around)
        else {
            around.out.dropPayload(new.content)
            return refuseToSchedule(new.name, .impossibleFireDate, app, launch, in: &around)
        }
        let offsets = offsets(of: zone, around) ?? .utc
        let rule = FireRule(at: fireDate, zone: zone, every: new.every, offsets: offsets)
        guard rule.next(after: nil, in: offsets) != nil else {
            around.out.dropPayload(new.content)
            return refuseToSchedule(new.name, .impossibleFireDate, app, launch, in: &around)
        }
        notification.rule = rule
        // A notification that repeats and has begun in the past goes on with the next occurrence.
        if new.every != nil, let due = rule.due(at: around.now.wall, after: nil, in: offsets) {
            notification.fired = FiredRuns(upTo: due.newest.mark)
        }
        note(
            .notificationScheduled, .n1, app,
            .notification(.about(notification.id, notification.name)),
            in: &around)
        keep(notification, in: &around)
        dropLatest(of: app, launch, in: &around)
    }

    /// Keeps those that fire first, if there are too many (N1).
    mutating func dropLatest(
        of app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        guard count(of: app, where: { $0.isScheduled }) > around.profile.notificationsPerApp
        else { return }
        let latest = of(app, where: { $0.isScheduled }).max {
            let (a, b) = (next(of: $0.id), next(of: $1.id))
            return a == b ? $0.id < $1.id : a < b
        }
        guard let latest else { return }
        unschedule(latest, in: &around)
        refuseToSchedule(latest.name, .tooManyNotifications, app, launch, in: &around)
    }

    /// The disk didn't take it: it never was, which its app is told (D5 of the reliability
    /// catalogue).
    private mutating func notStored(
        _ id: NotificationID, _ reason: Reason, in around: inout Surroundings
    ) {
        guard let notification = self[id], notification.isScheduled,
            let launch = around.launch(of: notification.app)
        else { return }
        unschedule(notification, in: &around)
        refuseToSchedule(notification.name, reason, notification.app, launch, in: &around)
    }

    mutating func refuseToSchedule(
        _ name: String, _ reason: Reason, _ app: AppID, _ launch: Launch,
        in around: inout Surroundings
    ) {
        let decision = around.out.decide(.refuse, reason, .n1, detail: .name(name), app: app)
        around.remember(decision, of: app)
        let waiting = dropped.firstIndex { $0.app == app && $0.launch == launch }
        guard let waiting else {
            return dropped.append(.init(app: app, launch: launch, names: [name]))
        }
        dropped[waiting].names.append(name)
        let calls = dropped[waiting].names.count / Limits.unscheduledNamesPerCall
        guard calls >= Limits.outstandingCallsPerApp, around.isInstalled(app) else { return }
        dropped.remove(at: waiting)
        around.update(app) { $0.endAsFlooded($1, &$2) }
    }

    // MARK: Cancelling

    /// - Parameter name: nil: all.
    private mutating func cancel(
        of app: AppID, _ name: String?, in around: inout Surroundings
    ) {
        for old in of(app, where: { (name == nil || $0.name == name) && $0.isNamed }) {
            note(
                .notificationCancelled, .n4, app, .notification(.about(old.id, old.name)),
                in: &around)
            cancel(old, in: &around)
        }
    }

    /// Nothing more comes of it, and what is shown of it is withdrawn.
    private mutating func cancel(
        _ notification: LocalNotification, in around: inout Surroundings
    ) {
        var notification = notification
        notification.unschedule()
        withdraw(&notification, in: &around)
        if notification.untaken != nil {
            notification.untaken = nil
            notification.isHanded = true
        }
        keep(notification, in: &around)
    }

    /// Nothing more comes of it.
    mutating func unschedule(
        _ notification: LocalNotification, in around: inout Surroundings
    ) {
        var notification = notification
        notification.unschedule()
        keep(notification, in: &around)
    }

    // MARK: Badges and types

    /// None takes what is shown of the app with it, as in UIKit.
    private mutating func setBadge(
        _ badge: Int32, of app: AppID, in around: inout Surroundings
    ) {
        let badge = max(0, badge)
        note(.badgeSet, .n1, app, .notification(.badge(badge)), in: &around)
        setPresentation(of: app, in: &around) { $0.badge = badge }
        guard badge == 0 else { return }
        for var notification in of(app, where: { $0.shown != nil }) {
            withdraw(&notification, in: &around)
            keep(notification, in: &around)
        }
    }

    mutating func setPresentation(
        of app: AppID, in around: inout Surroundings, _ change: (inout PresentationFact) -> Void
    ) {
        let before = presentations[app]
        var fact = before ?? PresentationFact(app: app, badge: 0, types: nil)
        change(&fact)
        guard fact != before else { return }
        setPresentation(fact)
        if fact.isNeeded {
            around.out.record(.put(.presentation(fact)))
        } else if before != nil {
            around.out.record(.delete(key: Fact.key(presentationOf: app)))
        }
    }

    // MARK: The user

    private mutating func open(
        _ id: NotificationID, _ ticket: Ticket?, in around: inout Surroundings
    ) {
        guard let notification = self[id], notification.shown != nil,
            around.isInstalled(notification.app)
        else { return around.refuse(Refusal(.unknownNotification, rule: .n2), nil, ticket) }
        let app = notification.app
        if around.shuttingDown != nil { return around.refuse(Refusal(.shuttingDown), app, ticket) }
        if around.isLockedOrLocking {
            return around.refuse(Refusal(.deviceLocked, rule: .s7), app, ticket)
        }
        note(
            .notificationOpened, .n2, app, .notification(.about(id, notification.name)), in: &around
        )
        bringToFront(notification, .opened, in: &around)
        if let ticket { around.answer(ticket, durable: true) }
    }

    /// Its app comes to the front with what the user answered.
    mutating func bringToFront(
        _ notification: LocalNotification, _ answer: NotificationAnswer,
        in around: inout Surroundings
    ) {
        var notification = notification
        withdraw(&notification, in: &around)
        notification.isHanded = true
        keep(notification, in: &around)
        around.openByUser(
            notification.app, [],
            choosing: .init(
                id: notification.id, content: notification.content,
                push: notification.push?.payload, answer: answer))
    }

    private mutating func dismiss(
        _ id: NotificationID, _ ticket: Ticket?, in around: inout Surroundings
    ) {
        guard var notification = self[id], notification.shown != nil else {
            return around.refuse(Refusal(.unknownNotification, rule: .n2), nil, ticket)
        }
        note(
            .notificationDismissed, .n2, notification.app,
            .notification(.about(id, notification.name)),
            in: &around)
        withdraw(&notification, in: &around)
        if category(of: notification)?.reportsDismissal == true {
            _ = tellBehind(&notification, .dismissed, in: &around)
        }
        keep(notification, in: &around)
        if let ticket { around.answer(ticket, durable: true) }
    }

    // MARK: Records

    mutating func note(
        _ reason: Reason, _ rule: Rule, _ app: AppID?, _ detail: Detail,
        in around: inout Surroundings
    ) {
        history.append(
            around.out.decide(.notification, reason, rule, detail: detail, app: app))
    }

    /// Takes back what is shown of it.
    mutating func withdraw(_ notification: inout LocalNotification, in around: inout Surroundings) {
        guard notification.shown != nil else { return }
        notification.shown = nil
        around.interruptions.alerts.removeAll { $0 == notification.id }
        around.out.notification(.withdraw(notification.id))
    }

    /// Keeps a change of it, or forgets it where nothing is left.
    mutating func keep(
        _ notification: LocalNotification, in around: inout Surroundings
    ) {
        isTouched = true
        guard !notification.isOver || self[notification.id] == nil else {
            return forget(notification, in: &around)
        }
        set(notification, next: next(notification, around.now, around))
        around.out.record(.put(.notification(notification)))
    }

    mutating func forget(_ notification: LocalNotification, in around: inout Surroundings) {
        around.out.record(.delete(key: Fact.key(notification: notification.id)))
        around.out.dropPayload(notification.content)
        if let push = notification.push { around.release(push.payload) }
        remove(notification.id)
    }

    /// The app is uninstalled.
    mutating func remove(of app: AppID, in around: inout Surroundings) {
        for var notification in of(app) {
            withdraw(&notification, in: &around)
            forget(notification, in: &around)
            isTouched = true
        }
        setPresentation(of: app, in: &around) {
            $0 = PresentationFact(app: app, badge: 0, types: nil)
        }
        dropped.removeAll { $0.app == app }
        untold.removeAll { $0 == app }
    }
}

extension NotificationEvent {
    /// Nothing of it lasts.
    fileprivate var isQuestion: Bool {
        if case .asked(_, _, _, .listDelivered) = self { true } else { false }
    }
}

extension LocalNotification {
    /// Its app means it by its name: it is to come, or shown, or was just handed over.
    fileprivate var isNamed: Bool {
        push == nil && (isScheduled || shown != nil || untaken != nil)
    }
}

extension Notifications {
    /// A notification whose next time isn't known comes last.
    fileprivate func next(of id: NotificationID) -> WallTime {
        entries[id]?.value.next ?? WallTime(nanoseconds: .max)
    }
}

extension Recorder {
    mutating func notification(_ effect: NotificationEffect) {
        effects.append(.notification(effect))
    }

    /// Before the calls of the same event: an app that comes to the front knows its badge.
    mutating func tellNotifications(_ app: AppID, _ launch: Launch) {
        let firstCall = effects.firstIndex {
            if case .send(app, _, _, _) = $0 { true } else { false }
        }
        effects.insert(.notification(.tell(app, launch)), at: firstCall ?? effects.endIndex)
    }
}
