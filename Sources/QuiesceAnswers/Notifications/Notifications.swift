import QuiesceCore
import QuiesceWire

// Notifications, as tools are told them.

extension NotificationRow {
    /// A row for the notification that is shown, or for the one that is scheduled; one that repeats
    /// may have both.
    ///
    /// - Parameter content: nil: it was lost with the disk.
    /// - Returns: nil if the notification has no such row.
    package init?(
        _ view: NotificationView, scheduled: Bool, _ content: NotificationContent?
    ) {
        guard scheduled ? view.isScheduled : view.shown != nil else { return nil }
        self.init(
            notification: view.id.value, app: view.app.name, name: view.name,
            state: scheduled ? "scheduled" : "shown")
        if scheduled {
            time = view.next?.iso8601
            repeats = view.rule?.every?.rawValue
            timeZone = view.rule?.zone.name
            region = view.region?.words
        } else {
            time = view.shown?.at.iso8601
            late = view.shown?.late.map { Double($0.nanoseconds) / 1e9 }
            style = view.shown?.style?.rawValue
            covers = view.covers ? true : nil
            actions =
                view.actions.isEmpty
                ? nil
                : view.actions.map {
                    NotificationActionRow(id: $0.identifier, title: $0.title, text: $0.takesText)
                }
        }
        title = content?.title
        body = [content?.subtitle, content?.body].compactMap { $0 }.joined(separator: "\n")
        if body?.isEmpty == true { body = nil }
        sound = content?.sound
        badge = view.badge.map(Int.init)
    }
}

extension FireZone {
    fileprivate var name: String? {
        switch self {
        case .absolute: nil
        case .device: "device"
        case .named(let zone): zone.name
        }
    }
}
