/// The device's conditions that decide whether transfers may run (X4, X9).
struct TransferConditions: Sendable, Hashable {
    /// nil: nobody has said, so what costs nothing is taken for granted.
    var network: DeviceConditions.Network?
    /// A tool has said what network there is: then that holds for this machine itself, too.
    var isNetworkOverridden = false
    var hasGoodPower = true
    /// Discretionary activities pause in it, networking among them (Energy Efficiency Guide for iOS
    /// Apps, "React to Low Power Mode on iPhones").
    var lowPowerMode = false

    init() {}

    init(_ device: DeviceConditions, _ profile: PolicyProfile) {
        network = device.network
        lowPowerMode = device.lowPowerMode
        isNetworkOverridden = device.overridden.contains(.network)
        hasGoodPower =
            switch device.batteryState {
            case .unknown, .charging, .full: true
            case .unplugged:
                device.batteryPercent.map { $0 >= profile.discretionaryBatteryPercent } ?? true
            }
    }

    /// The wait of a transfer with such needs; nil: none. `isLocal`: its host is this machine.
    func wait(_ needs: TransferNeeds, isLocal: Bool) -> TransferWait? {
        if !isLocal || isNetworkOverridden {
            switch (network ?? .wifi, needs) {
            case (.none, _): return .network
            case (.cellular, .wifi), (.cellular, .discretionary): return .wifi
            case (.cellular, .network), (.wifi, _): break
            }
        }
        guard needs == .discretionary else { return nil }
        return lowPowerMode ? .lowPowerMode : hasGoodPower ? nil : .power
    }

    /// Whether `origin` is of this machine: that needs no network.
    static func isLocal(_ origin: String) -> Bool {
        let host = host(of: origin)
        if host == "localhost" || host == "::1" || host.hasSuffix(".localhost") { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The host of `https://host:port`, without the brackets of an IPv6 address.
    static func host(of origin: String) -> Substring {
        var rest = origin[...]
        if let slash = rest.lastIndex(of: "/") { rest = rest[rest.index(after: slash)...] }
        if rest.first == "[" { return rest.dropFirst().prefix { $0 != "]" } }
        return rest.prefix { $0 != ":" }
    }
}
