import QuiesceCore

/// Events of Bluetooth that a step makes happen. Apps are named by their place. There is one
/// peripheral, a belt.
// derive: cases
public enum BluetoothStep: Sendable, Hashable {
    /// The app asks, if it runs.
    case ask(app: Int, BluetoothRequest)
    /// The belt is in range, or isn't any more.
    case belt(isNear: Bool)
    /// It says something so many times, each time something else.
    case beat(times: Int)
    /// The adapter is switched on or off.
    case adapter(isOn: Bool)
}

extension BluetoothStep: StepBody {
    var app: Int? {
        switch self {
        case .ask(let app, _): app
        case .belt, .beat, .adapter: nil
        }
    }

    func perform(on device: SimulatedDevice) {
        let part = device.parts.bluetooth
        switch self {
        case .ask(let app, let request):
            guard let process = device.scripted(app), process.runs else { return }
            part.ask(request, in: process)
        case .belt(let isNear): part.belt(isNear: isNear, device)
        case .beat(let times): for _ in 0..<times { part.beat(device) }
        case .adapter(let isOn): part.happen(.adapter(isOn: isOn), device)
        }
    }
}
