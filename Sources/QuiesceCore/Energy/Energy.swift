/// The energy that each app's fetches have cost (F7). It is a sum for people to look at: nothing is
/// decided by it.
// derive: json sparse
struct Energy: Room, Sendable, Hashable {
    /// Those of apps that were ever charged, in the order in which they first were.
    var accounts: [EnergyAccount] = []

    mutating func handle(_ event: EnergyEvent, in around: inout Surroundings) {
        switch event {
        case .used(let app, let launch, let id, let cpu, let received):
            guard around.launch(of: app) == launch, let delivered = around.charge(id, of: app)
            else { return }
            let charge = around.profile.charge(
                EnergyUse(
                    cpu: cpu, received: received, took: max(.zero, around.now.awake - delivered)),
                by: around.device.conditions.network)
            var account =
                place(of: app).map { accounts[$0] } ?? EnergyAccount(app, since: around.now.wall)
            account.add(charge)
            put(account)
            around.note(.input, .energyCharged, .f7, detail: .energy(charge), of: app)
            around.out.record(.put(.energy(account)))
        }
    }

    private func place(of app: AppID) -> Int? { accounts.firstIndex { $0.app == app } }

    private mutating func put(_ account: EnergyAccount) {
        if let at = place(of: account.app) {
            accounts[at] = account
        } else {
            accounts.append(account)
        }
    }

    // MARK: Facts

    var facts: [Fact] { accounts.map { .energy($0) } }

    static var factKind: String? { "energy" }

    /// The one of an app; nil: it was never charged.
    func fact(of app: AppID) -> Fact? { place(of: app).map { .energy(accounts[$0]) } }

    mutating func restore(_ facts: [Fact], in around: inout Surroundings) {
        for case .energy(let account) in facts {
            // A damaged store may know it, but not its app.
            if around.isInstalled(account.app), place(of: account.app) == nil {
                accounts.append(account)
            }
        }
    }

    /// The app is uninstalled.
    mutating func remove(of app: AppID, in around: inout Surroundings) {
        guard let at = place(of: app) else { return }
        accounts.remove(at: at)
        around.out.record(.delete(key: Fact.key(energyOf: app)))
    }
}

extension SystemMachine {
    /// The energy that apps' fetches have cost, in the order in which apps were first charged.
    public var energyAccounts: [EnergyAccount] { energy.accounts }
}
