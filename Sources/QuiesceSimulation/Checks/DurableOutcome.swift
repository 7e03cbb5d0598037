import QuiesceCore

/// What must come out the same when the daemon dies on the way.
struct DurableOutcome: Hashable {
    struct Verdict: Hashable {
        var app: AppID
        var reason: Reason
    }

    /// By wake-up.
    var verdicts: [UInt64: Verdict] = [:]
    /// Versions of the installed apps.
    var installed: [AppID: String] = [:]
    var forceQuit: Set<AppID> = []
    /// Apps in the switcher.
    var recents: [AppID] = []

    /// - Parameter facts: at the end.
    mutating func add(_ facts: [Fact]) {
        for fact in facts {
            switch fact {
            case .app(let app):
                installed[app.manifest.id] = app.manifest.version
                if app.forceQuit { forceQuit.insert(app.manifest.id) }
            case .device(let device): recents = device.recents
            case .wake, .conditions, .permissions, .passcode, .transfer, .session, .transfers,
                .notification, .notifications, .presentation, .fetch, .fetches, .push, .pushes,
                .pushRegistration:
                break
            }
        }
    }

    /// The first thing that is otherwise here than in `expected`; nil: all is the same.
    ///
    /// - Parameter restartedAfter: the last wake-up that was stored when the device restarted, if it
    ///   did. That lifts force-quits (U2) and the lock, so what is asked later may rightly end
    ///   otherwise; and it may forget what was answered without a promise: who was opened last.
    func difference(from expected: DurableOutcome, restartedAfter lastWake: UInt64?) -> String? {
        for wake in Set(verdicts.keys).union(expected.verdicts.keys).sorted()
        where lastWake.map({ wake <= $0 }) ?? true {
            let (mine, other) = (verdicts[wake], expected.verdicts[wake])
            if mine != other {
                return "wake-up \(wake): \(Self.said(mine)), not \(Self.said(other))"
            }
        }
        if installed != expected.installed {
            return "installed: \(installed.keys.sorted()), not \(expected.installed.keys.sorted())"
        }
        if lastWake != nil { return nil }
        if forceQuit != expected.forceQuit {
            return "force-quit: \(forceQuit.sorted()), not \(expected.forceQuit.sorted())"
        }
        if recents != expected.recents { return "recents: \(recents), not \(expected.recents)" }
        return nil
    }

    private static func said(_ verdict: Verdict?) -> String {
        verdict.map { "\($0.app) \($0.reason.rawValue)" } ?? "none"
    }
}
