/// What is learnt of one app: small, as it is stored with the app's facts.
public struct AppHabits: Sendable, Hashable, Codable {
    /// Opens by hour of the day.
    var hours = [Int32](repeating: 0, count: 24)
    var lastFetch: LocalTime?
    /// The day that `used` counts.
    var day: Int64 = .min
    var used = 0

    public init() {}
}
