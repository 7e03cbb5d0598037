import QuiesceWire
import TestSupport

extension LiveDevice {
    /// An app's notifications: those that are shown, or with `scheduled` those that are to come.
    func notificationRows(of app: String, scheduled: Bool = false) throws -> [NotificationRow] {
        try perform(.notification(.notifications(app: app, scheduled: scheduled, follow: false)))
            .items.map { try NotificationRow.read(Array($0.utf8)) }
    }

    /// Follows what is shown of an app's until the one of that name is.
    func waitUntilShown(_ name: String, of app: String) throws -> NotificationRow {
        try waitUntilShown(of: app, name) { $0.name == name }
    }

    /// Follows what is shown of an app's until one says that.
    func waitUntilShown(body: String, of app: String) throws -> NotificationRow {
        try waitUntilShown(of: app, body) { $0.body == body }
    }

    private func waitUntilShown(
        of app: String, _ words: String, where isMeant: (NotificationRow) -> Bool
    ) throws -> NotificationRow {
        let connection = try LiveDevice.Connection(home)
        defer { connection.close() }
        try connection.send(.notification(.notifications(app: app, scheduled: false, follow: true)))
        while true {
            guard case .item(let text) = try connection.next() else {
                throw LiveDevice.Failure(description: "\(words) was never shown")
            }
            let row = try NotificationRow.read(Array(text.utf8))
            if isMeant(row), row.state == "shown" { return row }
        }
    }
}
