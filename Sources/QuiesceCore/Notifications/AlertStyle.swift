/// How notifications of an app come over what is in front, as the user has chosen for it (S12); the words are
/// those of `UNAlertStyle`. Sounds and badges come with each.
public enum AlertStyle: String, Sendable, Hashable, Codable, CaseIterable {
    /// They are only listed.
    case listed = "none"
    /// Along the edge of the screen: the app in front stays active (S7).
    case banner
    /// Over the app in front, which is inactive until the user has answered (S7).
    case alert
}

// Banner or alert (S7, S12).
extension SystemMachine {
    /// How the app's notifications come: as the user chose, else as the profile has it.
    public func alertStyle(of app: AppID) -> AlertStyle {
        let chosen = chosenAlertStyle(of: app)
        if profile.bannersSupported { return chosen ?? .banner }
        return chosen == .listed ? .listed : .alert
    }

    /// nil: the user hasn't chosen.
    public func chosenAlertStyle(of app: AppID) -> AlertStyle? {
        notifications.presentations[app]?.style
    }

    /// - Parameter style: nil: as at the beginning.
    mutating func setAlertStyle(
        _ style: AlertStyle?, of app: AppID, _ ticket: Ticket, _ out: inout Recorder
    ) {
        guard slot(app) != nil else { return refuse(Refusal(.unknownApp), app, ticket, &out) }
        if style == .banner, !profile.bannersSupported {
            return refuse(Refusal(.bannersUnsupported, rule: .s12), app, ticket, &out)
        }
        setPresentation(of: app, &out) { $0.style = style }
        _ = out.decide(
            .input, .alertStyleSet, .s12, detail: .alertStyle(alertStyle(of: app)), app: app)
        answer(ticket, durable: true, &out)
    }

    /// How one comes now. On a locked screen nothing is interrupted: an alert comes as a banner does.
    func currentAlertStyle(of app: AppID) -> AlertStyle {
        let style = alertStyle(of: app)
        return style == .alert && isLockedOrLocking ? .banner : style
    }

    /// Asks the shell to show it; an alert covers the app in front.
    mutating func show(_ notification: LocalNotification, _ out: inout Recorder) {
        guard let shown = notification.shown else { return }
        let id = notification.id
        out.notification(
            .show(
                id, notification.app, notification.content, shown.types, shown.style,
                badge: shown.types.contains(.badge) ? notification.badge : nil, late: shown.late))
        interruptions.alerts.removeAll { $0 == id }
        if shown.style == .alert { interruptions.alerts.append(id) }
    }

    /// It is off the screen, and nobody has answered it: it is only listed from then on.
    mutating func lowerAlert(_ id: NotificationID, _ out: inout Recorder) {
        guard let place = interruptions.alerts.firstIndex(of: id) else { return }
        interruptions.alerts.remove(at: place)
        guard let notification = notifications[id] else { return }
        noteNotification(
            .alertLowered, .s7, notification.app, .notification(id, notification.name), &out)
    }

    /// No alert lies over a locked screen, or over its own app; the app in front hears of those that came and
    /// went. What is lowered stays listed.
    mutating func settleAlerts(hadAlerts: Bool, _ now: Moment, _ out: inout Recorder) {
        guard hadAlerts || !interruptions.alerts.isEmpty else { return }
        for id in interruptions.alerts
        where isLockedOrLocking || notifications[id]?.app == foreground {
            lowerAlert(id, &out)
        }
        followInterruptions(now, &out)
    }
}
