// Alerts of pushes are presented as local notifications are (R1, R3).
extension Pushes {
    /// Shows what there is to show, as far as the user lets the app (U4). From then on it belongs
    /// to the notification.
    ///
    /// - Returns: what became of it, if nothing else does.
    mutating func present(
        _ push: inout Push, _ notifications: inout Notifications, in around: inout Surroundings
    ) -> PushReceipt.Outcome {
        withdrawCollapsed(by: push, &notifications, in: &around)
        guard let alert = takeAlert(of: &push, in: &around) else { return .shown }
        return outcome(notifications.present(alert, in: &around))
    }

    private func outcome(_ refused: Reason?) -> PushReceipt.Outcome {
        refused.map { .dropped($0) } ?? .shown
    }

    /// nil: it has nothing to show, or that was shown.
    mutating func takeAlert(of push: inout Push, in around: inout Surroundings) -> PushAlert? {
        guard push.push.presents, let content = push.push.content else { return nil }
        push.push.content = nil
        if holds(push.id) { around.share(push.push.payload) }
        return PushAlert(
            push: .init(
                id: push.id, payload: push.push.payload, collapse: push.push.origin?.collapse),
            app: push.push.app, content: content, types: push.push.types, badge: push.push.badge,
            category: push.push.category)
    }

    /// An app in front ended before it had dealt with one, so that it was shown after all.
    mutating func hear(in around: inout Surroundings) {
        guard !around.news.isEmpty else { return }
        let now = around.now.wall
        around.news.removeAll { signal in
            guard case .presented(let push, let refused) = signal else { return false }
            update(push, outcome(refused), at: now)
            return true
        }
    }

    // MARK: Collapse ids

    /// Drops older pushes with the same collapse id that haven't been told or shown yet, as the new
    /// push says the same anew.
    mutating func mergeCollapsed(
        into push: Push, in around: inout Surroundings
    ) {
        guard let collapse = push.push.origin?.collapse else { return }
        for held in pending
        where held.value.push.address == push.push.address
            && held.value.push.origin?.collapse == collapse
        {
            var older = held.value
            switch older.stage {
            case .held: merge(older, into: push.id, in: &around)
            case .waking(let wake, .afterwards), .waking(let wake, .unlessHandled):
                older.stage = .waking(wake, presents: .nothing)
                if let content = older.push.content { around.out.dropPayload(content) }
                older.push.content = nil
                keep(older, .woke(wake, result: nil), in: &around)
            case .waking(_, .nothing), .told: break
            }
        }
    }

    /// Withdraws the shown notifications of older pushes with the same collapse id, to make room.
    mutating func withdrawCollapsed(
        by push: Push, _ notifications: inout Notifications, in around: inout Surroundings
    ) {
        guard let collapse = push.push.origin?.collapse else { return }
        notifications.withdraw(collapse: collapse, of: push.push.app, in: &around)
    }

    /// A newer one takes its place (R4).
    mutating func merge(
        _ older: Push, into newer: PushID,
        in around: inout Surroundings
    ) {
        note(
            .merge, .pushMerged, .r4, detail: .push(.merged(older.id, into: newer)), older.push.app,
            in: &around)
        end(older, .merged(into: newer), in: &around)
    }
}
