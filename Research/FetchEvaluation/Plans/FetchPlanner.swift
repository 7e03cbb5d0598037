import QuiesceCore

/// The planners that can plan the fetches of an owner's apps, and how well each does.
public enum FetchPlanner: String, Sendable, Hashable, CaseIterable {
    /// The one that devices run.
    case scheduler
    /// A fetch every so often, whatever happens.
    case fixedPeriod
    /// The slots of the day in which the app was opened most.
    case hourOfDay
    /// The times of the week at which it was opened most, of late above all.
    case hourOfWeek
    /// The best that can be done by who knows the future.
    case oracle

    /// Those that the scheduler is compared with.
    public static let baselines: [FetchPlanner] = [.fixedPeriod, .hourOfDay, .hourOfWeek]

    /// Returns the planner's tally for each of the owner's apps.
    func tallies(_ owner: Owner, _ setting: FetchSetting) -> [Tally] {
        let apps = owner.apps.map { MeasuredApp($0, of: owner) }
        switch self {
        case .scheduler:
            var replay = Replay(owner, setting, of: FetchScheduler(setting))
            replay.run()
            return zip(apps, replay.fetches).map { $0.tally($1, setting) }
        case .fixedPeriod: return apps.map { FixedPeriod.tally($0, setting) }
        case .hourOfDay: return apps.map { $0.tally(HourOfDay.fetches($0, setting), setting) }
        case .hourOfWeek: return apps.map { $0.tally(HourOfWeek.fetches($0, setting), setting) }
        case .oracle: return apps.map { $0.tally(Oracle.fetches($0, setting), setting) }
        }
    }
}

extension FetchScheduler {
    init(_ setting: FetchSetting) {
        self.init(
            Settings(
                perAppDay: setting.budget, window: .seconds(setting.window),
                lead: .seconds(setting.lead)))
    }
}
