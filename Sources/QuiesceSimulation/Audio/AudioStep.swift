import QuiesceCore

/// Events of sound that a step makes happen. Apps are named by their place.
// derive: cases
public enum AudioStep: Sendable, Hashable {
    /// The app asks, if it runs.
    case ask(app: Int, AudioRequest)
    /// Its process plays or records from now on, loud or so soft that nobody hears it, or stops.
    case sound(app: Int, plays: Bool, records: Bool, isLoud: Bool)
    /// The sound server comes or goes.
    case server(isThere: Bool)
    /// Somebody presses a key.
    case key(RemoteCommand)
}

extension AudioStep: StepBody {
    var app: Int? {
        switch self {
        case .ask(let app, _), .sound(let app, _, _, _): app
        case .server, .key: nil
        }
    }

    func perform(on device: SimulatedDevice) {
        let part = device.parts.audio
        switch self {
        case .ask(let app, let request):
            guard let process = device.scripted(app), process.runs else { return }
            part.ask(request, in: process)
        case .sound(let app, let plays, let records, let isLoud):
            guard let process = device.scripted(app), process.runs else { return }
            part.sound(
                AudioReading(plays: plays, records: records, isAudible: plays && isLoud),
                of: process, device)
        case .server(let isThere): part.server(isThere: isThere, device)
        case .key(let command): part.press(command, device)
        }
    }
}
