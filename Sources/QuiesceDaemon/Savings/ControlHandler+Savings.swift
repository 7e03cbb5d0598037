import QuiesceAnswers
import QuiesceCore
import QuiesceWire

extension ControlHandler {
    func listSavings(_ app: String?, lastSeconds: Int?, _ client: ControlServer.Client) {
        var only: AppID?
        if let app {
            guard let manifest = installed(app, client)?.manifest else { return }
            guard manifest.isHosted else {
                return client.refuse(
                    "notHosted",
                    "\(app): only a hosted program has a rate of its own to compare with; see `quiesce energy`"
                )
            }
            only = manifest.id
        }
        let most = Int(Limits.savingsMinutes) * 60
        if let lastSeconds, !(60...most).contains(lastSeconds) {
            return client.refuse(
                ProtocolErrorCode.malformed.rawValue,
                "savings are kept by the minute, for a day: lastSeconds is 60 to \(most)")
        }
        daemon.savings(only, lastSeconds.map { .seconds(Int64($0)) }) { [self] in
            list($0, client)
        }
    }
}
