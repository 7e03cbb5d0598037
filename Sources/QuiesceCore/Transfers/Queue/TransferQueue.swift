/// Which transfer runs next: the first by priority and order whose host, session and device have
/// room, and whose needs are met. Finding it is O(log n), however many wait for something else.
///
/// Three levels of heaps: of the transfers of a lane (one session's to one host), of the lanes of a
/// session, of the sessions. What is closed stands in no heap above it, and is entered again when
/// it opens. Entries may be out of date, and are put right when they come up; one that is missing
/// never may. It is worked out from the transfers, and isn't part of the state.
struct TransferQueue: Sendable {
    struct Lane: Sendable {
        let key: LaneKey
        let isLocal: Bool
        /// By `TransferNeeds`.
        var waiting = [Heap<Turn>](repeating: Heap(), count: TransferNeeds.allCases.count)
        var running = 0
        /// Its host is left in peace.
        var isHeld = false
        /// Its entry in its session's heap; others of it there count for nothing.
        var entered: Turn?
    }

    struct Session: Sendable {
        var lanes = Heap<LaneTurn>()
        var running = 0
        var connectionsPerHost: Int
        /// Its entry in the device's heap; others of it there count for nothing.
        var entered: Turn?
    }

    struct LaneTurn: Sendable, Comparable {
        let turn: Turn
        let lane: Int
        static func < (a: Self, b: Self) -> Bool { a.turn < b.turn }
    }

    struct SessionTurn: Sendable, Comparable {
        let turn: Turn
        let session: SessionKey
        static func < (a: Self, b: Self) -> Bool { a.turn < b.turn }
    }

    struct Place: Sendable {
        let turn: Turn
        let lane: Int
        let needs: TransferNeeds
    }

    private var lanes: [Lane] = []
    private var laneNumbers: [LaneKey: Int] = [:]
    private var lanesOf: [String: [Int]] = [:]
    /// Hosts that are left in peace.
    private var heldHosts: [String: Bool] = [:]
    private var sessions: [SessionKey: Session] = [:]
    private var order = Heap<SessionTurn>()
    /// Those that wait.
    private var places: [TransferID: Place] = [:]
    private(set) var conditions = TransferConditions()
    /// Entries looked at by `next`, so far: for tests of its cost.
    private(set) var looks = 0

    var isEmpty: Bool { places.isEmpty }
    /// Hosts of sessions that were ever asked for.
    var laneCount: Int { lanes.count }
    func waits(_ id: TransferID) -> Bool { places[id] != nil }

    // MARK: What waits

    mutating func insert(
        _ transfer: Transfer, needs: TransferNeeds, in key: LaneKey, connectionsPerHost: Int
    ) {
        let lane = number(of: key, connectionsPerHost)
        let turn = Turn(transfer)
        if let place = places[transfer.id] {
            if place.turn == turn, place.lane == lane, place.needs == needs { return }
            places[transfer.id] = nil
        }
        places[transfer.id] = Place(turn: turn, lane: lane, needs: needs)
        lanes[lane].waiting[needs.rawValue].insert(turn)
        compact(lane, needs)
        if head(of: lane) == turn { offer(lane) }
    }

    mutating func remove(_ id: TransferID) {
        // Its entries are found to be out of date when they come up.
        places[id] = nil
    }

    /// Why nothing of its lane runs, if it waits; nil: it is its turn, or would be.
    func obstacle(_ id: TransferID) -> TransferWait? {
        guard let place = places[id] else { return nil }
        let lane = lanes[place.lane]
        if let wait = conditions.wait(place.needs, isLocal: lane.isLocal) { return wait }
        if lane.isHeld { return .host }
        guard let session = sessions[lane.key.session] else { return nil }
        if lane.running >= session.connectionsPerHost { return .hostLimit }
        if session.running >= Limits.runningTransfersPerSession { return .sessionLimit }
        return .deviceLimit
    }

    // MARK: What runs

    /// The next to run, which still waits until `began`; nil: none may.
    mutating func next() -> TransferID? {
        while let first = order.least {
            looks += 1
            let counts = sessions[first.session]?.entered == first.turn
            let best = counts ? best(of: first.session) : nil
            if best == first.turn { return first.turn.id }
            order.removeLeast()
            guard counts else { continue }
            sessions[first.session]?.entered = best
            if let best { order.insert(SessionTurn(turn: best, session: first.session)) }
        }
        return nil
    }

    /// It takes one of its host's and its session's places, until `ended`.
    mutating func began(_ key: LaneKey, _ id: TransferID, connectionsPerHost: Int) {
        let lane = number(of: key, connectionsPerHost)
        places[id] = nil
        lanes[lane].running += 1
        sessions[key.session]?.running += 1
        offer(lane)
    }

    mutating func ended(_ key: LaneKey) {
        guard let lane = laneNumbers[key] else { return }
        lanes[lane].running -= 1
        sessions[key.session]?.running -= 1
        offer(lane)
        offer(key.session)
    }

    mutating func hold(_ origin: String, _ isHeld: Bool) {
        heldHosts[origin] = isHeld ? true : nil
        for lane in lanesOf[origin] ?? [] {
            lanes[lane].isHeld = isHeld
            if !isHeld { offer(lane) }
        }
    }

    mutating func setConnectionsPerHost(_ session: SessionKey, _ count: Int) {
        guard sessions[session] != nil, sessions[session]?.connectionsPerHost != count else {
            return
        }
        sessions[session]?.connectionsPerHost = count
        for (lane, value) in lanes.enumerated() where value.key.session == session { offer(lane) }
    }

    /// The network or the battery is another: everything is offered anew.
    mutating func follow(_ conditions: TransferConditions) {
        self.conditions = conditions
        for lane in lanes.indices { offer(lane) }
    }

    // MARK: Heaps

    /// The first of a session that may run; nil: none may, or the session has no room.
    private mutating func best(of key: SessionKey) -> Turn? {
        guard var session = sessions.removeValue(forKey: key) else { return nil }
        defer { sessions[key] = session }
        guard session.running < Limits.runningTransfersPerSession else { return nil }
        while let first = session.lanes.least {
            looks += 1
            session.lanes.removeLeast()
            guard lanes[first.lane].entered == first.turn else { continue }
            let head =
                lanes[first.lane].running < session.connectionsPerHost ? head(of: first.lane) : nil
            lanes[first.lane].entered = head
            if let head { session.lanes.insert(LaneTurn(turn: head, lane: first.lane)) }
            if head == first.turn { return head }
        }
        return nil
    }

    /// The first of a lane that may run, its limit apart.
    private mutating func head(of lane: Int) -> Turn? {
        guard !lanes[lane].isHeld else { return nil }
        var head: Turn?
        for needs in TransferNeeds.allCases
        where conditions.wait(needs, isLocal: lanes[lane].isLocal) == nil {
            while let turn = lanes[lane].waiting[needs.rawValue].least {
                let place = places[turn.id]
                if place?.turn == turn, place?.lane == lane, place?.needs == needs {
                    head = min(turn, head ?? turn)
                    break
                }
                looks += 1
                lanes[lane].waiting[needs.rawValue].removeLeast()
            }
        }
        return head
    }

    /// Enters a lane's first into its session's heap, unless the lane is closed.
    private mutating func offer(_ lane: Int) {
        let key = lanes[lane].key.session
        guard let session = sessions[key], lanes[lane].running < session.connectionsPerHost,
            let head = head(of: lane)
        else { return }
        // A lesser one comes up before it, and is put right then.
        if lanes[lane].entered.map({ head < $0 }) ?? true {
            lanes[lane].entered = head
            sessions[key]?.lanes.insert(LaneTurn(turn: head, lane: lane))
        }
        offer(key)
    }

    private mutating func offer(_ key: SessionKey) {
        guard let best = best(of: key) else { return }
        if sessions[key]?.entered.map({ best < $0 }) ?? true {
            sessions[key]?.entered = best
            order.insert(SessionTurn(turn: best, session: key))
        }
    }

    /// Priorities that change again and again leave entries behind.
    private mutating func compact(_ lane: Int, _ needs: TransferNeeds) {
        let count = lanes[lane].waiting[needs.rawValue].count
        guard count > 64, count > 2 * places.count else { return }
        let places = places
        lanes[lane].waiting[needs.rawValue].keep { turn in
            let place = places[turn.id]
            return place?.turn == turn && place?.lane == lane && place?.needs == needs
        }
    }

    private mutating func number(of key: LaneKey, _ connectionsPerHost: Int) -> Int {
        if let number = laneNumbers[key] { return number }
        if sessions[key.session] == nil {
            sessions[key.session] = Session(connectionsPerHost: connectionsPerHost)
        }
        var lane = Lane(key: key, isLocal: TransferConditions.isLocal(key.origin))
        lane.isHeld = heldHosts[key.origin] != nil
        lanes.append(lane)
        laneNumbers[key] = lanes.count - 1
        lanesOf[key.origin, default: []].append(lanes.count - 1)
        return lanes.count - 1
    }
}
