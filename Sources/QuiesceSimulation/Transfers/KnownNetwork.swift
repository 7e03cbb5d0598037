import QuiesceCore

/// The state of the network and of power, from the reports of them.
struct KnownNetwork: Equatable {
    /// By the machine's own sources, and by a tool, whose word counts.
    private var sensed: DeviceConditions.Network?
    private var said: DeviceConditions.Network?
    private var sensedPower: Bool?
    private var saidPower: Bool?
    private var sensedLowPowerMode = false
    private var saidLowPowerMode: Bool?

    /// nil: nobody has said.
    var network: DeviceConditions.Network? { said ?? sensed }
    /// Then it holds for servers on the machine itself, too.
    var isSaid: Bool { said != nil }
    var hasGoodPower: Bool { saidPower ?? sensedPower ?? true }
    var lowPowerMode: Bool { saidLowPowerMode ?? sensedLowPowerMode }

    init() {}

    /// As the core has it.
    init(_ device: DeviceConditions, _ profile: PolicyProfile) {
        let power =
            device.batteryState != .unplugged
            || (device.batteryPercent ?? 100) >= profile.discretionaryBatteryPercent
        if device.overridden.contains(.network) {
            said = device.network
        } else {
            sensed = device.network
        }
        if device.overridden.contains(.battery) { saidPower = power } else { sensedPower = power }
        if device.overridden.contains(.lowPower) {
            saidLowPowerMode = device.lowPowerMode
        } else {
            sensedLowPowerMode = device.lowPowerMode
        }
    }

    mutating func note(_ event: Event, _ profile: PolicyProfile) {
        switch event {
        case .changed(let change, _): note(change, isSaid: true, profile)
        case .sensed(let change): note(change, isSaid: false, profile)
        case _: break
        }
    }

    private mutating func note(_ change: DeviceChange, isSaid: Bool, _ profile: PolicyProfile) {
        switch change {
        case .network(let network):
            if isSaid { said = network } else { sensed = network }
        case .battery(let percent, let state):
            let isGood = state != .unplugged || percent >= profile.discretionaryBatteryPercent
            if isSaid { saidPower = isGood } else { sensedPower = isGood }
        case .lowPowerMode(let isOn):
            if isSaid { saidLowPowerMode = isOn } else { sensedLowPowerMode = isOn }
        case .automatic(.network): said = nil
        case .automatic(.lowPower): saidLowPowerMode = nil
        case .automatic(.battery): saidPower = nil
        case _: break
        }
    }
}
