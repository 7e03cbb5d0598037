/// How notifications of an app come over what is in front, as the user has chosen for it (S12); the
/// words are those of `UNAlertStyle`. Sounds and badges come with each.
// derive: json
public enum AlertStyle: String, Sendable, Hashable, CaseIterable {
    /// They are only listed.
    case listed = "none"
    /// Along the edge of the screen: the app in front stays active (S7).
    case banner
    /// Over the app in front, which is inactive until the user has answered (S7).
    case alert
}

// Banner or alert (S7, S12).
extension Notifications {
    /// How the app's notifications come: as the user chose, else as the profile has it.
    func alertStyle(of app: AppID, _ around: borrowing Surroundings) -> AlertStyle {
        let chosen = presentations[app]?.style
        if around.profile.bannersSupported { return chosen ?? .banner }
        return chosen == .listed ? .listed : .alert
    }

    /// - Parameter style: nil: as at the beginning.
    mutating func setStyle(
        _ style: AlertStyle?, of app: AppID, _ ticket: Ticket, in around: inout Surroundings
    ) {
        guard around.isInstalled(app) else {
            return around.refuse(Refusal(.unknownApp), app, ticket)
        }
        if style == .banner, !around.profile.bannersSupported {
            return around.refuse(Refusal(.bannersUnsupported, rule: .s12), app, ticket)
        }
        setPresentation(of: app, in: &around) { $0.style = style }
        _ = around.out.decide(
            .input, .alertStyleSet, .s12,
            detail: .notification(.alertStyle(alertStyle(of: app, around))), app: app
        )
        around.answer(ticket, durable: true)
    }

    /// How one comes now. On a locked screen nothing is interrupted: an alert comes as a banner
    /// does.
    func currentAlertStyle(of app: AppID, _ around: borrowing Surroundings) -> AlertStyle {
        let style = alertStyle(of: app, around)
        return style == .alert && around.isLockedOrLocking ? .banner : style
    }

    /// Asks the shell to show it; an alert covers the app in front.
    mutating func show(_ notification: LocalNotification, in around: inout Surroundings) {
        guard let shown = notification.shown else { return }
        let id = notification.id
        around.out.notification(
            .show(
                id, notification.app, notification.content, shown.types, shown.style,
                badge: shown.types.contains(.badge) ? notification.badge : nil, late: shown.late))
        around.interruptions.alerts.removeAll { $0 == id }
        if shown.style == .alert { around.interruptions.alerts.append(id) }
    }

    /// It is off the screen, and nobody has answered it: it is only listed from then on.
    mutating func lowerAlert(_ id: NotificationID, in around: inout Surroundings) {
        guard let place = around.interruptions.alerts.firstIndex(of: id) else { return }
        around.interruptions.alerts.remove(at: place)
        guard let notification = self[id] else { return }
        note(
            .alertLowered, .s7, notification.app, .notification(.about(id, notification.name)),
            in: &around)
    }

    /// No alert lies over a locked screen, or over its own app; the app in front hears of those
    /// that came and went. What is lowered stays listed.
    mutating func settleAlerts(hadAlerts: Bool, in around: inout Surroundings) {
        guard hadAlerts || !around.interruptions.alerts.isEmpty else { return }
        for id in around.interruptions.alerts
        where around.isLockedOrLocking || self[id]?.app == around.foreground {
            lowerAlert(id, in: &around)
        }
        around.followInterruptions()
    }
}
