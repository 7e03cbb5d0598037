import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct ShowMetrics: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics",
        abstract: "Says how the device is in numbers, as Prometheus reads them.",
        discussion: """
            Apps by state, their memory and open background tasks; notifications and transfers by state; \
            energy, CPU time and bytes of each app's fetches; programs' time frozen and CPU time saved in \
            the last day. In Prometheus's text format; names and labels stay. For node_exporter, a \
            timer writes them to a file of its textfile collector:

              quiesce metrics >device.prom.new && mv device.prom.new device.prom
            """)

    @OptionGroup var device: DeviceOptions

    func run() throws {
        let client = try device.client()
        func notifications(scheduled: Bool) throws -> [NotificationRow] {
            try client.rows(
                .notification(.notifications(app: nil, scheduled: scheduled, follow: false)),
                as: NotificationRow.self)
        }
        let metrics = DeviceMetrics(
            status: try client.row(.status, as: DeviceStatus.self),
            processes: try client.rows(.ps, as: ProcessRow.self),
            notifications: try notifications(scheduled: false) + notifications(scheduled: true),
            transfers: try client.rows(.transfer(.transfers(app: nil)), as: TransferRow.self),
            energy: try client.rows(.energy, as: EnergyRow.self),
            savings: try client.rows(.savings(app: nil, lastSeconds: nil), as: SavingsRow.self))
        metrics.lines.forEach(say)
    }
}
