/// What is known of the device's use across apps.
public struct OwnerHabits: Sendable, Hashable, Codable {
    var screenOn = false
    /// When it went on or off.
    var screenChanged: LocalTime?
    /// The last moment that was told of or asked for.
    var now: LocalTime?

    private enum CodingKeys: String, CodingKey {
        case screenOn = "s"
        case screenChanged = "c"
        case now = "n"
    }

    public init() {}

    /// Seconds for which the device has rested; 0 while it is in use.
    func rested(at time: LocalTime) -> Int64 {
        if screenOn { return 0 }
        guard let screenChanged, screenChanged <= time else { return FetchModel.longAgo }
        return time - screenChanged
    }
}
