/// The events of accessories that the core hears.
// derive: cases
public enum AccessoryEvent: Sendable, Hashable {
    case asked(AppID, Launch, request: UInt64, AccessoryRequest)
    /// Something was connected, or a new daemon has found it again.
    case plugged(PluggedAccessory, Ticket?)
    /// It is gone, by the kernel's word.
    case unplugged(identity: String)
    /// A tool takes away what a tool has connected (D1).
    case disconnect(name: String, Ticket)
    /// The daemon has said all that is connected: what else was known is gone.
    case listed
    /// Bytes wait for a suspended app (E1).
    case readable(connection: UInt64)
    /// Its terminal could not be opened.
    case wireFailed(connection: UInt64, code: Int32)
}

/// Something that was connected.
// derive: json
public struct PluggedAccessory: Sendable, Hashable {
    /// Without the number of a connection, which the core gives it.
    public var accessory: Accessory
    /// By which it is known again, and nothing else that is connected at its place later: the
    /// kernel's word.
    public var identity: String
    /// Its terminal; nil: it has none, so no session is opened with it.
    public var path: String?
    /// A tool has connected it.
    // json: isSimulated unless false
    public var isSimulated: Bool

    public init(
        _ accessory: Accessory, identity: String, path: String?, isSimulated: Bool = false
    ) {
        self.accessory = accessory
        self.identity = identity
        self.path = path
        self.isSimulated = isSimulated
    }
}

extension AccessoryEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        case .plugged, .unplugged, .disconnect, .listed, .readable, .wireFailed: nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? {
        switch self {
        case .plugged(_, let ticket): (ticket, .nothing)
        case .disconnect(_, let ticket): (ticket, .nothing)
        case .asked, .unplugged, .listed, .readable, .wireFailed: nil
        }
    }

    package var words: String {
        switch self {
        case .asked(let app, let launch, let request, let asked):
            "\(app.name).\(launch.number) \(request) \(asked.words)"
        case .plugged(let plugged, let ticket):
            "plugged \(plugged.identity)\(ticket.map { " #\($0.value)" } ?? "")"
        case .unplugged(let identity): "unplugged \(identity)"
        case .disconnect(let name, let ticket): "disconnect \(name) #\(ticket.value)"
        case .listed: "listed"
        case .readable(let connection): "readable \(connection)"
        case .wireFailed(let connection, let code): "wireFailed \(connection) \(code)"
        }
    }
}

extension AccessoryRequest {
    fileprivate var words: String {
        switch self {
        case .open(let session, let connection, let speaking, let isHeld):
            "open \(session) \(connection) \(speaking) \(isHeld ? 1 : 0)"
        case .close(let session): "close \(session)"
        }
    }
}

/// News of accessories for an app, told by a callback and acknowledged by the callback's return.
// derive: json
public struct AccessoryCall: Sendable, Hashable {
    /// nil: it executes anyway.
    public var id: WakeID?
    public var news: AccessoryNews
    /// They are gone for it as it was left (E3): it isn't suspended before it has heard so.
    // json: isLeaving unless false
    public var isLeaving: Bool

    public init(_ id: WakeID?, _ news: AccessoryNews, isLeaving: Bool = false) {
        self.id = id
        self.news = news
        self.isLeaving = isLeaving
    }
}

extension AccessoryCall: CapabilityCall {
    var name: String { "accessories" }
    var wake: WakeID? { id }
}

/// A step of the shell for accessories.
// derive: cases written
public enum AccessoryEffect: Sendable, Hashable {
    /// An app gets the terminal of an accessory, for its session of that number.
    case give(AppID, Launch, session: UInt64, connection: UInt64)
    /// An app that executes hears of it. Nobody waits for that.
    case tell(AppID, Launch, AccessoryUpdate)
}
