extension Limits {
    /// Regions that an app may watch: CoreLocation's number.
    public static let regionsPerApp = 20
    /// Metres of a region's radius. Below the least no source could tell in from out; a larger one
    /// is cut to the most, which is a country's size.
    public static let regionRadius = 1.0...1_000_000.0
    /// Metres beyond its border at which a region is left, at least: what a receiver in a street is
    /// wrong by while the device lies still.
    public static let regionCushion = 25.0
    /// Metres beyond its border at which a region is left at the latest, however inaccurate the
    /// fix: a cell's size.
    public static let regionCushionMost = 200.0

    /// For how long no beacon of a region must be heard until it is left: as long as CoreLocation's
    /// apps are used to. A beacon says something each second, and a body in between hides it for a
    /// few.
    public static let beaconSilence = Interval.seconds(30)
    /// Beacons of monitored regions that are heard at once. Beyond that the one that is silent for
    /// longest is given up.
    public static let heardBeacons = 256

    /// Metres from the last place told that are a significant change (G1).
    public static let significantDistance = 500.0
    /// Time since the last significant change told, at least (G1).
    public static let significantInterval = Interval.seconds(300)

    /// Metres within which a device counts as lying still (G5), if the fix is as accurate: what a
    /// receiver indoors wanders by.
    public static let stillDistance = 50.0

    /// Metres a second beyond which a move between two fixes isn't believed before another one
    /// confirms it: twice an airliner's speed.
    public static let fastestMove = 600.0
}

extension Limits {
    /// Managers of a process that may want to know at once: no app has more, and one that forgets
    /// its own is stopped by it.
    public static let locationManagers = 64
    /// For what an app is woken for with a place, in awake time: CoreLocation's documents speak of
    /// about ten seconds.
    public static let locationTime = Interval.seconds(10)
    /// As coarse as significant changes may be found by: a cell's size, and half of the distance
    /// that counts.
    static let significantWish = LocationWish(accuracy: 1_000, distance: significantDistance / 2)
    /// As coarse as a region's border may be found by, without telling of it much too late.
    static let regionWish = LocationWish(accuracy: 100, distance: regionCushion)
}

extension Limits {
    /// Places where the device was lately, for the map of `quiesce location`: some hours of a walk.
    public static let trackedFixes = 10_000
}
