import QuiesceCore

extension NetworkChange: StepBody {
    var isDoneOnce: Bool { true }
    func perform(on device: SimulatedDevice) { device.change(self) }
}

/// A server of `SimulatedWeb` is another from now on.
struct ServerStep: StepBody {
    var host: Int
    var change: ServerChange

    var isDoneOnce: Bool { true }
    func perform(on device: SimulatedDevice) { device.change(server: host, change) }
}

extension AgentFault: StepBody {
    func perform(on device: SimulatedDevice) { device.suffer(self) }
}
