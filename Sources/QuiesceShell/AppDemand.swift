import QuiesceWire

/// A request of an app that the device, rather than `AppChannel`, makes an event of: parts of it are kept
/// beside the core.
package enum AppDemand {
    case transfer(TransferDemand)
    case notification(NotificationDemand)
    case fetching(FetchDemand)
    case push(PushDemand)
}

extension MessageFromApp {
    /// nil: it is none.
    package var demand: (demand: AppDemand, request: UInt64)? {
        switch self {
        case .transfer(let request, let demand): (.transfer(demand), request)
        case .notification(let request, let demand): (.notification(demand), request)
        case .fetching(let request, let demand): (.fetching(demand), request)
        case .push(let request, let demand): (.push(demand), request)
        case .hello, .handled, .beginTask, .endTask, .completeWake, .requestPermission, .scene: nil
        }
    }
}

extension Device {
    package func take(_ demand: AppDemand, request: UInt64, from key: ProcessKey) {
        switch demand {
        case .transfer(let demand): take(demand, request: request, from: key)
        case .notification(let demand): take(demand, request: request, from: key)
        case .fetching(let demand): take(demand, request: request, from: key)
        case .push(let demand): take(demand, request: request, from: key)
        }
    }
}
