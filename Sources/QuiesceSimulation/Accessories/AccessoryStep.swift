import QuiesceCore

/// Events of accessories that a step makes happen. Apps are named by their place, accessories by
/// their name.
// derive: cases
public enum AccessoryStep: Sendable, Hashable {
    /// It is plugged in, unless it is already.
    case plug(name: String, protocols: [String])
    /// It is pulled out.
    case pull(name: String)
    /// So many bytes come from it.
    case sends(name: String, bytes: Int)
    /// If it runs, the app opens a session with the accessory of that name that it knows of.
    case open(app: Int, name: String)
    /// If it runs, it closes its oldest session.
    case close(app: Int)
}

extension AccessoryStep: StepBody {
    var app: Int? {
        switch self {
        case .open(let app, _), .close(let app): app
        case .plug, .pull, .sends: nil
        }
    }

    func perform(on device: SimulatedDevice) {
        let part = device.parts.accessories
        switch self {
        case .plug(let name, let protocols): part.plug(name, protocols, device)
        case .pull(let name): part.pull(name, device)
        case .sends(let name, let bytes): part.sends(name, bytes, device)
        case .open(let app, let name):
            guard let process = device.scripted(app), process.runs else { return }
            part.open(name, in: process)
        case .close(let app):
            guard let process = device.scripted(app), process.runs else { return }
            part.close(in: process)
        }
    }
}
