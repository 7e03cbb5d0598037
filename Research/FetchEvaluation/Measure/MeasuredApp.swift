/// One app of an owner with what of it counts.
struct MeasuredApp: Sendable {
    let app: Owner.App
    /// The days on which it may be fetched and is counted: from the owner's 8th day, or the app's
    /// first open if that is later, to the owner's last. nil: none.
    let days: ClosedRange<Int64>?
    /// Opens that count: on those days, and not the app's first.
    let opens: [WallSeconds]

    /// Days of an owner's records before anything counts: what there is to learn from.
    static let learningDays: Int64 = 7

    init(_ app: Owner.App, of owner: Owner) {
        self.app = app
        let first = max(owner.days.lowerBound + Self.learningDays, Day.of(app.uses[0].start))
        days = first <= owner.days.upperBound ? first...owner.days.upperBound : nil
        opens = app.uses.dropFirst().map(\.start).filter { Day.of($0) >= first }
    }

    /// How fresh `fetches` make it. Those on days that don't count serve no open.
    func tally(_ fetches: AppFetches, _ setting: FetchSetting) -> Tally {
        guard let days else { return Tally() }
        let counted = fetches.on(days)
        return Tally(
            opens: opens.count, fresh: Double(opens.count { counted.isFresh(at: $0, setting) }),
            fetches: Double(counted.all.count), appDays: days.count)
    }
}
