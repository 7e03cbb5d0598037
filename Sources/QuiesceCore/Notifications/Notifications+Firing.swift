// A notification fires: its app hears of it in front, the user sees it otherwise (N2, N3).
extension Notifications {
    /// Settles the notifications that have become due, those that apps have dealt with, and the
    /// time when the next is due.
    mutating func settle(in around: inout Surroundings) {
        guard !isIdle || alarm != nil || !dropped.isEmpty
        else { return }
        settleHanded(in: &around)
        release(in: &around)
        fireDue(in: &around)
        tellApps(in: &around)
        settleAlarm(around)
        guard isTouched else { return }
        isTouched = false
        guard last > 0 else { return }
        if heldSince == nil { clock = around.now.wall }
        around.out.record(.put(.notifications(fact)))
    }

    private mutating func fireDue(in around: inout Surroundings) {
        guard around.shuttingDown == nil, heldSince == nil else { return }
        while let alarm = index.alarms.least, alarm.at <= around.now.wall {
            index.alarms.removeLeast()
            guard isCurrent(alarm), let notification = self[alarm.id]
            else { continue }
            if let offsets = offsets(of: notification, around),
                let due = notification.due(at: around.now.wall, in: offsets)
            {
                fire(notification, due, in: &around)
            } else {
                set(notification, next: next(notification, around.now, around))
            }
        }
    }

    /// - Parameter due: nil: it was to be presented at once.
    mutating func fire(
        _ notification: LocalNotification, _ due: DueOccurrence?, in around: inout Surroundings
    ) {
        var notification = notification
        var late: Interval?
        if let due, let offsets = offsets(of: notification, around) {
            notification.take(due.newest.mark, in: offsets)
            let delay = around.now.wall - due.newest.at
            if delay >= Limits.notificationLateness { late = delay }
        }
        let detail = Detail.notification(
            .fired(
                notification.id, notification.name, late: late, skipped: due?.skipped ?? 0))
        guard let launch = around.launch(of: notification.app) else { return }
        guard around.isInFront(notification.app) else {
            return present(notification, detail, late, in: &around)
        }
        notification.untaken = .init(launch: launch, at: around.now.wall, waits: true)
        notification.lastFired = around.now.wall
        note(.notificationTold, .n3, notification.app, detail, in: &around)
        handOver(notification, in: &around)
    }

    /// Its app in front gets it, once it isn't behind with others (N3).
    mutating func handOver(_ notification: LocalNotification, in around: inout Surroundings) {
        guard !isBehind(notification.app, around) else { return keep(notification, in: &around) }
        var notification = notification
        notification.untaken?.waits = nil
        keep(notification, in: &around)
        let call = NotificationCall.received(
            notification.id, notification.content, opened: false)
        around.deliver(.notification(call), to: notification.app)
    }

    /// Shows, plays and marks what the user lets the app (U4).
    ///
    /// - Parameter wish: how its app in front wants it; nil: it comes as it may.
    mutating func present(
        _ notification: LocalNotification, _ detail: Detail, _ late: Interval?,
        as wish: PresentationWish? = nil, in around: inout Surroundings
    ) {
        var notification = notification
        let app = notification.app
        let obstacle = presentationObstacle(app, around)
        var types =
            obstacle == nil ? notification.types.intersection(allowedTypes(of: app, around)) : []
        if let wish { types.formIntersection(wish.types) }
        if types.isEmpty, !notification.types.isEmpty {
            let reason = obstacle ?? .notificationsNotRegistered
            let decision = around.out.decide(.refuse, reason, .u4, detail: detail, app: app)
            around.remember(decision, of: app)
            return keep(notification, in: &around)
        }
        note(
            wish == nil ? .notificationFired : .notificationPresented, wish == nil ? .n2 : .n3, app,
            detail, in: &around)
        withdrawOlder(than: notification, in: &around)
        guard !types.isEmpty else { return keep(notification, in: &around) }
        let badge = types.contains(.badge) ? notification.badge : nil
        if let badge, badge != presentations[app]?.badge {
            setPresentation(of: app, in: &around) { $0.badge = badge }
            if !untold.contains(app) { untold.append(app) }
        }
        let style = wish?.isListed == true ? .listed : currentAlertStyle(of: app, around)
        notification.lastFired = around.now.wall
        notification.shown = .init(
            at: around.now.wall, late: late, types: types,
            style: types.contains(.alert) ? style : nil,
            asked: (notification.shown?.asked ?? 0) &+ 1)
        keep(notification, in: &around)
        show(notification, in: &around)
        withdrawOldest(of: app, in: &around)
    }

    /// Withdraws older notifications that are shown under the same name: they make room, as in a
    /// conversation that goes on.
    private mutating func withdrawOlder(
        than notification: LocalNotification, in around: inout Surroundings
    ) {
        let older = of(notification.app) { [id = notification.id, name = notification.name] in
            $0.id != id && $0.name == name && $0.shown != nil
        }
        for var one in older {
            withdraw(&one, in: &around)
            keep(one, in: &around)
        }
    }

    /// Why nothing of the app's is presented; nil: nothing keeps it from that.
    func presentationObstacle(_ app: AppID, _ around: borrowing Surroundings) -> Reason? {
        let state = around.permissions(of: app)?[.notifications]
        guard around.profile.notificationsNeedPermission else {
            return state == .denied ? .notificationsNotAllowed : nil
        }
        let types = presentations[app]?.types ?? []
        if types.isEmpty {
            return around.isHosted(app) ? .hostedShowsNothing : .notificationsNotRegistered
        }
        return state == .authorized ? nil : .notificationsNotAllowed
    }

    /// Why one isn't shown; nil: it is.
    func obstacle(
        of id: NotificationID, _ app: AppID, _ around: borrowing Surroundings
    ) -> Reason? {
        guard self[id]?.shown == nil else { return nil }
        return presentationObstacle(app, around) ?? .notificationsNotRegistered
    }

    private func allowedTypes(of app: AppID, _ around: borrowing Surroundings) -> NotificationTypes
    {
        guard around.profile.notificationsNeedPermission else { return [.alert, .sound, .badge] }
        return presentations[app]?.types ?? []
    }

    /// The user won't look through more.
    private mutating func withdrawOldest(
        of app: AppID, in around: inout Surroundings
    ) {
        guard count(of: app, where: { $0.shown != nil }) > Limits.shownNotificationsPerApp else {
            return
        }
        let oldest = of(app, where: { $0.shown != nil }).min {
            let (a, b) = ($0.shown?.at ?? .zero, $1.shown?.at ?? .zero)
            return a == b ? $0.id < $1.id : a < b
        }
        guard var oldest else { return }
        withdraw(&oldest, in: &around)
        keep(oldest, in: &around)
    }

    /// The shell has shown it. Only an alert stays for the user to choose.
    mutating func confirmShown(
        _ id: NotificationID, in around: inout Surroundings
    ) {
        guard var notification = self[id], let shown = notification.shown,
            shown.asked > 0
        else { return }
        notification.shown?.asked -= 1
        if shown.asked == 1, !shown.types.contains(.alert) { notification.shown = nil }
        keep(notification, in: &around)
    }
}
