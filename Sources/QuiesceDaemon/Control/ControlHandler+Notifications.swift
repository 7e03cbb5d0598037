import QuiesceAnswers
import QuiesceCore
import QuiesceShell
import QuiesceWire

// What the user does with notifications (N2); background tasks on demand (F9), and what is planned.
extension ControlHandler {
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
        device.ask(
            { .notification(.open(NotificationID(notification), $0)) },
            reply: answer(client, about: "notification \(notification)"))
    }

    func dismissNotification(_ notification: UInt64?, _ client: ControlServer.Client) {
        if let notification {
            return device.ask(
                { .notification(.dismiss(NotificationID(notification), $0)) },
                reply: answer(client, about: "notification \(notification)"))
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
        ask(app, client) { .notification(.setStyle($0, style, $1)) }
    }

    func forecast(_ hours: Int, _ client: ControlServer.Client) {
        guard (1...Limits.forecastHours).contains(hours) else {
            return client.refuse(
                ProtocolErrorCode.malformed.rawValue,
                "a forecast is for 1 to \(Limits.forecastHours) hours, not \(hours)")
        }
        let now = device.ports.now()
        let forecast = device.inspect { $0.forecast(hours: hours, at: now) }
        client.send(item: ForecastSummary(forecast))
        list(forecast.wakeUps.flatMap(ForecastRow.rows), client)
    }

    func sendTask(_ app: String, _ identifier: String, _ client: ControlServer.Client) {
        ask(app, client) { .fetching(.simulate($0, identifier: identifier, $1)) }
    }
}
