/// The device's state, as far as apps are told of it (Q1).
// derive: sparse
public struct DeviceConditions: Sendable, Hashable {
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
    /// The names of the accessories that are connected, sorted.
    public var accessories: [String] = []
    /// The mode of the external screen; nil: none is connected.
    public var externalScreen: ScreenMode?
    /// Midnights, changes to and from summer time, and settings of the clock, so far.
    public var timeChanges: UInt64 = 0
    /// The user lets apps be launched and resumed in the background (F8); each app has a switch,
    /// too.
    public var backgroundRefresh = true
    /// A call goes on, for which the status bar is higher (S9).
    public var isInCall = false
    /// The kind of network (X4); nil: unknown.
    public var network: Network?
    /// The sources that a tool has overridden.
    public var overridden: [RealSource] = []
    /// Files with complete protection can be read (P3). While it is false they can be for a moment
    /// more, so that apps may finish.
    public var isProtectedDataAvailable = true
    /// The owner wants the battery to last: what can wait does (F2, F3, X4).
    public var lowPowerMode = false
    /// How warm it is. Apps are told of it; continued tasks alone depend on it (F10).
    public var thermalState = ThermalState.nominal

    public init() {}

    /// How the device is held; the names are those of `UIDeviceOrientation`.
    // derive: json
    public enum Orientation: String, Sendable, Hashable, CaseIterable {
        case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
    }

    // derive: json
    public enum Network: String, Sendable, Hashable, CaseIterable {
        /// Wi-Fi, a cable: what costs nothing by the byte.
        case wifi
        /// A network that may cost something by the byte.
        case cellular
        case none
    }

    // derive: json
    public enum BatteryState: String, Sendable, Hashable, CaseIterable {
        case unknown, unplugged, charging, full
    }

    /// How warm the device is; the names are those of `ProcessInfo.ThermalState`.
    // derive: json
    public enum ThermalState: String, Sendable, Hashable, CaseIterable {
        case nominal, fair, serious, critical
    }
}

extension DeviceConditions {

    /// The conditions that are true after a restart of the device, too: the rest is seen or
    /// measured again, and the passcode says whether data is protected.
    var lasting: DeviceConditions {
        var lasting = self
        lasting.timeChanges = 0
        lasting.isInCall = false
        lasting.isProtectedDataAvailable = true
        if !overridden.contains(.battery) {
            lasting.batteryPercent = nil
            lasting.batteryState = .unknown
        }
        if !overridden.contains(.timeZone) { lasting.timeZone = nil }
        if !overridden.contains(.network) { lasting.network = nil }
        if !overridden.contains(.lowPower) { lasting.lowPowerMode = false }
        if !overridden.contains(.thermal) { lasting.thermalState = .nominal }
        return lasting
    }
}

/// The conditions, and how often each kind has changed: what an app was last told is an earlier
/// one of these. A class, as every event's context holds it, and it changes rarely.
final class DeviceRecord: Sendable, Hashable, Described, JSONReadable {
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

    private init(_ conditions: DeviceConditions, revision: UInt64, changes: [UInt64]) {
        self.conditions = conditions
        self.revision = revision
        self.changes = changes
    }

    /// - Returns: itself, when nothing changes by it.
    func changed(by change: (inout DeviceConditions) -> Void) -> DeviceRecord {
        var new = conditions
        change(&new)
        guard new != conditions else { return self }
        let counts = zip(changes, SystemEvent.allCases).map { count, event in
            count &+ (event.tellings(conditions, new) > 0 ? 1 : 0)
        }
        return DeviceRecord(new, revision: revision &+ 1, changes: counts)
    }

    /// This, but what concerns only the app in front as it was in `told`; a new record for the next
    /// comparison, which finds the rest untold.
    func forBackground(since told: DeviceRecord) -> DeviceRecord {
        guard conditions.isInCall != told.conditions.isInCall else { return self }
        var new = conditions
        new.isInCall = told.conditions.isInCall
        let counts = SystemEvent.allCases.enumerated().map { index, event in
            event.isForFront ? told.changes[index] : changes[index]
        }
        return DeviceRecord(new, revision: .max, changes: counts)
    }

    // As a class, it can't have an initializer in an extension, where derived ones are.
    init(json: JSONValue) throws(JSONError) {
        guard let fields = json.object else { throw .unexpected }
        conditions = try fields.read("conditions")
        revision = try fields.read("revision")
        let counted: [UInt64] = try fields.read("changes")
        // A state that an older build wrote counts fewer kinds.
        changes = counted + SystemEvent.allCases.dropFirst(counted.count).map { _ in 0 }
    }

    func describe(to sink: inout some Sink) {
        sink.beginObject()
        sink.field("conditions", conditions)
        sink.field("revision", revision)
        sink.field("changes", changes)
        sink.endObject()
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
