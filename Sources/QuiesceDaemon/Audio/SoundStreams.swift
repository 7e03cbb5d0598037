import QuiesceCore

/// The owner of a process.
enum SoundOwner: Sendable, Hashable {
    case app(AppID)
    case nobody
    /// It may become an app's, which is being started or adopts it.
    case unknown
}

/// The sound server's streams with their owners, the sound that each app makes, and the orders to
/// the server.
///
/// A stream is its client's, a client a process, and a process an app's or nobody's. The server's
/// word for a process is the client's own: it counts only if the kernel has that process in an app.
struct SoundStreams {
    /// An order to the server.
    enum Order: Sendable, Hashable {
        case mute(UInt32, Bool)
        case measure(Set<UInt32>)
    }

    /// The one who has muted a stream.
    private enum Muter: Sendable, Hashable {
        case nobody, owner
        /// We have: asked for; done; to be undone.
        case asked, us, leaving
    }

    private struct Client {
        var pid: Int32?
        var app: AppID?
    }

    private struct Stream {
        var state: SoundStreamState
        var app: AppID?
        var muter = Muter.nobody
        /// It was muted when it was first seen.
        var beganMuted = false
        /// Orders to mute it that had no effect.
        var tries = 0
        /// Orders that aren't answered yet. Until then, what the server says of its muting may be
        /// from before them.
        var ordersUnderWay = 0
        var level = SoundLevel.unknown

        /// It is to be heard, as far as its owner is concerned. That we have muted it doesn't
        /// count.
        var plays: Bool { !state.isCorked && state.isUp && muter != .owner }

        var mayBeLeftMuted: Bool {
            switch muter {
            case .nobody, .owner: false
            case .asked, .us, .leaving: true
            }
        }

        mutating func hearMuting() {
            switch (muter, state.isMuted) {
            case (.nobody, true): muter = .owner
            case (.owner, false): muter = .nobody
            case (.asked, true):
                muter = .us
                tries = 0
            case (.leaving, false):
                muter = .nobody
                tries = 0
            // Somebody else lets it be heard.
            case (.us, false): muter = .nobody
            // An order that had no effect, or not yet.
            case (.asked, false), (.leaving, true): break
            case (.nobody, false), (.owner, true), (.us, true): break
            }
        }
    }

    /// Attempts to mute a stream that stays as it is.
    private static let mostTries = 5

    private var clients: [UInt32: Client] = [:]
    /// Those that may become an app's.
    private var unknownClients: Set<UInt32> = []
    private var streams: [SoundStreamID: Stream] = [:]
    private var ofClients: [UInt32: Set<SoundStreamID>] = [:]
    private var ofApps: [AppID: Set<SoundStreamID>] = [:]
    private var muted: Set<AppID> = []
    private var measured: Set<AppID> = []
    /// Apps whose streams were still muted by us when they went: a server remembers that, and
    /// begins the app's next streams muted.
    private var leftMuted: Set<AppID>
    private var meters: Set<UInt32> = []
    private var dirty: Set<AppID> = []
    private var orders: [Order] = []

    init(leftMuted: Set<AppID> = []) { self.leftMuted = leftMuted }

    // MARK: What is heard

    mutating func client(_ number: UInt32, pid: Int32?, _ whose: (Int32) -> SoundOwner) {
        // A client that was an app's once doesn't become another's.
        if clients[number]?.app != nil { return }
        clients[number] = Client(pid: pid)
        identify(number, whose)
    }

    /// A process may be an app's whose start wasn't known before.
    mutating func identify(_ whose: (Int32) -> SoundOwner) {
        for number in unknownClients { identify(number, whose) }
    }

    private mutating func identify(_ number: UInt32, _ whose: (Int32) -> SoundOwner) {
        unknownClients.remove(number)
        switch clients[number]?.pid.map(whose) ?? .nobody {
        case .nobody: break
        case .unknown: unknownClients.insert(number)
        case .app(let app):
            clients[number]?.app = app
            assign(number)
        }
    }

    private mutating func assign(_ number: UInt32) {
        guard let app = clients[number]?.app else { return }
        for id in ofClients[number] ?? [] where streams[id]?.app == nil { adopt(id, app) }
    }

    mutating func clientGone(_ number: UInt32) {
        clients[number] = nil
        unknownClients.remove(number)
    }

    mutating func stream(_ id: SoundStreamID, _ state: SoundStreamState) {
        guard var stream = streams[id] else { return begin(id, state) }
        stream.state = state
        if stream.ordersUnderWay == 0 {
            let wasLeaving = stream.muter == .leaving
            stream.hearMuting()
            // The server's memory of the app's muting is in order again.
            if wasLeaving, stream.muter == .nobody, let app = stream.app { leftMuted.remove(app) }
        }
        streams[id] = stream
        if let app = stream.app { dirty.insert(app) }
        settle(id)
    }

    private mutating func begin(_ id: SoundStreamID, _ state: SoundStreamState) {
        var stream = Stream(state: state)
        stream.beganMuted = state.isMuted
        stream.muter = state.isMuted ? .owner : .nobody
        streams[id] = stream
        guard let client = state.client else { return }
        ofClients[client, default: []].insert(id)
        if let app = clients[client]?.app { adopt(id, app) }
    }

    private mutating func adopt(_ id: SoundStreamID, _ app: AppID) {
        streams[id]?.app = app
        ofApps[app, default: []].insert(id)
        dirty.insert(app)
        guard id.kind == .plays, let stream = streams[id] else { return }
        if !stream.beganMuted {
            leftMuted.remove(app)
        } else if leftMuted.contains(app) {
            streams[id]?.muter = .us
        }
        settle(id)
    }

    mutating func streamGone(_ id: SoundStreamID) {
        guard let stream = streams.removeValue(forKey: id) else { return }
        if let client = stream.state.client {
            ofClients[client]?.remove(id)
            if ofClients[client]?.isEmpty == true { ofClients[client] = nil }
        }
        guard let app = stream.app else { return }
        ofApps[app]?.remove(id)
        if ofApps[app]?.isEmpty == true { ofApps[app] = nil }
        dirty.insert(app)
        if stream.mayBeLeftMuted { leftMuted.insert(app) }
    }

    mutating func level(_ number: UInt32, _ level: SoundLevel) {
        let id = SoundStreamID(kind: .plays, number: number)
        guard let app = streams[id]?.app, streams[id]?.level != level else { return }
        streams[id]?.level = level
        dirty.insert(app)
    }

    mutating func muteAnswered(_ number: UInt32) {
        let id = SoundStreamID(kind: .plays, number: number)
        guard let orders = streams[id]?.ordersUnderWay, orders > 0 else { return }
        streams[id]?.ordersUnderWay = orders - 1
    }

    /// The server has ended, and all that it had.
    mutating func serverGone() {
        // One that is started again remembers what was muted.
        leftMuted = mayBeLeftMuted
        let (muted, measured) = (muted, measured)
        self = SoundStreams(leftMuted: leftMuted)
        (self.muted, self.measured) = (muted, measured)
    }

    // MARK: What is wanted

    mutating func mute(_ apps: Set<AppID>) {
        let changed = apps.symmetricDifference(muted)
        muted = apps
        for app in changed {
            for id in ofApps[app] ?? [] where id.kind == .plays {
                streams[id]?.tries = 0
                settle(id)
            }
        }
    }

    mutating func measure(_ apps: Set<AppID>) {
        for app in apps.symmetricDifference(measured) {
            dirty.insert(app)
            for id in ofApps[app] ?? [] { streams[id]?.level = .unknown }
        }
        measured = apps
    }

    /// Has a stream be as it is wanted.
    private mutating func settle(_ id: SoundStreamID) {
        guard id.kind == .plays, var stream = streams[id], let app = stream.app else { return }
        let isWanted = muted.contains(app)
        let isAnswered = stream.ordersUnderWay == 0
        switch stream.muter {
        case .owner: break
        case .nobody: if isWanted { order(&stream, id, true) }
        case .us: if !isWanted { order(&stream, id, false) }
        case .asked: if !isWanted || isAnswered { order(&stream, id, isWanted) }
        case .leaving: if isWanted || isAnswered { order(&stream, id, isWanted) }
        }
        streams[id] = stream
    }

    private mutating func order(_ stream: inout Stream, _ id: SoundStreamID, _ isMuted: Bool) {
        guard stream.tries < Self.mostTries else { return }
        stream.tries += 1
        stream.muter = isMuted ? .asked : .leaving
        stream.ordersUnderWay += 1
        orders.append(.mute(id.number, isMuted))
    }

    // MARK: What follows

    /// Apps whose next streams may begin muted because of us.
    var mayBeLeftMuted: Set<AppID> {
        var apps = leftMuted
        for (app, ids) in ofApps where ids.contains(where: { streams[$0]?.mayBeLeftMuted == true })
        {
            apps.insert(app)
        }
        return apps
    }

    /// The readings of the apps whose streams have changed.
    mutating func takeReadings() -> [AppID: AudioReading] {
        let apps = dirty
        dirty = []
        return Dictionary(uniqueKeysWithValues: apps.map { ($0, reading($0)) })
    }

    /// All apps that have streams are told anew.
    mutating func touchAll() { dirty.formUnion(ofApps.keys) }

    mutating func takeOrders() -> [Order] {
        var wanted: Set<UInt32> = []
        for app in measured { wanted.formUnion(newest(app).map(\.number)) }
        if wanted != meters {
            for number in meters.subtracting(wanted) {
                streams[SoundStreamID(kind: .plays, number: number)]?.level = .unknown
            }
            meters = wanted
            orders.append(.measure(wanted))
        }
        defer { orders = [] }
        return orders
    }

    /// Those of an app that are measured: a paused one makes no sound.
    private func newest(_ app: AppID) -> some Sequence<SoundStreamID> {
        (ofApps[app] ?? []).filter { $0.kind == .plays && streams[$0]?.plays == true }
            .sorted { $0.number > $1.number }.prefix(Limits.soundMeasuredStreams)
    }

    func reading(_ app: AppID) -> AudioReading {
        var reading = AudioReading()
        for id in ofApps[app] ?? [] {
            guard let stream = streams[id] else { continue }
            switch id.kind {
            case .plays: reading.plays = reading.plays || stream.plays
            case .records: reading.records = reading.records || !stream.state.isCorked
            }
        }
        guard measured.contains(app) else { return reading }
        let levels = newest(app).map { streams[$0]?.level ?? .unknown }
        if levels.contains(.loud) {
            reading.isAudible = true
        } else {
            // Nobody says that a stream is silent whose level isn't known yet.
            reading.isAudible = levels.contains(.unknown) ? nil : false
        }
        return reading
    }
}
