/// The results of a plan, over one app of one owner or many.
public struct Tally: Sendable, Hashable {
    /// Opens that were scored.
    public private(set) var opens = 0
    /// Those that found fresh content. Not whole where it is an expectation.
    public private(set) var fresh = 0.0
    public private(set) var fetches = 0.0
    /// Days, for each app, on which it might have been fetched.
    public private(set) var appDays = 0
    private var shares = 0.0
    private var sharers = 0

    init() {}

    /// Makes the tally of one app.
    init(opens: Int, fresh: Double, fetches: Double, appDays: Int) {
        self.opens = opens
        self.fresh = fresh
        self.fetches = fetches
        self.appDays = appDays
        if opens > 0 { (shares, sharers) = (fresh / Double(opens), 1) }
    }

    static func += (sum: inout Tally, other: Tally) {
        sum.opens += other.opens
        sum.fresh += other.fresh
        sum.fetches += other.fetches
        sum.appDays += other.appDays
        sum.shares += other.shares
        sum.sharers += other.sharers
    }

    /// Fresh opens of all, 0…1.
    public var share: Double { opens == 0 ? 0 : fresh / Double(opens) }
    /// The mean of the apps' own shares: each app of each owner counts alike.
    public var meanShare: Double { sharers == 0 ? 0 : shares / Double(sharers) }
    public var fetchesPerAppDay: Double { appDays == 0 ? 0 : fetches / Double(appDays) }
}
