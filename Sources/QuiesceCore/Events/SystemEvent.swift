/// The kinds of system events, one row each, in the order in which an app gets them (Q1, Q6).
///
/// All of them merge alike: an app that couldn't be told hears of the net change, once; what was
/// undone meanwhile it doesn't hear of.
// derive: json
public enum SystemEvent: String, Sendable, Hashable, CaseIterable {
    case orientation
    case significantTimeChange
    case batteryLevel
    case batteryState
    case proximity
    case protectedData
    case locale
    case ubiquityIdentity
    case accessoryDisconnected
    case accessoryConnected
    case screenDisconnected
    case screenConnected
    case screenMode
    case defaults
    case backgroundRefresh
    case statusBarFrame
    case powerState
    case thermalState

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
        case .accessoryDisconnected: "EAAccessoryDidDisconnectNotification"
        case .accessoryConnected: "EAAccessoryDidConnectNotification"
        case .screenDisconnected: "UIScreenDidDisconnectNotification"
        case .screenConnected: "UIScreenDidConnectNotification"
        case .screenMode: "UIScreenModeDidChangeNotification"
        case .defaults: "NSUserDefaultsDidChangeNotification"
        case .backgroundRefresh: "UIApplicationBackgroundRefreshStatusDidChangeNotification"
        case .statusBarFrame: "UIApplicationDidChangeStatusBarFrameNotification"
        case .powerState: "NSProcessInfoPowerStateDidChangeNotification"
        case .thermalState: "NSProcessInfoThermalStateDidChangeNotification"
        }
    }

    /// How much an app that knows `old` has to be told when it is `new`: one of the kind, but one
    /// for each accessory. Settings are the app's own, and no condition of the device.
    func tellings(_ old: DeviceConditions, _ new: DeviceConditions) -> Int {
        switch self {
        case .orientation: old.orientation != new.orientation ? 1 : 0
        case .significantTimeChange:
            old.timeZone != new.timeZone || old.timeChanges != new.timeChanges ? 1 : 0
        case .batteryLevel: old.batteryPercent != new.batteryPercent ? 1 : 0
        case .batteryState: old.batteryState != new.batteryState ? 1 : 0
        case .proximity: old.isNear != new.isNear ? 1 : 0
        case .protectedData:
            old.isProtectedDataAvailable != new.isProtectedDataAvailable ? 1 : 0
        case .locale: old.locale != new.locale ? 1 : 0
        case .ubiquityIdentity: old.ubiquityIdentity != new.ubiquityIdentity ? 1 : 0
        case .accessoryDisconnected: old.accessories.count { !new.accessories.contains($0) }
        case .accessoryConnected: new.accessories.count { !old.accessories.contains($0) }
        case .screenDisconnected: old.externalScreen != nil && new.externalScreen == nil ? 1 : 0
        case .screenConnected: old.externalScreen == nil && new.externalScreen != nil ? 1 : 0
        case .screenMode:
            old.externalScreen != nil && new.externalScreen != nil
                && old.externalScreen != new.externalScreen ? 1 : 0
        case .defaults: 0
        case .backgroundRefresh: old.backgroundRefresh != new.backgroundRefresh ? 1 : 0
        case .statusBarFrame: old.isInCall != new.isInCall ? 1 : 0
        case .powerState: old.lowPowerMode != new.lowPowerMode ? 1 : 0
        case .thermalState: old.thermalState != new.thermalState ? 1 : 0
        }
    }

    /// Only the app in front is told; the others once they come there (S9).
    var isForFront: Bool { self == .statusBarFrame }
}
