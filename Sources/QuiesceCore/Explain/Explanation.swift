/// The answer to "why": the present state in one plain sentence, and the decisions that led there.
public struct Explanation: Sendable, Hashable {
    public var app: AppID
    public var state: AppState
    public var sentence: String
    public var reason: Reason
    public var rule: Rule?
    /// What stands in the way of the wake-up that was asked about; empty: nothing does.
    public var obstacles: [Refusal]
    /// Oldest first.
    public var chain: [Decision]
}

extension SystemMachine {
    /// Why `app` is where it is; nil if it isn't installed.
    public func why(_ app: AppID) -> Explanation? {
        guard let slot = slot(app) else { return nil }
        return apps[slot].explanation(context(.zero), name: apps[slot].manifest.name)
    }

    /// What would keep `app` from being woken for `cause` at `now`; nil if it isn't installed.
    public func whyNot(_ app: AppID, _ cause: WakeCause, at now: Moment) -> Explanation? {
        guard let slot = slot(app), var answer = why(app) else { return nil }
        let name = apps[slot].manifest.name
        answer.obstacles = apps[slot].obstacles(to: cause, contentAvailable: true, context(now))
        if let first = answer.obstacles.first {
            answer.reason = first.reason
            answer.rule = first.rule
            answer.sentence =
                "\(name) would not be woken for a \(cause.name): " + first.explained(at: now) + "."
        } else {
            answer.sentence = "Nothing keeps \(name) from being woken for a \(cause.name) now."
        }
        return answer
    }
}

extension AppMachine {
    fileprivate func explanation(_ context: AppContext, name: String) -> Explanation {
        Explanation(
            app: id, state: state, sentence: sentence(context.profile, name: name), reason: reason,
            rule: history.last { $0.kind == .transition }?.rule, obstacles: [], chain: history)
    }

    private func sentence(_ profile: PolicyProfile, name: String) -> String {
        switch state {
        case .notRunning:
            guard let lastExit else { return "\(name) has not been opened since it was installed." }
            let end = lastExit.reason.ending(lastExit.detail)
            let barred =
                forceQuit && profile.forceQuitBarsLaunch
                ? " Nothing wakes it until it is opened or the device restarts (U2)." : ""
            return "\(name) is not running: \(end) (\(lastExit.rule.rawValue)).\(barred)"
        case .inactive, .active, .background, .suspended:
            break
        }
        switch stage {
        case .terminating(let ending, _):
            return
                "\(name) is ending: \(ending.reason.ending(ending.detail)) (\(ending.rule.rawValue))."
        case .dying(let ending, _):
            return
                "\(name) is being killed: \(ending.reason.ending(ending.detail)) (\(ending.rule.rawValue))."
        case .notRunning, .launching, .active, .background, .freezing, .suspended:
            break
        }
        switch state {
        case .inactive where stage == .active:
            return "\(name) is in front, and inactive until what covers it is gone (S7)."
        case .notRunning, .inactive:
            return "\(name) is coming to the front, because the user opened it (S3)."
        case .active:
            return "\(name) is in front, because the user opened it (S3)."
        case .background:
            return "\(name) runs in the background, because \(entitlement(profile))."
        case .suspended:
            return reason == .deviceSlept
                ? "\(name) is suspended while the device sleeps; its open tasks go on when it wakes (T5)."
                : "\(name) is suspended: nothing entitles it to run (S5)."
        }
    }

    /// What lets it execute out of sight.
    private func entitlement(_ profile: PolicyProfile) -> String {
        switch stage {
        case .launching: return "it is being launched (S4)"
        case .freezing: return "it is just being suspended (S5)"
        case .notRunning, .active, .background, .suspended, .terminating, .dying: break
        }
        if let wake = wakes.first {
            return
                "it was woken for a \(wake.cause.name) and has not called its completion handler yet (\(wake.cause.rule.rawValue))"
        }
        if !tasks.open.isEmpty {
            let count = counted(tasks.open.count, "finite-length task")
            let names = listed(tasks.open.map(\.spoken))
            return
                "\(count) \(tasks.open.count == 1 ? "is" : "are") open, for \(profile.backgroundAllowance.spoken) at most: \(names) (T2)"
        }
        if link.awaitedSince != nil { return "a new daemon took it over and waits to hear from it" }
        return "it has not returned from didEnterBackground yet (S5)"
    }
}

/// The first three, and how many more.
func listed(_ names: [String]) -> String {
    let more = names.count - 3
    return names.prefix(3).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
}

extension BackgroundTasks.Task {
    /// Its name in quotes, or its number.
    var spoken: String { name.map { "\"\($0)\"" } ?? "task \(id)" }
}

func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "one \(noun)" : "\(count) \(noun)s"
}

extension Interval {
    /// "5 s", "2.5 s", "250 ms"
    public var spoken: String {
        let milliseconds = nanoseconds / 1_000_000
        if milliseconds.magnitude < 1000 { return "\(milliseconds) ms" }
        let tenths = (milliseconds % 1000) / 100
        return tenths == 0
            ? "\(milliseconds / 1000) s" : "\(milliseconds / 1000).\(tenths.magnitude) s"
    }
}
