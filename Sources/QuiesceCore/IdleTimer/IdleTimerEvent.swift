/// The events of the idle timer that the core hears.
// derive: cases
public enum IdleTimerEvent: Sendable, Hashable {
    case asked(AppID, Launch, request: UInt64, disabled: Bool)
}

extension IdleTimerEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? { nil }

    package var words: String {
        switch self {
        case .asked(let app, let launch, let request, let disabled):
            "\(app.name).\(launch.number) \(request) \(disabled ? "disable" : "enable")"
        }
    }
}
