import QuiesceCore

/// The user's actions with the passcode.
enum ProtectionStep: StepBody {
    case unlock, setPasscode, clearPasscode, wrongPasscode

    var isRequest: Bool { true }

    func perform(on device: SimulatedDevice) {
        switch self {
        case .unlock: device.unlock()
        case .setPasscode: device.setPasscode()
        case .clearPasscode: device.clearPasscode()
        case .wrongPasscode: device.tryWrongPasscode()
        }
    }
}

/// An app asks for the key of its protected files, if it runs.
struct ProtectedFileStep: StepBody {
    var place: Int

    var app: Int? { place }

    func perform(on device: SimulatedDevice) {
        if let process = device.able(place) { device.requestKey(process) }
    }
}
