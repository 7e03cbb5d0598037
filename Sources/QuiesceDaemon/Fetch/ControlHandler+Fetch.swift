import QuiesceAnswers
import QuiesceCore
import QuiesceShell
import QuiesceWire

// Background fetches and tasks on demand (F9), and what is planned.
extension ControlHandler {
    func handle(_ request: ControlRequest.Fetch, _ client: ControlServer.Client) {
        switch request {
        case .sendFetch(let app):
            perform("fetch", app, for: client, nobody: Self.waking) { .fetch($0, $1) }
        case .forecast(let hours): forecast(hours, client)
        case .sendTask(let app, let identifier): sendTask(app, identifier, client)
        }
    }

    func forecast(_ hours: Int, _ client: ControlServer.Client) {
        guard (1...Limits.forecastHours).contains(hours) else {
            return client.refuse(
                ProtocolErrorCode.malformed.rawValue,
                "a forecast is for 1 to \(Limits.forecastHours) hours, not \(hours)")
        }
        let now = device.ports.now()
        let forecast = device.inspect { $0.forecast(hours: hours, at: now) }
        client.send(
            item: ForecastSummary(forecast, location: device.machine.locationViews(at: now)))
        list(forecast.wakeUps.flatMap(ForecastRow.rows), client)
    }

    func sendTask(_ app: String, _ identifier: String, _ client: ControlServer.Client) {
        perform("task \(identifier)", app, for: client, nobody: Self.waking) {
            .fetching(.simulate($0, identifier: identifier, $1))
        }
    }
}
