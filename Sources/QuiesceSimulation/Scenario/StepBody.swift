import QuiesceCore

/// A step as the device carries it out: what it is asked about it, whichever capability it is of.
protocol StepBody {
    /// The place of the app that it concerns.
    var app: Int? { get }
    /// A tool waits for the answer.
    var isRequest: Bool { get }
    /// It isn't undone by a restart of the device, or is asked for again by its tool, and doing it
    /// again would be something else.
    var isDoneOnce: Bool { get }
    func perform(on device: SimulatedDevice)
}

extension StepBody {
    var app: Int? { nil }
    var isRequest: Bool { false }
    var isDoneOnce: Bool { false }
}

/// An action of an app, if the app runs, or of somebody with it.
protocol AppAction {
    var isDoneOnce: Bool { get }
    /// - Parameter process: nil where it doesn't run.
    func perform(in process: ScriptedApp?, of app: AppID, on device: SimulatedDevice)
}

extension AppAction {
    var isDoneOnce: Bool { false }
}

/// An action, and the place of the app.
struct AppStep: StepBody {
    var place: Int
    var action: any AppAction

    init(_ place: Int, _ action: any AppAction) {
        self.place = place
        self.action = action
    }

    var app: Int? { place }
    var isDoneOnce: Bool { action.isDoneOnce }
    func perform(on device: SimulatedDevice) {
        action.perform(in: device.scripted(place), of: device.apps[place].id, on: device)
    }
}

/// A step of none of the capabilities.
struct DeviceStep: StepBody {
    var action: Step.Action
    var app: Int?
    var isRequest = false
    var isDoneOnce = false

    func perform(on device: SimulatedDevice) { device.performOwn(action) }
}
