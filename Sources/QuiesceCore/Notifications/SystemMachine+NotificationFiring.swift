// A notification fires: its app hears of it in front, the user sees it otherwise (N2, N3).
extension SystemMachine {
    /// What has become due, what apps have dealt with, and when the next is due.
    mutating func settleNotifications(_ now: Moment, _ out: inout Recorder) {
        guard !notifications.isIdle || notifications.alarm != nil || !notifications.dropped.isEmpty
        else { return }
        settleHanded(now, &out)
        releaseNotifications(now, &out)
        fireDueNotifications(now, &out)
        tellApps(now, &out)
        settleAlarm(now)
        guard notifications.isTouched else { return }
        notifications.isTouched = false
        guard notifications.last > 0 else { return }
        if notifications.heldSince == nil { notifications.clock = now.wall }
        out.effects.append(.record(.put(.notifications(notificationsFact))))
    }

    private mutating func fireDueNotifications(_ now: Moment, _ out: inout Recorder) {
        guard shuttingDown == nil, notifications.heldSince == nil else { return }
        while let alarm = notifications.index.alarms.least, alarm.at <= now.wall {
            notifications.index.alarms.removeLeast()
            guard notifications.isCurrent(alarm), let notification = notifications[alarm.id]
            else { continue }
            if let offsets = offsets(of: notification),
                let due = notification.due(at: now.wall, in: offsets)
            {
                fire(notification, due, now, &out)
            } else {
                notifications.set(notification, next: next(notification, now))
            }
        }
    }

    /// - Parameter due: nil: it was to be presented at once.
    mutating func fire(
        _ notification: LocalNotification, _ due: DueOccurrence?, _ now: Moment,
        _ out: inout Recorder
    ) {
        var notification = notification
        var late: Interval?
        if let due, let offsets = offsets(of: notification) {
            notification.take(due.newest.mark, in: offsets)
            let delay = now.wall - due.newest.at
            if delay >= Limits.notificationLateness { late = delay }
        }
        let detail = Detail.notificationFired(
            notification.id, notification.name, late: late, skipped: due?.skipped ?? 0)
        guard let slot = slot(notification.app) else { return }
        guard apps[slot].isInForeground else {
            return present(notification, slot, detail, late, now, &out)
        }
        let app = apps[slot]
        notification.untaken = .init(launch: app.launch, at: now.wall, waits: true)
        noteNotification(.notificationTold, .n3, app.id, detail, &out)
        handOver(notification, slot, now, &out)
    }

    /// Its app in front gets it, once it isn't behind with others (N3).
    mutating func handOver(
        _ notification: LocalNotification, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) {
        guard !apps[slot].isBehindWithNotifications else { return keep(notification, now, &out) }
        var notification = notification
        notification.untaken?.waits = nil
        keep(notification, now, &out)
        let call = NotificationCall.received(
            notification.id, notification.content, opened: false)
        update(slot, now, &out) { $0.deliver(.notification(call), $1, &$2) }
    }

    /// Shows, plays and marks what the user lets the app (U4).
    mutating func present(
        _ notification: LocalNotification, _ slot: Int, _ detail: Detail, _ late: Interval?,
        _ now: Moment, _ out: inout Recorder
    ) {
        var notification = notification
        let app = notification.app
        let obstacle = presentationObstacle(slot)
        let types = obstacle == nil ? notification.types.intersection(allowedTypes(of: app)) : []
        if types.isEmpty, !notification.types.isEmpty {
            let reason = obstacle ?? .notificationsNotRegistered
            let decision = out.decide(.refuse, reason, .u4, detail: detail, app: app)
            remember(decision, of: app)
            return keep(notification, now, &out)
        }
        noteNotification(.notificationFired, .n2, app, detail, &out)
        guard !types.isEmpty else { return keep(notification, now, &out) }
        let badge = types.contains(.badge) ? notification.badge : nil
        if let badge, badge != notifications.presentations[app]?.badge {
            setPresentation(of: app, &out) { $0.badge = badge }
            if !notifications.untold.contains(app) { notifications.untold.append(app) }
        }
        notification.shown = .init(
            at: now.wall, late: late, types: types,
            style: types.contains(.alert) ? currentAlertStyle(of: app) : nil,
            asked: (notification.shown?.asked ?? 0) &+ 1)
        keep(notification, now, &out)
        show(notification, &out)
        withdrawOldest(of: app, now, &out)
    }

    /// Why nothing of the app's is presented; nil: nothing keeps it from that.
    func presentationObstacle(_ slot: Int) -> Reason? {
        let state = apps[slot].grants.permissions[.notifications]
        guard profile.notificationsNeedPermission else {
            return state == .denied ? .notificationsNotAllowed : nil
        }
        let types = notifications.presentations[apps[slot].id]?.types ?? []
        if types.isEmpty { return .notificationsNotRegistered }
        return state == .authorized ? nil : .notificationsNotAllowed
    }

    private func allowedTypes(of app: AppID) -> NotificationTypes {
        guard profile.notificationsNeedPermission else { return [.alert, .sound, .badge] }
        return notifications.presentations[app]?.types ?? []
    }

    /// The user won't look through more.
    private mutating func withdrawOldest(
        of app: AppID, _ now: Moment, _ out: inout Recorder
    ) {
        let shown = notifications.of(app).filter { $0.shown != nil }
        guard shown.count > Limits.shownNotificationsPerApp else { return }
        let oldest = shown.min {
            let (a, b) = ($0.shown?.at ?? .zero, $1.shown?.at ?? .zero)
            return a == b ? $0.id < $1.id : a < b
        }
        guard var oldest else { return }
        withdraw(&oldest, &out)
        keep(oldest, now, &out)
    }

    /// The shell has shown it. Only an alert stays for the user to choose.
    mutating func shownNotification(
        _ id: NotificationID, _ now: Moment, _ out: inout Recorder
    ) {
        guard var notification = notifications[id], let shown = notification.shown,
            shown.asked > 0
        else { return }
        notification.shown?.asked -= 1
        if shown.asked == 1, !shown.types.contains(.alert) { notification.shown = nil }
        keep(notification, now, &out)
    }
}
