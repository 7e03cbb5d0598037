import QuiesceCore

/// A program begins or ends work that nobody declared. Programs are named by their place.
// derive: cases
public enum BusyStep: Sendable, Hashable {
    /// Its work from now on, if it executes.
    case work(app: Int, [BusyWork])
    /// Somebody looks at programs from now on.
    case look
}

extension BusyStep: StepBody {
    var app: Int? {
        switch self {
        case .work(let app, _): app
        case .look: nil
        }
    }

    func perform(on device: SimulatedDevice) {
        switch self {
        case .work(let app, let works): device.parts.busy.work(works, app, device)
        case .look: device.parts.busy.look(device)
        }
    }
}
