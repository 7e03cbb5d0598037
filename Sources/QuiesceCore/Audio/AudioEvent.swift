/// The events of sound that the core hears.
// derive: cases
public enum AudioEvent: Sendable, Hashable {
    case asked(AppID, Launch, request: UInt64, AudioRequest)
    /// There is a sound server, or it is gone.
    case server(isThere: Bool)
    /// The sound server's reading of all streams of an app together.
    case heard(AppID, AudioReading)
    /// Somebody pressed a key (A5).
    case ordered(RemoteOrder, Ticket?)
}

extension AudioEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        case .server, .heard, .ordered: nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? {
        switch self {
        case .ordered(_, let ticket): (ticket, .nothing)
        case .asked, .server, .heard: nil
        }
    }

    package var words: String {
        switch self {
        case .asked(let app, let launch, let request, let asked):
            "\(app.name).\(launch.number) \(request) \(asked.words)"
        case .server(let isThere): "server \(isThere ? 1 : 0)"
        case .heard(let app, let reading): "heard \(app.name) \(reading.words)"
        case .ordered(let order, let ticket):
            "ordered \(order.command.rawValue)\(ticket.map { " #\($0.value)" } ?? "")"
        }
    }
}

extension AudioReading {
    fileprivate var words: String {
        "\(plays ? 1 : 0) \(records ? 1 : 0) \(isAudible.map { $0 ? "1" : "0" } ?? "-")"
    }
}

extension AudioRequest {
    fileprivate var words: String {
        switch self {
        case .set(let setting): "set \(setting.category.rawValue) \(setting.mixes ? 1 : 0)"
        case .activate: "activate"
        case .deactivate(let notifies): "deactivate \(notifies ? 1 : 0)"
        case .working(let plays, let records): "working \(plays ? 1 : 0) \(records ? 1 : 0)"
        case .show(let item): "show \(item == nil ? 0 : 1)"
        case .takes(let commands): "takes \(commands.count)"
        }
    }
}

/// A key for an app that was launched for it, acknowledged by its handlers' return (A5).
// derive: json
public struct AudioCall: Sendable, Hashable {
    public var id: WakeID
    public var order: RemoteOrder

    public init(_ id: WakeID, _ order: RemoteOrder) {
        self.id = id
        self.order = order
    }
}

extension AudioCall: CapabilityCall {
    var name: String { "remoteCommand" }
    var wake: WakeID? { id }
}

/// A step of the shell for sound.
// derive: cases written
public enum AudioEffect: Sendable, Hashable {
    /// An app that executes hears of it. Nobody waits for that.
    case tell(AppID, Launch, AudioUpdate)
}
