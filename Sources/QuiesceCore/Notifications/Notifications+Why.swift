// The notifications that wait, as part of the answer to `why`.
extension Notifications {
    /// An app's first that is to come, and how many are with it.
    ///
    /// - Parameter now: nil leaves out when.
    func pending(of app: AppID, at now: Moment?) -> [Pending] {
        let scheduled = of(app, where: { $0.isScheduled })
        guard !scheduled.isEmpty else { return [] }
        let count = scheduled.count
        let what =
            "\(counted(count, "notification")) \(count == 1 ? "is" : "are") scheduled"
        if let until = heldUntil {
            return [
                Pending(
                    .notification,
                    "\(what), and \(count == 1 ? "waits" : "wait") until the clock is set, or reaches \(UTCOffsets.utc.wall(at: until)) UTC, its time before the device restarted",
                    .n7)
            ]
        }
        let dated = scheduled.compactMap { one in
            entries[one.id]?.value.next.map { (name: one.name, next: $0) }
        }
        guard let first = dated.min(by: { $0.next < $1.next }) else {
            let places = places(of: app)
            if !places.isEmpty {
                return [Pending(.notification, "\(what), to come \(listed(places))", .g4)]
            }
            return [
                Pending(.notification, "\(what), in a time zone that is not known yet", .n5)
            ]
        }
        let which = count == 1 ? "" : "; \"\(first.name)\" is the first"
        return [
            Pending(
                .notification, what + which, .n1,
                earliest: now.map { .instant($0.instant + (first.next - max($0.wall, .zero))) })
        ]
    }

    /// The obstacles to showing an app's notifications.
    func obstacles(_ app: AppID, _ around: borrowing Surroundings) -> [Refusal] {
        var found: [Refusal] = []
        if around.shuttingDown != nil { found.append(Refusal(.shuttingDown)) }
        if let obstacle = presentationObstacle(app, around) {
            found.append(Refusal(obstacle, rule: .u4))
        }
        if let until = heldUntil {
            found.append(
                Refusal(.clockNotBelieved, rule: .n7, detail: .notification(.clock(until))))
        }
        if let obstacle = placeObstacle(of: app, around) { found.append(obstacle) }
        if count(of: app, where: { $0.isScheduled }) == 0 {
            found.append(Refusal(.nothingScheduled, rule: .n1))
        }
        return found
    }
}

extension SystemMachine {
    /// Why notifications of `app` would not be shown at `now`; nil if it isn't installed.
    public func whyNotNotified(_ app: AppID, at now: Moment) -> Explanation? {
        guard let name = around.name(of: app), var answer = why(app, at: now) else {
            return nil
        }
        let refusals = notifications.obstacles(app, around)
        answer.obstacles = refusals.map { Obstacle(refusal: $0, earliest: nil) }
        if let first = refusals.first {
            answer.reason = first.reason
            answer.rule = first.rule
            answer.sentence =
                "Notifications of \(name) would not be shown: " + first.explained(at: now) + "."
        } else if around.isInFront(app) {
            answer.rule = .n3
            answer.sentence =
                "\(name) is in front: a notification that fires now is handed to it, and not shown (N3)."
        } else {
            answer.rule = .n2
            answer.sentence =
                "Nothing keeps notifications of \(name) from being shown when they fire (N2)."
        }
        return answer
    }
}
