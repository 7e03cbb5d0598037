// The pushes that wait, as part of the answer to `why`.
extension Pushes {
    func pending(of app: AppID, _ around: borrowing Surroundings) -> [Pending] {
        pending.map(\.value).filter { $0.push.app == app }.compactMap { push in
            switch push.stage {
            case .held where push.push.type == .voip:
                Pending(
                    .push,
                    "Voip push \(push.id) waits until "
                        + (push.hold?.until == nil
                            ? "the device has started again"
                            : "its app, which failed, may be launched again"),
                    push.hold?.until == nil ? .w4 : .w5,
                    earliest: push.hold?.until.map { .instant($0) })
            case .held(.overQuota(let until)):
                Pending(
                    .push,
                    "Silent push \(push.id) waits, because its app has used up its \(around.profile.silentPushesPerHour) silent pushes an hour; a newer one takes its place",
                    .r4, earliest: .instant(until))
            case .held(.deviceAsleep):
                Pending(
                    .push,
                    "Silent push \(push.id) waits until the device is awake anyway; a newer one takes its place",
                    .r4)
            case .held(.crashed(let until)):
                Pending(
                    .push,
                    "Silent push \(push.id) waits until its app, which failed, may be launched again; a newer one takes its place",
                    .r4, earliest: .instant(until))
            case .waking(_, .afterwards):
                Pending(
                    .push, "Push \(push.id) is shown once its app has handled it", .r3)
            case .waking(_, .nothing), .waking(_, .unlessHandled), .told: nil
            }
        }
    }

    /// Why a silent push would wait now; nil: it wouldn't.
    func holdObstacle(_ app: AppID, _ now: Moment, _ around: borrowing Surroundings) -> Obstacle? {
        guard !around.isInFront(app) else { return nil }
        switch hold(app, at: now, around) {
        case .overQuota(let until):
            return Obstacle(
                refusal: Refusal(.pushRationed, rule: .r4, detail: .notBefore(until)),
                earliest: .instant(until))
        case .deviceAsleep: return Obstacle(refusal: Refusal(.deviceAsleep, rule: .r4))
        // An obstacle already, to pushes that are not silent and to tools.
        case .crashed, nil: return nil
        }
    }
}
