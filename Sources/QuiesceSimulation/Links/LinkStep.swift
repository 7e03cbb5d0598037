import QuiesceCore

/// An opening by a link, when a step says so. Apps are named by their place.
// derive: cases
public enum LinkStep: Sendable, Hashable {
    /// The user opens it, by a tool; nil: no app is named.
    case open(AppLink, app: Int?)
    /// The app asks, if it runs.
    case ask(app: Int, LinkRequest)
}

extension LinkStep: StepBody {
    var app: Int? {
        switch self {
        case .open(_, let app): app
        case .ask(let app, _): app
        }
    }

    var isRequest: Bool {
        switch self {
        case .open: true
        case .ask: false
        }
    }

    func perform(on device: SimulatedDevice) {
        switch self {
        case .open(let link, let app):
            let app = app.map { device.apps[$0].id }
            device.ask { .link(.open(link, app: app, $0)) }
        case .ask(let app, let request):
            guard let process = device.scripted(app), process.runs else { return }
            _ = process.session.ask(request)
            process.flush()
        }
    }
}
