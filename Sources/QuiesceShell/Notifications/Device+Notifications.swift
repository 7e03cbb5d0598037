import Foundation
import QuiesceCore
import QuiesceWire

// Notifications: between the core, which knows them by number, and apps, who know what they say.
extension Device {
    /// Takes what an app asks of its notifications; `AppChannel` has checked it.
    func take(_ asked: LocalNotificationRequest, request: UInt64, from key: ProcessKey) {
        let stored = asked.map { new($0, of: key.app) }
        take(.notification(.asked(key.app, key.launch, request: request, stored)))
    }

    private func new(_ content: NotificationContent, of app: AppID) -> NewNotification {
        let handle = stage(content)
        notifications.note(content, handle)
        let fireDate = content.region == nil ? fireDate(of: content) : nil
        return NewNotification(
            name: content.name, fireDate: fireDate,
            zone: fireDate.flatMap { zone(of: content, from: $0, app) },
            every: content.repeatInterval.flatMap(RepeatInterval.init(rawValue:)),
            types: content.types, badge: content.badge.map { Int32(clamping: $0) },
            content: handle, category: content.category,
            region: content.region)
    }

    /// An alarm is never lost for a zone's name that this machine doesn't know: it rings at the
    /// moment that was asked for, only that clocks there can't be followed from then on.
    private func zone(
        of content: NotificationContent, from time: WallTime, _ app: AppID
    ) -> ZoneOffsets? {
        guard let name = content.timeZone else { return nil }
        guard let offsets = world.notifications.offsets(name, time) else {
            world.warn(
                "\(app)'s notification \(content.name.printable.prefix(40)): no time zone is named \"\(name.printable.prefix(64))\", so its fire date is taken as an absolute time"
            )
            return nil
        }
        return ZoneOffsets(name: name, offsets: offsets)
    }

    /// New notifications that the disk didn't take: nobody was promised them yet.
    ///
    /// - Returns: whether there are any.
    func dropNotifications(in changes: [StorePort.Change], _ failure: Reason) -> Bool {
        var staged: Set<PayloadHandle> = []
        for case .putPayload(let handle, _) in changes { staged.insert(handle) }
        let refused = changes.compactMap { change -> NotificationID? in
            guard case .record(.put(.notification(let notification))) = change,
                staged.contains(notification.content)
            else { return nil }
            return notification.id
        }
        if !refused.isEmpty { take(.notification(.notStored(refused, failure))) }
        return !refused.isEmpty
    }

    func carryOut(_ effect: NotificationEffect) {
        switch effect {
        case .show(let id, let app, let handle, let types, let style, let badge, let late):
            let shown = ShownNotification(
                id: id, app: app, types: types, style: style, badge: badge, late: late,
                content: content(handle),
                actions: machine.notificationView(id)?.actions ?? [])
            world.notifications.show(shown) { [self] in take(.notification(.shown(id))) }
        case .withdraw(let id): world.notifications.withdraw(id)
        case .tell(let app, let launch): tell(ProcessKey(app: app, launch: launch))
        case .tellShown(let app, let launch, let request):
            tellShown(ProcessKey(app: app, launch: launch), request)
        }
    }

    /// The content of a notification; nil: it was lost with the disk.
    package func content(_ handle: PayloadHandle) -> NotificationContent? {
        notifications.content(handle) { stored(handle) }
    }

    func wireCallback(_ call: NotificationCall) -> NotificationCallback {
        switch call {
        case .received(let id, let handle, let opened):
            .received(content(of: id, handle), opened: opened, date: date(of: id))
        case .dropped(let names): .dropped(names)
        case .answered(let reply, let wake):
            .answered(
                AnsweredNotification(
                    notification: content(of: reply.id, reply.content), date: date(of: reply.id),
                    push: reply.push.map(payload), answer: reply.answer),
                wake: wake?.value)
        }
    }

    /// nil: there is no such notification any more.
    func content(of id: NotificationID) -> NotificationContent? {
        machine.notificationView(id).map { content(of: id, $0.content) }
    }

    /// When it was shown or fired last: milliseconds since 1970.
    func date(of id: NotificationID) -> Int64? {
        machine.notificationView(id)?.lastFired.map(\.milliseconds)
    }

    /// Whatever became of it, its app hears of it.
    func content(of id: NotificationID, _ handle: PayloadHandle) -> NotificationContent {
        let name = machine.notificationView(id)?.name ?? "\(id)"
        var found = content(handle) ?? NotificationContent(name: name)
        // The alert of a push has no name of its own.
        found.name = name
        return found
    }

    /// Tells the app its scheduled notifications, its badge and its types.
    private func tell(_ key: ProcessKey) {
        let scheduled = machine.notificationViews(of: key.app).filter(\.isScheduled)
            .compactMap { view in content(view.content).map { (view.content, $0) } }
        let pages = Pages(scheduled, most: Limits.sessionPageBytes) { handle, content in
            notifications.size(of: content, handle)
        }
        for page in pages.all {
            var message = AppNotifications(
                scheduled: page.items.map(\.1), badge: Int(machine.badge(of: key.app)),
                types: machine.notificationTypes(of: key.app)?.words)
            if page.isFirst {
                message.style = machine.alertStyle(of: key.app).rawValue
            } else {
                message.continues = true
            }
            world.apps.send(key, .notifications(message))
        }
    }
}

// An app's notifications that are shown.
extension Device {
    /// Oldest first.
    private func tellShown(_ key: ProcessKey, _ request: UInt64) {
        let delivered = machine.notificationViews(of: key.app).compactMap { view in
            view.shown.map { shown in
                DeliveredNotification(
                    notification: content(of: view.id, view.content), date: shown.at.milliseconds,
                    push: view.push.map(payload))
            }
        }
        for page in Pages(delivered, most: Limits.sessionPageBytes, size: \.json.count).all {
            var message = DeliveredNotifications(request: request)
            message.notifications = page.items
            if !page.isFirst { message.continues = true }
            if !page.isLast { message.more = true }
            world.apps.send(key, .deliveredNotifications(message))
        }
    }
}

extension LocalNotificationRequest: AppRequest {
    package func come(to device: Device, request: UInt64, from key: ProcessKey) {
        device.take(self, request: request, from: key)
    }
}
