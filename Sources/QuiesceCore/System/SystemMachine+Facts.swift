// Everything that must survive a restart of the device.
extension SystemMachine {
    /// All of them.
    public var facts: [Fact] {
        var facts: [Fact] = []
        facts.reserveCapacity(around.apps.count + 3)
        for slot in around.apps.indices { facts.append(.app(around.apps[slot].fact)) }
        for slot in around.apps.indices {
            let app = around.apps[slot].id
            for wake in around.apps[slot].wakes {
                facts.append(.wake(WakeFact(id: wake.id, app: app, cause: wake.cause)))
            }
        }
        facts += around.appIDs.compactMap(around.permissionsFact)
        facts.append(.device(around.deviceFact))
        if let conditionsFact = around.conditionsFact { facts.append(conditionsFact) }
        if let passcode = around.protection.fact { facts.append(.passcode(passcode)) }
        return facts + transfers.facts + fetches.facts + notifications.facts + pushes.facts
            + factsOfRooms
    }

    /// The one of that key; nil: there is none. It is what `facts` has under it, without making all
    /// others.
    public func fact(_ key: String) -> Fact? {
        switch key {
        case Fact.deviceKey: return .device(around.deviceFact)
        case Fact.conditionsKey: return around.conditionsFact
        case Fact.passcodeKey: return around.protection.fact.map { .passcode($0) }
        case Fact.transfersKey: return transfers.last > 0 ? .transfers(transfers.fact) : nil
        case Fact.notificationsKey:
            return notifications.last > 0 ? .notifications(notifications.fact) : nil
        case Fact.fetchesKey: return fetches.stored.map { .fetches($0) }
        case Fact.pushesKey: return pushes.isKnown ? .pushes(pushes.fact) : nil
        case Fact.audioKey: return audio.player?.fact
        case _: break
        }
        guard let slash = key.firstIndex(of: "/") else { return nil }
        let name = String(key[key.index(after: slash)...])
        switch key[..<slash] {
        case "wake": return UInt64(name).flatMap { wakeFact(WakeID($0)) }
        case "transfer":
            let machine = UInt64(name).flatMap { transfers[TransferID($0)] }
            return machine.flatMap { $0.isStored ? .transfer($0.transfer) : nil }
        case "notification":
            let id = UInt64(name).map { NotificationID($0) }
            return id.flatMap { notifications[$0] }.map { .notification($0) }
        case "push": return UInt64(name).flatMap { pushes[PushID($0)] }.map { .push($0) }
        case "pushes":
            return PushAddress(topic: name).flatMap { pushes[$0] }.map { .pushRegistration($0) }
        case "session":
            return SessionKey(keyText: name).flatMap { transfers[$0] }.map { .session($0.fact) }
        case let kind: return AppID(name).flatMap { fact(kind, of: $0) }
        }
    }

    private func wakeFact(_ id: WakeID) -> Fact? {
        for slot in around.apps.indices {
            guard let wake = around.apps[slot].wakes.first(where: { $0.id == id }) else { continue }
            return .wake(WakeFact(id: id, app: around.apps[slot].id, cause: wake.cause))
        }
        return nil
    }

    private func fact(_ kind: Substring, of app: AppID) -> Fact? {
        switch kind {
        case "app": around.slot(app).map { .app(around.apps[$0].fact) }
        case "permissions": around.permissionsFact(app)
        case "presentation": notifications.presentations[app].map { .presentation($0) }
        case "fetch": fetches[app]?.stored.map { .fetch($0) }
        case _: factOfRooms(kind, of: app)
        }
    }
}
