/// The kinds of system events, one row each, in the order in which an app gets them (Q1, Q6).
///
/// All of them merge alike: an app that couldn't be told hears of the net change, once; what was
/// undone meanwhile it doesn't hear of.
public enum SystemEvent: String, Sendable, Hashable, Codable, CaseIterable {
    case orientation
    case significantTimeChange
    case batteryLevel
    case batteryState
    case proximity
    case protectedData
    case locale
    case ubiquityIdentity

    /// The notification's name in an app that learns of these conditions by it.
    public func notificationName(_ conditions: DeviceConditions) -> String {
        switch self {
        case .orientation: "UIDeviceOrientationDidChangeNotification"
        case .significantTimeChange: "UIApplicationSignificantTimeChangeNotification"
        case .batteryLevel: "UIDeviceBatteryLevelDidChangeNotification"
        case .batteryState: "UIDeviceBatteryStateDidChangeNotification"
        case .proximity: "UIDeviceProximityStateDidChangeNotification"
        case .protectedData:
            conditions.isProtectedDataAvailable
                ? "UIApplicationProtectedDataDidBecomeAvailableNotification"
                : "UIApplicationProtectedDataWillBecomeUnavailableNotification"
        case .locale: "NSCurrentLocaleDidChangeNotification"
        case .ubiquityIdentity: "NSUbiquityIdentityDidChangeNotification"
        }
    }

    /// Whether an app that knows `old` has to be told when it is `new`.
    func changed(_ old: DeviceConditions, _ new: DeviceConditions) -> Bool {
        switch self {
        case .orientation: old.orientation != new.orientation
        case .significantTimeChange: old.timeZone != new.timeZone
        case .batteryLevel: old.batteryPercent != new.batteryPercent
        case .batteryState: old.batteryState != new.batteryState
        case .proximity: old.isNear != new.isNear
        case .protectedData: old.isProtectedDataAvailable != new.isProtectedDataAvailable
        case .locale: old.locale != new.locale
        case .ubiquityIdentity: old.ubiquityIdentity != new.ubiquityIdentity
        }
    }
}

extension DeviceConditions {
    /// What an app that knows `earlier` is to be told, in order: the net change.
    func events(since earlier: DeviceConditions) -> [SystemEvent] {
        SystemEvent.allCases.filter { $0.changed(earlier, self) }
    }
}
