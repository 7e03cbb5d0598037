import Testing

@testable import QuiesceCore

// The daemon dies when a test says so.
extension TestDevice {
    /// Restarts the daemon: nothing but what it had stored or journalled survives.
    func restartDaemon(after downtime: Interval = .zero) throws {
        startDaemon(with: try roundTrip(machine), after: downtime)
    }

    func restartIfDead() {
        guard daemonIsDead else { return }
        daemonIsDead = false
        do { try restartDaemon() } catch { Issue.record(error) }
    }
}

extension Effect {
    /// The shell does it again after a restart, from what it has stored.
    var lasts: Bool {
        switch self {
        case .record, .dropPayload, .activate, .discard, .remove, .stopped: true
        // What belongs to no transfer is deleted at the daemon's start.
        case .transfer(.forget), .transfer(.unplace): true
        case .spawn, .freeze, .thaw, .kill, .welcome, .send, .ack, .tellBackgroundTime, .answer,
            .arm, .keepAwake, .takeSnapshot, .protectData, .examine, .restrain, .transfer,
            .notification, .push:
            false
        }
    }
}
