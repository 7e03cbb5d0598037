/// Something that isn't settled: what it waits for, why, and when that changes at the latest or at
/// the earliest.
public struct Pending: Sendable, Hashable {
    public var kind: Kind
    /// One plain sentence: what waits and why, and what follows.
    public var sentence: String
    public var rule: Rule?
    /// Time alone changes nothing before this.
    public var earliest: When?
    /// Time alone changes it here, if nothing else has.
    public var latest: When?

    init(
        _ kind: Kind, _ clause: String, _ rule: Rule?, earliest: When? = nil, latest: When? = nil
    ) {
        self.kind = kind
        sentence = asSentence(clause)
        self.rule = rule
        self.earliest = earliest
        self.latest = latest
    }
}

/// A moment on the clock that decides.
public enum When: Sendable, Hashable {
    /// On the clock that stands still while the device sleeps.
    case awake(AwakeInstant)
    /// On the clock that counts the device's sleep.
    case instant(Instant)

    /// How much later than `now`, if the device stays awake.
    public func after(_ now: Moment) -> Interval {
        switch self {
        case .awake(let awake): awake - now.awake
        case .instant(let instant): instant - now.instant
        }
    }

    /// In calendar time, if the device stays awake and nobody sets its clock.
    public func wall(at now: Moment) -> WallTime { now.wall + after(now) }
}

extension AppMachine {
    /// Everything that this app waits for, the deciding one first.
    func pending(_ context: AppContext) -> [Pending] {
        let profile = context.profile
        var found: [Pending] = []
        var end: When?
        switch stage {
        case .notRunning:
            return waiting(
                until: heldUntil.map { .awake($0) }, launchable: true,
                locked: context.awaitsFirstUnlock)
        case .dying(let ending, let retryAt):
            end = .awake(retryAt)
            found.append(
                Pending(
                    .kill, "It was sent SIGKILL, and will be again if its process is still there",
                    ending.rule,
                    latest: end))
        case .terminating(let ending, let deadline):
            end = .awake(deadline)
            found.append(
                Pending(
                    .termination,
                    "Its willTerminate was called; if it has not exited \(profile.terminationLimit.spoken) later, it is killed",
                    ending.rule, latest: end))
        case .freezing(let since):
            found.append(
                Pending(
                    .suspension,
                    "The kernel was asked to freeze it; if that takes more than \(profile.freezeLimit.spoken), the app is killed",
                    .s8, latest: .awake(since + profile.freezeLimit)))
        case .launching, .active, .background, .suspended:
            break
        }
        if let since = link.awaitedSince {
            found.append(
                Pending(
                    .connection,
                    "After the daemon's restart it has \(profile.reconnectGrace.spoken) to connect before its limits apply",
                    nil, latest: .awake(since + profile.reconnectGrace)))
        }
        // News for the app matters no more once the app is ending.
        if end == nil {
            found += pendingCalls(profile) + handling(profile) + openTasks(context)
            found += interruption + untold(context) + asked + unanswered
        }
        return found + waiting(until: end, launchable: end != nil)
    }

    /// It is in front, and covered.
    private var interruption: [Pending] {
        guard stage == .active, state == .inactive else { return [] }
        return [Pending(.interruption, "It becomes active once the interruption ends", .s7)]
    }

    /// The questions that the user hasn't answered.
    private var asked: [Pending] {
        grants.prompts.map {
            Pending(
                .prompt,
                "It waits for the user to answer whether it may use \($0.permission.rawValue) (prompt \($0.id)); see `quiesce answer`",
                .u4)
        }
    }

    /// The changes since it was last told.
    private func untold(_ context: AppContext) -> [Pending] {
        let events = untoldEvents(context)
        let names = listed(events.map(\.rawValue) + grants.untold.map(\.rawValue))
        guard isAlive, !events.isEmpty || grants.hasUntold else { return [] }
        let until =
            stage == .suspended || stage == .notRunning ? "it runs again" : "it has caught up"
        return [Pending(.events, "It is told of the changes (\(names)) once \(until)", .q1)]
    }

    /// The user waits for it (H3).
    private var unanswered: [Pending] {
        guard let input else { return [] }
        if input.isUnresponsive {
            return [
                Pending(
                    .input,
                    "It does not respond: it has not answered the user's input for \(Limits.unresponsiveAfter.spoken) or longer, as its main thread is busy",
                    .h3)
            ]
        }
        guard let at = unresponsiveAt else { return [] }
        return [
            Pending(
                .input,
                "It has not answered the user's input yet; after \(Limits.unresponsiveAfter.spoken) it counts as not responding",
                .h3, latest: .awake(at))
        ]
    }

    /// Callbacks that it was told to run.
    private func pendingCalls(_ profile: PolicyProfile) -> [Pending] {
        var found: [Pending] = []
        let watched = calls.watched
        if let (delivery, since) = watched {
            let limit = delivery.call.limit(in: profile)
            found.append(
                Pending(
                    .call,
                    "Its \(delivery.call.name) has not returned; if it has not within \(limit.spoken), the app is killed",
                    .w1, latest: .awake(since + limit)))
        }
        let others = calls.outstanding.filter {
            $0.seq != watched?.delivery.seq && $0.call.wake == nil
        }
        if !others.isEmpty {
            let names = listed(others.map(\.call.name))
            found.append(
                Pending(
                    .call,
                    "\(counted(others.count, "call")) \(others.count == 1 ? "waits" : "wait") for its main thread (\(names)); at \(Limits.outstandingCallsPerApp) it is killed",
                    .w4))
        }
        return found
    }

    /// Wake-ups whose handlers were called, and those that wait for that in this launch.
    private func handling(_ profile: PolicyProfile) -> [Pending] {
        let mine = wakes.filter { $0.launch != nil }
        let named = mine.prefix(Limits.pendingNamed).map { wake in
            let limit = wake.cause.limit(profile).spoken
            guard let deadline = wake.deadline(profile) else {
                return Pending(
                    .wake,
                    "\(wake.spoken) waits until it has finished launching; its handler then has \(limit)",
                    wake.cause.rule.rule)
            }
            if wake.cause.rule.endsByItself {
                return Pending(
                    .wake, "\(wake.spoken) is over after \(limit)", wake.cause.rule.completion,
                    latest: .awake(deadline))
            }
            return Pending(
                .wake,
                "It has not called the completion handler of \(wake.spoken) yet; if it has not within \(limit), it is killed",
                wake.cause.rule.completion, latest: .awake(deadline))
        }
        return named + more(mine.count, .wake, "wake-up")
    }

    private func openTasks(_ context: AppContext) -> [Pending] {
        guard !tasks.open.isEmpty else { return [] }
        let profile = context.profile
        let count = tasks.open.count
        let what =
            "\(counted(count, "finite-length task")) \(count == 1 ? "is" : "are") open: \(listed(tasks.open.map(\.spoken)))"
        guard let deadline = tasks.deadline(profile) else {
            return stage == .suspended
                ? [Pending(.task, "\(what); they go on when the device wakes", .t5)]
                : [
                    Pending(
                        .task,
                        "\(what); once the app is left, they may run for \(profile.backgroundAllowance.spoken)",
                        .t2)
                ]
        }
        let warned = tasks.warned ? ", and its expiration handlers were called" : ""
        return [
            Pending(
                .task,
                "\(what)\(warned); if one is still open when \(profile.backgroundAllowance.spoken) are used up, the app is killed",
                .t4, latest: .awake(deadline))
        ]
    }

    /// Everything that waits for the next launch. `end`: when the present process goes, or the
    /// back-off ends.
    private func waiting(
        until end: When?, launchable: Bool, locked: Bool = false
    ) -> [Pending] {
        var found: [Pending] = []
        for followUp in followUps {
            switch followUp {
            case .open:
                found.append(
                    Pending(
                        .open, "It comes to the front once its present process has ended", .s3,
                        latest: end))
            case .install(let manifest, _, _):
                found.append(
                    Pending(
                        .install,
                        "Version \(manifest.version) takes its place once its present process has ended",
                        .w4, latest: end))
            case .uninstall:
                found.append(
                    Pending(
                        .uninstall, "It is removed once its present process has ended", .w4,
                        latest: end))
            }
        }
        guard launchable else { return found }
        let others = wakes.filter { $0.launch == nil || !isAlive }
        found += others.prefix(Limits.pendingNamed).map { wake in
            if isAlive {
                return Pending(
                    .wake, "\(wake.spoken) waits until its present process has ended",
                    wake.cause.rule.rule, latest: end)
            }
            if locked {
                return Pending(
                    .wake,
                    "\(wake.spoken) waits for the first unlock since the device started; unlock the device",
                    .u3)
            }
            guard let end else {
                return Pending(
                    .wake,
                    "\(wake.spoken) waits for a launch, as the daemon has restarted too often to launch apps by itself; open it, or restart the daemon",
                    wake.cause.rule.rule)
            }
            let failed = Detail?.some(.until(crashes.retryAt, crashes: crashes.count)).crashCount
            return Pending(
                .wake,
                "\(wake.spoken) waits, because the app failed \(failed) and is not launched into the background so soon; open it, or fix it",
                .w5, earliest: end)
        }
        return found + more(others.count, .wake, "wake-up")
    }

    /// The launch back-off after crashes, while nothing waits for its end yet.
    func backOff(at now: Moment) -> Pending? {
        guard !isAlive, wakes.isEmpty, crashes.count > 0, now.instant < crashes.retryAt else {
            return nil
        }
        let failed = Detail?.some(.until(crashes.retryAt, crashes: crashes.count)).crashCount
        return Pending(
            .backOff,
            "It failed \(failed) and is not launched into the background so soon; open it, or fix it",
            .w5, earliest: .instant(crashes.retryAt))
    }

    private func more(_ count: Int, _ kind: Pending.Kind, _ noun: String) -> [Pending] {
        let more = count - Limits.pendingNamed
        guard more > 0 else { return [] }
        return [
            Pending(
                kind,
                "\(counted(more, noun)) more \(more == 1 ? "waits" : "wait") for the same reasons",
                nil)
        ]
    }
}

extension Wake {
    /// "fetch 7"
    var spoken: String { id.spoken(cause.name) }
}

extension WakeID {
    /// "fetch 7". "transfer 7" would be a transfer, which has a number of its own: "wake-up 7 for
    /// transfers".
    func spoken(_ cause: String) -> String {
        cause == WakeKind.transfer.rawValue
            ? "wake-up \(self) for transfers" : "\(cause) \(self)"
    }
}
