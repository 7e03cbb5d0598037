import QuiesceCore

/// Events of sensors of motion that a step makes happen. Apps are named by their place.
// derive: cases
public enum MotionStep: Sendable, Hashable {
    /// The app asks, if it runs.
    case ask(app: Int, MotionRequest)
    /// A sensor of the device reads this, the next so many times that it is read.
    case read(MotionReading, times: Int)
}

extension MotionStep: StepBody {
    var app: Int? {
        switch self {
        case .ask(let app, _): app
        case .read: nil
        }
    }

    func perform(on device: SimulatedDevice) {
        switch self {
        case .ask(let app, let request):
            guard let process = device.scripted(app), process.runs else { return }
            device.parts.motion.ask(request, in: process)
        case .read(let reading, let times): device.parts.motion.play(reading, times: times, device)
        }
    }
}
