import QuiesceCore
import QuiesceWire

extension ContinuedCall {
    var callback: ContinuedCallback {
        switch self {
        case .begin(let id): .begin(id: id)
        case .expire(let id): .expire(id: id)
        case .refused(let id, let reason): .refused(id: id, reason: reason.rawValue)
        }
    }
}
