import QuiesceCore

// The kernel's part.
extension World {
    /// The process of that launch, if it lives.
    private func live(_ app: Int, _ launch: Launch) -> SimulatedProcess? {
        guard let process = processes[app], process.launch == launch else { return nil }
        return process
    }

    func spawn(_ app: Int, _ launch: Launch) {
        let id = apps[app].id
        if processes[app] != nil { fail(.oneProcessPerApp, "a second process is started", id) }
        if launch.number <= launches[app] {
            fail(.oneProcessPerApp, "launch \(launch) follows launch \(launches[app])", id)
        }
        guard manners[app].canBeStarted else {
            let failed = Event.spawnFailed(id, launch, step: "execve", code: 13)
            return plan(.event(failed, daemon: daemon), after: .milliseconds(1))
        }
        launches[app] = launch.number
        lastPID += 1
        processes[app] = SimulatedProcess(
            launch: launch, pid: lastPID, obeys: manners[app].obeys)
        plan(
            .event(.spawned(id, launch, pid: lastPID), daemon: daemon), after: .milliseconds(1))
        plan(.connect(app, launch), after: .milliseconds(2))
    }

    func freeze(_ app: Int, _ launch: Launch, _ freeze: UInt64) {
        guard live(app, launch) != nil else { return }
        processes[app]?.freezing = freeze
        plan(.frozen(app, launch, freeze: freeze, daemon: daemon), after: freezerTakes)
    }

    func frozen(_ app: Int, _ launch: Launch, _ freeze: UInt64, _ asked: Int) {
        guard let process = live(app, launch), process.freezing == freeze else { return }
        processes[app]?.frozen = true
        processes[app]?.freezing = nil
        guard daemonRuns else { return }
        let id = apps[app].id
        // An earlier daemon's freeze is nobody's to this one.
        take(asked == daemon ? .frozen(id, launch, freeze: freeze) : .foundFrozen(id, launch))
    }

    func thaw(_ app: Int, _ launch: Launch) {
        guard let process = live(app, launch) else { return }
        processes[app]?.frozen = false
        processes[app]?.freezing = nil
        processes[app]?.held = []
        for item in process.held { plan(item, after: .zero) }
        if !process.connected { plan(.connect(app, launch), after: .milliseconds(1)) }
    }

    func kill(_ app: Int, _ launch: Launch) {
        guard live(app, launch) != nil else { return }
        guard manners[app].canBeKilled else {
            processes[app]?.isDoomed = true
            return
        }
        exit(app, launch, .signalled(9))
    }

    /// The process left its uninterruptible wait.
    func killAgain(_ app: Int) {
        guard let process = processes[app], process.isDoomed else { return }
        exit(app, process.launch, .signalled(9))
    }

    func exit(_ app: Int, _ launch: Launch, _ status: ExitStatus) {
        guard live(app, launch) != nil else { return }
        processes[app] = nil
        plan(
            .event(.exited(apps[app].id, launch, status), daemon: daemon), after: .milliseconds(1))
    }

    func foreignFreeze(_ app: Int, _ freezes: Bool) {
        guard let process = processes[app], process.frozen != freezes, process.freezing == nil
        else { return }
        let (id, launch) = (apps[app].id, process.launch)
        if freezes {
            processes[app]?.frozen = true
        } else {
            thaw(app, launch)
        }
        if daemonRuns { take(freezes ? .foundFrozen(id, launch) : .foundThawed(id, launch)) }
    }
}

// The apps' part, and the SDK's in them.
extension World {
    /// Whether its threads run; if not, `item` waits for the thaw.
    private func runs(_ app: Int, _ launch: Launch, orHold item: Agenda.Item) -> Bool {
        guard let process = live(app, launch) else { return false }
        if process.frozen { processes[app]?.held.append(item) }
        return !process.frozen
    }

    func connect(_ app: Int, _ launch: Launch) {
        guard daemonRuns, manners[app].connects,
            runs(app, launch, orHold: .connect(app, launch)), let process = live(app, launch),
            !process.connected, process.inCall == nil, !process.isDoomed
        else { return }
        processes[app]?.connected = true
        take(
            .connected(
                apps[app].id, launch, lastReceived: process.lastReceived,
                lastHandled: process.lastHandled, openTasks: process.openTasks.map { TaskID($0) }))
    }

    func disconnect(_ app: Int) {
        guard let process = processes[app], process.connected, !process.frozen else { return }
        processes[app]?.connected = false
        processes[app]?.inbox = []
        take(.disconnected(apps[app].id, process.launch))
        plan(.connect(app, process.launch), after: .milliseconds(5))
    }

    func welcome(_ app: Int, _ launch: Launch, _ lastRequest: UInt64) {
        guard live(app, launch) != nil else { return }
        processes[app]?.acknowledge(lastRequest)
        for (number, request) in processes[app]?.outbox ?? [] {
            take(request.event(apps[app].id, launch, number))
        }
    }

    func send(_ app: Int, _ launch: Launch, _ delivery: Delivery) {
        switch delivery.call {
        case .performFetch(let wake), .remoteNotification(let wake, _):
            if let owner = wakeApps[wake.value], owner != apps[app].id {
                fail(.nothingCrosses, "wake-up \(wake) of \(owner) reaches another", apps[app].id)
            }
        case .finishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
            .willEnterForeground, .willTerminate, .expireTasks, .systemEvents:
            break
        }
        guard let process = live(app, launch), process.connected else { return }
        if delivery.seq <= process.lastReceived {
            if delivery.seq <= process.lastHandled {
                take(.handled(apps[app].id, launch, seq: delivery.seq))
            }
            return
        }
        processes[app]?.inbox.append(delivery)
        if process.inbox.isEmpty, process.inCall == nil {
            plan(.takeCall(app, launch), after: .zero)
        }
    }

    func takeCall(_ app: Int, _ launch: Launch) {
        guard runs(app, launch, orHold: .takeCall(app, launch)), let process = live(app, launch),
            let delivery = process.inbox.first, process.inCall == nil, !process.isDoomed
        else { return }
        processes[app]?.inbox.removeFirst()
        processes[app]?.inCall = delivery
        processes[app]?.lastReceived = delivery.seq
        let name = delivery.call.name
        if manners[app].diesIn.contains(name) { return exit(app, launch, .signalled(6)) }
        guard !manners[app].ignores.contains(name) else {
            processes[app]?.isStuck = true
            return
        }
        plan(.finishCall(app, launch), after: .milliseconds(manners[app].callTakes))
    }

    func finishCall(_ app: Int, _ launch: Launch) {
        guard runs(app, launch, orHold: .finishCall(app, launch)),
            let process = live(app, launch), let delivery = process.inCall
        else { return }
        switch delivery.call {
        case .expireTasks(let tasks):
            if manners[app].endsTasksWhenExpired { for task in tasks { end(app, task.value) } }
        case .performFetch(let wake), .remoteNotification(let wake, _):
            if let delay = manners[app].completesAfter {
                plan(.completeWake(app, launch, wake), after: .milliseconds(delay))
            }
        case .willTerminate:
            if manners[app].exitsWhenTerminated { return exit(app, launch, .exited(code: 0)) }
        case .finishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
            .willEnterForeground, .systemEvents:
            break
        }
        processes[app]?.inCall = nil
        processes[app]?.lastHandled = delivery.seq
        if process.connected {
            take(.handled(apps[app].id, launch, seq: delivery.seq))
        } else {
            plan(.connect(app, launch), after: .milliseconds(1))
        }
        if processes[app]?.inbox.isEmpty == false { plan(.takeCall(app, launch), after: .zero) }
    }

    func complete(_ app: Int, _ launch: Launch, _ wake: WakeID) {
        guard runs(app, launch, orHold: .completeWake(app, launch, wake)) else { return }
        request(app, .completed(wake, .newData))
        if manners[app].completesTwice { request(app, .completed(wake, .failed)) }
    }

    func beginTask(_ app: Int) {
        guard let process = processes[app], process.openTasks.count < Limits.openTasksPerApp,
            !process.frozen, !process.isStuck
        else { return }
        let task = process.lastTask + 1
        processes[app]?.lastTask = task
        processes[app]?.openTasks.append(task)
        request(app, .begin(task))
    }

    func endTask(_ app: Int, known: Bool) {
        guard let process = processes[app], !process.frozen else { return }
        if known {
            if let task = process.openTasks.first { end(app, task) }
        } else {
            request(app, .end(process.lastTask + 1_000))
        }
    }

    private func end(_ app: Int, _ task: UInt64) {
        guard processes[app]?.openTasks.contains(task) == true else { return }
        processes[app]?.openTasks.removeAll { $0 == task }
        request(app, .end(task))
    }

    /// Sends a request, and again over each new connection until it is acknowledged.
    func request(_ app: Int, _ request: SimulatedRequest) {
        guard let process = processes[app], !process.frozen, !process.isDoomed else { return }
        let number = process.lastRequest + 1
        processes[app]?.lastRequest = number
        processes[app]?.outbox.append((number, request))
        if process.connected { take(request.event(apps[app].id, process.launch, number)) }
    }
}
