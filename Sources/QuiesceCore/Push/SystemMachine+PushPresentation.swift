// What pushes present is presented as local notifications are (R1, R3).
extension SystemMachine {
    /// Shows what there is to show, as far as the user lets the app (U4). From then on it belongs to the
    /// notification.
    ///
    /// - Returns: what became of it, if nothing else does.
    mutating func present(
        _ push: inout Push, _ slot: Int, _ now: Moment, _ out: inout Recorder
    ) -> PushReceipt.Outcome {
        withdrawCollapsed(by: push, now, &out)
        guard let notification = newNotification(of: &push) else { return .shown }
        keep(notification, now, &out)
        let detail = Detail.notificationFired(
            notification.id, notification.name, late: nil, skipped: 0)
        present(notification, slot, detail, nil, now, &out)
        return outcome(of: notification.id, slot)
    }

    private func outcome(of notification: NotificationID, _ slot: Int) -> PushReceipt.Outcome {
        notifications[notification]?.shown != nil
            ? .shown : .dropped(presentationObstacle(slot) ?? .notificationsNotRegistered)
    }

    /// nil: it has nothing to show, or that was shown.
    mutating func newNotification(of push: inout Push) -> LocalNotification? {
        guard push.push.presents, let content = push.push.content else { return nil }
        push.push.content = nil
        notifications.last &+= 1
        notifications.isTouched = true
        var notification = LocalNotification(
            id: NotificationID(notifications.last), app: push.push.app, name: "push \(push.id)",
            content: content, types: push.push.types, badge: push.push.badge)
        notification.push = .init(
            id: push.id, payload: push.push.payload, collapse: push.push.origin?.collapse)
        return notification
    }

    /// An app in front ended before it had dealt with it, so that it was shown after all.
    mutating func noteShown(_ notification: LocalNotification, _ slot: Int, _ now: Moment) {
        guard let push = notification.push else { return }
        pushes.update(push.id, outcome(of: notification.id, slot), at: now.wall)
    }

    // MARK: Collapse ids

    /// What hasn't been told or shown yet of older ones with its collapse id isn't, as it says the same anew.
    mutating func mergeCollapsed(into push: Push, _ now: Moment, _ out: inout Recorder) {
        guard let collapse = push.push.origin?.collapse else { return }
        for var older in pushes.pending
        where older.push.app == push.push.app && older.push.origin?.collapse == collapse {
            switch older.stage {
            case .held: merge(older, into: push.id, now, &out)
            case .waking(let wake, .afterwards), .waking(let wake, .unlessHandled):
                older.stage = .waking(wake, presents: .nothing)
                if let content = older.push.content { out.dropPayload(content) }
                older.push.content = nil
                keep(older, .woke(wake, result: nil), now, &out)
            case .waking(_, .nothing), .told: break
            }
        }
    }

    /// What is shown of older ones with its collapse id makes room.
    mutating func withdrawCollapsed(by push: Push, _ now: Moment, _ out: inout Recorder) {
        guard let collapse = push.push.origin?.collapse else { return }
        for var notification in notifications.of(push.push.app)
        where notification.push?.collapse == collapse && notification.shown != nil {
            withdraw(&notification, &out)
            keep(notification, now, &out)
        }
    }

    /// A newer one takes its place (R4).
    mutating func merge(
        _ older: Push, into newer: PushID, _ now: Moment, _ out: inout Recorder
    ) {
        notePush(
            .merge, .pushMerged, .r4, detail: .pushMerged(older.id, into: newer), older.push.app,
            &out)
        end(older, .merged(into: newer), now, &out)
    }
}
