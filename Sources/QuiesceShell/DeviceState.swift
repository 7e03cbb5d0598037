import QuiesceCore
import QuiesceWire

// The state of the device and of an app's permissions, as apps are told them on the wire.

extension DeviceConditions {
    func wire(on screen: DeviceScreen) -> MessageToApp.DeviceState {
        var state = MessageToApp.DeviceState()
        state.orientation = orientation.rawValue
        state.batteryPercent = batteryPercent
        state.batteryState = batteryState.rawValue
        state.near = isNear
        state.locale = locale
        state.timeZone = timeZone
        state.ubiquityIdentity = ubiquityIdentity
        state.accessories = accessories.isEmpty ? nil : accessories
        state.externalScreen = externalScreen?.text
        state.screen = screen == .standard ? nil : screen.text
        state.statusBarHeight = isInCall ? 40 : nil
        state.protectedDataAvailable = isProtectedDataAvailable
        state.backgroundRefresh = backgroundRefresh ? nil : false
        state.lowPowerMode = lowPowerMode ? true : nil
        state.thermalState = thermalState == .nominal ? nil : thermalState.rawValue
        return state
    }
}

extension AppPermissions {
    /// nil: all as they are at the beginning.
    var wire: [String: String]? {
        guard self != AppPermissions() else { return nil }
        return Dictionary(
            uniqueKeysWithValues: Permission.ofApps.map { ($0.rawValue, self[$0].rawValue) })
    }
}
