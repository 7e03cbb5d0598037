// The part of Bluetooth in the answers of `why`.
extension Bluetooth {
    /// The requests of an app, and the news that waits for it.
    func pending(
        of app: AppID, at _: Moment?, _ around: borrowing Surroundings
    ) -> [Pending] {
        guard let at = place(of: app) else { return [] }
        let client = clients[at]
        var found: [Pending] = []
        let wishes = client.managers.flatMap(\.wishes)
        let connected = wishes.filter(\.isConnected)
        if !connected.isEmpty {
            let names = connected.map { "\"\($0.name ?? $0.identifier)\"" }
            found.append(
                Pending(
                    .bluetooth,
                    "It is connected to \(counted(names.count, "peripheral")): \(listed(names))",
                    .b1))
        }
        if wishes.count > connected.count {
            let count = wishes.count - connected.count
            found.append(
                Pending(
                    .bluetooth,
                    "It waits for \(counted(count, "peripheral")) to come into range", .b1))
        }
        for manager in client.managers where manager.scan != nil {
            let isOn = scan(of: manager, client, around) != nil
            found.append(
                Pending(
                    .bluetooth,
                    isOn
                        ? "It scans for peripherals"
                        : "Its scan goes on once it is in front: out of sight it needs the background mode bluetooth-central, and services to scan for",
                    .b1))
        }
        let offered = client.managers.flatMap(\.services).count
        if offered > 0 {
            found.append(Pending(.bluetooth, "It offers \(counted(offered, "service"))", .b2))
        }
        if !client.held.isEmpty {
            found.append(
                Pending(
                    .bluetooth,
                    "\(client.held.count) news of Bluetooth wait for it\(client.waitsUntil == nil ? "" : ", as it was woken often for it, or has crashed")",
                    .b1, earliest: client.waitsUntil.map(When.instant)))
        }
        return found
    }

    /// An app that has asked for nothing of the kind isn't woken for it.
    func obstacles(
        to cause: WakeCause, of app: AppID, _: borrowing Surroundings
    ) -> [Refusal] {
        guard case .bluetooth = cause else { return [] }
        guard let at = place(of: app), clients[at].managers.contains(where: { !$0.isIdle }) else {
            return [Refusal(.bluetoothNotAsked, rule: .b1)]
        }
        guard adapter != .off, adapter != .unsupported else {
            return [Refusal(.bluetoothLost, rule: .b1)]
        }
        return []
    }
}
