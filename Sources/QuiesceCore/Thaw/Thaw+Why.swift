// The views of scheduled thaws for `why`, the forecast and tools.
extension Thaw {
    func pending(
        of app: AppID, at _: Moment?, _ around: borrowing Surroundings
    ) -> [Pending] {
        guard let at = place(of: app), around.isAlive(app) else { return [] }
        let program = programs[at]
        let schedule =
            "its schedule (\(program.schedule.words)\(program.isChosen ? ", by the user" : ""))"
        let rule: Rule = program.traffic == nil ? .y1 : .y6
        if !isAllowed(app, around) {
            return [Pending(.thaw, "The user has stopped \(schedule)", rule)]
        }
        if let trial = program.traffic?.trial, trial.isAwake {
            let so = "\(trial.frozen.spoken) of CPU time a minute"
            return [
                Pending(
                    .thaw,
                    trial.stage == .trial
                        ? "It is tried whether it takes less awake than frozen, \(so)"
                        : "It is left awake, as it takes less so than frozen, \(so)", .y7)
            ]
        }
        if program.traffic?.isAlone == true, program.thawsAt == nil {
            return [
                Pending(
                    .thaw, "It has no connections, and is thawed when somebody makes one to it", .y6
                )
            ]
        }
        guard let window = program.window else {
            return [Pending(.thaw, "Once it is suspended, it is thawed by \(schedule)", rule)]
        }
        return [
            Pending(
                .thaw, "It is thawed by \(schedule)", rule, earliest: .instant(window.earliest),
                latest: .instant(window.latest))
        ]
    }

    func obstacles(
        to cause: WakeCause, of app: AppID, _ around: borrowing Surroundings
    ) -> [Refusal] {
        guard cause.kind == .thaw, place(of: app) == nil else { return [] }
        return [Refusal(around.isHosted(app) ? .noThawSchedule : .thawsHostedOnly, rule: .y1)]
    }

    /// If each comes as late as it may, and nothing else wakes its program.
    func foreseen(
        at now: Moment, until end: WallTime, _: borrowing Surroundings
    ) -> [Forecast.Work] {
        programs.flatMap { program -> [Forecast.Work] in
            guard let window = program.window else { return [] }
            let schedule = program.schedule
            let slack = window.latest - window.earliest
            var earliest = now.wall + max(.zero, window.earliest - now.instant)
            var work: [Forecast.Work] = []
            while earliest <= end, work.count < Limits.thawsForeseen {
                let latest = earliest + slack
                work.append(
                    Forecast.Work(
                        app: program.app, kind: .room(.thaw), earliest: earliest, latest: latest))
                earliest = latest + schedule.lasting + schedule.every
            }
            return work
        }
    }
}

extension SystemMachine {
    /// A hosted program that has a schedule, for tools.
    public struct ThawView: Sendable, Hashable {
        public var app: AppID
        public var schedule: ThawSchedule
        public var isChosen: Bool
        public var isAllowed: Bool
        /// From when on it is thawed.
        public var thawsAt: Instant?
    }

    /// In the order in which programs got their schedules.
    public var thawViews: [ThawView] {
        thaw.programs.map {
            ThawView(
                app: $0.app, schedule: $0.schedule, isChosen: $0.isChosen,
                isAllowed: thaw.isAllowed($0.app, around), thawsAt: $0.thawsAt)
        }
    }
}
