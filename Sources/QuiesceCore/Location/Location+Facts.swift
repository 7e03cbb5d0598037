// The facts of location that survive.
extension Location {
    /// Everything of it that must survive.
    var facts: [Fact] { clients.compactMap { $0.fact.map { .location($0) } } }

    static var factKind: String? { "location" }

    /// The one of an app; nil: nothing of it lasts.
    func fact(of app: AppID) -> Fact? {
        place(of: app).flatMap { clients[$0].fact }.map { .location($0) }
    }

    mutating func restore(_ facts: [Fact], in around: inout Surroundings) {
        for case .location(let fact) in facts {
            // A damaged store may know it, but not its app.
            guard let launch = around.launch(of: fact.app), place(of: fact.app) == nil else {
                continue
            }
            var client = LocationClient(app: fact.app, launch: launch)
            client.isFollowed = false
            client.significant = fact.significant
            client.regions = Array(fact.regions.prefix(Limits.regionsPerApp))
            client.standing = fact.standing
            client.askedForAlways = fact.askedForAlways
            clients.append(client)
        }
        rebuildIndex()
    }

    /// A new daemon.
    ///
    /// - Parameter deviceRestarted: its clocks began anew, and with them what was measured by them.
    mutating func restart(deviceRestarted: Bool, in around: inout Surroundings) {
        guard !isIdle else { return }
        abilities = nil
        restartBeacons(at: around.now.instant)
        if deviceRestarted {
            let now = around.now.instant
            for at in clients.indices {
                // Whatever it was told before is long enough ago.
                change(at, in: &around) {
                    $0.significant?.told?.at = now.before(by: Limits.significantInterval)
                }
                clients[at].onSince = nil
                clients[at].rest = nil
            }
        }
        for at in clients.indices { refresh(at, in: &around) }
        settleDemand(in: &around)
    }
}
