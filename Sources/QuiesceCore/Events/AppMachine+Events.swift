// What the app is told of the device (Q1, Q4).
extension AppMachine {
    /// Tells an app that executes what has changed since it was last told. A suspended one isn't
    /// told, nor one that is behind with what it was told: what they missed comes to them later,
    /// as the net change.
    mutating func tellIfExecuting(_ context: AppContext, _ out: inout Recorder) {
        guard told.revision != context.device.revision else { return }
        switch stage {
        case .launching, .active, .background: tell(context, &out)
        case .notRunning, .freezing, .suspended, .terminating, .dying: break
        }
    }

    /// As `tellIfExecuting`, for an app that is just being thawed: it hears of the device before
    /// anything else (Q2).
    mutating func tell(_ context: AppContext, _ out: inout Recorder) {
        let device = context.device
        guard told.revision != device.revision, !isBehind else { return }
        let earlier = told
        told = device
        let events = device.conditions.events(since: earlier.conditions)
        for (index, event) in SystemEvent.allCases.enumerated() {
            let changes = device.changes[index] &- earlier.changes[index]
            let isTold = events.contains(event)
            guard changes > (isTold ? 1 : 0) else { continue }
            note(
                .merge, isTold ? .merged : .undone, .q1,
                detail: .merged(event, changes: changes, told: isTold), &out)
        }
        guard !events.isEmpty else { return }
        note(.deliver, .deviceChanged, .q4, detail: .systemEvents(events), &out)
        deliver(.systemEvents(events, device.conditions), context, &out)
    }
}

extension AppMachine {
    /// It hasn't handled what it was told so far.
    var isBehind: Bool {
        calls.outstanding.count(where: \.call.isSystemEvents) >= Limits.outstandingSystemEvents
    }
}

extension AppCall {
    var isSystemEvents: Bool {
        switch self {
        case .systemEvents: true
        case .finishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground,
            .willEnterForeground, .willTerminate, .expireTasks, .performFetch, .remoteNotification,
            .memoryWarning, .input:
            false
        }
    }
}
