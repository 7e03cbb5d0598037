@testable import QuiesceCore

// The parts of the capabilities' shared state that tests read or break.
extension SystemMachine {
    var apps: [AppMachine] {
        get { around.apps }
        set { around.apps = newValue }
    }
    var device: DeviceRecord { around.device }
    var shuttingDown: Ticket? { around.shuttingDown }
    var isTimedMoment: Bool { around.isTimedMoment }
}
