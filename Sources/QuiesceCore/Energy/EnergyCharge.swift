/// The energy that an app is charged for a fetch, and for which use.
// derive: json
public struct EnergyCharge: Sendable, Hashable {
    /// Time of a core.
    public var cpu: Interval
    /// Bytes that came in.
    public var received: UInt64
    /// For how long a cellular radio was on.
    public var radio: Interval
    public var microjoules: UInt64
}

/// One fetch's use of the device.
struct EnergyUse: Sendable, Hashable {
    var cpu: Interval
    var received: UInt64
    /// In awake time.
    var took: Interval
}

extension PolicyProfile {
    /// The charge for a use of the device, by that network. It is an estimate: a battery tells
    /// nobody for whom it was drawn.
    func charge(_ use: EnergyUse, by network: DeviceConditions.Network?) -> EnergyCharge {
        let cpu = min(max(use.cpu, .zero), Limits.energyTime)
        let received = min(use.received, Limits.energyBytes)
        let isCellular = network == .cellular
        // Wi-Fi's is off at once.
        let radio =
            isCellular && received > 0
            ? min(use.took, Limits.energyTime) + energyRadioTail : .zero
        let kilobyte =
            isCellular
            ? energyCellularMicrojoulesPerKilobyte : energyWiFiMicrojoulesPerKilobyte
        return EnergyCharge(
            cpu: cpu, received: received, radio: radio,
            microjoules: cpu.microjoules(at: energyCPUMilliwatts)
                + radio.microjoules(at: energyRadioMilliwatts)
                + received * UInt64(clamping: kilobyte) / 1_024)
    }
}

extension Interval {
    /// A milliwatt is a microjoule in each millisecond.
    fileprivate func microjoules(at milliwatts: Int) -> UInt64 {
        UInt64(clamping: nanoseconds / 1_000 * Int64(milliwatts) / 1_000)
    }
}
