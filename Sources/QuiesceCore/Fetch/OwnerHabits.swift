/// The device's use across apps.
// derive: json
public struct OwnerHabits: Sendable, Hashable {
    // json: screenOn=s
    var screenOn = false
    /// When it went on or off.
    // json: screenChanged=c
    var screenChanged: LocalTime?
    /// The last moment that was told of or asked for.
    // json: now=n
    var now: LocalTime?

    public init() {}

    /// Seconds for which the device has rested; 0 while it is in use.
    func rested(at time: LocalTime) -> Int64 {
        if screenOn { return 0 }
        guard let screenChanged, screenChanged <= time else { return FetchModel.longAgo }
        return time - screenChanged
    }
}
