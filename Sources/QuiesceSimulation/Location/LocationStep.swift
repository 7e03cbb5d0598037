import QuiesceCore

/// Events of location that a step makes happen. Apps are named by their place.
// derive: cases
public enum LocationStep: Sendable, Hashable {
    /// The app asks, if it runs.
    case ask(app: Int, LocationRequest)
    /// The device is there from now on, in ten-millionths of a degree; a source says so, if it is
    /// on.
    case move(Position, accuracy: Double)
    /// The sources answer from now on, or don't.
    case source(isThere: Bool)
    /// A beacon is heard once.
    case hear(Beacon)
    /// A tool says that it isn't any more.
    case silence(Beacon)
}

extension LocationStep: StepBody {
    var app: Int? {
        switch self {
        case .ask(let app, _): app
        case .move, .source, .hear, .silence: nil
        }
    }

    func perform(on device: SimulatedDevice) {
        switch self {
        case .ask(let app, let request):
            guard let process = device.scripted(app), process.runs else { return }
            device.parts.location.ask(request, in: process)
        case .move(let position, let accuracy):
            device.parts.location.move(to: position, accuracy: accuracy, device)
        case .source(let isThere): device.parts.location.source(isThere: isThere, device)
        case .hear(let beacon): device.parts.location.say(.heard(beacon), device)
        case .silence(let beacon): device.parts.location.say(.silent(beacon), device)
        }
    }
}
