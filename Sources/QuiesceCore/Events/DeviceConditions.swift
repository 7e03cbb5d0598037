/// What the device is like, as far as apps are told of it (Q1).
public struct DeviceConditions: Sendable, Hashable, Codable {
    public var orientation = Orientation.portrait
    /// 0…100; nil: unknown.
    public var batteryPercent: Int?
    public var batteryState = BatteryState.unknown
    /// Something is close to the screen.
    public var isNear = false
    /// As ICU writes it, for example `fr_FR`; nil: the machine's.
    public var locale: String?
    /// A name of the time zone database; nil: the machine's.
    public var timeZone: String?
    /// Stands for the account that documents are kept in sync with; nil: none.
    public var ubiquityIdentity: String?
    /// Files with complete protection can be read (P3). While it is false they can be for a moment
    /// more, so that apps may finish.
    public var isProtectedDataAvailable = true

    public init() {}

    /// What of it outlasts a restart of the device: the passcode says whether data is protected.
    var lasting: DeviceConditions {
        var lasting = self
        lasting.isProtectedDataAvailable = true
        return lasting
    }

    /// How the device is held; the names are those of `UIDeviceOrientation`.
    public enum Orientation: String, Sendable, Hashable, Codable, CaseIterable {
        case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
    }

    public enum BatteryState: String, Sendable, Hashable, Codable, CaseIterable {
        case unknown, unplugged, charging, full
    }
}

/// One change of what the device is like, from a tool or a real source.
public enum DeviceChange: Sendable, Hashable, Codable {
    case orientation(DeviceConditions.Orientation)
    case battery(percent: Int, DeviceConditions.BatteryState)
    case proximity(near: Bool)
    case locale(String)
    case timeZone(String)
    case ubiquityIdentity(String?)

    func apply(to conditions: inout DeviceConditions) {
        switch self {
        case .orientation(let orientation): conditions.orientation = orientation
        case .battery(let percent, let state):
            conditions.batteryPercent = percent
            conditions.batteryState = state
        case .proximity(let near): conditions.isNear = near
        case .locale(let locale): conditions.locale = locale
        case .timeZone(let zone): conditions.timeZone = zone
        case .ubiquityIdentity(let identity): conditions.ubiquityIdentity = identity
        }
    }
}

/// The conditions, and how often each kind has changed: what an app was last told is an earlier
/// one of these. A class, as every event's context holds it, and it changes rarely.
final class DeviceRecord: Sendable, Hashable, Codable {
    let conditions: DeviceConditions
    /// Grows with each change.
    let revision: UInt64
    /// Changes so far, in the order of `SystemEvent.allCases`.
    let changes: [UInt64]

    init(_ conditions: DeviceConditions = DeviceConditions()) {
        self.conditions = conditions
        revision = 0
        changes = SystemEvent.allCases.map { _ in 0 }
    }

    private init(_ conditions: DeviceConditions, after earlier: DeviceRecord) {
        self.conditions = conditions
        revision = earlier.revision &+ 1
        let told = SystemEvent.allCases.map { $0.changed(earlier.conditions, conditions) }
        changes = zip(earlier.changes, told).map { $0 &+ ($1 ? 1 : 0) }
    }

    /// - Returns: itself, when nothing changes by it.
    func changed(by change: DeviceChange) -> DeviceRecord {
        changed { change.apply(to: &$0) }
    }

    /// - Returns: itself, when nothing changes by it.
    func changed(_ change: (inout DeviceConditions) -> Void) -> DeviceRecord {
        var conditions = conditions
        change(&conditions)
        return conditions == self.conditions ? self : DeviceRecord(conditions, after: self)
    }

    static func == (a: DeviceRecord, b: DeviceRecord) -> Bool {
        a === b
            || (a.revision == b.revision && a.conditions == b.conditions && a.changes == b.changes)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(conditions)
        hasher.combine(revision)
    }
}
