/// Which accessories are connected, which apps hear of that, and who has a session with which
/// (E1-E3, Q1).
///
/// An app hears of an accessory that speaks one of its protocols. With the mode
/// `external-accessory` it does so also out of sight, is woken for that, and its sessions stay open
/// while it is suspended; bytes that come wake it. Without the mode they are disconnected for it
/// when it is left, and connected again when it is back.
///
/// Nothing of it lasts over a restart of the device: what is plugged in then is found anew. A new
/// daemon goes on from here, and says what it finds. No byte ever comes here: an app has the
/// terminal itself.
// derive: json sparse
struct Accessories: Room, Sendable, Hashable {
    /// In the order in which they were connected.
    var connected: [ConnectedAccessory] = []
    var sessions: [AccessorySession] = []
    var clients: [AccessoryClient] = []
    // json: lastConnection unless 0
    var lastConnection: UInt64 = 0

    init() {}

    /// Nothing is connected, and nobody was told of anything.
    var isIdle: Bool { connected.isEmpty && clients.isEmpty }
    var followsApps: Bool { !isIdle }

    mutating func handle(_ event: AccessoryEvent, in around: inout Surroundings) {
        switch event {
        case .asked(let app, let launch, let request, let asked):
            guard around.takeRequest((app, launch, request), lasts: false) else { return }
            take(asked, from: app, launch, in: &around)
        case .plugged(let plugged, let ticket): plug(plugged, ticket, in: &around)
        case .unplugged(let identity):
            unplug(in: &around) { $0.plugged.identity == identity }
        case .disconnect(let name, let ticket): disconnect(name, ticket, in: &around)
        case .listed: unplug(in: &around) { !$0.isConfirmed }
        case .readable(let connection): wake(for: connection, in: &around)
        case .wireFailed(let connection, let code): fail(connection, code, in: &around)
        }
    }

    /// Takes note of apps that were launched, came to the front, left it, were suspended or ended,
    /// and of those that may be woken again.
    mutating func settle(in around: inout Surroundings) {
        guard !isIdle else { return }
        for app in around.changedApps { follow(app, sinceLaunch: true, in: &around) }
        closeSessions(in: &around)
        for at in clients.indices { tell(at, in: &around) }
        guard connected.isEmpty else { return }
        // Apps that were woken of late stay known: otherwise a loose contact would be no burst.
        let now = around.now.awake
        clients.removeAll { $0.told.isEmpty && $0.paidUntil <= now }
    }

    /// Somebody who waits for that may be woken again (E1). On time.
    func timedWork(at now: Moment, _ around: borrowing Surroundings) -> AwakeWindow? {
        guard !isIdle else { return nil }
        var next: AwakeInstant?
        for client in clients where client.mayWakeAt > now.awake {
            let isWatched =
                around.state(of: client.app) == .suspended
                && sessions.contains { $0.app == client.app }
            if isWatched || client.told != view(of: client.app, around) {
                next = min(client.mayWakeAt, next ?? client.mayWakeAt)
            }
        }
        return next.map { AwakeWindow(at: $0) }
    }

    func place(of app: AppID) -> Int? { clients.firstIndex { $0.app == app } }

    // MARK: What is connected

    private mutating func plug(
        _ plugged: PluggedAccessory, _ ticket: Ticket?, in around: inout Surroundings
    ) {
        if let at = connected.firstIndex(where: { $0.plugged.identity == plugged.identity }) {
            connected[at].isConfirmed = true
            if let ticket { around.answer(ticket) }
            return
        }
        if connected.count >= Limits.accessories {
            return around.refuse(Refusal(.tooManyAccessories, rule: .q1), nil, ticket)
        }
        let name = plugged.accessory.name
        if plugged.isSimulated,
            connected.contains(where: { $0.plugged.isSimulated && $0.accessory.name == name })
        {
            return around.refuse(
                Refusal(.accessoryNameTaken, rule: .d1, detail: .name(name)), nil, ticket)
        }
        lastConnection &+= 1
        var accessory = ConnectedAccessory(plugged: plugged)
        accessory.plugged.accessory.connection = lastConnection
        let decision = around.out.decide(.input, .accessoryConnected, .e2, detail: .name(name))
        around.remember(decision, of: nil)
        // An app that runs knows of the earlier accessories already: of none, if the app isn't
        // listed.
        for app in around.appIDs { follow(app, sinceLaunch: false, in: &around) }
        connected.append(accessory)
        if let ticket { around.answer(ticket) }
    }

    private mutating func unplug(
        in around: inout Surroundings, where isGone: (ConnectedAccessory) -> Bool
    ) {
        for gone in connected where isGone(gone) {
            let decision = around.out.decide(
                .input, .accessoryDisconnected, .e2, detail: .name(gone.accessory.name))
            around.remember(decision, of: nil)
            end(in: &around, .accessoryGone) { $0.connection == gone.connection }
        }
        connected.removeAll(where: isGone)
    }

    private mutating func disconnect(
        _ name: String, _ ticket: Ticket, in around: inout Surroundings
    ) {
        guard connected.contains(where: { $0.plugged.isSimulated && $0.accessory.name == name })
        else {
            return around.refuse(
                Refusal(.notConnected, rule: .d1, detail: .name(name)), nil, ticket)
        }
        unplug(in: &around) { $0.plugged.isSimulated && $0.accessory.name == name }
        around.answer(ticket)
    }

    // MARK: Lifetime

    /// The app is uninstalled.
    mutating func remove(of app: AppID, in _: inout Surroundings) {
        clients.removeAll { $0.app == app }
        sessions.removeAll { $0.app == app }
    }

    /// A new daemon says anew what is connected; after a restart of the device nothing is known to
    /// be.
    mutating func restart(deviceRestarted: Bool, in around: inout Surroundings) {
        if deviceRestarted {
            connected = []
            sessions = []
            clients = []
        }
        for at in connected.indices { connected[at].isConfirmed = false }
        for client in clients { follow(client.app, sinceLaunch: true, in: &around) }
    }
}
