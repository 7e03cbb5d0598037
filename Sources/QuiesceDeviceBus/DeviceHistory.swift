import QuiesceWire

/// A signal of the interface's own.
enum DeviceChange: Sendable, Hashable {
    case state(app: String, state: String, reason: String)
    case foreground(String)
    case added(id: UInt64, app: String, title: String)
    case removed(id: UInt64, app: String)
    /// Anew, or in another version.
    case installed(app: String, version: String)
    case uninstalled(app: String)
    case asked(id: UInt64, DeviceLists.Prompt)
    case answered(id: UInt64, app: String)
    case property(DeviceInterface.Property)
}

/// The device as it was told of last: news become changes, each of them once, also over daemons.
struct DeviceHistory {
    private(set) var view = DeviceView()
    /// States of apps; nil: nothing was ever known.
    private var states: [String: String]?
    /// Apps of the notifications that are shown.
    private var shown: [UInt64: String] = [:]
    /// nil: nothing was ever known.
    private var lists: DeviceLists?

    mutating func take(_ news: DeviceNews) -> [DeviceChange] {
        switch news {
        case .began(let processes, let notifications): begin(processes, notifications)
        case .decided(let row): decide(row)
        case .notification(let row): notification(row)
        case .view(let new): look(new)
        case .lists(let new): compare(new)
        case .gone: look(DeviceView())
        }
    }

    private mutating func begin(
        _ processes: [ProcessRow], _ notifications: [NotificationRow]
    ) -> [DeviceChange] {
        let isFirst = states == nil
        var changes: [DeviceChange] = []
        for row in processes where states?[row.id] != row.state {
            changes.append(.state(app: row.id, state: row.state, reason: row.reason))
        }
        states = .init(processes.map { ($0.id, $0.state) }, uniquingKeysWith: { $1 })
        let ids = Set(notifications.map(\.notification))
        for (id, app) in shown.sorted(by: { $0.key < $1.key }) where !ids.contains(id) {
            changes.append(.removed(id: id, app: app))
            shown[id] = nil
        }
        for row in notifications { changes += notification(row) }
        // Whoever was there before has asked nobody.
        return isFirst ? [] : changes
    }

    private mutating func decide(_ row: LogRow) -> [DeviceChange] {
        guard let app = row.app, let state = row.to, states?[app] != state else { return [] }
        states?[app] = state
        return [.state(app: app, state: state, reason: row.reason)]
    }

    private mutating func notification(_ row: NotificationRow) -> [DeviceChange] {
        let id = row.notification
        if row.state == "gone" {
            return shown.removeValue(forKey: id).map { [.removed(id: id, app: $0)] } ?? []
        }
        guard row.state == "shown", shown.updateValue(row.app, forKey: id) == nil else { return [] }
        return [.added(id: id, app: row.app, title: row.title ?? "")]
    }

    private mutating func look(_ new: DeviceView) -> [DeviceChange] {
        var changes: [DeviceChange] = []
        if new.foreground != view.foreground {
            changes += [.foreground(new.foreground), .property(.foreground)]
        }
        if new.isLocked != view.isLocked { changes.append(.property(.locked)) }
        if new.profile != view.profile { changes.append(.property(.profile)) }
        view = new
        return changes
    }

    private mutating func compare(_ new: DeviceLists) -> [DeviceChange] {
        defer { lists = new }
        guard let old = lists else { return [] }
        var changes: [DeviceChange] = []
        for (app, version) in new.apps.sorted(by: { $0.key < $1.key })
        where old.apps[app] != version {
            changes.append(.installed(app: app, version: version))
        }
        for app in old.apps.keys.sorted() where new.apps[app] == nil {
            changes.append(.uninstalled(app: app))
        }
        for (id, prompt) in old.prompts.sorted(by: { $0.key < $1.key })
        where new.prompts[id] == nil {
            changes.append(.answered(id: id, app: prompt.app))
        }
        for (id, prompt) in new.prompts.sorted(by: { $0.key < $1.key })
        where old.prompts[id] == nil {
            changes.append(.asked(id: id, prompt))
        }
        return changes
    }
}
