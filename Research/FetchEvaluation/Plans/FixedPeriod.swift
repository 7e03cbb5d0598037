/// A fetch every 24 h ÷ budget, at a phase that has nothing to do with the owner: what it comes to
/// is an expectation, so there are no fetches to list.
enum FixedPeriod {
    static func tally(_ app: MeasuredApp, _ setting: FetchSetting) -> Tally {
        let days = app.days?.count ?? 0
        let period = Double(Day.seconds) / Double(setting.budget)
        let covered = min(1, Double(setting.window - setting.lead) / period)
        return Tally(
            opens: app.opens.count, fresh: Double(app.opens.count) * covered,
            fetches: Double(days * setting.budget), appDays: days)
    }
}
