/// The events of continued tasks that the core hears.
// derive: cases
public enum ContinuedEvent: Sendable, Hashable {
    case asked(AppID, Launch, request: UInt64, ContinuedRequest)
    /// The user stops an app's tasks, or the one of this identifier.
    case stop(AppID, identifier: String?, Ticket)
}

extension ContinuedEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        case .stop: nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? {
        switch self {
        case .asked: nil
        case .stop(_, _, let ticket): (ticket, .ends)
        }
    }

    package var words: String {
        switch self {
        case .asked(let app, let launch, let request, let asked):
            "\(app.name).\(launch.number) \(request) \(asked.words)"
        case .stop(let app, let identifier, let ticket):
            "stop \(app.name) \(identifier ?? "all") #\(ticket.value)"
        }
    }
}

extension ContinuedRequest {
    fileprivate var words: String {
        switch self {
        case .submit(let task, let waits): "submit \(task.identifier)\(waits ? " waits" : "")"
        case .cancel(let identifier): "cancel \(identifier ?? "all")"
        case .report(let id, let done, _, _): "report \(id) \(done)"
        case .complete(let id, let success): "complete \(id) \(success ? 1 : 0)"
        }
    }
}

/// The calls that tell an app of its continued tasks.
// derive: cases
public enum ContinuedCall: Sendable, Hashable, CapabilityCall {
    case begin(id: UInt64)
    case expire(id: UInt64)
    case refused(id: UInt64, Reason)

    package var name: String {
        switch self {
        case .begin: "continuedTask"
        case .expire: "expirationHandler"
        case .refused: "didNotSubmit"
        }
    }

    var wake: WakeID? { nil }
}
