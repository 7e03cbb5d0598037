import QuiesceCore
import QuiesceSimulation
import Yams

/// One entry of the file's timetable.
struct DeclaredEvent {
    enum What {
        case step(Step.Action)
        /// The app answers differently from now on.
        case behave(app: Int, [BehaviourChange])
        /// The device goes along a track, a step for each place.
        case walk(GPXWalk, accuracy: Double)
    }

    var when: When
    var what: What
    var mark: Mark?

    /// Milliseconds of the device's time that it takes up.
    var takes: Int64 {
        switch what {
        case .step(.stall(let time)), .step(.suspend(let time)): time
        case _: 0
        }
    }

    /// Steps that it is made of, one after the other.
    var parts: Int {
        switch what {
        case .step, .behave: 1
        case .walk(let walk, _): walk.count
        }
    }

    /// Milliseconds from its beginning to one of its steps.
    func time(ofPart part: Int) -> Int64 {
        switch what {
        case .step, .behave: 0
        case .walk(let walk, _): Int64((walk[part].time.inSeconds * 1_000).rounded())
        }
    }
}

/// The events of one capability.
struct EventRoom: Sendable {
    /// Their keys.
    var actions: [String]
    /// nil: it was said what is wrong with it.
    var read: @Sendable (Reader, Fields.Entry, [DeclaredApp]) -> DeclaredEvent.What?
}

extension Reader {
    /// The events that can happen, by their keys.
    static let actions =
        [
            "open", "home", "quit", "lock", "unlock", "passcode", "openProtectedFile", "install",
            "uninstall",
            "call", "alert", "notificationCenter", "memoryWarning", "memoryPressure", "purge",
            "orientation", "battery", "proximity", "locale", "timeZone", "identity",
            "touch", "shake", "remoteControl",
            "accessory", "screen", "backgroundRefresh", "lowPower", "thermal", "sense", "setClock",
            "setting", "ask",
            "permit", "answerPrompt", "sleep", "wake", "reboot", "shutDown",
            "beginTask", "endTask", "crash", "exit", "disconnect", "flood", "behave",
            "killDaemon", "powerCut", "disk", "stall", "suspend", "freezerTakes", "foreignFreeze",
            "foreignThaw",
        ] + rooms.flatMap(\.actions)

    /// The capabilities of whose events their own rooms read what they mean.
    static let rooms: [EventRoom] = [
        .transfers, .notifications, .pushes, .fetches, .motion, .location, .audio, .voip,
        .accessories, .bluetooth, .thaw, .windows, .busy, .continuedTasks,
    ]

    func events(_ node: Node, apps: [DeclaredApp], start: Int64) -> [DeclaredEvent] {
        list(node, of: "events").compactMap { event($0, apps: apps, start: start) }
    }

    private func event(_ node: Node, apps: [DeclaredApp], start: Int64) -> DeclaredEvent? {
        guard let fields = map(node, of: "an event", keys: ["at"] + Self.actions) else {
            return nil
        }
        let actions = fields.entries.filter { $0.key != "at" }
        guard actions.count == 1, let action = actions.first else {
            // An unknown key was reported already.
            if case .mapping(let mapping) = node, mapping.count == fields.entries.count {
                report(
                    fields.mark,
                    actions.isEmpty
                        ? "an event needs an action: \(oneOf(Self.actions.sorted()))"
                        : "an event is one thing, got \(actions.map(\.key).joined(separator: " and ")); write the second as an event of its own, with at: +0s"
                )
            }
            return nil
        }
        let what = what(action, apps)
        guard let at = fields["at"] else {
            report(fields.mark, "an event needs \"at\": \(When.forms)")
            return nil
        }
        guard let text = text(at) else { return nil }
        do {
            let when = try When(text, start: start)
            return what.map { DeclaredEvent(when: when, what: $0, mark: at.value.mark) }
        } catch {
            report(at.value.mark, error.message)
            return nil
        }
    }

    private func what(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        func one(_ action: (Int) -> Step.Action) -> DeclaredEvent.What? {
            app(field, apps).map { .step(action($0)) }
        }
        switch field.key {
        case "open": return one { .open(app: $0) }
        case "quit": return one { .quit(app: $0) }
        case "install": return one { .install(app: $0) }
        case "uninstall": return one { .uninstall(app: $0) }
        case "endTask": return one { .endTask(app: $0, known: true) }
        case "exit": return one { .die(app: $0, signal: 0) }
        case "disconnect": return one { .disconnect(app: $0) }
        case "foreignFreeze": return one { .foreignFreeze(app: $0) }
        case "foreignThaw": return one { .foreignThaw(app: $0) }
        case "home": return nothing(field, .home)
        case "lock": return nothing(field, .lock)
        case "unlock": return nothing(field, .unlock)
        case "passcode": return passcode(field)
        case "openProtectedFile": return one { .openProtectedFile(app: $0) }
        case "sleep": return nothing(field, .sleep)
        case "wake": return nothing(field, .wake)
        case "reboot": return nothing(field, .reboot)
        case "shutDown": return nothing(field, .shutDown)
        case "memoryWarning": return nothing(field, .memoryWarning)
        case "memoryPressure": return memoryPressure(field)
        case "purge":
            return field.isEmpty
                ? .step(.purge(bytes: nil)) : bytes(field).map { .step(.purge(bytes: $0)) }
        case "call", "alert": return interruption(field, field.key)
        case "notificationCenter": return interruption(field, "notification-center")
        case "orientation", "battery", "proximity", "locale", "identity", "accessory", "screen",
            "thermal":
            return change(field, field.key)
        case "timeZone": return change(field, "timezone")
        case "lowPower": return change(field, "low-power")
        case "backgroundRefresh": return change(field, "background-refresh")
        case "sense": return sense(field)
        case "setClock": return setClock(field)
        case "setting": return setting(field, apps)
        case "ask": return ask(field, apps)
        case "permit": return permit(field, apps)
        case "answerPrompt": return answerPrompt(field)
        case "touch": return input(field, "touch")
        case "remoteControl": return input(field, "remote-control")
        case "shake": return nothing(field, .input(words: ["shake"]))
        case "disk": return choice(field, DiskFault.self).map { .step(.disk($0)) }
        case "flood": return flood(field, apps)
        case "stall": return duration(field).map { .step(.stall(milliseconds: $0)) }
        case "suspend": return duration(field).map { .step(.suspend(milliseconds: $0)) }
        case "freezerTakes": return duration(field).map { .step(.freezer(milliseconds: $0)) }
        case "crash": return crash(field, apps)
        case "beginTask": return beginTask(field, apps)
        case "behave": return behave(field, apps)
        case "killDaemon": return killDaemon(field)
        case "powerCut": return powerCut(field)
        case _:
            let room = Self.rooms.first { $0.actions.contains(field.key) }
            return room?.read(self, field, apps)
        }
    }

    private func nothing(_ field: Fields.Entry, _ action: Step.Action) -> DeclaredEvent.What? {
        guard field.isEmpty else {
            report(
                field.value.mark,
                "\(field.key) takes nothing after the colon, got \(found(field.value))")
            return nil
        }
        return .step(action)
    }

    // MARK: Events of the device

    /// The user's actions with the passcode; `unlock` gives the right one.
    private enum Passcode: String, CaseIterable { case set, clear, wrong }

    private func passcode(_ field: Fields.Entry) -> DeclaredEvent.What? {
        choice(field, Passcode.self).map { passcode in
            switch passcode {
            case .set: .step(.setPasscode)
            case .clear: .step(.clearPasscode)
            case .wrong: .step(.wrongPasscode)
            }
        }
    }

    private func interruption(_ field: Fields.Entry, _ word: String) -> DeclaredEvent.What? {
        guard let text = text(field) else { return nil }
        if let interruption = Interruption(words: [word, text]) {
            return .step(.interrupt(interruption))
        }
        report(
            field.value.mark,
            "\(field.key) can't be \"\(text.prefix(60))\"; expected: \(Interruption.forms(of: word) ?? "")"
        )
        return nil
    }

    /// In the words of `quiesce send`.
    private func change(_ field: Fields.Entry, _ word: String) -> DeclaredEvent.What? {
        guard let text = text(field) else { return nil }
        let words = [word] + text.split(separator: " ").map(String.init)
        do {
            _ = try DeviceChange(words: words)
            return .step(.change(words: words))
        } catch {
            report(field.value.mark, error.description)
            return nil
        }
    }

    /// In the words of `quiesce send`: `touch: began 10 20`.
    private func input(_ field: Fields.Entry, _ word: String) -> DeclaredEvent.What? {
        guard let text = text(field) else { return nil }
        let words = [word] + text.split(separator: " ").map(String.init)
        do {
            _ = try UserInput(words: words)
            return .step(.input(words: words))
        } catch {
            report(field.value.mark, error.description)
            return nil
        }
    }

    private func memoryPressure(_ field: Fields.Entry) -> DeclaredEvent.What? {
        guard let fields = map(field.value, of: "memoryPressure", keys: ["level", "missing"])
        else { return nil }
        guard let level = fields["level"], let missing = fields["missing"] else {
            report(fields.mark, "memoryPressure needs \"level\", and \"missing\": a size")
            return nil
        }
        let bytes = bytes(missing)
        guard let level = choice(level, MemoryPressure.Level.self), let bytes else { return nil }
        return .step(.memoryPressure(level, bytes: bytes))
    }

    // MARK: Events that say more

    private func flood(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let (app, fields) = target(field, ["messages"], apps) else { return nil }
        guard
            let messages = fields?["messages"].map({ number($0, in: 1...Limits.scenarioFlood) })
                ?? Limits.scenarioFlood
        else { return nil }
        return .step(.flood(app: app, messages: messages))
    }

    private func crash(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let (app, fields) = target(field, ["signal"], apps) else { return nil }
        guard let signal = fields?["signal"].map({ number($0, in: 1...64) }) ?? 11 else {
            return nil
        }
        return .step(.die(app: app, signal: Int32(signal)))
    }

    private func beginTask(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let (app, fields) = target(field, ["name", "for"], apps) else { return nil }
        guard let fields else { return .step(.work(app: app, Work(lasts: nil))) }
        return work(fields).map { .step(.work(app: app, $0)) }
    }

    private func behave(_ field: Fields.Entry, _ apps: [DeclaredApp]) -> DeclaredEvent.What? {
        guard let (app, fields) = target(field, Self.behaviourKeys, apps) else { return nil }
        guard let fields, fields.entries.count > 1 else {
            report(
                field.value.mark,
                "behave says how the app answers from now on: {app: …, completesAfter: never}")
            return nil
        }
        return .behave(app: app, behaviourChanges(fields))
    }

    private func killDaemon(_ field: Fields.Entry) -> DeclaredEvent.What? {
        if field.isEmpty { return .step(.killDaemon(at: .idle, downtime: 0)) }
        guard let fields = map(field.value, of: "killDaemon", keys: ["when", "downFor"]) else {
            return nil
        }
        let when = fields["when"].map { choice($0, Step.DaemonDeath.self) } ?? .idle
        let downFor = fields["downFor"].map(duration) ?? 0
        guard let when, let downFor else { return nil }
        return .step(.killDaemon(at: when, downtime: downFor))
    }

    private func powerCut(_ field: Fields.Entry) -> DeclaredEvent.What? {
        if field.isEmpty { return .step(.powerCut(journalKept: true)) }
        guard let fields = map(field.value, of: "powerCut", keys: ["journalKept"]) else {
            return nil
        }
        guard let kept = fields["journalKept"].map(flag) ?? true else { return nil }
        return .step(.powerCut(journalKept: kept))
    }
}
