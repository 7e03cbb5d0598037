import Foundation
import QuiesceCore
import QuiesceWire

// Pushes: between the core, which knows what they ask for, and apps, who know what they say.
extension Device {
    /// Tells the gateway what is on disk, in order.
    ///
    /// Where it couldn't be put there: pushes are kept by the gateway, and so are tokens that are
    /// no more, as the next daemon may know nothing of that; it is told on the next line. A token
    /// may be asked for all the same.
    ///
    /// - Parameter changes: what was to be stored with them.
    func keep(
        _ promises: [PushPromise], _ changes: [StorePort.Change], _ failure: Reason?
    ) {
        var acknowledged: [UInt64] = []
        for promise in promises {
            switch promise {
            case .requestToken(let address): world.pushes.requestToken(address)
            case .retireToken(let address):
                if failure == nil { world.pushes.retireToken(address) }
            case .acknowledge(let sequence): acknowledged.append(sequence)
            }
        }
        acknowledge(acknowledged, changes, failure)
    }

    func remoteNotification(_ wake: WakeID, _ handle: PayloadHandle) -> MessageToApp.Call {
        .remoteNotification(wake: wake.value, payload: payload(handle))
    }

    func wireCallback(_ call: PushCall) -> PushCallback {
        switch call {
        case .registered(let token): .registered(token: token)
        case .notRegistered(let why): .notRegistered(why: why)
        case .received(let id, let handle, let opened):
            .received(
                payload: payload(handle), opened: opened,
                notification: id.flatMap(content), date: id.flatMap(date))
        case .voipRegistered(let token): .voipRegistered(token: token)
        case .voipNotRegistered(let why): .voipNotRegistered(why: why)
        case .voipInvalidated: .voipInvalidated
        case .voipReceived(let wake, let handle):
            .voipReceived(wake: wake.value, payload: payload(handle))
        }
    }
}

extension PushPromise {
    var isAcknowledgement: Bool { if case .acknowledge = self { true } else { false } }
}
