import QuiesceCore

extension Scenario {
    /// Takes from a device's recording the events that came from outside: the user, pushes,
    /// fetches, tasks that apps began, crashes. The rest follows from these. Times are kept to the
    /// millisecond.
    public init(recording: [(moment: Moment, event: Event)], note: String) {
        var apps: [AppManifest] = []
        var steps: [Step] = []
        var last: Int64?
        for (moment, event) in recording {
            let time = moment.instant.nanoseconds / 1_000_000
            if case .install(let manifest, _, _) = event, last == nil {
                apps.append(manifest)
                continue
            }
            guard let action = Step.Action(event, apps: apps) else { continue }
            steps.append(Step(after: time - (last ?? time), action))
            last = time
        }
        self.init(header: Header(note: note, profile: "ios8", apps: apps), steps: steps)
    }
}

extension Step.Action {
    /// nil: the event follows from others.
    fileprivate init?(_ event: Event, apps: [AppManifest]) {
        guard let place = event.origin.app.map({ app in apps.firstIndex { $0.id == app } }) ?? 0
        else {
            return nil
        }
        switch event {
        case .open: self = .open(app: place)
        case .home: self = .home
        case .quit: self = .quit(app: place)
        case .interrupt(let interruption, _): self = .interrupt(interruption)
        case .lock: self = .lock
        case .unlock, .passcode(.accepted, _): self = .unlock
        case .passcode(.set, _): self = .setPasscode
        case .passcode(.cleared, _): self = .clearPasscode
        case .passcode(.wrong, _): self = .wrongPasscode
        case .requestKey: self = .openProtectedFile(app: place)
        case .sleep: self = .sleep
        case .wake: self = .wake
        case .changed(let change, _): self = .change(words: change.words)
        case .sensed(let change): self = .sense(words: change.words)
        case .settingsChanged(_, _, let value, _): self = .setting(app: place, value: value)
        case .setPermission(_, let permission, let state, _):
            self = .permit(app: place, permission, state)
        case .answerPrompt(_, let allow, _): self = .answerPrompt(allow: allow)
        case .requestPermission(_, _, _, let permission):
            self = .ask(app: place, permission)
        case .input(let input, _, _): self = .input(words: input.words)
        case .install: self = .install(app: place)
        case .uninstall: self = .uninstall(app: place)
        case .fetch: self = .fetch(app: place)
        case .push(let push, _) where push.type == .voip:
            self = .pushes(app: place, .send(PostedPush(isVoIP: true)))
        case .push(let push, _):
            self = .push(app: place, contentAvailable: push.contentAvailable, times: 1)
        case .memoryWarning: self = .memoryWarning
        case .beginTask: self = .beginTask(app: place)
        case .endTask: self = .endTask(app: place, known: true)
        case .exited(_, _, .signalled(let signal)) where signal != 9:
            self = .die(app: place, signal: signal)
        case .purge(let bytes, _, _): self = .purge(bytes: bytes)
        case _: return nil
        }
    }
}
