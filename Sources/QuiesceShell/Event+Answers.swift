import QuiesceCore

extension Event {
    /// Who waits for an answer to it.
    package var ticket: Ticket? {
        switch self {
        case .install(_, _, let ticket), .uninstall(_, let ticket), .open(_, _, let ticket),
            .home(let ticket), .quit(_, let ticket), .lock(let ticket), .unlock(let ticket),
            .shutDown(let ticket), .sleep(let ticket), .wake(let ticket), .fetch(_, let ticket),
            .changed(_, let ticket), .input(_, _, let ticket),
            .interrupt(_, let ticket), .memoryWarning(let ticket), .purge(_, _, let ticket),
            .passcode(_, let ticket), .requestKey(_, _, let ticket),
            .settingsChanged(_, _, _, let ticket), .setPermission(_, _, _, let ticket),
            .answerPrompt(_, _, let ticket), .transfer(.get(_, _, let ticket)),
            .transfer(.control(_, _, let ticket)):
            ticket
        case .push(_, let ticket): ticket
        case .notification(let event): event.ticket
        case .fetching(let event): event.ticket
        case .spawned, .spawnFailed, .exited, .frozen, .foundFrozen, .foundThawed, .connected,
            .disconnected, .handled, .beginTask, .endTask, .completeWake, .timer, .restarted,
            .memoryPressure, .sensed, .clockChanged, .requestPermission, .examined, .transfer,
            .pushService:
            nil
        }
    }

    /// Whether it would be a new obligation. Home, lock, quit and shutting down free resources, and
    /// go on even with a full disk.
    package var isRefusable: Bool {
        switch self {
        case .install, .open, .fetch, .push, .changed, .setPermission, .answerPrompt, .input,
            .transfer(.get), .notification(.open), .notification(.setStyle), .fetching(.simulate):
            true
        case .uninstall, .home, .quit, .interrupt, .memoryPressure, .memoryWarning, .purge, .lock,
            .unlock, .passcode, .requestKey, .shutDown, .sleep, .wake,
            .spawned,
            .spawnFailed, .exited, .frozen, .foundFrozen, .foundThawed, .connected, .disconnected,
            .handled, .beginTask, .endTask, .completeWake, .timer, .restarted, .sensed,
            .clockChanged, .settingsChanged, .requestPermission, .examined, .transfer,
            .notification,
            .fetching, .pushService:
            false
        }
    }
}
