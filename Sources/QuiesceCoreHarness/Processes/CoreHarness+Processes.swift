import QuiesceCore

// The kernel, and the actions of processes.
extension CoreHarness {
    /// The process does something, if it still lives then.
    public final func act(
        _ process: AppProcess, _ action: Agenda.Action, after delay: Interval = .zero
    ) {
        pending.plan(
            .init(
                at: now.instant + delay, process: (process.app, process.launch), action: action))
    }

    /// Does what is due first.
    /// - Returns: whether anything is due.
    package final func doNext() -> Bool {
        guard let due = pending.takeFirst(by: now.instant) else { return false }
        guard let (app, launch) = due.process else {
            switch due.action {
            case .event(let event): send(event)
            case .perform(let perform): perform()
            case .exit, .connect, .handle, .request: break
            }
            return true
        }
        guard let process = processes[app], process.launch == launch else { return true }
        if process.frozen, !due.action.needsNoCPU {
            processes[app]?.held.append(due.action)
        } else {
            carryOut(due.action, process)
        }
        return true
    }

    func carryOut(_ action: Agenda.Action, _ process: AppProcess) {
        let (app, launch) = (process.app, process.launch)
        switch action {
        case .event(let event):
            if case .frozen = event {
                processes[app]?.frozen = true
                processes[app]?.freezing = nil
            }
            send(event)
        case .exit(let status): send(.exited(app, launch, status))
        case .connect: connect(process)
        case .handle(let delivery): handle(delivery, process)
        case .request(let make): request(app, make)
        case .perform(let perform): perform()
        }
    }

    // MARK: Effects

    func spawn(_ app: AppID, _ launch: Launch) {
        expect(processes[app] == nil, "two processes of one app")
        if let errno = behaviour(of: app).spawnError {
            return plan(.spawnFailed(app, launch, step: "execve", code: errno))
        }
        lastPID += 1
        let process = AppProcess(app: app, launch: launch, pid: lastPID)
        processes[app] = process
        start(process)
    }

    func freeze(_ process: AppProcess, _ number: UInt64) {
        let (app, launch) = (process.app, process.launch)
        expect(!process.frozen, "freeze of a frozen app")
        processes[app]?.freezing = number
        if let delay = behaviour(of: app).freezesAfter {
            act(process, .event(.frozen(app, launch, freeze: number)), after: delay)
        }
    }

    func thaw(_ process: AppProcess) {
        let app = process.app
        expect(process.frozen || process.freezing != nil, "thaw of an app that runs")
        processes[app]?.frozen = false
        processes[app]?.freezing = nil
        processes[app]?.held = []
        pending.removeAll {
            guard $0.process?.app == app, case .event(.frozen) = $0.action else { return false }
            return true
        }
        for action in process.held { act(process, action) }
        if !process.connected { act(process, .connect) }
    }

    func kill(_ app: AppID, _ launch: Launch) {
        guard let process = processes[app], process.launch == launch else { return }
        let behaviour = behaviour(of: app)
        guard behaviour.diesWhenKilled else { return }
        act(process, .exit(.signalled(9)), after: behaviour.dyingTakes)
    }
}
