import QuiesceCore
import QuiesceSimulation

extension EventRoom {
    static let notifications = EventRoom(actions: [
        "alertStyle", "registerNotifications", "notification", "openNotification",
        "dismissNotification",
    ]) { reader, field, apps in
        switch field.key {
        case "alertStyle": reader.alertStyle(field, apps)
        case "registerNotifications":
            reader.app(field, apps).map { .step(.notification(app: $0, .register)) }
        case "notification": reader.notification(field, apps)
        case "openNotification": reader.shown(field).map { .step(.openNotification($0)) }
        case _: reader.shown(field).map { .step(.dismissNotification($0)) }
        }
    }
}

// Notifications of apps, and what the user does with them.
extension Reader {
    /// `alertStyle: {app: Mail, style: alert}`
    fileprivate func alertStyle(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What?
    {
        guard let (app, fields) = target(field, ["style"], apps) else { return nil }
        guard let style = fields?["style"] else {
            let known = AlertStyle.allCases.map(\.rawValue)
            report(field.value.mark, "alertStyle needs \"style\": \(oneOf(known))")
            return nil
        }
        return choice(style, AlertStyle.self).map { .step(.alertStyle(app: app, $0)) }
    }

    /// `notification: {app: Mail, in: 5m}`, which the app schedules if it runs; `name: 2` is
    /// another than `name: 1`, and one of the same name takes its place.
    fileprivate func notification(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent
        .What?
    {
        guard let (app, fields) = target(field, ["in", "name"], apps) else { return nil }
        let after = fields?["in"].map(duration) ?? 0
        let name =
            fields?["name"].map { number($0, in: 0...Limits.scheduledNotificationsPerApp) } ?? 0
        guard let after, let name else { return nil }
        return .step(
            .notification(app: app, .schedule(name: name, after: after, zone: nil, every: nil)))
    }

    /// One of what is shown; 0 is the oldest.
    fileprivate func shown(_ field: Fields.Entry) -> Int? { number(field, in: 0...9_999) }
}
