/// The alert of a push, which it hands over to a notification (R1, R3).
struct PushAlert {
    var push: LocalNotification.Source
    var app: AppID
    var content: PayloadHandle
    var types: NotificationTypes
    var badge: Int32?
    var category: String?
}

// Alerts of pushes are presented as local notifications are.
extension Notifications {
    /// Shows it, as far as the user lets the app (U4).
    ///
    /// - Returns: why it isn't shown; nil: it is.
    mutating func present(_ alert: PushAlert, in around: inout Surroundings) -> Reason? {
        let notification = make(alert)
        keep(notification, in: &around)
        let detail = Detail.notification(
            .fired(
                notification.id, notification.name, late: nil, skipped: 0))
        present(notification, detail, nil, in: &around)
        return obstacle(of: notification.id, alert.app, around)
    }

    /// The app in front is told of it: it is shown if the app ends before it has dealt with it.
    mutating func keepUntaken(
        _ alert: PushAlert, _ launch: Launch, in around: inout Surroundings
    ) -> NotificationID {
        var notification = make(alert)
        notification.untaken = .init(launch: launch, at: around.now.wall)
        notification.lastFired = around.now.wall
        keep(notification, in: &around)
        return notification.id
    }

    /// Withdraws the shown notifications of pushes with that collapse id, to make room.
    mutating func withdraw(
        collapse: String, of app: AppID, in around: inout Surroundings
    ) {
        let shown = of(app, where: { $0.shown != nil && $0.push?.collapse == collapse })
        for var notification in shown {
            withdraw(&notification, in: &around)
            keep(notification, in: &around)
        }
    }

    private mutating func make(_ alert: PushAlert) -> LocalNotification {
        last &+= 1
        isTouched = true
        var notification = LocalNotification(
            id: NotificationID(last), app: alert.app, name: "push \(alert.push.id)",
            content: alert.content, types: alert.types, badge: alert.badge)
        notification.push = alert.push
        notification.category = alert.category
        return notification
    }
}
