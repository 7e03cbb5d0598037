/// The requirements on a plan of fetches.
public struct FetchSetting: Sendable, Hashable {
    /// Fetches of one app on one local day; what isn't used is lost.
    public let budget: Int
    /// Seconds for which what was fetched is fresh.
    public let window: Int64
    /// Seconds that a fetch must precede an open by for its content to be there.
    public let lead: Int64

    /// - Parameters:
    ///   - budget: 1 up to `budgets.upperBound`.
    ///   - windowMinutes: a part of a day.
    ///   - lead: seconds, below the window.
    public init(budget: Int, windowMinutes: Int, lead: Int64) {
        precondition(Self.budgets.contains(budget) && Self.windowMinutes.contains(windowMinutes))
        precondition(lead >= 0 && lead < Int64(windowMinutes) * 60)
        self.budget = budget
        window = Int64(windowMinutes) * 60
        self.lead = lead
    }

    /// A fetch a minute, at most.
    public static let budgets = 1...1_440
    public static let windowMinutes = 1...1_440
}
