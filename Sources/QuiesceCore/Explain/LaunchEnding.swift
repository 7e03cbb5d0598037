/// How a launch ended, or that it was killed: what, why, by which rule, and what to change.
public struct LaunchEnding: Sendable, Hashable {
    public var time: WallTime
    public var app: AppID
    public var launch: Launch?
    /// The system ended it; else it ended by itself.
    public var isKill: Bool
    public var reason: Reason
    public var rule: Rule?
    public var detail: Detail?
    /// The number of the decision; nil if the device restarted since.
    public var seq: UInt64?

    public var sentence: String { asSentence(meaning.clause) }
    /// Advice on how to avoid it.
    public var change: String? { meaning.change.map(asSentence) }

    private var meaning: Meaning { reason.meaning(detail) }

    /// - Returns: nil for a decision that ended nothing.
    public init?(_ decision: Decision) {
        guard let app = decision.app, decision.endsLaunch(after: []) else { return nil }
        time = decision.time
        self.app = app
        launch = decision.launch
        isKill = decision.kind == .kill || !decision.reason.isAppsOwn
        reason = decision.reason
        rule = decision.rule
        detail = decision.detail
        seq = decision.seq
    }

    init(_ app: AppID, _ exit: Exit) {
        time = exit.time
        self.app = app
        launch = exit.launch
        isKill = !exit.reason.isAppsOwn
        reason = exit.reason
        rule = exit.rule
        detail = exit.detail
    }
}

extension Reason {
    /// An ending that nobody decided but the app.
    fileprivate var isAppsOwn: Bool {
        [.exitedNormally, .exitedWithError, .crashed, .exitStatusUnknown, .spawnFailed]
            .contains(self)
    }
}

extension SystemMachine {
    /// How launches ended of `app`, or of every app, as far as it is remembered: the newest of
    /// each, oldest first.
    ///
    /// - Parameter earlier: further decisions that are known, as a journal has them.
    public func whyKilled(_ app: AppID? = nil, earlier: [Decision] = []) -> [LaunchEnding] {
        var found = earlier.filter { app == nil || $0.app == app }
        found += (app.map(around.history.about) ?? around.history).endings
        let chosen = app.map { [$0] } ?? around.appIDs
        for app in chosen { found += around.withApp(app) { $0.history.endings } ?? [] }
        found.sort { $0.seq < $1.seq }
        var kills: Set<Launched> = []
        var seen: Set<UInt64> = []
        var endings: [LaunchEnding] = []
        for decision in found where seen.insert(decision.seq).inserted {
            guard let ending = LaunchEnding(decision) else { continue }
            if decision.kind == .kill {
                kills.insert(Launched(ending))
            } else if kills.contains(Launched(ending)) {
                continue
            }
            endings.append(ending)
        }
        // Endings that a restart of the device left: the last one of each app, from before all the
        // others.
        let known = Set(endings.map(Launched.init))
        let left = chosen.compactMap { app in
            around.withApp(app) { $0.lastExit }.map { LaunchEnding(app, $0) }
        }.filter { !known.contains(Launched($0)) }
        return left.sorted { $0.time < $1.time } + endings
    }
}

/// A launch of an app, to tell what belongs together.
private struct Launched: Hashable {
    let app: AppID
    let launch: Launch?

    init(_ ending: LaunchEnding) {
        app = ending.app
        launch = ending.launch
    }
}
