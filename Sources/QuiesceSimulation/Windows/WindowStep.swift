import QuiesceCore

/// The user, or a program, does something with a window. Apps are named by their place.
// derive: cases
public enum WindowStep: Sendable, Hashable {
    // derive: json
    public enum Change: String, Sendable, Hashable, CaseIterable {
        /// It is on a screen, beside the others.
        case shown
        /// It is on none: on another workspace, or minimized.
        case hidden
        /// It is shown, and has the focus.
        case focused
        case closed
    }

    case window(app: Int, Change)
    /// The focus goes to a program that isn't one of the apps.
    case focusElsewhere
    /// The compositor can be asked from now on, or can't.
    case desktop(isThere: Bool)
}

extension WindowStep: StepBody {
    var app: Int? {
        switch self {
        case .window(let app, _): app
        case .focusElsewhere, .desktop: nil
        }
    }

    func perform(on device: SimulatedDevice) {
        switch self {
        case .window(let app, let change): device.parts.windows.change(change, of: app, device)
        case .focusElsewhere: device.parts.windows.focusElsewhere(device)
        case .desktop(let isThere): device.parts.windows.desktop(isThere: isThere, device)
        }
    }
}
