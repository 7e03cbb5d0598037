import QuiesceCore

/// A server sends a hosted program something, and gives its connection up unless the program
/// executes in time.
// derive: json
public struct TrafficStep: StepBody, Sendable, Hashable {
    public var place: Int
    /// So long the server waits, in milliseconds.
    public var patience: Int64
    /// So long the program's connections are in use for the answer, in milliseconds.
    public var answer: Int64
    /// The CPU time in milliseconds that the program takes from now on in a minute frozen, and
    /// awake.
    // json: unless 0
    public var takesFrozen: Int64 = 0
    // json: unless 0
    public var takesAwake: Int64 = 0

    public init(
        place: Int, patience: Int64, answer: Int64, takesFrozen: Int64 = 0, takesAwake: Int64 = 0
    ) {
        self.place = place
        self.patience = patience
        self.answer = answer
        self.takesFrozen = takesFrozen
        self.takesAwake = takesAwake
    }

    var app: Int? { place }

    func perform(on device: SimulatedDevice) {
        device.parts.awake.take(self, device)
        device.parts.traffic.arrive(self, device)
    }
}
