import Foundation
import QuiesceCore
import QuiesceWire

// Pushes: between the core, which knows what they ask for, and apps, who know what they say.
extension Device {
    /// Takes what an app asks of its pushes.
    package func take(_ demand: PushDemand, request: UInt64, from key: ProcessKey) {
        let (app, launch) = (key.app, key.launch)
        switch demand {
        case .register: take(.pushService(.register(app, launch, request: request)))
        case .unregister: take(.pushService(.unregister(app, launch, request: request)))
        }
    }

    func carryOut(_ effect: PushEffect) {
        switch effect {
        case .requestToken(let app): world.pushes.requestToken(app)
        case .retireToken(let app): world.pushes.retireToken(app)
        case .acknowledge: break  // By `store`, once it is on disk.
        }
    }

    func wireCallback(_ call: PushCall) -> PushCallback {
        switch call {
        case .registered(let token): .registered(token: token)
        case .notRegistered(let why): .notRegistered(why: why)
        case .received(_, let handle, let opened):
            .received(payload: payload(handle), opened: opened)
        }
    }
}

extension Device {
    /// What an app was launched for, of a push.
    func push(in cause: LaunchCause) -> String? {
        guard case .remoteNotification(let handle) = cause else { return nil }
        return payload(handle)
    }
}
