import QuiesceCore

extension Event {
    /// The app that it concerns; nil: none, or the whole device.
    var app: AppID? {
        switch self {
        case .install(let manifest, _, _): manifest.id
        case .uninstall(let app, _), .open(let app, _, _), .quit(let app, _), .fetch(let app, _),
            .spawned(let app, _, _), .spawnFailed(let app, _, _, _),
            .exited(let app, _, _), .frozen(let app, _, _), .foundFrozen(let app, _),
            .foundThawed(let app, _), .connected(let app, _, _, _, _), .disconnected(let app, _),
            .handled(let app, _, _), .beginTask(let app, _, _, _, _), .endTask(let app, _, _, _),
            .completeWake(let app, _, _, _, _), .requestKey(let app, _, _),
            .examined(let app, _, _, _), .requestPermission(let app, _, _, _),
            .settingsChanged(let app, _, _, _), .setPermission(let app, _, _, _):
            app
        case .push(let push, _): push.app
        case .pushService(let event): event.speaker?.app
        case .transfer(let event): event.speaker?.app
        case .notification(let event): event.speaker?.app
        case .fetching(let event): event.speaker?.app
        case .home, .interrupt, .lock, .unlock, .shutDown, .sleep, .wake, .changed, .timer,
            .restarted, .memoryPressure, .memoryWarning, .purge, .input, .passcode, .sensed,
            .clockChanged, .answerPrompt:
            nil
        }
    }

    /// Whether it may change something of every app, whatever came of it.
    var concernsAll: Bool {
        switch self {
        case .interrupt, .changed, .sensed, .clockChanged, .purge, .memoryPressure: true
        case _: false
        }
    }

    /// Whether somebody may be purged by it.
    var isAboutMemory: Bool {
        switch self {
        case .purge, .memoryPressure: true
        case _: false
        }
    }

    /// Whether the answer to it promises that it lasts.
    var isObligation: Bool {
        switch self {
        case .install, .uninstall, .quit, .fetch, .push, .changed, .setPermission, .answerPrompt,
            .transfer(.get), .transfer(.control), .notification(.open), .notification(.dismiss),
            .notification(.setStyle),
            .fetching(.simulate):
            true
        case .open, .home, .interrupt, .lock, .unlock, .shutDown, .sleep, .wake, .spawned,
            .spawnFailed,
            .exited, .frozen, .foundFrozen, .foundThawed, .examined, .connected, .disconnected,
            .handled,
            .beginTask, .endTask, .completeWake, .timer, .restarted, .memoryPressure,
            .memoryWarning, .purge, .sensed, .clockChanged, .settingsChanged, .requestPermission,
            .input, .passcode, .requestKey, .transfer, .notification, .fetching,
            .pushService:
            false
        }
    }
}

extension Event {
    /// Whether the answer to it promises that the fact named `key` lasts. What a tool says of the device may be
    /// the moment at which something else changes, too.
    func promisesToStore(_ key: String) -> Bool {
        switch self {
        case .changed: key == Fact.conditionsKey
        case _: isObligation
        }
    }

    /// A wake-up is what its caller is promised.
    var asksForWakeUp: Bool {
        switch self {
        case .fetch, .push, .fetching(.simulate): true
        case _: false
        }
    }
}

extension Effect {
    /// The app that it does something to.
    var app: AppID? {
        switch self {
        case .spawn(let app, _, _), .freeze(let app, _, _), .thaw(let app, _), .kill(let app, _),
            .send(let app, _, _, _), .ack(let app, _, _, _), .tellBackgroundTime(let app, _, _, _),
            .takeSnapshot(let app, _), .activate(_, let app), .remove(let app),
            .examine(let app, _, _), .restrain(let app, _, _), .welcome(let app, _, _, _, _):
            app
        case .record, .dropPayload, .discard, .answer, .arm, .keepAwake, .protectData, .stopped,
            .transfer, .notification, .push:
            nil
        }
    }
}
