// News for the app of the device, and of the app's settings (Q1, Q4, Q5).
extension AppMachine {
    /// Tells an app that executes what has changed since it was last told. A suspended one isn't
    /// told, nor one that is behind with what it was told: what they missed comes to them later,
    /// as the net change.
    mutating func tellIfExecuting(_ context: AppContext, _ out: inout Recorder) {
        guard
            told.revision != context.device.revision || settings.changes > 0
                || grants.hasUntold
        else { return }
        switch stage {
        case .launching, .active, .background: tell(inFront: isInForeground, context, &out)
        case .notRunning, .freezing, .suspended, .terminating, .dying: break
        }
    }

    /// As `tellIfExecuting`, for an app that is just being thawed, or comes to the front: it hears
    /// of the device before anything else (Q2).
    mutating func tell(inFront: Bool, _ context: AppContext, _ out: inout Recorder) {
        tellConditions(inFront: inFront, context, &out)
        if grants.hasUntold { tellPermissions(context, &out) }
    }

    private mutating func tellConditions(
        inFront: Bool, _ context: AppContext, _ out: inout Recorder
    ) {
        guard told.revision != context.device.revision || settings.changes > 0, !isBehind else {
            return
        }
        let earlier = told
        let device = inFront ? context.device : context.device.forBackground(since: earlier)
        told = device
        var events: [SystemEvent] = []
        for (index, event) in SystemEvent.allCases.enumerated() {
            var changes = device.changes[index] &- earlier.changes[index]
            var tellings = event.tellings(earlier.conditions, device.conditions)
            if event == .defaults {
                changes = settings.changes
                tellings = settings.tell()
            }
            if tellings > 0 { events.append(event) }
            guard changes > UInt64(tellings) else { continue }
            note(
                .merge, tellings > 0 ? .merged : .undone, .q1,
                detail: .merged(event, changes: changes, told: UInt64(tellings)), &out)
        }
        guard !events.isEmpty else { return }
        note(.deliver, .deviceChanged, .q4, detail: .systemEvents(events), &out)
        deliver(.systemEvents(events, device.conditions), context, &out)
    }

    /// The events that it will be told once it can be.
    func untoldEvents(_ context: AppContext) -> [SystemEvent] {
        SystemEvent.allCases.filter {
            $0 == .defaults
                ? settings.isUntold : $0.tellings(told.conditions, context.device.conditions) > 0
        }
    }
}

extension AppMachine {
    /// It hasn't handled what it was told so far.
    var isBehind: Bool {
        calls.outstanding.count(where: \.call.isSystemEvents) >= Limits.outstandingSystemEvents
    }
}

extension AppCall {
    fileprivate var isSystemEvents: Bool {
        if case .systemEvents = self { return true }
        if case .permission = self { return true }
        return false
    }
}
