/// Bluetooth: which app is connected to what, what it offers, and who is told, woken and launched
/// for it (B1 to B3).
///
/// Scans, connections, subscriptions and services of all apps together are what is asked of the
/// adapter (`BluetoothDemand`): a daemon, an adapter or a Bluetooth service that begins anew is
/// asked for them anew.
// derive: json sparse
struct Bluetooth: Room, Sendable, Hashable {
    /// In the order in which they first opened a manager.
    var clients: [BluetoothClient] = []
    var adapter = AdapterState.unknown
    /// Peripherals that the adapter is connected to.
    var links: [BluetoothLink] = []
    /// The operations that haven't been answered.
    var operations: [BluetoothOperation] = []
    var lastOperation: UInt64 = 0

    init() {}

    /// Nobody has asked for anything.
    var isIdle: Bool { clients.isEmpty }

    mutating func handle(_ event: BluetoothEvent, in around: inout Surroundings) {
        switch event {
        case .asked(let app, let launch, let request, let asked):
            guard around.takeRequest((app, launch, request)) else { return }
            take(asked, from: app, launch, in: &around)
        case .adapter(let state): follow(state, in: &around)
        case .reported(let report): take(report, in: &around)
        }
    }

    /// Takes note of apps that ended, began or may no more, and hands out the news that wait for
    /// them.
    mutating func settle(in around: inout Surroundings) {
        guard !isIdle else { return }
        for at in clients.indices {
            followLaunch(at, in: &around)
            withdrawForbidden(at, in: &around)
            tellAdapter(at, in: &around)
            if clients[at].held.isEmpty {
                clients[at].waitsUntil = nil
            } else {
                handOut(at, in: &around)
            }
        }
        clients.removeAll {
            $0.managers.isEmpty && $0.held.isEmpty && !around.isAlive($0.app, $0.launch)
        }
        // Nobody listens any more, so nobody would say that it is gone.
        if adapter != .unknown, !isWanted(around) { forgetAdapter() }
    }

    func place(of app: AppID) -> Int? { clients.firstIndex { $0.app == app } }

    func link(_ peripheral: String) -> Int? {
        links.firstIndex { $0.peripheral.identifier == peripheral }
    }

    /// The client of an app that asks, in its present launch.
    mutating func client(_ app: AppID, _ launch: Launch, in around: inout Surroundings) -> Int {
        guard let at = place(of: app) else {
            clients.append(BluetoothClient(app: app, launch: launch))
            return clients.count - 1
        }
        followLaunch(at, in: &around)
        return at
    }

    /// Changes a client, and records what of it lasts.
    mutating func change(
        _ at: Int, in around: inout Surroundings, _ body: (inout BluetoothClient) -> Void
    ) {
        let before = clients[at].fact
        body(&clients[at])
        let after = clients[at].fact
        guard before != after else { return }
        around.out.record(
            after.map { .put(.bluetooth($0)) }
                ?? .delete(key: Fact.key(bluetoothOf: clients[at].app)))
    }

    /// The user lets it.
    func isAllowed(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        around.permissions(of: app)?[.bluetooth] == .authorized
    }

    /// It has declared that it goes on out of sight (O4).
    func isInBackground(
        _ app: AppID, _ role: BluetoothRole, _ around: borrowing Surroundings
    ) -> Bool {
        around.profile.backgroundModes.contains(role.mode)
            && around.manifest(of: app)?.backgroundModes.contains(role.mode) == true
    }

    // MARK: Launches

    /// Ends everything that a launch had, except managers that are to be restored, if the user
    /// hasn't force-quit the app (B3, U2).
    mutating func followLaunch(_ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        if !around.isAlive(app, clients[at].launch), clients[at].isFollowed {
            let isQuit = around.profile.forceQuitBarsLaunch && around.isForceQuit(app)
            let roles = BluetoothRole.allCases.filter { isInBackground(app, $0, around) }
            change(at, in: &around) { $0.endLaunch(leaving: isQuit ? [] : roles) }
            operations.removeAll { $0.app == app }
            if isQuit { around.note(.input, .bluetoothForgotten, .b3, of: app) }
        }
        if !clients[at].isFollowed, let launch = around.launch(of: app), around.isAlive(app, launch)
        {
            clients[at].launch = launch
            clients[at].isFollowed = true
            clients[at].told = nil
        }
    }

    /// The user has taken the permission back (U4).
    private mutating func withdrawForbidden(_ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        guard around.permissions(of: app)?[.bluetooth] == .denied,
            clients[at].managers.contains(where: { !$0.isIdle })
        else { return }
        let wishes = clients[at].managers.flatMap(\.wishes)
        change(at, in: &around) { client in
            for manager in client.managers.indices { client.managers[manager].clear() }
            client.questions = []
        }
        for wish in wishes {
            hold(
                wish.isConnected
                    ? .disconnected(peripheral: wish.identifier, failure: .notAllowed)
                    : .connectFailed(peripheral: wish.identifier, failure: .notAllowed), at)
        }
        around.note(.refuse, .bluetoothNotAllowed, .u4, of: app)
    }

    // MARK: The adapter

    private mutating func follow(_ state: AdapterState, in around: inout Surroundings) {
        guard state != adapter else { return }
        let wasOn = adapter == .on
        adapter = state
        if (state == .on) != wasOn {
            _ = around.out.decide(.input, state == .on ? .bluetoothFound : .bluetoothLost, .b1)
        }
        guard state == .off || state == .unsupported else { return }
        for link in links { lose(link.peripheral.identifier, .lost, in: &around) }
        for operation in operations { finish(operation, .failed(.lost)) }
        operations = []
        for at in clients.indices { clients[at].questions = [] }
    }

    private mutating func forgetAdapter() {
        adapter = .unknown
        links = []
        operations = []
        for at in clients.indices { clients[at].told = nil }
    }

    private mutating func tellAdapter(_ at: Int, in around: inout Surroundings) {
        let client = clients[at]
        guard client.told != adapter, client.managers.contains(where: \.isOpen),
            around.isAlive(client.app, client.launch), around.hears(client.app)
        else { return }
        clients[at].told = adapter
        around.out.effects.append(
            .bluetooth(.tell(client.app, client.launch, .adapter(adapter))))
    }

    /// An app that was woken often may have its next wake-up (B1). On time, as it has waited.
    func timedWork(at now: Moment, _: borrowing Surroundings) -> AwakeWindow? {
        clients.lazy.compactMap(\.waitsUntil).min().map { InstantWindow(at: $0).awake(at: now) }
    }
}

/// A peripheral that the adapter is connected to.
// derive: json
struct BluetoothLink: Sendable, Hashable {
    var peripheral: KnownPeripheral
    /// nil: not known yet.
    var services: [GATTService]?
}

/// A request of an app to a peripheral that hasn't been answered.
// derive: json
struct BluetoothOperation: Sendable, Hashable {
    var id: UInt64
    var app: AppID
    var peripheral: String
    var kind: Kind

    // derive: cases
    enum Kind: Sendable, Hashable {
        case read(handle: UInt16)
        case write(handle: UInt16)
        case signal
        /// It waits until it is known what the peripheral offers.
        case discover
    }
}

extension BluetoothRole {
    /// The background mode that an app must declare to go on out of sight (O4).
    var mode: BackgroundMode {
        switch self {
        case .central: .bluetoothCentral
        case .peripheral: .bluetoothPeripheral
        }
    }

    var rule: Rule {
        switch self {
        case .central: .b1
        case .peripheral: .b2
        }
    }
}

extension BluetoothClient {
    /// Its launch is over. Managers of these roles that are to be restored stay.
    fileprivate mutating func endLaunch(leaving kept: [BluetoothRole]) {
        isFollowed = false
        told = nil
        questions = []
        refused = nil
        managers.removeAll { !$0.restores || $0.isIdle || !kept.contains($0.role) }
        for at in managers.indices {
            managers[at].isOpen = false
            managers[at].isUntold = true
        }
        let roles = Set(managers.map(\.role))
        // Nobody waits any more for answers that the ended launch asked for and wasn't told.
        held.removeAll { !roles.contains($0.role) || !$0.isWorthWaking }
    }
}

extension Surroundings {
    func isForceQuit(_ app: AppID) -> Bool { withApp(app) { $0.forceQuit } ?? false }

    /// As `requestPermission`, of a request that was taken.
    mutating func askForBluetooth(_ app: AppID) {
        update(app) { $0.askFor(.bluetooth, $1, &$2) }
        followInterruptions()
    }
}
