import QuiesceWire

/// An app's state as portals know it.
enum PortalState: UInt32, Sendable {
    case background = 0
    case running = 1
    case active = 2

    /// - Parameters:
    ///   - state: the device's word for it (S1).
    ///   - hasWindow: it executes for a window, shown or soon to be.
    /// - Returns: nil: it doesn't live.
    init?(_ state: String, hasWindow: Bool) {
        switch state {
        case "active", "inactive": self = .active
        case "background": self = hasWindow ? .running : .background
        case "suspended": self = .background
        case _: return nil
        }
    }
}

/// The device as portals see it.
struct AppStates: Sendable, Hashable {
    /// States of those that live, by the portal's id.
    var states: [String: UInt32] = [:]
    /// The device's id of each installed app, by the portal's.
    var apps: [String: String] = [:]

    /// - Parameters:
    ///   - hasWindow: asked for those that execute out of sight.
    ///   - names: the portal's ids of an app that came from desktop entries.
    init(
        _ rows: [ProcessRow], names: (String) -> [String],
        hasWindow: (String) throws -> Bool
    ) rethrows {
        for row in rows {
            let own = names(row.id)
            let isAlive = row.pid != nil && row.state != "notRunning"
            let executes = isAlive && row.state == "background"
            let state =
                isAlive
                ? PortalState(row.state, hasWindow: try executes && hasWindow(row.id)) : nil
            for name in own.isEmpty ? [row.id] : own {
                apps[name] = row.id
                states[name] = state?.rawValue
            }
        }
    }
}

/// News of the device.
enum DeviceNews: Sendable {
    case states(AppStates)
    /// No daemon can be asked, for that reason.
    case gone(String)
}
