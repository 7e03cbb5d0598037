/// Where a notification comes, instead of when (N1, G4): as the device enters the region, leaves
/// it, or both.
// derive: json
public struct NotificationRegion: Sendable, Hashable {
    /// A circle: beacons aren't listened for here.
    // json: flat
    public var region: WatchedRegion
    /// Each time, and not the first alone.
    // json: unless false
    public var repeats: Bool

    public init(_ region: WatchedRegion, repeats: Bool = false) {
        self.region = region
        self.repeats = repeats
    }

    /// "on entering home"
    public var words: String {
        let what =
            switch (region.notifyOnEntry, region.notifyOnExit) {
            case (true, true): "entering or leaving"
            case (true, false): "entering"
            case (false, true): "leaving"
            case (false, false): "nothing of"
            }
        return "on \(what) \(region.identifier)"
    }
}
