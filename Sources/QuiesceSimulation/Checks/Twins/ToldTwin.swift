import QuiesceCore

/// What each app knows of the device and is yet to be told, worked out a second time: from the
/// changes alone, kind by kind, without the core's counts and revisions (Q1, Q4).
struct ToldTwin {
    private struct Known {
        var launch: Launch
        /// What the device was like when it was last told, or launched.
        var conditions: DeviceConditions
        /// Changes since, by kind.
        var changes = SystemEvent.allCases.map { _ in UInt64(0) }
        /// What it has when all that was sent to it has arrived.
        var heard: DeviceConditions?
        var lastSeq: UInt64 = 0
    }

    private(set) var conditions = DeviceConditions()
    /// By the apps' places.
    private var known: [Known?]

    init(apps: Int) { known = Array(repeating: nil, count: apps) }

    /// What an app that executes still doesn't know.
    func missing(_ place: Int, _ launch: Launch) -> [SystemEvent] {
        guard let known = known[place], known.launch == launch,
            known.conditions != conditions
        else { return [] }
        return Self.kinds(known.conditions, conditions)
    }

    /// A new daemon knows less than the last one did: what it believes is what holds.
    mutating func goOn(from machine: SystemMachine, apps: [AppManifest]) {
        conditions = machine.conditions
        for (place, app) in apps.enumerated() {
            known[place] = machine.told(app.id).map {
                Known(launch: $0.launch, conditions: $0.conditions, changes: $0.changes)
            }
        }
    }

    /// A launch knows the device as it is when it begins.
    mutating func spawned(_ place: Int, _ launch: Launch) {
        guard known[place]?.launch != launch else { return }
        known[place] = Known(launch: launch, conditions: conditions, heard: conditions)
    }

    /// Launches of an app installed anew count from 1 again.
    mutating func removed(_ place: Int) { known[place] = nil }

    /// Something is sent to an app.
    ///
    /// - Returns: what is wrong with it; nil: nothing.
    mutating func hears(_ delivery: Delivery, _ place: Int, _ launch: Launch) -> String? {
        guard case .systemEvents(let told, let now) = delivery.call,
            var app = known[place], app.launch == launch, delivery.seq > app.lastSeq
        else { return nil }
        defer { known[place] = app }
        app.lastSeq = delivery.seq
        defer { app.heard = now }
        // After a restart it isn't known what is on its way.
        guard let before = app.heard else { return nil }
        let net = Self.kinds(before, now)
        return told == net ? nil : "it is sent \(Self.said(told)), and \(Self.said(net)) changed"
    }

    // MARK: Changes

    mutating func apply(_ change: DeviceChange) {
        let before = conditions
        switch change {
        case .orientation(let orientation): conditions.orientation = orientation
        case .battery(let percent, let state):
            conditions.batteryPercent = percent
            conditions.batteryState = state
        case .proximity(let near): conditions.isNear = near
        case .locale(let locale): conditions.locale = locale
        case .timeZone(let zone): conditions.timeZone = zone
        case .ubiquityIdentity(let identity): conditions.ubiquityIdentity = identity
        }
        count(since: before)
    }

    /// Files with complete protection can be read, or no longer (P3).
    mutating func apply(isProtectedDataAvailable: Bool) {
        let before = conditions
        conditions.isProtectedDataAvailable = isProtectedDataAvailable
        count(since: before)
    }

    private mutating func count(since before: DeviceConditions) {
        let kinds = Self.kinds(before, conditions)
        for place in known.indices {
            for (index, kind) in SystemEvent.allCases.enumerated() where kinds.contains(kind) {
                known[place]?.changes[index] += 1
            }
        }
    }

    /// The kinds of which something differs, in the order of Q1's table.
    private static func kinds(_ a: DeviceConditions, _ b: DeviceConditions) -> [SystemEvent] {
        let differs: [(SystemEvent, Bool)] = [
            (.orientation, a.orientation != b.orientation),
            (.significantTimeChange, a.timeZone != b.timeZone),
            (.batteryLevel, a.batteryPercent != b.batteryPercent),
            (.batteryState, a.batteryState != b.batteryState),
            (.proximity, a.isNear != b.isNear),
            (.protectedData, a.isProtectedDataAvailable != b.isProtectedDataAvailable),
            (.locale, a.locale != b.locale),
            (.ubiquityIdentity, a.ubiquityIdentity != b.ubiquityIdentity),
        ]
        return differs.filter(\.1).map(\.0)
    }

    // MARK: What the core decided

    /// What one app was told at one moment.
    private struct Said {
        var app: AppID
        var place: Int
        var merges: [SystemEvent: Merge] = [:]
        var told: [SystemEvent]?
    }

    private struct Merge: Equatable {
        var changes: UInt64
        var isTold: Bool
    }

    /// - Parameter place: of an app; nil: it is none of the device's.
    mutating func decided(
        _ decisions: [Decision], place: (AppID) -> Int?
    ) -> (app: AppID, problem: String)? {
        var all: [Said] = []
        for decision in decisions where decision.kind == .merge || decision.kind == .deliver {
            guard let app = decision.app, let place = place(app),
                known[place]?.launch == decision.launch
            else { continue }
            // The merges come first, then what is told.
            func said() -> Said {
                if let last = all.last, last.place == place, last.told == nil {
                    return all.removeLast()
                }
                return Said(app: app, place: place)
            }
            switch decision.detail {
            case .merged(let kind, let changes, let isTold)?:
                var said = said()
                said.merges[kind] = Merge(changes: changes, isTold: isTold)
                all.append(said)
            case .systemEvents(let kinds)?:
                var said = said()
                said.told = kinds
                all.append(said)
            case _: break
            }
        }
        for said in all {
            if let problem = check(said) { return (said.app, problem) }
        }
        return nil
    }

    private mutating func check(_ said: Said) -> String? {
        guard let app = known[said.place] else { return nil }
        let net = Self.kinds(app.conditions, conditions)
        if said.told ?? [] != net {
            return "it is told of \(Self.said(said.told ?? [])), and \(Self.said(net)) changed"
        }
        for (index, kind) in SystemEvent.allCases.enumerated() {
            let isTold = net.contains(kind)
            let isMerged = app.changes[index] > (isTold ? 1 : 0)
            let merge = isMerged ? Merge(changes: app.changes[index], isTold: isTold) : nil
            if said.merges[kind] != merge {
                return "\(app.changes[index]) changes of \(kind.rawValue) are merged otherwise"
            }
        }
        known[said.place]?.conditions = conditions
        known[said.place]?.changes = SystemEvent.allCases.map { _ in 0 }
        return nil
    }

    private static func said(_ kinds: [SystemEvent]) -> String {
        kinds.isEmpty ? "nothing" : kinds.map(\.rawValue).joined(separator: ", ")
    }
}
