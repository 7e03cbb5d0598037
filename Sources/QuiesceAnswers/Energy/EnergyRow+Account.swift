import QuiesceCore
import QuiesceWire

extension EnergyRow {
    package init(_ account: EnergyAccount) {
        self.init(
            app: account.app.name, joules: Double(account.total.microjoules) / 1e6,
            fetches: account.fetches, cpu: account.total.cpu.inSeconds,
            received: account.total.received, radio: account.total.radio.inSeconds,
            since: account.since.iso8601)
    }
}
