import Foundation
import QuiesceCore
import QuiesceDevice
import QuiesceWire

// What tools see, made from what the core knows.

extension WallTime {
    /// ISO 8601 in UTC with milliseconds.
    var iso8601: String {
        Date(timeIntervalSince1970: Double(nanoseconds / 1_000_000) / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension LogRow {
    init(_ decision: Decision) {
        self.init(
            seq: decision.seq, time: decision.time.iso8601, app: decision.app?.name,
            kind: decision.kind.rawValue, from: decision.from?.rawValue, to: decision.to?.rawValue,
            reason: decision.reason.rawValue, rule: decision.rule?.rawValue,
            detail: decision.detail?.words)
    }
}

extension ProcessRow {
    init(_ app: SystemMachine.AppView, memoryBytes: Int?) {
        self.init(
            id: app.manifest.id.name, state: app.state.rawValue, pid: app.pid.map(Int.init),
            launch: app.launch.number, since: app.since.iso8601, reason: app.reason.rawValue,
            tasks: app.openTasks, memoryBytes: memoryBytes)
    }
}

extension AppRow {
    init(_ manifest: AppManifest, container: String) {
        self.init(
            id: manifest.id.name, name: manifest.name, version: manifest.version,
            backgroundModes: manifest.backgroundModes.map(\.rawValue)
                + manifest.unknownBackgroundModes,
            exitsOnSuspend: manifest.exitsOnSuspend, container: container)
    }
}

extension WhyAnswer {
    init(_ explanation: Explanation, at now: Moment) {
        self.init(
            app: explanation.app.name, state: explanation.state.rawValue,
            sentence: explanation.sentence, reason: explanation.reason.rawValue,
            rule: explanation.rule?.rawValue,
            obstacles: explanation.obstacles.map {
                Obstacle(
                    reason: $0.reason.rawValue, rule: $0.rule?.rawValue,
                    sentence: $0.explained(at: now))
            },
            chain: explanation.chain.map(LogRow.init))
    }
}

extension SystemMachine.AppView {
    var key: ProcessKey { ProcessKey(app: manifest.id, launch: launch) }
}

extension PurgeRow {
    init(_ candidate: PurgeCandidate) {
        self.init(
            id: candidate.app.name, state: candidate.state.rawValue, bytes: candidate.bytes,
            rule: (candidate.state == .suspended ? Rule.m1 : .m2).rawValue)
    }
}
