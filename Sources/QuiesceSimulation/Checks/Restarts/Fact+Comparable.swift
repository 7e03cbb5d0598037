import QuiesceCore

// What of a fact must be the same, whether or not the daemon died on the way. That is everything but
// what is taken out here, each for its reason (`docs/simulation.md`, "Restarts").
extension Fact {
    func comparable(after death: DurableOutcome.Death) -> Fact {
        switch self {
        case .conditions, .permissions, .passcode, .session: return self
        case .presentation:
            // What its app was told of, and didn't say that it had, is shown then, with its badge.
            return death.cutsPower ? self.withoutBadge : self
        case .app(var app):
            app.makeComparable(after: death)
            return .app(app)
        case .wake(var wake):
            // Numbers are given in the order in which things come, here and below.
            wake.id = WakeID(0)
            if case .push = wake.cause { wake.cause = .push(PayloadHandle(0)) }
            return .wake(wake)
        case .device(var device):
            device.lastWake = 0
            return .device(device)
        case .transfer(var transfer):
            transfer.makeComparable()
            return .transfer(transfer)
        case .transfers(var transfers):
            transfers.last = 0
            return .transfers(transfers)
        case .notification(var notification):
            notification.makeComparable(after: death)
            return .notification(notification)
        case .notifications(var notifications):
            notifications.last = 0
            // The clock is noted with whatever is stored, which may be once more.
            notifications.clock = .zero
            return .notifications(notifications)
        case .fetch(var fetch):
            fetch.makeComparable(after: death)
            return .fetch(fetch)
        case .fetches(var fetches):
            fetches.makeComparable(after: death)
            return .fetches(fetches)
        case .push(var push):
            push.makeComparable()
            return .push(push)
        case .pushes(var pushes):
            pushes.last = 0
            return .pushes(pushes)
        case .pushRegistration(var registration):
            // Whoever unregisters and registers once more gets another.
            if death.cutsPower { registration.token = registration.token.map { _ in "" } }
            return .pushRegistration(registration)
        }
    }
}

extension AppFact {
    fileprivate mutating func makeComparable(after death: DurableOutcome.Death) {
        // A process whose start wasn't recorded is started again.
        launch = Launch(number: 0)
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

extension Transfer {
    fileprivate mutating func makeComparable() {
        id = TransferID(0)
        task = 0
        request = PayloadHandle(0)
        // Moments, by which it also has its place.
        created = .zero
        resumed = resumed.map { _ in .zero }
        order = 0
        switch stage {
        case .suspended, .queued, .kept: break
        case .placing(let file, _):
            stage = .placing(file.comparable, response: PayloadHandle(0))
        case .ended(let outcome): stage = .ended(outcome.comparable)
        }
    }
}

extension TransferOutcome {
    /// Without how far it had come: an attempt ends with the daemon.
    var comparable: TransferOutcome {
        switch self {
        case .finished(let file, _): .finished(file.comparable, response: PayloadHandle(0))
        case .failed(let failure, _, let response):
            .failed(failure, received: 0, response: response.map { _ in PayloadHandle(0) })
        case .cancelled(let kind, _, let resumable):
            .cancelled(kind, received: 0, resumable: resumable)
        }
    }
}

extension TransferredFile {
    /// The last response is for a part where an attempt has gone on from another's bytes.
    fileprivate var comparable: TransferredFile {
        var file = self
        if status == 206 { file.status = 200 }
        return file
    }
}

extension LocalNotification {
    fileprivate mutating func makeComparable(after death: DurableOutcome.Death) {
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
        guard death.cutsPower, var rule else { return }
        // What an app asked for, and wasn't told that it is stored, it asks for later again.
        rule.first = .earliest
        rule.isLaterPass = false
        self.rule = rule
        fired = FiredRuns()
        // What it had shown goes then.
        shown = nil
    }
}

extension FetchFact {
    fileprivate mutating func makeComparable(after death: DurableOutcome.Death) {
        lastFetch = lastFetch.map { _ in .zero }
        guard death.locks || death.cutsPower else { return }
        // The app leaves the front as the device locks, or restarts. Fetches come at other moments then,
        // and so one more or less by now.
        habits = nil
        budget = DayBudget()
        credit = FetchCredit()
        lastFetch = nil
        // Those are looked at with those that have been carried out.
        if death.cutsPower { tasks = [] }
    }
}

extension FetchesFact {
    fileprivate mutating func makeComparable(after death: DurableOutcome.Death) {
        // When its midnight was noticed: by a new daemon a little later.
        day.began = day.began.map { _ in .zero }
        guard death.locks || death.cutsPower else { return }
        day = BudgetDay()
        // Whether anybody looks at the screen, and since when.
        owner = OwnerHabits()
        budget = DayBudget()
    }
}

extension Push {
    fileprivate mutating func makeComparable() {
        id = PushID(0)
        push.payload = PayloadHandle(0)
        push.content = push.content.map { _ in PayloadHandle(0) }
        received = .zero
        switch stage {
        case .held(.rationed): stage = .held(.rationed(until: .zero))
        case .held(.crashed): stage = .held(.crashed(until: .zero))
        case .held(.deviceAsleep): break
        case .waking(_, .unlessHandled):
            stage = .waking(WakeID(0), presents: .unlessHandled(by: Launch(number: 0)))
        case .waking(_, let presents): stage = .waking(WakeID(0), presents: presents)
        case .told: stage = .told(Launch(number: 0))
        }
    }
}

extension Fact {
    var withoutBadge: Fact {
        guard case .presentation(var presentation) = self else { return self }
        presentation.badge = 0
        return .presentation(presentation)
    }

    /// Whether they say the same, but for a best moment that is learnt by a step more or less, as a fraction of
    /// a second later may be.
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
