import QuiesceCore

// Remembers each event, and judges by its decisions alone.
extension SimulatedDevice {
    func note(_ event: Event, _ reaction: Reaction) {
        watch.cover.note(
            event, reaction,
            device.inspect {
                .init(
                    isLocked: $0.isLockedOrLocking, inFront: $0.foreground,
                    hasBanners: profile.bannersSupported)
            })
        noteTold(event, reaction)
        watch.note(reaction, to: event, self)
        for part in parts.all { part.note(event, reaction, self) }
        for decision in reaction.decisions { note(decision) }
        watch.outcome?.note(reaction, self)
    }

    private func noteTold(_ event: Event, _ reaction: Reaction) {
        let wrong = watch.told.note(
            event, reaction, isInCall: watch.cover.isInCall,
            isProtected: device.inspect { $0.isLockedOrLocking && $0.isPasscodeSet },
            core: { device.inspect { $0.conditions } }, place: { indices[$0] })
        if let (app, problem) = wrong { fail(.netChange, problem, app) }
    }

    /// Follows wake-ups from acceptance to verdict, and looks at each kill.
    private func note(_ decision: Decision) {
        switch (decision.kind, decision.detail) {
        case (.wake, .wake(let wake, _, _)):
            guard let app = decision.app else { return }
            watch.accepted(wake, app)
            allowMore(app)
        case (.transition, _) where decision.to == .active:
            // It may have left the front again within the same event.
            decision.app.flatMap { process(of: $0) }?.overstaysAt = nil
        case (.wake, .wakeResult(let wake, _, _)):
            watch.verdict(wake, decision.reason, decision.app, self)
        case (.kill, _) where decision.reason.isDisobedience:
            // One that is doomed an earlier daemon has killed, and the kernel hasn't ended.
            guard let app = decision.app, let process = ended(decision), process.app.isObedient,
                !process.isHeadless, !process.isDoomed, !process.stands,
                watch.unnoticedStall != clocks.awake
            else { return }
            fail(.obedientLive, "it obeyed and was killed (\(decision.reason.rawValue))", app)
        case (.kill, _) where decision.reason == .freezeTimedOut:
            guard let app = decision.app, let process = ended(decision), process.freezing == nil,
                !process.stands
            else { return }
            fail(.obedientLive, "it was killed for a freeze that nobody asked for", app)
        case _: break
        }
    }

    /// The process that a decision ended, or ends.
    private func ended(_ decision: Decision) -> SimulatedProcess? {
        decision.app.flatMap { indices[$0] }.flatMap { lastProcesses[$0] }.flatMap {
            $0.key.launch == decision.launch ? $0 : nil
        }
    }
}

extension Reason {
    /// Whether an app is ended by it for what it did or didn't do.
    fileprivate var isDisobedience: Bool {
        switch self {
        case .launchTimedOut, .backgroundTransitionTimedOut, .terminationTimedOut,
            .backgroundTaskExpired, .completionHandlerMissing, .notResponding,
            .connectionAbused, .protocolViolated, .heldSharedLock, .cpuExceeded,
            .gpuUsedInBackground, .continuedNotCompleted:
            true
        case _: false
        }
    }
}
