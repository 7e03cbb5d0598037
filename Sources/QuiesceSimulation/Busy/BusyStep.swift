import QuiesceCore

/// A program begins or ends work that nobody declared. Programs are named by their place.
// derive: cases
public enum BusyStep: Sendable, Hashable {
    /// Its work from now on, if it executes.
    case work(app: Int, [BusyWork])
    /// Another program calls it on the message bus.
    case call(app: Int)
    /// Somebody looks at programs from now on.
    case look
}

extension BusyStep: StepBody {
    var app: Int? {
        switch self {
        case .work(let app, _), .call(let app): app
        case .look: nil
        }
    }

    func perform(on device: SimulatedDevice) {
        switch self {
        case .work(let app, let works): device.parts.busy.work(works, app, device)
        case .call(let app): device.parts.busy.call(app, device)
        case .look: device.parts.busy.look(device)
        }
    }
}
