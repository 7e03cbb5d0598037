import QuiesceCore

// The facts of notifications that must be the same, whether or not the daemon died on the way.

extension LocalNotification: DurableFact {
    static let kind = DurableKind.notification
    var fact: Fact { .notification(self) }
    func words(_ names: DurableNames) -> String { names[id].words }

    mutating func makeComparable(after death: DurableOutcome.Death) {
        id = NotificationID(0)
        content = PayloadHandle(0)
        if push != nil { name = "" }
        push?.id = PushID(0)
        push?.payload = PayloadHandle(0)
        shown?.at = .zero
        shown?.late = nil
        // Once more by each daemon.
        shown?.asked = 0
        untaken?.launch = Launch(number: 0)
        untaken?.at = .zero
        lastFired = nil
        guard death.cutsPower, var rule else { return }
        // An app asks again, later, for a notification that it wasn't told is stored.
        rule.first = .earliest
        rule.isLaterPass = false
        self.rule = rule
        fired = FiredRuns()
        // A notification that was shown goes then.
        shown = nil
    }
}

extension NotificationsFact: DurableFact {
    static let kind = DurableKind.notifications
    var fact: Fact { .notifications(self) }

    mutating func makeComparable(after _: DurableOutcome.Death) {
        last = 0
        // The clock is noted with whatever is stored, which may be once more.
        clock = .zero
    }
}

extension PresentationFact: DurableFact {
    static let kind = DurableKind.presentation
    var fact: Fact { .presentation(self) }
    func words(_ names: DurableNames) -> String { app.name }

    mutating func makeComparable(after death: DurableOutcome.Death) {
        // News that its app was told, and didn't confirm, is shown then, with its badge.
        if death.cutsPower { badge = 0 }
    }
}
