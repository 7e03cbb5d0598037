import QuiesceCore

/// Events of connections by which apps wait for calls, as a step makes them happen. Apps are named
/// by their place.
// derive: cases
public enum VoIPStep: Sendable, Hashable {
    /// The app connects, if it runs, and has the socket kept.
    case keep(app: Int, descriptor: Int32)
    /// It closes the socket, with a word or without.
    case close(app: Int, descriptor: Int32, tells: Bool)
    /// It sets its keep-alive handler, or clears it.
    case keepAlive(app: Int, seconds: Double?)
    /// The server says something.
    case arrive(app: Int, descriptor: Int32)
    /// The server ends the connection.
    case hangUp(app: Int, descriptor: Int32)
}

extension VoIPStep: StepBody {
    var app: Int? {
        switch self {
        case .keep(let app, _), .close(let app, _, _), .keepAlive(let app, _),
            .arrive(let app, _), .hangUp(let app, _):
            app
        }
    }

    func perform(on device: SimulatedDevice) {
        let part = device.parts.voip
        guard let app, let process = device.scripted(app) else { return }
        switch self {
        case .keep(_, let descriptor):
            if process.runs { part.keep(descriptor, in: process, device) }
        case .close(_, let descriptor, let tells):
            if process.runs { part.close(descriptor, tells: tells, in: process) }
        case .keepAlive(_, let seconds):
            if process.runs { part.keepAlive(seconds, in: process) }
        case .arrive(_, let descriptor):
            part.arrive(at: descriptor, of: process, isOver: false, device)
        case .hangUp(_, let descriptor):
            part.arrive(at: descriptor, of: process, isOver: true, device)
        }
    }
}
