// The facts of Bluetooth that survive.
extension Bluetooth {
    /// Everything of it that must survive.
    var facts: [Fact] { clients.compactMap { $0.fact.map { .bluetooth($0) } } }

    static var factKind: String? { "bluetooth" }

    /// The one of an app; nil: nothing of it lasts.
    func fact(of app: AppID) -> Fact? {
        place(of: app).flatMap { clients[$0].fact }.map { .bluetooth($0) }
    }

    mutating func restore(_ facts: [Fact], in around: inout Surroundings) {
        for case .bluetooth(let fact) in facts {
            // A damaged store may know it, but not its app.
            guard let launch = around.launch(of: fact.app), place(of: fact.app) == nil else {
                continue
            }
            var client = BluetoothClient(app: fact.app, launch: launch)
            client.isFollowed = false
            client.managers = fact.managers.prefix(Limits.bluetoothManagers).map(\.manager)
            for at in client.managers.indices { client.managers[at].isUntold = true }
            clients.append(client)
        }
    }

    /// A new daemon: the adapter says anew what is connected, and nobody knows what became of what
    /// was asked.
    ///
    /// - Parameter deviceRestarted: nothing is connected any more, and clocks began anew.
    mutating func restart(deviceRestarted: Bool, in around: inout Surroundings) {
        guard !isIdle else { return }
        adapter = .unknown
        for operation in operations where operation.kind != .discover {
            finish(operation, .failed(.failed))
        }
        operations.removeAll { $0.kind != .discover }
        for at in clients.indices {
            // Their centrals were told no when the daemon before ended.
            clients[at].questions = []
            guard deviceRestarted else { continue }
            clients[at].quota = BluetoothQuota()
            clients[at].waitsUntil = nil
            clients[at].held = []
            for manager in clients[at].managers.indices {
                for wish in clients[at].managers[manager].wishes.indices {
                    clients[at].managers[manager].wishes[wish].isConnected = false
                    clients[at].managers[manager].wishes[wish].notifying = []
                }
            }
        }
        if deviceRestarted {
            links = []
            operations = []
        }
    }

    /// The app is uninstalled.
    mutating func remove(of app: AppID, in around: inout Surroundings) {
        guard let at = place(of: app) else { return }
        if clients[at].fact != nil {
            around.out.record(.delete(key: Fact.key(bluetoothOf: app)))
        }
        clients.remove(at: at)
        operations.removeAll { $0.app == app }
    }
}
