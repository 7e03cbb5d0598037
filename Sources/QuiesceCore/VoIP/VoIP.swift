/// Apps that wait for calls: their sockets, which are kept while they are suspended, their
/// keep-alive handlers, and that they are launched again (V1 to V9).
///
/// Nothing of it lasts. A restart of the device ends all connections, and which apps are launched
/// then is in their manifests.
// derive: json sparse
struct VoIP: Room, Sendable, Hashable {
    /// The installed apps that declare the mode, in the order of their installation.
    var clients: [VoIPClient] = []

    init() {}

    /// No app waits for calls.
    var isIdle: Bool { clients.isEmpty }
    var followsApps: Bool { !isIdle }

    mutating func handle(_ event: VoIPEvent, in around: inout Surroundings) {
        switch event {
        case .asked(let app, let launch, let request, let asked):
            guard around.takeRequest((app, launch, request), lasts: false) else { return }
            take(asked, from: app, launch, in: &around)
        case .traffic(let app, let launch, let descriptor, let isOver):
            guard let at = place(of: app), clients[at].launch == launch else { return }
            hear(at, descriptor, isOver: isOver, in: &around)
        case .closed(let app, let launch, let descriptor):
            guard let at = place(of: app), clients[at].launch == launch else { return }
            close(at, descriptor, in: &around)
        case .lost(let app, let launch, let descriptor):
            guard let at = place(of: app), clients[at].launch == launch else { return }
            lose(at, descriptor, in: &around)
        }
    }

    /// Takes note of apps that were left, suspended, came to the front or ended, and of what is
    /// due.
    mutating func settle(in around: inout Surroundings) {
        guard !isIdle else { return }
        for app in around.changedApps { if let at = place(of: app) { refresh(at, in: &around) } }
        followCompletions(in: &around)
        guard let due, due.earliest <= around.now.instant else { return }
        for at in clients.indices {
            settleKeepAlive(at, in: &around)
            settleRelaunch(at, in: &around)
            settleWatch(at, in: &around)
        }
    }

    private var due: InstantWindow? {
        var first: InstantWindow?
        // By place: each is looked at with each event, and a copy costs more than the look.
        for at in clients.indices where clients[at].isTimed {
            guard let due = clients[at].due else { continue }
            first = first?.first(with: due) ?? due
        }
        return first
    }

    /// Keep-alive handlers (V2), up to a part of their interval early; apps that are launched again
    /// (V6), and sockets that may wake their app again.
    func timedWork(at now: Moment, _: borrowing Surroundings) -> AwakeWindow? {
        due?.awake(at: now)
    }

    func place(of app: AppID) -> Int? { clients.firstIndex { $0.app == app } }

    /// The device was shut down in order, and is started again.
    private func endedWithDevice(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        !around.isAlive(app) && around.lastExit(of: app)?.reason == .shutDown
    }

    // MARK: Apps come and go

    mutating func installed(_ manifest: AppManifest, in _: inout Surroundings) {
        guard manifest.backgroundModes.contains(.voip) else {
            clients.removeAll { $0.app == manifest.id }
            return
        }
        if place(of: manifest.id) == nil { clients.append(VoIPClient(app: manifest.id)) }
    }

    /// The app is uninstalled.
    mutating func remove(of app: AppID, in _: inout Surroundings) {
        clients.removeAll { $0.app == app }
    }

    /// A new daemon, with what the old one's journal or facts say.
    mutating func restart(deviceRestarted: Bool, in around: inout Surroundings) {
        for app in around.appIDs {
            if let manifest = around.manifest(of: app) { installed(manifest, in: &around) }
        }
        for at in clients.indices {
            let app = clients[at].app
            guard deviceRestarted || endedWithDevice(app, around) else {
                recover(at, in: &around)
                continue
            }
            clients[at] = VoIPClient(app: app)
            if around.hasBeenLaunched(app) {
                clients[at].relaunch = VoIPRelaunch(at: around.now.instant, why: .deviceStarted)
            }
        }
    }
}
