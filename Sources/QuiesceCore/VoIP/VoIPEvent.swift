/// The events of kept sockets that the core hears.
// derive: cases
public enum VoIPEvent: Sendable, Hashable {
    case asked(AppID, Launch, request: UInt64, VoIPRequest)
    /// Bytes, or its end, wait in a watched socket. The app's sockets aren't watched any more.
    case traffic(AppID, Launch, descriptor: Int32, isOver: Bool)
    /// It isn't there any more: its app has closed it without a word.
    case closed(AppID, Launch, descriptor: Int32)
    /// A new daemon couldn't take a duplicate of it from the app.
    case lost(AppID, Launch, descriptor: Int32)
}

extension VoIPEvent: CapabilityEvent {
    package var speaker: (app: AppID, launch: Launch, request: UInt64)? {
        switch self {
        case .asked(let app, let launch, let request, _): (app, launch, request)
        case .traffic, .closed, .lost: nil
        }
    }

    var caller: (ticket: Ticket?, promise: EventOrigin.Promise)? { nil }

    package var words: String {
        switch self {
        case .asked(let app, let launch, let request, let asked):
            "\(app.name).\(launch.number) \(request) \(asked.words)"
        case .traffic(let app, let launch, let descriptor, let isOver):
            "traffic \(app.name).\(launch.number) \(descriptor)\(isOver ? " over" : "")"
        case .closed(let app, let launch, let descriptor):
            "closed \(app.name).\(launch.number) \(descriptor)"
        case .lost(let app, let launch, let descriptor):
            "lost \(app.name).\(launch.number) \(descriptor)"
        }
    }
}

extension VoIPRequest {
    fileprivate var words: String {
        switch self {
        case .keep(let socket): "keep \(socket.words)"
        case .release(let descriptor): "release \(descriptor)"
        case .keepAlive(let seconds): "keepAlive \(seconds.map { "\($0)" } ?? "-")"
        }
    }
}

/// News for an app that waits for calls, acknowledged once it has dealt with them (V9).
// derive: json
public struct VoIPCall: Sendable, Hashable {
    public var id: WakeID
    public var news: VoIPNews

    public init(_ id: WakeID, _ news: VoIPNews) {
        self.id = id
        self.news = news
    }
}

extension VoIPCall: CapabilityCall {
    var name: String {
        switch news {
        case .traffic: "socket"
        case .keepAlive: "keepAliveHandler"
        case .connect: "connect"
        }
    }
    var wake: WakeID? { id }
}

/// A step of the shell for sockets that are kept.
// derive: cases written
public enum VoIPEffect: Sendable, Hashable {
    /// Reports the first of the app's sockets in which something waits, once, and then watches none
    /// of them; or watches none.
    case watch(AppID, Launch, isOn: Bool)
    /// Closes the duplicate of one.
    case close(AppID, Launch, descriptor: Int32)
    /// Closes the duplicates of all sockets of that launch.
    case release(AppID, Launch)
    /// Takes duplicates of these from the process itself, for those that an earlier daemon had;
    /// `VoIPEvent.lost` where that can't be.
    case recover(AppID, Launch, [KeptSocket])

    var process: (app: AppID, launch: Launch) {
        switch self {
        case .watch(let app, let launch, _), .close(let app, let launch, _),
            .release(let app, let launch), .recover(let app, let launch, _):
            (app, launch)
        }
    }
}

extension VoIPNews {
    var kind: WakeKind {
        switch self {
        case .traffic, .connect: .voip
        case .keepAlive: .keepAlive
        }
    }
}
