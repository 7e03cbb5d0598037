import Foundation
import QuiesceCore
import QuiesceWire

// The rows that tools see, made from the core's state.

extension WallTime {
    /// ISO 8601 in UTC with milliseconds.
    package var iso8601: String {
        // Foundation cuts a Date's fraction, which is binary: .789 would be .788.
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let isBefore = rest < 0
        let date = Date(timeIntervalSince1970: Double(isBefore ? seconds - 1 : seconds))
        let milliseconds = String((isBefore ? rest + 1_000_000_000 : rest) / 1_000_000)
        let zeros = String(repeating: "0", count: 3 - milliseconds.count)
        return date.formatted(.iso8601).dropLast() + ".\(zeros)\(milliseconds)Z"
    }
}

extension LogRow {
    package init(_ decision: Decision) {
        self.init(
            seq: decision.seq, time: decision.time.iso8601, app: decision.app?.name,
            kind: decision.kind.rawValue, from: decision.from?.rawValue, to: decision.to?.rawValue,
            reason: decision.reason.rawValue, rule: decision.rule?.rawValue,
            detail: decision.detail?.words)
    }

    /// With its words.
    init(explaining decision: Decision) {
        self.init(decision)
        sentence = decision.sentence
        change = decision.change
    }
}

extension ProcessRow {
    package init(_ app: SystemMachine.AppView, memoryBytes: Int?) {
        self.init(
            id: app.manifest.id.name, state: app.state.rawValue, pid: app.pid.map(Int.init),
            launch: app.launch.number, since: app.since.iso8601, reason: app.reason.rawValue,
            tasks: app.openTasks, memoryBytes: memoryBytes)
        if app.isUnresponsive { unresponsive = true }
        if app.isEnding { ending = true }
    }
}

extension AppRow {
    /// - Parameter badge: 0: its icon shows none.
    package init(_ manifest: AppManifest, container: String, badge: Int32 = 0) {
        self.init(
            id: manifest.id.name, name: manifest.name, version: manifest.version,
            backgroundModes: manifest.backgroundModes.map(\.rawValue)
                + manifest.unknownBackgroundModes,
            exitsOnSuspend: manifest.exitsOnSuspend, container: container)
        if badge != 0 { self.badge = Int(badge) }
        urlSchemes = manifest.urlSchemes
    }
}

extension PurgeRow {
    package init(_ candidate: PurgeCandidate) {
        self.init(
            id: candidate.app.name, state: candidate.state.rawValue, bytes: candidate.bytes,
            rule: (candidate.state == .suspended ? Rule.m1 : .m2).rawValue)
    }
}

extension WhyAnswer {
    init(_ explanation: Explanation, at now: Moment) {
        self.init(
            app: explanation.app.name, state: explanation.state.rawValue,
            since: explanation.since?.iso8601, launch: explanation.launch.number,
            sentence: explanation.sentence, reason: explanation.reason.rawValue,
            rule: explanation.rule?.rawValue,
            obstacles: (explanation.obstacles + explanation.planObstacles)
                .map { Obstacle($0, at: now) },
            pending: explanation.pending.map { PendingRow($0, at: now) },
            chain: explanation.chain.map(LogRow.init(explaining:)),
            refusals: explanation.refusals.map(LogRow.init(explaining:)),
            endings: explanation.endings.map(EndingRow.init))
    }
}

extension DeviceWhyAnswer {
    init(_ explanation: DeviceExplanation, at now: Moment) {
        self.init(
            sentence: explanation.sentence,
            pending: explanation.pending.map { PendingRow($0, at: now) },
            refusals: explanation.refusals.map(LogRow.init(explaining:)))
    }
}

extension WhyAnswer.Obstacle {
    init(_ obstacle: Obstacle, at now: Moment) {
        self.init(
            reason: obstacle.reason.rawValue, rule: obstacle.refusal.rule?.rawValue,
            sentence: obstacle.refusal.explained(at: now), change: obstacle.refusal.change,
            earliest: obstacle.earliest?.wall(at: now).iso8601)
    }
}

extension PendingRow {
    init(_ pending: Pending, at now: Moment) {
        self.init(
            kind: pending.kind.rawValue, sentence: pending.sentence, rule: pending.rule?.rawValue,
            earliest: pending.earliest?.wall(at: now).iso8601,
            latest: pending.latest?.wall(at: now).iso8601)
    }
}

extension EndingRow {
    init(_ ending: LaunchEnding) {
        self.init(
            seq: ending.seq, time: ending.time.iso8601, app: ending.app.name,
            launch: ending.launch?.number, kind: ending.isKill ? "kill" : "end",
            reason: ending.reason.rawValue, rule: ending.rule?.rawValue,
            detail: ending.detail?.words, sentence: ending.sentence, change: ending.change)
    }
}

extension AwakeAnswer {
    init(
        _ wakefulness: Wakefulness, pending: [Pending], location: [LocationKeeper], at now: Moment
    ) {
        let apps = wakefulness.apps
        self.init(
            asleep: wakefulness.isAsleep, keptAwake: wakefulness.isKeptAwake,
            sentence: wakefulness.sentence, pending: pending.map { PendingRow($0, at: now) },
            apps: apps.prefix(Limits.executingNamed).map { App($0, at: now) },
            more: max(0, apps.count - Limits.executingNamed), location: location)
    }
}

extension AwakeAnswer.App {
    init(_ executing: Wakefulness.Executing, at now: Moment) {
        self.init(
            app: executing.app.name, state: executing.state.rawValue,
            launch: executing.launch.number, since: executing.since.iso8601,
            sentence: executing.sentence, keepsAwake: executing.keepsAwake,
            keepsScreenOn: executing.keepsScreenOn,
            pending: executing.pending.map { PendingRow($0, at: now) },
            latest: executing.latest?.wall(at: now).iso8601)
    }
}
