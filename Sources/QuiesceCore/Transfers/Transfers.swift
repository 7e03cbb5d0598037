/// All transfers of a device: which runs now, which waits for what, and who is to be told.
// derive: sparse
struct Transfers: Sendable, Hashable {
    /// The newest transfer's number.
    var last: UInt64 = 0
    /// The newest place in an order.
    var lastOrder: UInt64 = 0
    // json: machines=transfers
    var machines: [TransferID: TransferMachine] = [:]
    /// Those of apps.
    var sessions: [SessionKey: SessionMachine] = [:]
    var agent = TransferAgent()
    var hosts: [String: TransferHost] = [:]
    /// How often each app was launched or woken for its transfers since the user last opened it.
    var relaunches: [Relaunches] = []
    /// The transfers that the agent is to delete once it lives.
    var unforgotten: [TransferID] = []
    /// Cancelled ones whose bytes are kept, the oldest first.
    var kept: [TransferID] = []
    /// The user's that have ended, the oldest first.
    var listed: [TransferID] = []
    var jitter = Jitter()
    /// The latest decisions that somebody may ask about.
    var history = History()
    /// The daemon has restarted too often to start anything by itself.
    var isHeld = false
    /// Worked out from the rest.
    // json: omit
    var index = TransferIndex()
    /// Something changed that may let a transfer run; false between events.
    // json: omit
    var isDirty = false
    /// Apps whose sessions may have something to tell; empty between events.
    // json: omit
    var touched: [AppID] = []

    init() {}

    /// Nothing of an event can concern it.
    var isIdle: Bool { machines.isEmpty && sessions.isEmpty && unforgotten.isEmpty }

    subscript(id: TransferID) -> TransferMachine? { machines[id] }
    subscript(key: SessionKey) -> SessionMachine? { sessions[key] }

    var ids: [TransferID] { machines.keys.sorted() }
    var sessionKeys: [SessionKey] { sessions.keys.sorted() }
    var hasSessions: Bool { !sessions.isEmpty }

    func settings(of transfer: Transfer) -> SessionSettings {
        transfer.settings ?? sessions[transfer.sessionKey]?.fact.settings ?? SessionSettings()
    }

    mutating func nextOrder() -> UInt64 {
        lastOrder &+= 1
        return lastOrder
    }

    /// Somebody asked for something: what waited after a crash loop of the daemon goes on.
    mutating func release() {
        guard isHeld else { return }
        isHeld = false
        isDirty = true
        for key in sessionKeys {
            if case .app(let app) = key.owner { touch(app) }
        }
    }

    // MARK: The relaunch limiter

    // derive: json
    struct Relaunches: Sendable, Hashable {
        var app: AppID
        var count: Int
        /// The delay's time runs from here: from the last of them, or since something that it held
        /// might begin. nil: it lasts until the user opens the app.
        var since: Instant?
    }

    func relaunches(of app: AppID, _ around: borrowing Surroundings) -> Int {
        guard let counted = relaunches.first(where: { $0.app == app }) else { return 0 }
        let delay = RetryPolicy.relaunchDelay(after: counted.count, around.profile)
        guard let since = counted.since, delay > .zero else { return counted.count }
        return around.now.instant >= since + delay ? 0 : counted.count
    }

    mutating func countRelaunch(of app: AppID, _ around: borrowing Surroundings) {
        let count = relaunches(of: app, around) &+ 1
        forgetRelaunches(of: app)
        let since = around.profile.relaunchDelayLapses ? around.now.instant : nil
        relaunches.append(Relaunches(app: app, count: count, since: since))
    }

    /// Something that the delay holds may begin then.
    mutating func delayRelaunches(of app: AppID, until: Instant) {
        guard let at = relaunches.firstIndex(where: { $0.app == app }),
            let since = relaunches[at].since
        else { return }
        relaunches[at].since = max(since, until)
    }

    /// - Returns: whether any was counted.
    @discardableResult
    mutating func forgetRelaunches(of app: AppID) -> Bool {
        let before = relaunches.count
        relaunches.removeAll { $0.app == app }
        return relaunches.count < before
    }

    mutating func forgetRelaunches() { relaunches = [] }

    // MARK: Changes, and what follows from them for the index

    mutating func add(_ machine: TransferMachine) {
        machines[machine.transfer.id] = machine
        note(nil, machine)
    }

    /// - Returns: as it is then.
    @discardableResult
    mutating func change(_ id: TransferID, _ body: (inout TransferMachine) -> Void)
        -> TransferMachine?
    {
        guard let before = machines[id] else { return nil }
        var after = before
        body(&after)
        machines[id] = after
        note(before, after)
        return after
    }

    mutating func remove(_ id: TransferID) {
        guard let before = machines.removeValue(forKey: id) else { return }
        note(before, nil)
    }

    mutating func changeSession(_ key: SessionKey, _ body: (inout SessionMachine?) -> Void) {
        let was = sessions[key]
        body(&sessions[key])
        let now = sessions[key]
        guard case .app(let app) = key.owner else { return }
        if (was == nil) != (now == nil) { index.sessions(of: app, key, exists: now != nil) }
        guard let now, now.fact.settings != was?.fact.settings else { return }
        index.queue.setConnectionsPerHost(key, now.fact.settings.connectionsPerHost)
        // The demands of the session's tasks on the network may be others.
        for id in index.tasks[key]?.numbers.values.sorted() ?? [] { change(id) { _ in } }
    }

    private mutating func note(_ before: TransferMachine?, _ after: TransferMachine?) {
        isDirty = true
        index.note(before, after, (after ?? before).map { settings(of: $0.transfer) })
    }

    func sessions(of app: AppID) -> [SessionKey] { index.sessionsOf[app] ?? [] }

    /// Its tasks, in the order of their numbers.
    func tasks(of key: SessionKey) -> [TransferMachine] {
        (index.tasks[key]?.numbers ?? [:]).sorted { $0.key < $1.key }.compactMap {
            machines[$0.value]
        }
    }

    // MARK: Time

    /// When time alone next changes something.
    var due: InstantWindow? { index.alarms.window }

    /// Drops what is out of date from the front, so that `due` follows from the state alone.
    mutating func settleAlarms() {
        let mayBeLong = index.alarms.count > 4 * machines.count + 1_000
        // Lent, as `isCurrent` looks at the rest.
        var alarms = AlarmQueue<TransferAlarm>()
        swap(&alarms, &index.alarms)
        alarms.settle { isCurrent($0) }
        if mayBeLong { alarms.compact { isCurrent($0) } }
        swap(&alarms, &index.alarms)
        if index.queue.laneCount > 4 * machines.count + 1_000 {
            rebuildIndex(index.queue.conditions)
        }
    }

    func isCurrent(_ alarm: AlarmQueue<TransferAlarm>.Alarm) -> Bool {
        window(of: alarm.what) == alarm.window
    }

    private func window(of what: TransferAlarm) -> InstantWindow? {
        switch what {
        case .agent: agent.window
        case .host(let origin): hosts[origin]?.window
        case .session(let key): (sessions[key]?.wakeAt).map { InstantWindow(at: $0) }
        case .transfer(let id): machines[id]?.alarm
        }
    }

    /// To be called when its moment is another.
    mutating func setAlarm(_ what: TransferAlarm) {
        if let window = window(of: what) { index.alarms.insert(what, window) }
    }

    /// After decoding, and when the profile is another.
    mutating func rebuildIndex(_ conditions: TransferConditions) {
        index = TransferIndex()
        index.queue.follow(conditions)
        for key in sessions.keys.sorted() {
            if case .app(let app) = key.owner { index.sessions(of: app, key, exists: true) }
            setAlarm(.session(key))
        }
        for origin in hosts.keys.sorted() { setAlarm(.host(origin)) }
        setAlarm(.agent)
        for id in ids { note(nil, machines[id]) }
        for origin in hosts.keys.sorted() where hosts[origin]?.until != nil {
            index.queue.hold(origin, true)
        }
        isDirty = false
    }
}
