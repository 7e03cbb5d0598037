@testable import QuiesceCore

/// The effect of every event on one app in every stage of its life, found by trying.
struct TransitionTable {
    /// One way into each stage.
    static let stages: [(name: String, arrange: @Sendable (TestDevice) -> Void)] = [
        ("not running", { _ in }),
        (
            "launching to the foreground",
            { device in
                device.behaviours[appA] = .ignoring("didFinishLaunching")
                device.open(appA)
            }
        ),
        (
            "launching into the background",
            { device in
                device.behaviours[appA] = .ignoring("didFinishLaunching")
                device.fetch(appA)
            }
        ),
        ("active", { device in device.open(appA) }),
        (
            "background, with a task and a wake-up",
            { device in
                device.behaviours[appA] = AppBehaviour(completesAfter: nil)
                device.open(appA)
                device.beginTask(appA, 1)
                device.home()
                device.fetch(appA)
            }
        ),
        (
            "freezing",
            { device in
                device.behaviours[appA] = AppBehaviour(freezesAfter: nil)
                device.open(appA)
                device.home()
            }
        ),
        (
            "suspended",
            { device in
                device.open(appA)
                device.home()
            }
        ),
        (
            "terminating",
            { device in
                device.behaviours[appA] = .ignoring("willTerminate")
                device.open(appA)
                device.quit(appA)
            }
        ),
        (
            "dying",
            { device in
                device.behaviours[appA] = AppBehaviour(
                    ignores: ["didFinishLaunching"], diesWhenKilled: false)
                device.open(appA)
                device.home()
                device.quit(appA)
            }
        ),
    ]

    /// One of each kind of event, as it would come to `app` as it is now.
    static func events(for app: AppMachine, _ device: TestDevice) -> [(name: String, event: Event)]
    {
        let (id, launch) = (app.id, app.launch)
        let ticket = device.newTicket()
        let seq = app.calls.lastSeq
        let found = ObservedProcess(
            app: id, launch: launch, pid: 101, frozen: app.stage == .suspended)
        return [
            ("install (update)", .install(.test(id, version: "2"), StagedBundle(9), ticket)),
            ("uninstall", .uninstall(id, ticket)),
            ("open", .open(id, arguments: [], ticket)), ("home", .home(ticket)),
            ("quit", .quit(id, ticket)), ("an alert shows", .interrupt(.alertShow, ticket)),
            ("the device turns", .changed(.orientation(.landscapeLeft), ticket)),
            ("lock", .lock(ticket)), ("unlock", .unlock(ticket)),
            ("shutDown", .shutDown(ticket)), ("sleep", .sleep(ticket)), ("wake", .wake(ticket)),
            ("fetch", .fetch(id, ticket)),
            ("push", .push(id, contentAvailable: true, PayloadHandle(9), ticket)),
            ("spawned", .spawned(id, launch, pid: 101)),
            ("spawnFailed", .spawnFailed(id, launch, step: "execve", code: 2)),
            ("exited (0)", .exited(id, launch, .exited(code: 0))),
            ("exited (signal)", .exited(id, launch, .signalled(11))),
            ("frozen", .frozen(id, launch, freeze: app.freezes)),
            ("foundFrozen", .foundFrozen(id, launch)), ("foundThawed", .foundThawed(id, launch)),
            (
                "examined (a lock)",
                .examined(
                    id, launch, .suspended(freeze: app.freezes),
                    Findings(locks: [HeldLock(group: "group.a", file: "f", kind: .flock)]))
            ),
            (
                "connected",
                .connected(
                    id, launch, lastReceived: seq, lastHandled: 0,
                    openTasks: app.tasks.open.map(\.id))
            ),
            ("disconnected", .disconnected(id, launch)),
            ("handled (all)", .handled(id, launch, seq: seq)),
            ("beginTask", .beginTask(id, launch, request: 99, TaskID(9), name: nil)),
            ("endTask", .endTask(id, launch, request: 99, TaskID(1))),
            ("completeWake", .completeWake(id, launch, request: 99, WakeID(1), .newData)),
            ("timer (at the limit)", .timer),
            (
                "restarted (process found)",
                .restarted([found], deviceRestarted: false, launching: true)
            ),
            ("restarted (no process)", .restarted([], deviceRestarted: false, launching: true)),
            ("restarted (the device)", .restarted([], deviceRestarted: true, launching: true)),
        ]
    }

    private static var eventNames: String {
        let device = TestDevice(installing: .test(appA))
        return events(for: device.machine.apps[0], device).map(\.name).joined(separator: ", ")
    }

    /// The table as Markdown.
    static var markdown: String {
        var text = """
            # The life of one app

            Every stage of an app's life and every kind of event, found by trying each pair on the
            core. Not shown: recording, answering, acknowledging, setting the timer, and events that
            change nothing, as *old* ones do in any stage, which name an earlier launch. Made by
            `QUIESCE_UPDATE_DOCS=1 swift test --filter TransitionTableTests`.

            Tried: \(eventNames).

            """
        for (name, arrange) in stages {
            text += "\n## \(name)\n\n| event | then | state | effects |\n|---|---|---|---|\n"
            let device = TestDevice(installing: .test(appA))
            arrange(device)
            let machine = device.machine
            for (event, value) in events(for: machine.apps[0], device) {
                var machine = machine
                // A look at what it uses is no limit.
                machine.apps[0].conduct.stay?.isAsked = true
                machine.adopt(profile: machine.profile)  // Deadlines are reckoned anew.
                let due = machine.apps[0].nextDeadline(machine.profile)?.latest
                if let due { machine.armed?.deadline = due }
                let now =
                    if case .timer = value, let due {
                        device.now.advanced(by: due - device.now.awake)
                    } else { device.now }
                let reaction = machine.handle(value, at: now)
                let (before, app) = (device.machine.apps[0], machine.apps.first)
                let then = app.map { kind($0.stage) } ?? "uninstalled"
                let isSame = then == kind(before.stage)
                let effects = reaction.effects.compactMap(words).joined(separator: ", ")
                if isSame, effects.isEmpty, app?.state == before.state { continue }
                text += "| \(event) | \(isSame ? "same" : then)"
                text += " | \(app?.state.rawValue ?? "") | \(effects) |\n"
            }
        }
        return text
    }

    private static func kind(_ stage: AppMachine.Stage) -> String {
        switch stage {
        case .notRunning: "not running"
        case .launching(toForeground: true): "launching to the foreground"
        case .launching(toForeground: false): "launching into the background"
        case .active: "active"
        case .background: "background"
        case .freezing: "freezing"
        case .suspended: "suspended"
        case .terminating(let ending, _): "terminating (\(ending.reason.rawValue))"
        case .dying(let ending, _): "dying (\(ending.reason.rawValue))"
        }
    }

    private static func words(_ effect: Effect) -> String? {
        switch effect {
        case .spawn: "spawn"
        case .freeze: "freeze"
        case .thaw: "thaw"
        case .kill: "kill"
        case .examine, .restrain, .transfer, .notification, .location, .audio, .voip, .accessory,
            .bluetooth:
            nil
        case .welcome: "welcome"
        case .send(_, _, let delivery, let again): delivery.call.name + (again ? " (again)" : "")
        case .tellBackgroundTime: "tellBackgroundTime"
        case .takeSnapshot: "takeSnapshot"
        case .activate: "activate"
        case .discard: "discard"
        case .uninstall: "remove"
        case .answer(_, .refused(let refusal)): "refused: \(refusal.reason.rawValue)"
        case .keepAwake: "keepAwake"
        case .protectData(let custody): "\(custody.rawValue) keys"
        case .stopped: "stopped"
        case .ack, .answer(_, .done), .arm: nil
        }
    }
}
