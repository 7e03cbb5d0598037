import Foundation
import QuiesceCore
import QuiesceShell

/// Names of things whose numbers are of one run: each is named by what made it. A name is kept
/// beyond the end of its thing, as decisions still speak of that.
struct DurableNames {
    private var wakes: [WakeID: String] = [:]
    private var notifications: [NotificationID: String] = [:]
    private var transfers: [TransferID: String] = [:]

    mutating func note(_ fact: Fact, _ device: SimulatedDevice) {
        switch fact {
        case .wake(let wake): wakes[wake.id] = words(of: wake, device)
        case .notification(let known): notifications[known.id] = words(of: known, device)
        case .transfer(let transfer): transfers[transfer.id] = words(of: transfer, device)
        case _: break
        }
    }

    subscript(id: WakeID) -> DurableName { name(.wake, wakes[id]) }
    subscript(id: NotificationID) -> DurableName { name(.notification, notifications[id]) }
    subscript(id: TransferID) -> DurableName { name(.transfer, transfers[id]) }

    func name(of receipt: PushReceipt) -> DurableName {
        name(.push, "\(receipt.app) \(receipt.apnsID ?? "of a tool")")
    }

    private func name(_ kind: DurableKind, _ words: String?) -> DurableName {
        DurableName(kind: kind, words: words ?? "unknown")
    }

    // MARK: By what made it

    private func words(of wake: WakeFact, _ device: SimulatedDevice) -> String {
        if case .transfer(let session) = wake.cause {
            return "\(wake.app) transfers of \(session)"
        }
        if case .task(_, let identifier) = wake.cause { return "\(wake.app) \(identifier)" }
        if case .notificationAction(let reply) = wake.cause {
            let notification = notifications[reply.id] ?? "a notification"
            return "\(wake.app) \(reply.answer.word) of \(notification)"
        }
        return "\(wake.app) \(wake.cause.name)"
    }

    private func words(of notification: LocalNotification, _ device: SimulatedDevice) -> String {
        guard let push = notification.push else {
            return "\(notification.app) \(notification.name)"
        }
        let receipt = device.device.inspect { $0.pushReceipt(of: push.id) }
        // After a power cut nobody knows of what came of it before.
        let known = notifications[notification.id]
        return receipt.map { "\($0.app) \($0.apnsID ?? "push of a tool")" } ?? known
            ?? "\(notification.app) push"
    }

    private func words(of transfer: Transfer, _ device: SimulatedDevice) -> String {
        let stored = device.store.payload(transfer.request).flatMap {
            try? StoredTransfer.read(Array($0))
        }
        guard let stored else { return transfers[transfer.id] ?? "\(transfer.origin)" }
        return "\(transfer.session) \(stored.request.method) \(stored.request.url)"
    }
}
