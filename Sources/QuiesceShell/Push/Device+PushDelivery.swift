import Foundation
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

// Pushes on their way into the core: what they carry is on disk before it hears of them, so that
// nothing is half-accepted when the disk is full.
extension Device {
    /// Takes a push of the gateway's, in the order in which they come.
    ///
    /// Where one can't be stored, neither it nor what came behind it is taken: the line is ended,
    /// and the gateway sends them again.
    package func receive(_ push: ReceivedPush) {
        let payload = Data(push.payload.utf8)
        guard payload.count <= Limits.gatewayPushBytes, push.id.utf8.count <= Limits.pushNameBytes,
            push.collapseID?.utf8.count ?? 0 <= Limits.pushNameBytes,
            let address = push.address, let content = PushContent(payload)
        else {
            // No gateway of ours takes such a push; asked again, it would send the same.
            let name = String(push.id.prefix(Limits.pushNameBytes)).printable
            world.warn("push \(name) from the gateway is invalid and was dropped")
            return world.pushes.acknowledge(push.sequence)
        }
        let origin = PushOrigin(
            sequence: push.sequence, id: push.id, collapse: push.collapseID,
            // 0: it wasn't to be kept by the gateway.
            expires: push.expiration.flatMap {
                $0 > 0 ? .zero + .seconds($0) : nil
            })
        let line = pushLine
        keep(payload, content, address, origin) { [self] new, failure in
            guard line == pushLine else { return drop(new) }
            guard let failure else { return take(.push(new, nil)) }
            backOff(failure)
        }
    }

    /// Takes a tool's push, which may be refused.
    package func askPush(
        _ app: AppID, _ type: PushType = .remote, payload: Data, _ content: PushContent,
        reply: @escaping (Answer) -> Void
    ) {
        keep(payload, content, PushAddress(app, type), nil) { [self] new, failure in
            if let failure { return reply(.refused(Refusal(failure))) }
            ask({ .push(new, $0) }) { [self] answer in
                // Refused by the disk alone, it is on its way all the same.
                if case .refused = answer, !machine.payloadsInUse.contains(new.payload) {
                    drop(new)
                }
                reply(answer)
            }
        }
    }

    /// As above, for one that presents nothing.
    package func askPush(
        _ app: AppID, payload: Data, contentAvailable: Bool, reply: @escaping (Answer) -> Void
    ) {
        askPush(
            app, payload: payload, PushContent(contentAvailable: contentAvailable), reply: reply)
    }

    /// Puts what a push carries on disk.
    private func keep(
        _ payload: Data, _ content: PushContent, _ address: PushAddress, _ origin: PushOrigin?,
        then: @escaping (NewPush, Reason?) -> Void
    ) {
        let handle = newPayload()
        // A voip push is for its app alone, whatever its `aps` says.
        let content = address.type == .voip ? PushContent() : content
        var changes: [StorePort.Change] = [.putPayload(handle, payload)]
        var push = NewPush(
            app: address.app, type: address.type, contentAvailable: content.contentAvailable,
            types: content.types,
            badge: content.badge.map { Int32(clamping: $0) }, payload: handle, origin: origin)
        if let shown = content.notification(named: "push \(handle)") {
            let shownHandle = newPayload()
            changes.append(.putPayload(shownHandle, Data(shown.json)))
            push.content = shownHandle
            push.category = shown.category
        }
        world.store.submit(changes, seq) { [push] failure in then(push, failure) }
    }

    private func drop(_ push: NewPush) {
        dropPayload(push.payload)
        if let content = push.content { dropPayload(content) }
    }

    /// Tells the gateway which pushes are on disk.
    func acknowledge(_ pushes: [UInt64], _ changes: [StorePort.Change], _ failure: Reason?) {
        guard !pushes.isEmpty else { return }
        var keys: Set<String> = []
        for case .record(let change) in changes { keys.insert(change.key) }
        if let failure {
            unstored.formUnion(keys)
            return backOff(failure)
        }
        unstored.subtract(keys)
        for sequence in pushes { world.pushes.acknowledge(sequence) }
    }

    /// Adds the facts that the disk didn't take with an earlier push to those of the next, or of
    /// the same when it comes again: once that is acknowledged, everything before it is on disk,
    /// too.
    func addUnstored(to changes: [StorePort.Change]) -> [StorePort.Change] {
        guard !unstored.isEmpty else { return changes }
        let facts = facts(unstored)
        return changes
            + unstored.sorted().map { key in
                .record(facts[key].map { .put($0) } ?? .delete(key: key))
            }
    }

    /// The line to the gateway is ended by this device: what came over it and isn't taken yet isn't
    /// any more.
    package func endPushLine() { pushLine += 1 }

    private func backOff(_ failure: Reason) {
        endPushLine()
        world.pushes.backOff(failure.rawValue)
    }
}

extension ReceivedPush {
    /// Whom it is for; nil: its topic is no app's, or of another type than it says.
    fileprivate var address: PushAddress? {
        guard let address = PushAddress(topic: topic) else { return nil }
        // A gateway that says nothing of it means what the topic does.
        guard let type else { return address }
        return (type == PushType.voip.rawValue) == (address.type == .voip) ? address : nil
    }
}
