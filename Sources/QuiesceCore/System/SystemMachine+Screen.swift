extension SystemMachine {
    /// The conditions and interruptions with which a tool draws the screen.
    public func screenStatus(at now: Moment) -> ScreenStatus {
        let conditions = around.device.conditions
        var status = ScreenStatus(
            orientation: conditions.orientation.rawValue,
            batteryState: conditions.batteryState.rawValue)
        status.batteryPercent = conditions.batteryPercent
        status.network = conditions.network?.rawValue
        status.lowPowerMode = conditions.lowPowerMode
        if conditions.thermalState != .nominal {
            status.thermalState = conditions.thermalState.rawValue
        }
        status.locale = conditions.locale
        status.timeZone = conditions.timeZone
        status.call = around.interruptions.call?.rawValue
        status.alert = around.interruptions.alert
        status.notificationCenter = around.interruptions.notificationCenter
        status.location = locationViews(at: now).contains(where: \.isOn)
        status.recording = audioViews.contains(where: \.isRecording)
        return status
    }
}
