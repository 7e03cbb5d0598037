import QuiesceCore
import QuiesceShell

// The kernel's part: processes and the freezer.
extension SimulatedDevice {
    /// The processes of that launch, if any live.
    func live(_ key: ProcessKey) -> SimulatedProcess? {
        guard let index = index(key.app), let process = processes[index],
            process.key.launch == key.launch
        else { return nil }
        return process
    }

    func spawn(_ key: ProcessKey, _ arguments: [String]) {
        guard let index = index(key.app) else { return }
        watch.spawned(key, index, self)
        guard scripts[index].behaviour.canBeStarted else {
            let failed = Event.spawnFailed(key.app, key.launch, step: "execve", code: 13)
            return plan(.event(failed, life: life), after: .milliseconds(1))
        }
        lastPID &+= 1
        let process = SimulatedProcess(key: key, index: index, pid: lastPID, device: self)
        process.app = makers[index]?(process) ?? ScriptedApp(process, scripts[index])
        processes[index] = process
        lastProcesses[index] = process
        plan(
            .event(.spawned(key.app, key.launch, pid: process.pid), life: life),
            after: .milliseconds(1))
        plan(.call(process, { process.app.started(arguments: arguments) }), after: .zero)
    }

    // MARK: Freezing

    func freeze(_ key: ProcessKey, _ completion: @escaping (Bool) -> Void) {
        guard let process = live(key) else { return }
        process.freezes += 1
        process.freezing = .init(number: process.freezes, life: life, completion: completion)
        plan(.frozen(process, number: process.freezes), after: freezerTakes)
    }

    func frozen(_ process: SimulatedProcess, _ number: UInt64) {
        guard process.lives, let freezing = process.freezing, freezing.number == number else {
            return
        }
        useChanges(of: process)
        process.stands = true
        process.freezing = nil
        daemon {
            if freezing.life == life { return freezing.completion(true) }
            // An earlier daemon's freeze is nobody's to this one.
            $0.take(.foundFrozen(process.key.app, process.key.launch))
        }
    }

    func thaw(_ key: ProcessKey) {
        guard let process = live(key) else { return }
        useChanges(of: process)
        let wasFrozen = process.stands
        process.stands = false
        process.freezing = nil
        guard wasFrozen else { return }
        let held = process.held
        process.held = []
        plan(.call(process, { process.app.thawed() }), after: .zero)
        planTurn(process)
        for body in held { plan(.call(process, body), after: .zero) }
    }

    /// Somebody else freezes or thaws it.
    func foreignFreeze(_ index: Int, _ freezes: Bool) {
        guard let process = processes[index], process.stands != freezes, process.freezing == nil
        else { return }
        let key = process.key
        useChanges(of: process)
        if freezes { process.stands = true } else { thaw(key) }
        daemon {
            $0.take(
                freezes ? .foundFrozen(key.app, key.launch) : .foundThawed(key.app, key.launch))
        }
    }

    /// It is about to execute from now on, or no longer, or in another way.
    func useChanges(of process: SimulatedProcess) {
        for part in parts.all { part.useChanges(of: process, self) }
    }

    // MARK: Running

    /// Runs something that the app planned, when its threads run.
    func call(_ process: SimulatedProcess, _ body: @escaping () -> Void) {
        guard process.lives, !process.isHeadless, !process.isDoomed else { return }
        if process.stands { process.held.append(body) } else { body() }
    }

    // MARK: Ending

    func kill(_ key: ProcessKey) {
        guard let process = live(key) else { return }
        guard scripts[process.index].behaviour.canBeKilled else {
            process.isDoomed = true
            return
        }
        end(process, .signalled(9))
    }

    /// Processes left their uninterruptible wait, if they were killed in it.
    func killAgain(_ index: Int) {
        if let process = processes[index], process.isDoomed { end(process, .signalled(9)) }
    }

    /// Its first process ends, by itself.
    func exit(_ process: SimulatedProcess, _ status: ExitStatus) {
        guard process.lives, !process.isHeadless else { return }
        guard process.children > 0 else { return end(process, status) }
        process.isHeadless = true
        headEnded(process, status)
    }

    /// All its processes end.
    private func end(_ process: SimulatedProcess, _ status: ExitStatus) {
        guard process.lives else { return }
        let hadHead = !process.isHeadless
        bury(process)
        if hadHead {
            headEnded(process, status)
        } else {
            // The daemon that found its children holds one of them for its first process.
            plan(.exited(process, .unknown, life: process.holder), after: .milliseconds(1))
        }
    }

    func bury(_ process: SimulatedProcess) {
        process.lives = false
        processes[process.index] = nil
    }

    private func headEnded(_ process: SimulatedProcess, _ status: ExitStatus) {
        process.wantsConnection = false
        process.app.ended()
        // The end of the socket and that of the process are heard of in either order.
        if process.pid % 2 == 1 { planRead(process) }
        let status = process.parent == process.holder ? status : .unknown
        plan(.exited(process, status, life: process.holder), after: .milliseconds(1))
    }

    /// The daemon hears of an end, and kills what is left of the app.
    func exited(_ process: SimulatedProcess, _ status: ExitStatus) {
        daemon {
            readAll(process)
            if process.lives { bury(process) }
            $0.take(.exited(process.key.app, process.key.launch, status))
            process.channel = nil
        }
    }
}
