// The news of accessories that apps hear, and the news that wakes them.
extension Accessories {
    /// It has declared that its sessions go on out of sight (E1, O4).
    func goesOnOutOfSight(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        around.profile.backgroundModes.contains(.externalAccessory)
            && around.manifest(of: app)?.backgroundModes.contains(.externalAccessory) == true
    }

    /// The accessories that are connected for an app now: those that speak one of its protocols,
    /// while the app may speak to them.
    func view(of app: AppID, _ around: borrowing Surroundings) -> [Accessory] {
        guard let manifest = around.manifest(of: app), !manifest.accessoryProtocols.isEmpty,
            around.isInFront(app) || goesOnOutOfSight(app, around)
        else { return [] }
        return connected.lazy.map(\.accessory).filter { accessory in
            accessory.protocols.contains(where: manifest.accessoryProtocols.contains)
        }
    }

    /// Takes note of an app's process.
    ///
    /// - Parameter sinceLaunch: a launch that isn't known yet has just begun, and learns what is
    ///   connected with its welcome.
    mutating func follow(_ app: AppID, sinceLaunch: Bool, in around: inout Surroundings) {
        let at = place(of: app)
        guard let launch = around.launch(of: app), around.isAlive(app),
            around.manifest(of: app)?.accessoryProtocols.isEmpty == false
        else {
            sessions.removeAll { $0.app == app }
            if let at { clients.remove(at: at) }
            return
        }
        if let at, clients[at].launch == launch { return }
        sessions.removeAll { $0.app == app }
        let client = AccessoryClient(
            app: app, launch: launch, told: sinceLaunch ? view(of: app, around) : [])
        if let at {
            clients[at] = client
        } else {
            clients.append(client)
        }
    }

    /// Tells an app what has changed since it was last told: all of it at once (Q1). Out of sight
    /// it is woken for that (E2).
    mutating func tell(_ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        let seen = view(of: app, around)
        guard seen != clients[at].told, around.shuttingDown == nil else { return }
        switch around.stage(of: app) {
        case .launching, .active: say(seen, at, in: &around)
        case .background:
            if goesOnOutOfSight(app, around) {
                wake(at, for: seen, in: &around)
            } else {
                say(seen, at, in: &around)
            }
        case .freezing, .suspended:
            if goesOnOutOfSight(app, around) { wake(at, for: seen, in: &around) }
        case .terminating, .dying, .notRunning, nil: break
        }
    }

    private mutating func say(_ seen: [Accessory], _ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        let isLeaving = !around.isInFront(app) && seen.isEmpty
        clients[at].told = seen
        around.note(
            .deliver, isLeaving ? .accessoriesLeft : .accessoriesTold, isLeaving ? .e3 : .e2,
            of: app)
        around.deliver(
            .accessories(AccessoryCall(nil, .present(seen), isLeaving: isLeaving)), to: app)
    }

    /// One at a time: what changes while it handles the last is told after that.
    private mutating func wake(
        _ at: Int, for seen: [Accessory], in around: inout Surroundings
    ) {
        let app = clients[at].app
        let isBusy = around.wakes(of: app).contains {
            if case .accessory(.present) = $0.cause { true } else { false }
        }
        guard !isBusy, begin(.present(seen), at, in: &around) else { return }
        clients[at].told = seen
    }

    /// Bytes have come for a suspended app. One that executes reads them by itself.
    mutating func wake(for connection: UInt64, in around: inout Surroundings) {
        guard let session = sessions.first(where: { $0.connection == connection }),
            around.state(of: session.app) == .suspended,
            goesOnOutOfSight(session.app, around), let at = place(of: session.app)
        else { return }
        // News that the app doesn't know yet comes first.
        tell(at, in: &around)
        guard around.state(of: session.app) == .suspended else { return }
        _ = begin(.data(session: session.session), at, in: &around)
    }

    /// - Returns: whether it is woken.
    private mutating func begin(
        _ news: AccessoryNews, _ at: Int, in around: inout Surroundings
    ) -> Bool {
        let client = clients[at]
        guard client.mayWakeAt <= around.now.awake else { return false }
        // Also where something keeps it from being woken: nobody is asked about each byte.
        if clients[at].pay(at: around.now.awake) {
            around.note(.input, .accessoryRationed, .e1, of: client.app)
        }
        let cause = WakeCause.accessory(news)
        guard around.obstacles(to: cause, of: client.app, at: around.now).isEmpty else {
            return false
        }
        around.begin(cause, client.app)
        return true
    }

    /// Only an app that lives, and sees an accessory, is woken for one.
    func obstacles(
        to cause: WakeCause, of app: AppID, _ around: borrowing Surroundings
    ) -> [Refusal] {
        guard case .accessory = cause else { return [] }
        guard let manifest = around.manifest(of: app), !manifest.accessoryProtocols.isEmpty else {
            return [Refusal(.noAccessoryProtocols, rule: .e1)]
        }
        let known = connected.contains {
            $0.accessory.protocols.contains(where: manifest.accessoryProtocols.contains)
        }
        return known ? [] : [Refusal(.noAccessory, rule: .e1)]
    }
}
