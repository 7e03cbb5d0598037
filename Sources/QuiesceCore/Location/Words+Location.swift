// Location in plain words, for the log and `why`.

extension LocationWish {
    /// "within 10 m, each 50 m"
    var words: String {
        let accuracy = accuracy > 0 ? "within \(accuracy.spokenAsMetres)" : "as well as can be"
        return distance > 0 ? "\(accuracy), each \(distance.spokenAsMetres)" : accuracy
    }
}

extension Double {
    /// "250 m", "3 km"; nothing is that far away that it would be wrong.
    fileprivate var spokenAsMetres: String {
        guard (0..<1e9).contains(self) else { return "any distance" }
        let metres = Int(rounded())
        return metres >= 10_000 ? "\(metres / 1_000) km" : "\(metres) m"
    }
}

extension Reason {
    public static let locationStarted = Reason("locationStarted") { detail, _ in
        .event("it asked where the device is, \(detail.wish)")
    }
    public static let locationStopped = Reason(
        "locationStopped", .event("it wants no more standard updates of location"))
    public static let locationPaused = Reason(
        "locationPaused",
        .refusal(
            "its updates of location are paused, because the device lay still while it was out of sight",
            change: "open it, or it should turn pausesLocationUpdatesAutomatically off"))
    public static let locationResumed = Reason(
        "locationResumed",
        .event("its updates of location go on after a pause, because it is in front"))
    public static let significantStarted = Reason(
        "significantStarted", .event("it asked to be told of significant changes of place"))
    public static let significantStopped = Reason(
        "significantStopped", .event("it wants no more significant changes of place"))
    public static let significantChangeTold = Reason(
        "significantChangeTold", .event("it was told of a significant change of place"))
    public static let regionMonitored = Reason("regionMonitored") { detail, _ in
        .event("it monitors the region \(detail.region)")
    }
    public static let regionForgotten = Reason("regionForgotten") { detail, _ in
        .event("it monitors the region \(detail.region) no more")
    }
    public static let regionEntered = Reason("regionEntered") { detail, _ in
        .event("it was told that the device entered the region \(detail.region)")
    }
    public static let regionLeft = Reason("regionLeft") { detail, _ in
        .event("it was told that the device left the region \(detail.region)")
    }
    public static let tooManyRegions = Reason(
        "tooManyRegions",
        .refusal(
            "it monitors \(Limits.regionsPerApp) regions, as many as an app may",
            change: "it should stop monitoring another first"))
    public static let locationNotAsked = Reason(
        "locationNotAsked",
        .refusal(
            "it has not asked for that", change: "it asks with CLLocationManager"))
    public static let locationNotAllowed = Reason(
        "locationNotAllowed",
        .refusal(
            "the user does not let it know where the device is while it does not execute",
            change: "allow it, with `quiesce permissions APP location allow`"))
    public static let wokenForLocation = Reason(
        "wokenForLocation", .event("it was woken, because the device has moved"))
    public static let wokenForRegion = Reason(
        "wokenForRegion", .event("it was woken, because the device entered or left a region"))
    public static let locationFound = Reason(
        "locationFound", .event("a source says where the device is"))
    public static let locationLost = Reason(
        "locationLost",
        .refusal(
            "no source says where the device is",
            change: "start geoclue or gpsd, or say it yourself: quiesce send location LAT LON"))
    public static let fixInvalid = Reason(
        "fixInvalid", .event("a place without an accuracy was not believed"))
    public static let fixRepeated = Reason(
        "fixRepeated", .event("a place came twice for the same moment, and was taken once"))
    public static let fixBackInTime = Reason(
        "fixBackInTime",
        .event(
            "a place is older than the one before, and is not believed until another confirms it"))
    public static let fixJumped = Reason(
        "fixJumped",
        .event(
            "a place is too far from the one before, and is not believed until another confirms it")
    )
}

extension Location {
    static let reasons: [Reason] = [
        .locationStarted, .locationStopped, .locationPaused, .locationResumed, .significantStarted,
        .significantStopped,
        .significantChangeTold, .regionMonitored, .regionForgotten, .regionEntered, .regionLeft,
        .tooManyRegions, .locationNotAsked, .locationNotAllowed, .wokenForLocation, .wokenForRegion,
        .locationFound, .locationLost, .fixInvalid, .fixRepeated, .fixBackInTime, .fixJumped,
    ]
}

extension Detail? {
    fileprivate var wish: String { if case .name(let wish) = self { wish } else { "somehow" } }
    fileprivate var region: String {
        if case .name(let name) = self { "\"\(name)\"" } else { "of an app" }
    }
}
