import QuiesceCore

/// The user gives a hosted program a schedule, when a step says so.
// derive: json
public struct ThawStep: StepBody, Sendable, Hashable {
    public var place: Int
    /// nil: its Info.plist's counts again.
    public var schedule: ThawSchedule?

    public init(place: Int, schedule: ThawSchedule?) {
        self.place = place
        self.schedule = schedule
    }

    var app: Int? { place }
    var isRequest: Bool { true }

    func perform(on device: SimulatedDevice) {
        device.parts.thaw.choose(schedule, place, device)
    }
}
