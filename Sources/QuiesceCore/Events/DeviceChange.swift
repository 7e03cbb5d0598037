/// One change of what the device is like, from a tool or a real source.
// derive: cases
public enum DeviceChange: Sendable, Hashable {
    case orientation(DeviceConditions.Orientation)
    case battery(percent: Int, DeviceConditions.BatteryState)
    case proximity(near: Bool)
    case locale(String)
    case timeZone(String)
    case ubiquityIdentity(String?)
    case accessory(String, connected: Bool)
    /// nil: it is disconnected.
    case screen(ScreenMode?)
    case screenMode(ScreenMode)
    /// For all apps (F8).
    case backgroundRefresh(Bool)
    case network(DeviceConditions.Network)
    /// As the machine's own source says again.
    case automatic(RealSource)
    case lowPowerMode(Bool)
    case thermalState(DeviceConditions.ThermalState)
}

/// A source of the machine's own that a tool may override.
// derive: json
public enum RealSource: String, Sendable, Hashable, CaseIterable {
    case battery, locale, network
    case timeZone = "timezone"
    case lowPower = "low-power"
    case thermal
}

/// How many pixels a screen shows.
// derive: json
public struct ScreenMode: Sendable, Hashable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The mode of a screen for which none was given.
    public static let usual = ScreenMode(width: 1920, height: 1080)

    /// Reads `1280x720`; nil: it isn't one, or no screen has so many pixels.
    public init?(_ text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            (1...Limits.screenPixels).contains(width), (1...Limits.screenPixels).contains(height),
            "\(width)x\(height)" == text
        else { return nil }
        self.init(width: width, height: height)
    }

    public var text: String { "\(width)x\(height)" }
}

/// The readings of the machine's own sources, whether or not a tool overrides them.
// derive: json
struct RealConditions: Sendable, Hashable {
    var batteryPercent: Int?
    var batteryState = DeviceConditions.BatteryState.unknown
    var timeZone: String?
    var network: DeviceConditions.Network?
    // json: unless false
    var lowPowerMode = false
    // json: unless DeviceConditions.ThermalState.nominal
    var thermalState = DeviceConditions.ThermalState.nominal

    mutating func note(_ change: DeviceChange) {
        switch change {
        case .battery(let percent, let state):
            batteryPercent = percent
            batteryState = state
        case .timeZone(let zone): timeZone = zone
        case .network(let network): self.network = network
        case .lowPowerMode(let isOn): lowPowerMode = isOn
        case .thermalState(let state): thermalState = state
        case .orientation, .proximity, .locale, .ubiquityIdentity, .accessory, .screen,
            .screenMode, .backgroundRefresh, .automatic:
            break
        }
    }

    func apply(_ source: RealSource, to conditions: inout DeviceConditions) {
        switch source {
        case .battery:
            conditions.batteryPercent = batteryPercent
            conditions.batteryState = batteryState
        case .locale: conditions.locale = nil
        case .timeZone: conditions.timeZone = timeZone
        case .network: conditions.network = network
        case .lowPower: conditions.lowPowerMode = lowPowerMode
        case .thermal: conditions.thermalState = thermalState
        }
    }
}

extension DeviceChange {
    /// The source that says the same.
    var source: RealSource? {
        switch self {
        case .battery: .battery
        case .timeZone: .timeZone
        case .locale: .locale
        case .network: .network
        case .lowPowerMode: .lowPower
        case .thermalState: .thermal
        case .automatic(let source): source
        case .orientation, .proximity, .ubiquityIdentity, .accessory, .screen, .screenMode,
            .backgroundRefresh:
            nil
        }
    }

    /// Whether the time zone may be another after it.
    public var isOfTimeZone: Bool { source == .timeZone }

    /// Why it can't be.
    func refusal(in conditions: DeviceConditions) -> Refusal? {
        switch self {
        case .accessory(let name, connected: true):
            guard !conditions.accessories.contains(name),
                conditions.accessories.count >= Limits.accessories
            else { return nil }
            return Refusal(.tooManyAccessories, rule: .q1)
        case .accessory(let name, connected: false):
            return conditions.accessories.contains(name)
                ? nil : Refusal(.notConnected, rule: .q1, detail: .change(self))
        case .screen(nil), .screenMode:
            return conditions.externalScreen == nil
                ? Refusal(.notConnected, rule: .q1, detail: .change(self)) : nil
        case .orientation, .battery, .proximity, .locale, .timeZone, .ubiquityIdentity,
            .screen, .backgroundRefresh, .network, .lowPowerMode, .thermalState, .automatic:
            return nil
        }
    }

    /// As a tool wants it: what a real source says counts no more, until `automatic`.
    func override(_ conditions: inout DeviceConditions, real: RealConditions) {
        if let source {
            conditions.overridden.removeAll { $0 == source }
            if case .automatic = self {} else { conditions.overridden.append(source) }
            conditions.overridden.sort { $0.rawValue < $1.rawValue }
        }
        apply(to: &conditions, real: real)
    }

    /// As a real source says it.
    func apply(to conditions: inout DeviceConditions, real: RealConditions) {
        switch self {
        case .orientation(let orientation): conditions.orientation = orientation
        case .battery(let percent, let state):
            conditions.batteryPercent = percent
            conditions.batteryState = state
        case .proximity(let near): conditions.isNear = near
        case .locale(let locale): conditions.locale = locale
        case .timeZone(let zone): conditions.timeZone = zone
        case .ubiquityIdentity(let identity): conditions.ubiquityIdentity = identity
        case .accessory(let name, let connected):
            conditions.accessories.removeAll { $0 == name }
            if connected { conditions.accessories.append(name) }
            conditions.accessories.sort()
        case .screen(let mode): conditions.externalScreen = mode
        case .screenMode(let mode): conditions.externalScreen = mode
        case .backgroundRefresh(let isOn): conditions.backgroundRefresh = isOn
        case .network(let network): conditions.network = network
        case .lowPowerMode(let isOn): conditions.lowPowerMode = isOn
        case .thermalState(let state): conditions.thermalState = state
        case .automatic(let source): real.apply(source, to: &conditions)
        }
    }
}
