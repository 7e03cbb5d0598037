@testable import QuiesceCore

// What tests look at, and break, of what capabilities share.
extension SystemMachine {
    var apps: [AppMachine] {
        get { around.apps }
        set { around.apps = newValue }
    }
    var device: DeviceRecord { around.device }
    var shuttingDown: Ticket? { around.shuttingDown }
    var isTimedMoment: Bool { around.isTimedMoment }
}
