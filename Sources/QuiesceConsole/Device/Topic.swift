import QuiesceWire

/// A listing of the device's that pages show.
enum Topic: String, Sendable, Hashable, CaseIterable {
    case status, apps, ps, prompts, notifications, device
    case scheduled, styles, transfers, pushes, location, energy, thaws, switcher, awake, killed

    /// Those that every page shows.
    static let always: [Topic] = [.status, .apps, .ps, .prompts, .notifications, .device]

    var request: ControlRequest {
        switch self {
        case .status: .status
        case .apps: .apps
        case .ps: .ps
        case .prompts: .permission(.prompts)
        case .notifications:
            .notification(.notifications(app: nil, scheduled: false, follow: false))
        case .device: .whyDevice
        case .scheduled: .notification(.notifications(app: nil, scheduled: true, follow: false))
        case .styles: .notification(.alertStyles(app: nil))
        case .transfers: .transfer(.transfers(app: nil))
        case .pushes: .push(.pushes(app: nil, follow: false))
        case .location: .location(.location(track: true))
        case .energy: .energy
        case .thaws: .thaw(.thaws)
        case .switcher: .switcher
        case .awake: .whyAwake
        case .killed: .whyKilled(app: nil)
        }
    }

    /// A subscription to its changes, where the log doesn't tell of them.
    var subscription: ControlRequest? {
        switch self {
        case .notifications:
            .notification(.notifications(app: nil, scheduled: false, follow: true))
        case .transfers: .transfer(.followTransfers(app: nil, transfer: nil))
        case .pushes: .push(.pushes(app: nil, follow: true))
        case .status, .apps, .ps, .prompts, .device, .scheduled, .styles, .location, .energy,
            .thaws, .switcher, .awake, .killed:
            nil
        }
    }
}
