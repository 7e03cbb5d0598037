import QuiesceCore
import QuiesceShell

/// Notes which apps could be purged before memory was freed, to judge by those that were (M1, M2;
/// invariant 8): whatever the order is worked out from, no app goes while one that is worse off, or
/// larger, lives.
struct PurgeCheck {
    private struct App {
        var isSuspended: Bool
        /// Or shown beside the one in front (Y3).
        var isInFront: Bool
        var bytes: UInt64
    }

    private var apps: [AppID: App] = [:]

    /// Their windows went out of sight just now: they may go, and needn't.
    private var unsure: Set<AppID> = []

    /// - Parameter device: before it handles `event`.
    /// - Returns: nil when nobody is purged by such an event.
    init?(_ event: Event, before device: SimulatedDevice) {
        let footprints: [Footprint]
        switch event {
        case .memoryPressure(let pressure): footprints = pressure.footprints
        case .purge(_, let measured, _): footprints = measured
        case _: return nil
        }
        for app in device.device.inspect({ $0.audit(at: .zero) }).apps
        where app.isAlive && !app.isDying && !app.isTerminating {
            guard
                let measured = footprints.first(where: {
                    $0.app == app.id && $0.launch == app.launch
                })
            else { continue }
            let sight = device.parts.windows.sight(
                ProcessKey(app: app.id, launch: app.launch), device)
            if sight == nil { unsure.insert(app.id) }
            apps[app.id] = App(
                isSuspended: app.state == .suspended, isInFront: app.isInFront || sight != false,
                bytes: measured.bytes)
        }
    }

    /// Returns a problem, and the app that has it; nil: there is none.
    func judge(_ decisions: [Decision]) -> (app: AppID, problem: String)? {
        let purged = decisions.filter { $0.kind == .kill && $0.reason == .memoryPressure }
            .compactMap(\.app)
        let gone = Set(purged)
        for id in purged {
            guard let victim = apps[id] else { return (id, "nobody knew what it uses") }
            if unsure.contains(id) { continue }
            if victim.isInFront { return (id, "it was purged in front") }
            for (other, survivor) in apps.sorted(by: { $0.key < $1.key })
            where !gone.contains(other) && !survivor.isInFront {
                if survivor.isSuspended, !victim.isSuspended {
                    return (id, "it ran and was purged, and \(other), suspended, lives")
                }
                if survivor.isSuspended == victim.isSuspended, survivor.bytes > victim.bytes {
                    return (id, "it was purged, and \(other), which is larger, lives")
                }
            }
        }
        return nil
    }
}
