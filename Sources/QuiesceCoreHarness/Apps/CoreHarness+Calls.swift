import QuiesceCore

// An app is called, and does as its behaviour says.
extension CoreHarness {
    func handle(_ delivery: Delivery, _ process: AppProcess) {
        let app = process.app
        let behaviour = behaviour(of: app)
        let name = delivery.call.name
        if process.stuck { return }
        if now.instant < process.busyUntil {
            return act(process, .handle(delivery), after: process.busyUntil - now.instant)
        }
        if behaviour.ignores.contains(name) {
            processes[app]?.stuck = true
            return
        }
        if let status = behaviour.dies[name] { return carryOut(.exit(status), process) }
        if let time = behaviour.slow[name], process.inCall != delivery.seq {
            processes[app]?.inCall = delivery.seq
            processes[app]?.busyUntil = now.instant + time
            return act(process, .handle(delivery), after: time)
        }
        processes[app]?.lastHandled = delivery.seq
        answer(delivery.call, process, behaviour)
        if process.connected { send(.handled(app, process.launch, seq: delivery.seq)) }
    }

    private func answer(_ call: AppCall, _ process: AppProcess, _ behaviour: AppBehaviour) {
        let app = process.app
        switch call {
        case .finishLaunching: openSessions(of: process)
        case .expireTasks(let tasks):
            if behaviour.endsTasksWhenExpired { for task in tasks { endTask(app, task.value) } }
        case .performFetch(let wake), .remoteNotification(let wake, _),
            .backgroundTask(let wake, _):
            if let bytes = behaviour.received, let delay = behaviour.completesAfter {
                let event = FetchEvent.received(app, process.launch, wake, atMost: bytes)
                act(process, .event(.fetching(event)), after: delay)
            }
            complete(wake, process)
        case .expireWake(let wake):
            if behaviour.endsTasksWhenExpired {
                act(process, completion(wake, process, .failed))
            }
        case .willTerminate:
            if behaviour.exitsWhenTerminated { act(process, .exit(.exited(code: 0))) }
        case .systemEvents(_, let device): processes[app]?.device = device
        case .permission(let permission, let state):
            processes[app]?.permissions[permission] = state
        case .transfer(let call): hear(call, process)
        case .push, .location, .audio, .voip, .accessories, .bluetooth, .notification:
            if let wake = call.wake { complete(wake, process) }
        case _: break
        }
    }

    /// The app completes the wake-up after the time that its behaviour says.
    func complete(_ wake: WakeID, _ process: AppProcess) {
        let behaviour = behaviour(of: process.app)
        guard let delay = behaviour.completesAfter else { return }
        act(process, completion(wake, process, behaviour.result), after: delay)
    }

    private func completion(
        _ wake: WakeID, _ process: AppProcess, _ result: WakeResult
    ) -> Agenda.Action {
        let (app, launch) = (process.app, process.launch)
        return .request { .completeWake(app, launch, request: $0, wake, result) }
    }
}
