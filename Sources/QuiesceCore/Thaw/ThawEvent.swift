/// The events of scheduled thaws that the core hears.
// derive: cases
public enum ThawEvent: Sendable, Hashable {
    /// The user gives a hosted program a schedule; nil: its Info.plist's counts again.
    case schedule(AppID, ThawSchedule?, Ticket)
}

extension ThawEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? { nil }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? {
        switch self {
        case .schedule(_, _, let ticket): (ticket, .obliges)
        }
    }

    package var words: String {
        switch self {
        case .schedule(let app, let schedule, let ticket):
            "\(app.name) \(schedule?.words ?? "asDeclared") #\(ticket.value)"
        }
    }
}
