// A push arrives: its app is told, woken, or not, and what it presents is presented (R1 … R4).
extension Pushes {
    /// - Parameter ticket: of a tool that waits for the answer. What is refused it keeps its
    ///   payloads.
    mutating func receive(
        _ push: NewPush, _ ticket: Ticket?, _ notifications: inout Notifications,
        in around: inout Surroundings
    ) {
        if let origin = push.origin {
            guard origin.sequence > sequence else {
                // It came before, and the gateway hasn't heard that it is the device's.
                for payload in push.payloads { around.out.dropPayload(payload) }
                note(
                    .input, .pushRepeated, .r1, detail: .name(origin.id), push.app, in: &around)
                return around.out.promise(.acknowledge(sequence: origin.sequence))
            }
            sequence = origin.sequence
        }
        if let ticket, let refusal = refusal(of: push, in: &around) {
            return around.refuse(refusal, push.app, ticket)
        }
        last &+= 1
        record(in: &around)
        let push = Push(
            id: PushID(last), push: push, received: around.now.wall,
            stage: .held(.deviceAsleep))
        add(PushReceipt(of: push))
        take(push, &notifications, in: &around)
        if let origin = push.push.origin {
            around.out.promise(.acknowledge(sequence: origin.sequence))
        }
        if let ticket { around.answer(ticket, durable: true) }
    }

    /// Why a tool's push isn't taken: nobody would ever hear of it.
    private mutating func refusal(
        of push: NewPush, in around: inout Surroundings
    ) -> Refusal? {
        guard around.isInstalled(push.app) else { return Refusal(.unknownApp) }
        if around.shuttingDown != nil { return Refusal(.shuttingDown) }
        around.input(.push)
        if push.type == .voip { return refusalOfCall(push, around) }
        if push.presents { return nil }
        guard around.isInFront(push.app) else {
            return obstacles(to: push, at: around.now, around).first
        }
        return isBehind(push.app, around) ? Refusal(.tooManyWakes) : nil
    }

    private mutating func take(
        _ push: Push, _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        let app = push.push.app
        guard around.isInstalled(app) else {
            return drop(push, Refusal(.unknownApp), in: &around)
        }
        if push.push.origin != nil {
            note(.input, .push, .r1, detail: .push(.about(push.id)), app, in: &around)
        }
        if push.push.type == .voip { return takeCall(push, &notifications, in: &around) }
        if push.push.origin != nil {
            if !isRegistered(.remote(app)) {
                return drop(
                    push, Refusal(.pushesNotRegistered, rule: .r1), in: &around)
            }
        }
        mergeCollapsed(into: push, in: &around)
        if around.isInFront(app) {
            return takeInFront(push, &notifications, in: &around)
        }
        let obstacles = obstacles(to: push.push, at: around.now, around)
        guard push.push.presents else {
            return takeSilent(push, obstacles, &notifications, in: &around)
        }
        guard obstacles.isEmpty, around.shuttingDown == nil else {
            var push = push
            return update(
                push.id, present(&push, &notifications, in: &around), at: around.now.wall)
        }
        // Before the first unlock nothing is launched (U3), and the user is to see it all the same.
        let waits =
            around.profile.pushAlertAwaitsWake
            && (around.isAlive(app) || !around.awaitsFirstUnlock)
        wake(push, presents: waits ? .afterwards : .nothing, &notifications, in: &around)
    }

    /// An app in front handles it where it is (R1).
    mutating func takeInFront(
        _ push: Push, _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        guard let launch = around.launch(of: push.push.app) else { return }
        withdrawCollapsed(by: push, &notifications, in: &around)
        if isBehind(push.push.app, around) {
            return passBy(push, &notifications, in: &around)
        }
        guard obstacles(to: push.push, at: around.now, around).isEmpty else {
            // Nobody would hand it on.
            if around.isHosted(push.push.app) {
                return drop(push, Refusal(.hostedShowsNothing, rule: .r1), in: &around)
            }
            return tell(push, launch, &notifications, in: &around)
        }
        wake(
            push, presents: push.push.presents ? .unlessHandled(by: launch) : .nothing,
            &notifications, in: &around)
    }

    /// The app in front handles none of them. Nobody is to be able to end it by sending more: what
    /// the user can be shown is.
    private mutating func passBy(
        _ push: Push, _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        guard push.push.presents else {
            return drop(push, Refusal(.tooManyWakes), in: &around)
        }
        var push = push
        update(push.id, present(&push, &notifications, in: &around), at: around.now.wall)
    }

    /// It wakes its app now, waits, or is dropped (R4).
    private mutating func takeSilent(
        _ push: Push, _ obstacles: [Refusal], _ notifications: inout Notifications,
        in around: inout Surroundings
    ) {
        // A back-off is over by itself, as a quota is.
        if let obstacle = obstacles.first(where: { $0.reason != .crashLoop }),
            around.shuttingDown == nil
        {
            return drop(push, obstacle, in: &around)
        }
        for older in pending
        where older.value.push.address == push.push.address && older.value.isHeld {
            merge(older.value, into: push.id, in: &around)
        }
        guard let hold = hold(push.push.app, at: around.now, around) else {
            spendQuota(of: push.push.app, around)
            return wake(push, presents: .nothing, &notifications, in: &around)
        }
        setAside(push, hold, in: &around)
    }

    /// The obstacles to waking an app for it, the deciding one first.
    func obstacles(
        to push: NewPush, at now: Moment, _ around: borrowing Surroundings
    ) -> [Refusal] {
        around.obstacles(
            to: push.cause, of: push.app, contentAvailable: push.contentAvailable, at: now)
    }

    /// It has as many pushes as may wait for it, with or without a completion handler to call.
    private func isBehind(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        if around.wakes(of: app).count >= Limits.wakesPerApp { return true }
        let calls = around.outstandingCalls(of: app)
        guard calls.count >= Limits.wakesPerApp else { return false }
        let told = calls.count {
            if case .push(.received) = $0.call { true } else { false }
        }
        return told >= Limits.wakesPerApp
    }

    /// Presents what is to be presented at once, and wakes the app, which has a completion handler
    /// to call (R2).
    mutating func wake(
        _ push: Push, presents: Push.Presentation,
        _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        var push = push
        let wake = WakeID(around.lastWake &+ 1)
        push.stage = .waking(wake, presents: presents)
        set(push)
        if presents == .nothing, push.push.type == .remote {
            _ = present(&push, &notifications, in: &around)
        }
        keep(push, .woke(wake, result: nil), in: &around)
        around.begin(push.push.cause, push.push.app)
    }

    /// The app is in front, and there is no completion handler to wait for (R1).
    private mutating func tell(
        _ push: Push, _ launch: Launch, _ notifications: inout Notifications,
        in around: inout Surroundings
    ) {
        let app = push.push.app
        var push = push
        var notification: NotificationID?
        if let alert = takeAlert(of: &push, in: &around) {
            notification = notifications.keepUntaken(alert, launch, in: &around)
        } else {
            push.stage = .told(launch)
            keep(push, .told, in: &around)
        }
        note(.push, .pushTold, .r1, detail: .push(.about(push.id)), app, in: &around)
        let call = PushCall.received(notification, push.push.payload, opened: false)
        around.deliver(.push(call), to: app)
        // The rest of the push belongs to the notification.
        if notification != nil { update(push.id, .told, at: around.now.wall) }
    }

    // MARK: The end of a push

    /// Keeps a change of it, until it has its verdict.
    mutating func keep(
        _ push: Push, _ outcome: PushReceipt.Outcome, in around: inout Surroundings
    ) {
        set(push)
        update(push.id, outcome, at: around.now.wall)
        around.out.record(.put(.push(push)))
    }

    /// It has its verdict, and its payloads go, unless a notification holds them.
    mutating func end(
        _ push: Push, _ outcome: PushReceipt.Outcome,
        in around: inout Surroundings
    ) {
        update(push.id, outcome, at: around.now.wall)
        if holds(push.id) {
            remove(push.id)
            around.out.record(.delete(key: Fact.key(push: push.id)))
        }
        if let content = push.push.content { around.out.dropPayload(content) }
        around.release(push.push.payload)
    }

    mutating func drop(
        _ push: Push, _ refusal: Refusal,
        in around: inout Surroundings
    ) {
        let app = push.push.app
        let decision = around.out.decide(
            .refuse, refusal.reason, refusal.rule, detail: refusal.detail, app: app)
        around.remember(decision, of: app)
        end(push, .dropped(refusal.reason), in: &around)
    }
}
