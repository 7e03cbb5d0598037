import ArgumentParser
import QuiesceClient
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

/// The user's choice for an app's notifications.
enum StyleChoice: String, ExpressibleByArgument, CaseIterable {
    case none, banner, alert, reset

    /// As the protocol has it; nil: as at the beginning.
    var style: String? { self == .reset ? nil : rawValue }
}

struct NotificationStyle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "style",
        abstract:
            "Lists or changes how apps' notifications come: as banners, as alerts, or not at all.",
        discussion: """
            A banner leaves the app in front active. An alert makes it inactive until the user opens \
            or dismisses it (S7). With none they are only in `quiesce notifications`. Sounds and \
            badges come with each (S12). `quiesce permissions APP notifications deny` is for nothing \
            at all. With --json, one array of objects: app, style (none, banner, alert), chosen \
            (false: it is the profile's).

              quiesce notifications style
              quiesce notifications style Mailbox alert
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(help: ArgumentHelp("The app; all of them without it.", valueName: "id"))
    var app: String?
    @Argument(help: "none, banner, alert, or reset, as at the beginning.") var choice: StyleChoice?

    func run() throws {
        let client = try device.client()
        let rows = try client.rows(.notification(.alertStyles(app: nil)), as: AlertStyleRow.self)
        guard let app else { return try list(rows) }
        let id = try AppName.resolve(app, among: rows.map(\.app))
        if let choice {
            return report(
                try client.call(.notification(.setAlertStyle(app: id, style: choice.style))))
        }
        try list(client.rows(.notification(.alertStyles(app: id)), as: AlertStyleRow.self))
    }

    private func list(_ rows: [AlertStyleRow]) throws {
        if output.json { return say(JSONOutput.array(rows.map(\.jsonText))) }
        if rows.isEmpty { return say("No apps.") }
        var table = Table([.init(title: "APP"), .init(title: "STYLE"), .init(title: "CHOSEN")])
        for row in rows {
            table.add([
                Table.Cell(row.app), Table.Cell(row.style), Table.Cell(row.chosen ? "yes" : "no"),
            ])
        }
        table.print()
    }
}
