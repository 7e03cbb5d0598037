// A push arrives: its app is told, woken, or not, and what it presents is presented (R1 … R4).
extension SystemMachine {
    /// - Parameter ticket: of a tool that waits for the answer. What is refused it keeps its payloads.
    mutating func receive(
        _ push: NewPush, _ ticket: Ticket?, _ now: Moment, _ out: inout Recorder
    ) {
        if let origin = push.origin {
            guard origin.sequence > pushes.sequence else {
                // It came before, and the gateway hasn't heard that it is the device's.
                for payload in push.payloads { out.dropPayload(payload) }
                notePush(.input, .pushRepeated, .r1, detail: .name(origin.id), push.app, &out)
                return out.push(.acknowledge(sequence: origin.sequence))
            }
            pushes.sequence = origin.sequence
        }
        if let ticket, let refusal = refusal(of: push, now, &out) {
            return refuse(refusal, push.app, ticket, &out)
        }
        pushes.last &+= 1
        recordPushes(&out)
        let push = Push(
            id: PushID(pushes.last), push: push, received: now.wall, stage: .held(.deviceAsleep))
        pushes.add(PushReceipt(of: push))
        take(push, now, &out)
        if let origin = push.push.origin { out.push(.acknowledge(sequence: origin.sequence)) }
        if let ticket { answer(ticket, durable: true, &out) }
    }

    /// Why a tool's push isn't taken: nobody would ever hear of it.
    private func refusal(
        of push: NewPush, _ now: Moment, _ out: inout Recorder
    ) -> Refusal? {
        guard let slot = slot(push.app) else { return Refusal(.unknownApp) }
        if shuttingDown != nil { return Refusal(.shuttingDown) }
        input(.push, &out)
        if push.presents { return nil }
        guard apps[slot].isInForeground else { return pushObstacles(push, slot, now).first }
        return apps[slot].isBehindWithPushes ? Refusal(.tooManyWakes) : nil
    }

    private mutating func take(_ push: Push, _ now: Moment, _ out: inout Recorder) {
        let app = push.push.app
        guard let slot = slot(app) else {
            return drop(push, Refusal(.unknownApp), now, &out)
        }
        if push.push.origin != nil {
            notePush(.input, .push, .r1, detail: .push(push.id), app, &out)
            if !isRegisteredForPushes(app) {
                return drop(push, Refusal(.pushesNotRegistered, rule: .r1), now, &out)
            }
        }
        mergeCollapsed(into: push, now, &out)
        if apps[slot].isInForeground { return takeInFront(push, slot, now, &out) }
        let obstacles = pushObstacles(push.push, slot, now)
        guard push.push.presents else {
            return takeSilent(push, slot, obstacles, now, &out)
        }
        guard obstacles.isEmpty, shuttingDown == nil else {
            var push = push
            return pushes.update(push.id, present(&push, slot, now, &out), at: now.wall)
        }
        // Before the first unlock nothing is launched (U3), and the user is to see it all the same.
        let waits = profile.pushAlertAwaitsWake && (apps[slot].isAlive || !awaitsFirstUnlock)
        wake(push, slot, presents: waits ? .afterwards : .nothing, now, &out)
    }

    /// An app in front handles it where it is (R1).
    mutating func takeInFront(
        _ push: Push, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) {
        withdrawCollapsed(by: push, now, &out)
        if apps[slot].isBehindWithPushes { return passBy(push, slot, now, &out) }
        guard pushObstacles(push.push, slot, now).isEmpty else {
            return tell(push, slot, now, &out)
        }
        let launch = apps[slot].launch
        wake(
            push, slot, presents: push.push.presents ? .unlessHandled(by: launch) : .nothing, now,
            &out)
    }

    /// The app in front handles none of them. Nobody is to be able to end it by sending more: what the user
    /// can be shown is.
    private mutating func passBy(
        _ push: Push, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) {
        guard push.push.presents else { return drop(push, Refusal(.tooManyWakes), now, &out) }
        var push = push
        pushes.update(push.id, present(&push, slot, now, &out), at: now.wall)
    }

    /// It wakes its app now, waits, or is dropped (R4).
    private mutating func takeSilent(
        _ push: Push, _ slot: Int, _ obstacles: [Refusal], _ now: Moment, _ out: inout Recorder
    ) {
        // A back-off is over by itself, as a ration is.
        if let obstacle = obstacles.first(where: { $0.reason != .crashLoop }), shuttingDown == nil {
            return drop(push, obstacle, now, &out)
        }
        for older in pushes.pending where older.push.app == push.push.app && older.isHeld {
            merge(older, into: push.id, now, &out)
        }
        guard let hold = hold(slot, now) else {
            spendRation(of: push.push.app, now)
            return wake(push, slot, presents: .nothing, now, &out)
        }
        self.hold(push, hold, now, &out)
    }

    /// What stands between an app and its being woken for it, the deciding one first.
    func pushObstacles(_ push: NewPush, _ slot: Int, _ now: Moment) -> [Refusal] {
        apps[slot].obstacles(
            to: .push(push.payload), contentAvailable: push.contentAvailable, context(now))
    }

    /// Presents what is to be presented at once, and wakes the app, which has a completion handler to call
    /// (R2).
    mutating func wake(
        _ push: Push, _ slot: Int, presents: Push.Presentation, _ now: Moment,
        _ out: inout Recorder
    ) {
        var push = push
        let wake = WakeID(lastWake &+ 1)
        push.stage = .waking(wake, presents: presents)
        pushes.set(push)
        if presents == .nothing { _ = present(&push, slot, now, &out) }
        keep(push, .woke(wake, result: nil), now, &out)
        _ = begin(.push(push.push.payload), slot, now, &out)
    }

    /// The app is in front, and there is no completion handler to wait for (R1).
    private mutating func tell(
        _ push: Push, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) {
        let app = push.push.app
        var push = push
        var notification: NotificationID?
        if var fact = newNotification(of: &push) {
            fact.untaken = .init(launch: apps[slot].launch, at: now.wall)
            keep(fact, now, &out)
            notification = fact.id
        } else {
            push.stage = .told(apps[slot].launch)
            keep(push, .told, now, &out)
        }
        notePush(.push, .pushTold, .r1, detail: .push(push.id), app, &out)
        let call = PushCall.received(notification, push.push.payload, opened: false)
        update(slot, now, &out) { $0.deliver(.push(call), $1, &$2) }
        // What is left of it is the notification's.
        if notification != nil { pushes.update(push.id, .told, at: now.wall) }
    }

    // MARK: The end of a push

    /// Keeps a change of it, until it has its verdict.
    mutating func keep(
        _ push: Push, _ outcome: PushReceipt.Outcome, _ now: Moment, _ out: inout Recorder
    ) {
        pushes.set(push)
        pushes.update(push.id, outcome, at: now.wall)
        out.effects.append(.record(.put(.push(push))))
    }

    /// It has its verdict, and its payloads go, unless a notification holds them.
    mutating func end(
        _ push: Push, _ outcome: PushReceipt.Outcome, _ now: Moment, _ out: inout Recorder
    ) {
        pushes.update(push.id, outcome, at: now.wall)
        if pushes[push.id] != nil {
            pushes.remove(push.id)
            out.effects.append(.record(.delete(key: Fact.key(push: push.id))))
        }
        if let content = push.push.content { out.dropPayload(content) }
        let isShown = notifications.of(push.push.app).contains { $0.push?.id == push.id }
        if !isShown { out.dropPayload(push.push.payload) }
    }

    mutating func drop(
        _ push: Push, _ refusal: Refusal, _ now: Moment, _ out: inout Recorder
    ) {
        let app = push.push.app
        let decision = out.decide(
            .refuse, refusal.reason, refusal.rule, detail: refusal.detail, app: app)
        remember(decision, of: app)
        end(push, .dropped(refusal.reason), now, &out)
    }
}
