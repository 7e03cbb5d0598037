import QuiesceCore

/// The device's conditions and the settings as one launch of an app knows them, for `ToldOracle`.
/// An object, as each event looks at one.
final class KnownDevice {
    /// So many changes of a kind, and how many of them are told.
    struct Merge: Equatable {
        var changes: UInt64
        var told: UInt64
    }

    private(set) var launch: Launch
    /// The device's conditions when the app was last told of them, or launched.
    private var conditions: DeviceConditions
    /// Changes since, by kind.
    private var changes: [UInt64]
    /// The conditions that the app has when all that was sent to it has arrived; nil: after a
    /// restart they aren't known.
    private var heard: DeviceConditions?
    private var lastSeq: UInt64 = 0
    /// Its settings as it knows them, and as they are; nil: nobody else has changed them since.
    private var settings: (told: UInt64, current: UInt64)?

    init(launch: Launch, conditions: DeviceConditions) {
        self.launch = launch
        self.conditions = conditions
        changes = SystemEvent.allCases.map { _ in 0 }
        heard = conditions
    }

    /// As a new daemon believes.
    init(_ told: SystemMachine.Told) {
        launch = told.launch
        conditions = told.conditions
        changes = told.changes
        settings = told.settings
    }

    func changed(_ kinds: [SystemEvent]) {
        for (index, kind) in SystemEvent.allCases.enumerated() where kinds.contains(kind) {
            changes[index] += 1
        }
    }

    func settingsChanged(from: UInt64, to: UInt64) {
        settings = (settings?.told ?? from, to)
        changed([.defaults])
    }

    /// Returns the changes that the app doesn't know of.
    func untold(_ now: DeviceConditions) -> [SystemEvent] {
        guard tellings(.defaults, now) > 0 || conditions != now else { return [] }
        return SystemEvent.allCases.filter { tellings($0, now) > 0 }
    }

    private func tellings(_ kind: SystemEvent, _ now: DeviceConditions) -> UInt64 {
        guard kind == .defaults else { return kind.differences(conditions, now) }
        return settings.map { $0.told == $0.current ? 0 : 1 } ?? 0
    }

    /// It was sent `told`.
    ///
    /// - Returns: what is wrong with it; nil: nothing.
    func hears(
        _ told: [SystemEvent], _ now: DeviceConditions, seq: UInt64
    ) -> String? {
        guard seq > lastSeq else { return nil }
        lastSeq = seq
        defer { heard = now }
        guard let before = heard else { return nil }
        let net = SystemEvent.differing(before, now)
        // Settings are none of the device's conditions.
        return told.filter { $0 != .defaults } == net
            ? nil : "it is sent \(Self.said(told)), and \(Self.said(net)) changed"
    }

    /// It was decided to tell it `told`.
    ///
    /// - Returns: what is wrong with that; nil: nothing.
    func told(
        _ told: [SystemEvent], _ merges: [SystemEvent: Merge], _ device: DeviceConditions
    ) -> String? {
        var now = device
        // Changes that concern only the app in front aren't told to the others, which hear of them
        // there.
        let isKept = now.isInCall != conditions.isInCall && !told.contains(.statusBarFrame)
        if isKept { now.isInCall = conditions.isInCall }
        let net = untold(now)
        if told != net {
            return "it is told of \(Self.said(told)), and \(Self.said(net)) changed"
        }
        for (index, kind) in SystemEvent.allCases.enumerated()
        where !(isKept && kind == .statusBarFrame) {
            let tellings = tellings(kind, now)
            let isMerged = changes[index] > tellings
            let merge = isMerged ? Merge(changes: changes[index], told: tellings) : nil
            if merges[kind] != merge {
                return "\(changes[index]) changes of \(kind.rawValue) are merged otherwise"
            }
            changes[index] = 0
        }
        conditions = now
        settings = nil
        return nil
    }

    private static func said(_ kinds: [SystemEvent]) -> String {
        kinds.isEmpty ? "nothing" : kinds.map(\.rawValue).joined(separator: ", ")
    }
}

extension SystemEvent {
    /// The kinds of which something differs, in the order of Q1's table.
    static func differing(_ a: DeviceConditions, _ b: DeviceConditions) -> [SystemEvent] {
        allCases.filter { $0.differences(a, b) > 0 }
    }

    /// How much an app that knows `a` lacks when it is `b`.
    fileprivate func differences(_ a: DeviceConditions, _ b: DeviceConditions) -> UInt64 {
        let differs: Bool
        switch self {
        case .orientation: differs = a.orientation != b.orientation
        case .significantTimeChange:
            differs = (a.timeZone, a.timeChanges) != (b.timeZone, b.timeChanges)
        case .batteryLevel: differs = a.batteryPercent != b.batteryPercent
        case .batteryState: differs = a.batteryState != b.batteryState
        case .proximity: differs = a.isNear != b.isNear
        case .protectedData: differs = a.isProtectedDataAvailable != b.isProtectedDataAvailable
        case .locale: differs = a.locale != b.locale
        case .ubiquityIdentity: differs = a.ubiquityIdentity != b.ubiquityIdentity
        case .accessoryDisconnected:
            return UInt64(Set(a.accessories).subtracting(b.accessories).count)
        case .accessoryConnected:
            return UInt64(Set(b.accessories).subtracting(a.accessories).count)
        case .screenDisconnected: differs = a.externalScreen != nil && b.externalScreen == nil
        case .screenConnected: differs = a.externalScreen == nil && b.externalScreen != nil
        case .screenMode:
            guard let old = a.externalScreen, let new = b.externalScreen else { return 0 }
            differs = old != new
        case .defaults: differs = false
        case .backgroundRefresh: differs = a.backgroundRefresh != b.backgroundRefresh
        case .statusBarFrame: differs = a.isInCall != b.isInCall
        case .powerState: differs = a.lowPowerMode != b.lowPowerMode
        case .thermalState: differs = a.thermalState != b.thermalState
        }
        return differs ? 1 : 0
    }
}
