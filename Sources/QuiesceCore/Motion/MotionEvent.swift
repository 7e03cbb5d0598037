/// The events of motion that the core hears. Samples aren't among the events: nothing is decided by
/// samples, so they are neither journalled nor replayed
/// (`docs/decisions/0056-samples-are-no-events.md`).
// derive: cases
public enum MotionEvent: Sendable, Hashable {
    case asked(AppID, Launch, request: UInt64, MotionRequest)
}

extension MotionEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? { nil }

    package var words: String {
        switch self {
        case .asked(let app, let launch, let request, let asked):
            "\(app.name).\(launch.number) \(request) \(asked.sensor.rawValue) \(asked.interval?.nanoseconds ?? -1)"
        }
    }
}
