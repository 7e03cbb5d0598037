import QuiesceCore

// The facts of apps and of the device that must be the same, whether or not the daemon died on the
// way.

extension AppFact: DurableFact {
    static let kind = DurableKind.app
    var fact: Fact { .app(self) }
    func words(_ names: DurableNames) -> String { manifest.id.name }

    mutating func makeComparable(after death: DurableOutcome.Death) {
        // A process whose start wasn't recorded is started again.
        launch = Launch(number: 0)
        installation = 0
        crashes.retryAt = .zero
        lastExit?.makeComparable()
        // Nor did it crash, as far as anybody knows.
        if lastExit?.reason == .exitStatusUnknown { crashes = Crashes() }
        guard death.cutsPower else { return }
        forceQuit = false
        lastExit = nil
        crashes = Crashes()
    }
}

extension Exit {
    /// The kernel doesn't tell a new daemon how processes end that aren't its children.
    fileprivate mutating func makeComparable() {
        launch = Launch(number: 0)
        time = .zero
        status = .unknown
        guard [.crashed, .exitedNormally, .exitedWithError].contains(reason) else { return }
        reason = .exitStatusUnknown
        detail = nil
    }
}

extension WakeFact: DurableFact {
    static let kind = DurableKind.wake
    var fact: Fact { .wake(self) }
    func words(_ names: DurableNames) -> String { names[id].words }

    mutating func makeComparable(after _: DurableOutcome.Death) {
        // Numbers are given in the order in which things come, here and elsewhere.
        id = WakeID(0)
        if case .push(_, let type) = cause { cause = .push(PayloadHandle(0), type: type) }
        if case .notificationAction(var reply) = cause {
            reply.id = NotificationID(0)
            reply.content = PayloadHandle(0)
            reply.push = nil
            cause = .notificationAction(reply)
        }
        // Where the device was a dead daemon didn't hear.
        if case .location(let news) = cause { cause = WakeCause(news.kind) }
        // Nor what peripherals said meanwhile.
        if case .bluetooth = cause { cause = .bluetooth([]) }
    }
}

extension DeviceFact: DurableFact {
    static let kind = DurableKind.device
    var fact: Fact { .device(self) }

    mutating func makeComparable(after _: DurableOutcome.Death) {
        lastWake = 0
    }
}

extension DeviceConditions: DurableFact {
    static let kind = DurableKind.conditions
    var fact: Fact { .conditions(self) }
}

extension PermissionsFact: DurableFact {
    static let kind = DurableKind.permissions
    var fact: Fact { .permissions(self) }
    func words(_ names: DurableNames) -> String { app.name }
}

extension PasscodeFact: DurableFact {
    static let kind = DurableKind.passcode
    var fact: Fact { .passcode(self) }
}

extension Fact {
    var withoutBadge: Fact {
        guard case .presentation(var presentation) = self else { return self }
        presentation.badge = 0
        return .presentation(presentation)
    }

    /// Whether they say the same, but for a best moment that is learnt by a step more or less, as a
    /// fraction of a second later may be.
    func isLike(_ other: Fact) -> Bool {
        guard case .fetch(var mine) = self, case .fetch(let theirs) = other,
            let (today, expected) = mine.habits.flatMap({ habits in
                theirs.habits.map { (habits.today, $0.today) }
            }), today.count == expected.count
        else { return self == other }
        mine.habits?.today = zip(today, expected).map { abs(Int($0) - Int($1)) <= 1 ? $1 : $0 }
        return mine == theirs
    }
}
