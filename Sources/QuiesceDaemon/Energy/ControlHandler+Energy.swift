import QuiesceAnswers
import QuiesceCore
import QuiesceWire

extension ControlHandler {
    /// The dearest comes first.
    func listEnergy(_ client: ControlServer.Client) {
        let accounts = device.machine.energyAccounts.sorted {
            ($1.total.microjoules, $0.app) < ($0.total.microjoules, $1.app)
        }
        list(accounts.map { EnergyRow($0) }, client)
    }
}
