import Testing

@testable import QuiesceCore

// The processes of apps, as the test plays them.
extension TestDevice {
    func act(_ process: TestProcess, _ action: Action, after delay: Interval = .zero) {
        pending.append(
            Pending(at: now.instant + delay, process: (process.app, process.launch), action: action)
        )
    }

    /// Carries out everything that is due now, in order.
    func run() {
        restartIfDead()
        while let at = pending.firstIndex(where: { $0.at <= now.instant }) {
            defer { restartIfDead() }
            let due = pending.remove(at: at)
            guard let (app, launch) = due.process else {
                if case .event(let event) = due.action { send(event) }
                continue
            }
            guard var process = processes[app], process.launch == launch else { continue }
            if process.frozen, !due.action.needsNoCPU {
                process.held.append(due.action)
                processes[app] = process
                continue
            }
            carryOut(due.action, process)
        }
    }

    func restartIfDead() {
        guard daemonIsDead else { return }
        daemonIsDead = false
        do { try restartDaemon() } catch { Issue.record(error) }
    }

    private func carryOut(_ action: Action, _ old: TestProcess) {
        var process = old
        let app = process.app
        switch action {
        case .event(let event):
            if case .frozen = event {
                process.frozen = true
                process.freezing = nil
                processes[app] = process
            }
            send(event)
        case .connect:
            guard manners[app, default: Manners()].connects, !process.connected else { return }
            process.connected = true
            processes[app] = process
            send(
                .connected(
                    app, process.launch, lastReceived: process.lastReceived,
                    lastHandled: process.lastHandled, openTasks: process.openTasks))
            for (_, event) in process.outbox where processes[app]?.connected == true { send(event) }
        case .handle(let delivery):
            handle(delivery, process)
        case .request(let make):
            process.lastRequest += 1
            let event = make(process.lastRequest)
            process.outbox.append((process.lastRequest, event))
            processes[app] = process
            if process.connected { send(event) }
        case .exit(let status):
            processes[app] = nil
            send(.exited(app, process.launch, status))
        }
    }

    private func handle(_ delivery: Delivery, _ old: TestProcess) {
        var process = old
        let app = process.app
        let manners = manners[app, default: Manners()]
        let name = delivery.call.name
        if process.stuck { return }
        if now.instant < process.busyUntil {
            return act(process, .handle(delivery), after: process.busyUntil - now.instant)
        }
        if manners.ignores.contains(name) {
            processes[app]?.stuck = true
            return
        }
        if let status = manners.dies[name] { return carryOut(.exit(status), process) }
        if let time = manners.slow[name], process.inCall != delivery.seq {
            processes[app]?.inCall = delivery.seq
            processes[app]?.busyUntil = now.instant + time
            return act(process, .handle(delivery), after: time)
        }
        process.lastHandled = delivery.seq
        processes[app] = process
        switch delivery.call {
        case .expireTasks(let tasks):
            if manners.endsTasksWhenExpired { for task in tasks { endTask(app, task.value) } }
        case .performFetch(let wake), .remoteNotification(let wake, _),
            .backgroundTask(let wake, _):
            if let delay = manners.completesAfter {
                let launch = process.launch
                if let bytes = manners.received {
                    let event = FetchEvent.received(app, launch, wake, atMost: bytes)
                    act(process, .event(.fetching(event)), after: delay)
                }
                act(
                    process,
                    .request { .completeWake(app, launch, request: $0, wake, manners.result) },
                    after: delay)
            }
        case .willTerminate:
            if manners.exitsWhenTerminated { act(process, .exit(.exited(code: 0))) }
        case .systemEvents(_, let device):
            processes[app]?.device = device
        case .permission(let permission, let state):
            processes[app]?.permissions[permission] = state
        case .finishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
            .willEnterForeground, .memoryWarning, .input:
            break
        case .transfer(let call): hear(call, process)
        case .expireWake(let wake):
            if manners.endsTasksWhenExpired {
                let launch = process.launch
                act(process, .request { .completeWake(app, launch, request: $0, wake, .failed) })
            }
        case .notification, .push, .fetchRefused: break
        }
        if case .finishLaunching = delivery.call { openSessions(of: process) }
        if process.connected { send(.handled(app, process.launch, seq: delivery.seq)) }
    }
}

extension TestDevice.Action {
    /// The kernel or the daemon does it.
    fileprivate var needsNoCPU: Bool {
        switch self {
        case .event, .exit: true
        case .connect, .handle, .request: false
        }
    }
}
