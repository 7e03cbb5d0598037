import QuiesceCore

// Translates recorded events for the other machine.
extension OtherWorld {
    /// - Parameter machine: the other one, before the event.
    /// - Returns: nil when it says nothing about anything that the other machine has.
    mutating func translate(_ event: Event, for machine: SystemMachine, at moment: Moment) -> Event?
    {
        let origin = event.origin
        guard let app = origin.app, origin.launch != nil else {
            guard case .restarted(let found, let deviceRestarted, let launching) = event else {
                return event
            }
            let processes = deviceRestarted ? [] : observed(found, machine)
            return .restarted(processes, deviceRestarted: deviceRestarted, launching: launching)
        }
        guard let state = apps[app], state.hasParted else {
            guard case .completeWake(_, let launch, let request, let wake, let result) = event
            else { return event }
            let same = wakes.removeValue(forKey: wake) ?? wake
            return .completeWake(app, launch, request: request, same, result)
        }
        guard let view = machine.view(app), view.isAlive else { return nil }
        if case .examined(_, state.launches?.recorded, let examination, let findings) = event {
            return machine.examination(of: app, like: examination).map {
                .examined(app, view.launch, $0, findings)
            }
        }
        return said(event, app, state, view.launch, moment)
    }

    /// Translates an event of a process, as if the other machine's process, of that launch, had
    /// caused it.
    private mutating func said(
        _ event: Event, _ app: AppID, _ state: App, _ launch: Launch, _ moment: Moment
    ) -> Event? {
        switch event {
        case .spawned(_, state.launches?.recorded, let pid):
            return .spawned(app, launch, pid: pid)
        case .spawnFailed(_, state.launches?.recorded, let step, let code):
            return .spawnFailed(app, launch, step: step, code: code)
        case .exited(_, _, let status):
            apps[app]?.endsInRecord = false
            if state.awaitsExit {
                coming.removeAll { $0.event.isExit(of: app) }
            } else if state.endsInRecord {
                apps[app]?.launches = nil
                goOn(app, launch, at: moment)
                return nil
            }
            return .exited(app, launch, status)
        case .frozen:
            guard let freeze = state.freezing else { return nil }
            return .frozen(app, freeze.launch, freeze: freeze.number)
        case .foundFrozen(_, state.launches?.recorded): return .foundFrozen(app, launch)
        case .foundThawed(_, state.launches?.recorded): return .foundThawed(app, launch)
        case .connected(_, state.launches?.recorded, let received, let handled, let tasks):
            return .connected(
                app, launch, lastReceived: state.calls[received] ?? 0,
                lastHandled: state.calls[handled] ?? 0,
                openTasks: tasks.filter(state.tasks.contains))
        case .disconnected(_, state.launches?.recorded):
            // Its process is being ended, the other machine's isn't.
            if state.endsInRecord, !state.awaitsExit { return nil }
            return .disconnected(app, launch)
        case .handled(_, _, let seq):
            return state.calls[seq].map { .handled(app, launch, seq: $0) }
        case .beginTask(_, _, let request, let task, let name):
            guard state.isConnected else { return nil }
            return .beginTask(app, launch, request: number(request, app), task, name: name)
        case .endTask(_, _, let request, let task):
            guard state.tasks.contains(task) else { return nil }
            return .endTask(app, launch, request: number(request, app), task)
        case .completeWake(_, _, let request, let wake, let result):
            guard let same = wakes.removeValue(forKey: wake), let open = openWakes[same] else {
                return nil
            }
            guard open.launch == launch else {
                // It can't have handled it yet: it will when it is handed it.
                promptWakes[same] = result
                return nil
            }
            return .completeWake(app, launch, request: number(request, app), same, result)
        case .requestKey(_, state.launches?.recorded, let ticket):
            return .requestKey(app, launch, ticket)
        case _: return nil
        }
    }

    /// The other machine's number of a request: a repeated one has that of the first time.
    private mutating func number(_ request: UInt64, _ app: AppID) -> UInt64 {
        if let known = apps[app]?.requests[request] { return known }
        let number = nextRequest(app)
        apps[app]?.requests[request] = number
        return number
    }

    /// The processes that a new daemon would find: recorded ones as they were found, the others as
    /// they are.
    private func observed(_ found: [ObservedProcess], _ machine: SystemMachine) -> [ObservedProcess]
    {
        var processes: [ObservedProcess] = []
        for process in found {
            guard let state = apps[process.app], state.hasParted else {
                processes.append(process)
                continue
            }
            guard let launches = state.launches, launches.recorded == process.launch else {
                continue
            }
            var other = process
            other.launch = launches.other
            processes.append(other)
        }
        for view in machine.views where view.isAlive {
            let app = view.manifest.id
            guard let state = apps[app], state.hasParted, state.launches == nil else { continue }
            processes.append(
                ObservedProcess(
                    app: app, launch: view.launch, pid: view.pid ?? 1,
                    frozen: view.state == .suspended))
        }
        return processes
    }

    /// Notes an event that the other machine takes now.
    mutating func hears(_ event: Event, at moment: Moment) {
        let origin = event.origin
        if let app = origin.app, let request = origin.request { noteRequest(request, app) }
        switch event {
        case .handled(let app, _, let seq): apps[app]?.unanswered.removeAll { $0.seq <= seq }
        case .beginTask(let app, _, _, let task, _):
            apps[app, default: App()].tasks.insert(task)
        case .endTask(let app, _, _, let task): apps[app]?.tasks.remove(task)
        case .connected(let app, _, _, _, _): apps[app]?.isConnected = true
        case .disconnected(let app, _): apps[app]?.isConnected = false
        case .frozen(let app, _, _):
            apps[app]?.freezing = nil
            coming.removeAll { $0.event.isFreeze(of: app) }
        case .restarted(let found, _, _):
            for app in apps.keys {
                apps[app]?.isConnected = false
                apps[app]?.freezing = nil
            }
            for process in found where !process.frozen {
                guard let state = apps[process.app], state.hasParted, state.launches == nil else {
                    continue
                }
                connect(process.app, process.launch, moment)
            }
        case _: break
        }
    }

    private mutating func noteRequest(_ request: UInt64, _ app: AppID) {
        apps[app, default: App()].lastRequest = max(apps[app]?.lastRequest ?? 0, request)
        if apps[app]?.hasParted == false { apps[app]?.requests[request] = request }
    }
}

extension Event {
    fileprivate func isExit(of app: AppID) -> Bool {
        if case .exited(app, _, _) = self { true } else { false }
    }

    fileprivate func isFreeze(of app: AppID) -> Bool {
        if case .frozen(app, _, _) = self { true } else { false }
    }
}

extension Effect {
    /// Whether it asks the same of the same app, whatever the numbers.
    func isTwin(of other: Effect) -> Bool {
        switch (self, other) {
        case (.spawn(let a, _, _), .spawn(let b, _, _)), (.kill(let a, _), .kill(let b, _)),
            (.freeze(let a, _, _), .freeze(let b, _, _)):
            a == b
        case (.send(let a, _, let then, _), .send(let b, _, let now, _)):
            a == b && then.call.name == now.call.name
        case _: false
        }
    }
}

extension [Decision] {
    func about(_ app: AppID) -> [Decision] { filter { $0.app == app } }
}

extension Decision {
    /// Whether it took on a wake-up.
    var acceptsWake: Bool {
        if kind == .wake, case .wake? = detail { true } else { false }
    }
}
