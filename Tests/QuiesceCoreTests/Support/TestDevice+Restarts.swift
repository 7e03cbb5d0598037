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
        case .activate, .discard, .uninstall, .stopped: true
        // Bytes that belong to no transfer are deleted at the daemon's start.
        case .transfer(.forget): true
        case .spawn, .freeze, .thaw, .kill, .welcome, .send, .ack, .tellBackgroundTime, .answer,
            .arm, .keepAwake, .takeSnapshot, .protectData, .examine, .restrain, .transfer,
            .notification, .location, .audio, .voip, .accessory, .bluetooth:
            false
        }
    }
}

extension Promise {
    /// The shell keeps it after a restart, by what it has stored.
    var lasts: Bool {
        switch self {
        case .remove, .transfer(.unplace): true
        case .answer, .ack, .push: false
        }
    }
}
