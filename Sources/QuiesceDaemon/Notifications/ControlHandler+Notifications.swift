import QuiesceAnswers
import QuiesceCore
import QuiesceShell
import QuiesceWire

// The user's requests about notifications (N2).
extension ControlHandler {
    func handle(_ request: ControlRequest.Notification, _ client: ControlServer.Client) {
        switch request {
        case .notifications(let app, let scheduled, let follow):
            notifications(app, scheduled: scheduled, follow: follow, client)
        case .openNotification(let notification): openNotification(notification, client)
        case .answerNotification(let notification, let action, let text):
            let answer = action.map { NotificationAnswer.action(identifier: $0, text: text) }
            about(notification, "answered", client) { .answer($0, answer ?? .settings, $1) }
        case .dismissNotification(let notification): dismissNotification(notification, client)
        case .alertStyles(let app): alertStyles(app, client)
        case .setAlertStyle(let app, let style): set(app, alertStyle: style, client)
        }
    }

    func notifications(
        _ app: String?, scheduled: Bool, follow: Bool, _ client: ControlServer.Client
    ) {
        var only: AppID?
        if let app {
            guard let view = installed(app, client) else { return }
            only = view.manifest.id
        }
        let listing = daemon.notifications
        guard follow else { return list(listing.rows(of: only, scheduled: scheduled), client) }
        let follower = listing.follow(only, scheduled: scheduled) { client.send(item: $0) }
        guard client.isOpen else { return listing.unfollow(follower) }
        client.onClose = { listing.unfollow(follower) }
    }

    func openNotification(_ notification: UInt64, _ client: ControlServer.Client) {
        about(notification, "opened", client) { .open($0, $1) }
    }

    private func about(
        _ notification: UInt64, _ done: String, _ client: ControlServer.Client,
        _ event: (NotificationID, Ticket) -> NotificationEvent
    ) {
        let action = "notification \(notification)"
        perform(action, about: action, for: client, nobody: done) {
            .notification(event(NotificationID(notification), $0))
        }
    }

    func dismissNotification(_ notification: UInt64?, _ client: ControlServer.Client) {
        if let notification {
            return about(notification, "dismissed", client) { .dismiss($0, $1) }
        }
        let shown = daemon.notifications.shown
        for id in shown { device.take(.notification(.dismiss(id, nil))) }
        client.send(.done(message: shown.isEmpty ? "nothing is shown" : "\(shown.count) dismissed"))
    }

    func alertStyles(_ app: String?, _ client: ControlServer.Client) {
        var apps = device.machine.views.map(\.manifest.id)
        if let app {
            guard let view = installed(app, client) else { return }
            apps = [view.manifest.id]
        }
        let machine = device.machine
        list(
            apps.map {
                AlertStyleRow(
                    app: $0.name, style: machine.alertStyle(of: $0).rawValue,
                    chosen: machine.chosenAlertStyle(of: $0) != nil)
            }, client)
    }

    func set(_ app: String, alertStyle word: String?, _ client: ControlServer.Client) {
        let style = word.flatMap(AlertStyle.init(rawValue:))
        guard style != nil || word == nil else {
            let known = AlertStyle.allCases.map(\.rawValue).joined(separator: ", ")
            return client.refuse(
                ProtocolErrorCode.malformed.rawValue,
                "\(app): there is no alert style like that; known: \(known)")
        }
        let message = "style \(style?.rawValue ?? "as at the beginning")"
        ask(app, client, saying: message) { .notification(.setStyle($0, style, $1)) }
    }
}
