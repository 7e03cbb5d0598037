// How news reach an app: at once while it executes, with a wake-up while it doesn't, and else when
// it does again.
extension Bluetooth {
    /// It is to hear of it, after all that it is to hear already.
    mutating func hold(_ news: BluetoothNews, _ at: Int) { clients[at].hold(news) }

    /// Hands an app what waits for it.
    mutating func handOut(_ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        clients[at].waitsUntil = nil
        // An app that is being launched hears the cause of its launch first.
        let isComing = around.wakes(of: app).contains {
            $0.cause.kind == .bluetooth && $0.delivered == nil
        }
        guard !isComing else { return }
        switch around.hearing(of: app, clients[at].launch, unlessBusyWith: \.isOfBluetooth) {
        // Nothing but a wake-up keeps it from being frozen before it has handled the news.
        case .now where goesByWakes(at, around): wakeExecuting(at, in: &around)
        case .now:
            let batch = clients[at].takeBatch()
            noteLoss(at, in: &around)
            around.deliver(.bluetooth(BluetoothCall(wake: nil, batch)), to: app)
        // It goes on with the rest once it has handled that, and is woken for it if it is suspended
        // by then.
        case .later where around.hears(app): break
        case .later, .never:
            if around.canBeWoken(app) { wake(at, in: &around) }
        }
    }

    /// It executes out of sight, and would be woken for its news if it didn't.
    private func goesByWakes(_ at: Int, _ around: borrowing Surroundings) -> Bool {
        around.stage(of: clients[at].app) == .background
            && clients[at].held.contains(where: \.isWorthWaking) && obstacle(at, around) == nil
    }

    /// It executes already, so the wake-up isn't one of its quota.
    private mutating func wakeExecuting(_ at: Int, in around: inout Surroundings) {
        guard mayBegin(at, around) else { return }
        clients[at].refused = nil
        noteLoss(at, in: &around)
        around.begin(.bluetooth(clients[at].takeBatch()), clients[at].app)
    }

    private func mayBegin(_ at: Int, _ around: borrowing Surroundings) -> Bool {
        around.shuttingDown == nil
            && !around.wakes(of: clients[at].app).contains { $0.cause.kind == .bluetooth }
    }

    private mutating func wake(_ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        guard mayBegin(at, around), clients[at].held.contains(where: \.isWorthWaking) else {
            return
        }
        if let obstacle = obstacle(at, around) {
            if case .until(let until, _)? = obstacle.detail { clients[at].waitsUntil = until }
            // Each second, maybe: it is said once.
            guard clients[at].refused != obstacle.reason else { return }
            clients[at].refused = obstacle.reason
            return around.note(
                .refuse, obstacle.reason, obstacle.rule, detail: obstacle.detail, of: app)
        }
        guard clients[at].quota.take(at: around.now.instant) else {
            clients[at].waitsUntil = clients[at].quota.due
            if clients[at].refused != .bluetoothRationed {
                clients[at].refused = .bluetoothRationed
                around.note(.refuse, .bluetoothRationed, .b1, of: app)
            }
            return
        }
        clients[at].refused = nil
        let restored = around.isAlive(app) ? [] : takeRestored(at)
        noteLoss(at, in: &around)
        around.begin(.bluetooth(restored + clients[at].takeBatch()), app)
    }

    /// Why it isn't woken for what waits for it.
    private func obstacle(_ at: Int, _ around: borrowing Surroundings) -> Refusal? {
        let client = clients[at]
        let roles = BluetoothRole.allCases.filter { role in
            client.held.contains { $0.role == role && $0.isWorthWaking }
        }
        if let role = roles.first,
            !roles.contains(where: { isInBackground(client.app, $0, around) })
        {
            let isKnown = around.profile.backgroundModes.contains(role.mode)
            return Refusal(
                isKnown ? .modeNotDeclared : .modeUnknownToProfile, rule: .o4,
                detail: .mode(role.mode, profile: around.profile.name))
        }
        return around.obstacles(to: .bluetooth([]), of: client.app, at: around.now).first
    }

    /// Takes the state that earlier launches left to the managers of this launch, as news.
    mutating func takeRestored(_ at: Int) -> [BluetoothNews] {
        clients[at].managers.indices.filter { clients[at].managers[$0].isUntold }.map {
            takeRestored(at, manager: $0)
        }
    }

    mutating func takeRestored(_ at: Int, manager: Int) -> BluetoothNews {
        clients[at].managers[manager].isUntold = false
        let manager = clients[at].managers[manager]
        let peripherals = manager.wishes.map { wish in
            RestoredPeripheral(
                KnownPeripheral(wish.identifier, name: wish.name, isConnected: wish.isConnected),
                services: link(wish.identifier).flatMap { links[$0].services } ?? [],
                notifying: wish.notifying)
        }
        return .restored(
            manager: manager.name, role: manager.role,
            RestoredManager(
                peripherals: peripherals, scan: manager.scan?.services,
                services: manager.services, advertisement: manager.advertisement))
    }

    private mutating func noteLoss(_ at: Int, in around: inout Surroundings) {
        guard clients[at].hasLost else { return }
        clients[at].hasLost = false
        around.note(.deliver, .bluetoothMerged, .b1, of: clients[at].app)
    }
}

extension BluetoothClient {
    /// Takes the oldest, as many as it is handed at once.
    mutating func takeBatch() -> [BluetoothNews] {
        var cost = 0
        let count = held.prefix { news in
            cost += news.cost
            return cost <= Limits.bluetoothBatch
        }.count
        let batch = Array(held.prefix(max(1, count)))
        held.removeFirst(batch.count)
        return batch
    }

    mutating func hold(_ news: BluetoothNews) {
        // A peripheral that is seen again is the same one.
        if case .discovered(let manager, let peripheral, _, _) = news {
            held.removeAll {
                guard case .discovered(manager, let other, _, _) = $0 else { return false }
                return other.identifier == peripheral.identifier
            }
        }
        if held.count >= Limits.heldBluetoothNews { makeRoom(for: news) }
        held.append(news)
    }

    /// The oldest value goes of what notifies now, or else of anything.
    private mutating func makeRoom(for news: BluetoothNews) {
        hasLost = true
        let same = news.source.flatMap { source in held.firstIndex { $0.source == source } }
        held.remove(at: same ?? held.firstIndex { $0.source != nil } ?? held.startIndex)
    }
}

extension BluetoothNews {
    /// The kind of manager that the news is for.
    var role: BluetoothRole {
        switch self {
        case .opened(_, let role), .restored(_, let role, _): role
        case .discovered, .connected, .connectFailed, .disconnected, .services, .value,
            .readFailed, .written, .notifies, .signal:
            .central
        case .published, .advertising, .asked, .subscribed, .ready: .peripheral
        }
    }

    /// A suspended app is woken for it; the rest waits until it executes.
    var isWorthWaking: Bool {
        switch self {
        case .opened, .restored, .published, .advertising: false
        case .discovered, .connected, .connectFailed, .disconnected, .services, .value,
            .readFailed, .written, .notifies, .signal, .asked, .subscribed, .ready:
            true
        }
    }

    /// The peripheral and the handle of an attribute that sends many values like this one; nil:
    /// this news may never be left out.
    fileprivate var source: String? {
        if case .value(let peripheral, let handle, _) = self {
            "\(peripheral) \(handle)"
        } else {
            nil
        }
    }

    /// The size of the news in a datagram, more or less.
    fileprivate var cost: Int {
        switch self {
        case .value(_, _, let value): 160 + value.utf8.count
        case .asked(_, _, _, _, _, let value): 400 + (value?.utf8.count ?? 0)
        case .services(_, let services, _): services.cost
        case .restored(_, _, let restored):
            restored.peripherals.reduce(1_000) { $0 + 200 + $1.services.cost }
                + restored.services.count * 2_000
        case .discovered: 1_000
        case .opened, .connected, .connectFailed, .disconnected, .readFailed, .written, .notifies,
            .signal, .published, .advertising, .subscribed, .ready:
            400
        }
    }
}

extension [BluetoothNews] {
    /// For which of its managers an app is launched with them.
    var launchCause: LaunchCause {
        func names(_ role: BluetoothRole) -> [String] {
            compactMap { if case .restored(let name, role, _) = $0 { name } else { nil } }
        }
        return .bluetooth(centrals: names(.central), peripherals: names(.peripheral))
    }
}

extension [GATTService] {
    fileprivate var cost: Int { reduce(200) { $0 + 100 + $1.characteristics.count * 90 } }
}

extension AppCall {
    var isOfBluetooth: Bool { if case .bluetooth = self { true } else { false } }
}
