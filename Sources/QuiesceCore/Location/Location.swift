/// Where the device is, and who is told: standard updates, significant changes, regions and
/// headings of all apps (G1 to G6).
///
/// The use of the fixes decides the demand on the source: the source is as accurate as the most
/// demanding app that is entitled to hear wants it, and off when there is no such app.
// derive: json sparse then=rebuildIndex
struct Location: Room, Sendable, Hashable {
    /// In the order in which they first asked.
    var clients: [LocationClient] = []
    /// nil: no source has said.
    var abilities: LocationAbilities?
    var filter = FixFilter()
    /// Why the last fix wasn't believed, as long as none has been since: it is said once.
    var fault: Reason?
    /// The demand on the source; nil: the source is off.
    var demand: LocationDemand?
    var beacons = HeardBeacons()
    /// When an app's updates are to be paused, if the device goes on lying still; nil: nobody's
    /// (G5).
    var pauseDue: Instant?
    // json: omit
    var watch = RegionWatch()
    /// Believed in this event, for who else goes by places; nil between events.
    // json: omit
    var believed: LocationFix?

    init() {}

    /// Nobody has asked for anything.
    var isIdle: Bool { clients.isEmpty }
    var followsApps: Bool { !isIdle }

    mutating func rebuildIndex() {
        watch = RegionWatch()
        for client in clients { for region in client.regions { watch.add(region, of: client.app) } }
    }

    mutating func handle(_ event: LocationEvent, in around: inout Surroundings) {
        switch event {
        case .asked(let app, let launch, let request, let asked):
            guard around.takeRequest((app, launch, request)) else { return }
            take(asked, from: app, launch, in: &around)
        case .located(let fix): locate(fix, in: &around)
        case .placed(let fix):
            filter = FixFilter()
            locate(fix, in: &around)
            filter.isPlayed = true
        case .turned(let reading):
            for at in clients.indices where clients[at].audience == .told {
                let managers = clients[at].take(reading)
                if !managers.isEmpty {
                    tell(clients[at], .heading(reading, managers: managers), in: &around)
                }
            }
        case .able(let abilities):
            let before = self.abilities
            self.abilities = abilities
            guard abilities != before else { return }
            let reason = abilities.location ? Reason.locationFound : .locationLost
            if !abilities.location {
                forgetRests()
                settlePauseDue(in: around)
            }
            if before?.location ?? false != abilities.location {
                _ = around.out.decide(.input, reason, .g2)
            }
            for client in clients where client.audience == .told {
                tell(client, .abilities(abilities), in: &around)
                if !abilities.location {
                    tell(client, .failed(.unknown, region: nil), in: &around)
                }
            }
        case .heard(let beacon): hear(beacon, in: &around)
        case .silent(let beacon): silence(beacon, in: &around)
        }
    }

    /// Takes note of apps that hear otherwise than before the last event.
    mutating func settle(in around: inout Surroundings) {
        settleBeacons(in: &around)
        settlePauses(in: &around)
        guard !isIdle, !around.changedApps.isEmpty else { return }
        var isChanged = false
        for app in around.changedApps {
            guard let at = place(of: app) else { continue }
            refresh(at, in: &around)
            isChanged = true
        }
        if isChanged { settleDemand(in: &around) }
    }

    /// Notifications of these apps wait at a place, once for each: the source is on for them, while
    /// their apps may know.
    mutating func serve(_ apps: [AppID], in around: inout Surroundings) {
        guard !apps.isEmpty || clients.contains(where: { $0.notifications > 0 }) else { return }
        var isChanged = false
        for app in apps where place(of: app) == nil {
            var client = LocationClient(
                app: app, launch: around.launch(of: app) ?? Launch(number: 0))
            client.isFollowed = around.isAlive(app)
            clients.append(client)
        }
        for at in clients.indices {
            let count = apps.count { $0 == clients[at].app }
            if clients[at].notifications != count {
                clients[at].notifications = count
                isChanged = true
            }
        }
        guard isChanged else { return }
        clients.removeAll {
            $0.isIdle && $0.fact == nil && $0.charged == .zero && $0.onSince == nil
        }
        settleDemand(in: &around)
    }

    /// Takes the fix that was believed in this event; once.
    mutating func takeBelieved() -> LocationFix? {
        defer { believed = nil }
        return believed
    }

    func place(of app: AppID) -> Int? { clients.firstIndex { $0.app == app } }

    func tell(
        _ client: LocationClient, _ update: LocationUpdate, in around: inout Surroundings
    ) {
        around.out.effects.append(.location(.tell(client.app, client.launch, update)))
    }

    /// Changes a client, and records what of it lasts.
    mutating func change(
        _ at: Int, in around: inout Surroundings, _ body: (inout LocationClient) -> Void
    ) {
        let before = clients[at].fact
        body(&clients[at])
        let after = clients[at].fact
        guard before != after else { return }
        around.out.record(
            after.map { .put(.location($0)) }
                ?? .delete(key: Fact.key(locationOf: clients[at].app)))
    }

    /// The app is uninstalled.
    mutating func remove(of app: AppID, in around: inout Surroundings) {
        guard let at = place(of: app) else { return }
        for region in clients[at].regions { watch.remove(region.region.identifier, of: app) }
        if clients[at].fact != nil {
            around.out.record(.delete(key: Fact.key(locationOf: app)))
        }
        clients.remove(at: at)
        forgetBeacons()
        settleDemand(in: &around)
    }
}
