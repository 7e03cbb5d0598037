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

/// A deed of an app, if the app runs, or of somebody with it.
protocol AppDeed {
    var isDoneOnce: Bool { get }
    /// - Parameter process: nil where it doesn't run.
    func perform(in process: ScriptedApp?, of app: AppID, on device: SimulatedDevice)
}

extension AppDeed {
    var isDoneOnce: Bool { false }
}

/// A deed, and the place of the app.
struct AppStep: StepBody {
    var place: Int
    var deed: any AppDeed

    init(_ place: Int, _ deed: any AppDeed) {
        self.place = place
        self.deed = deed
    }

    var app: Int? { place }
    var isDoneOnce: Bool { deed.isDoneOnce }
    func perform(on device: SimulatedDevice) {
        deed.perform(in: device.scripted(place), of: device.apps[place].id, on: device)
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
