import QuiesceCore

/// The rows of the device's lane, each with what it says of the device at a moment.
enum DeviceTrack: CaseIterable {
    case screen, front, power, network, battery, lowPower, thermal, refresh, location, sound

    var name: String {
        switch self {
        case .screen: "Screen"
        case .front: "In front"
        case .power: "Power"
        case .network: "Network"
        case .battery: "Battery"
        case .lowPower: "Low Power Mode"
        case .thermal: "Warmth"
        case .refresh: "Background refresh"
        case .location: "Location"
        case .sound: "Sound"
        }
    }

    static let asleep = "asleep"

    /// - Parameter name: how people call an app.
    func words(
        _ machine: borrowing SystemMachine, at now: Moment, name: (AppID) -> String
    ) -> Timeline.Track.Words {
        switch self {
        case .screen:
            return Timeline.Track.Words(
                machine.isAsleep ? "off" : machine.isLocked ? "locked" : "on")
        case .front:
            guard let front = machine.foreground else { return Timeline.Track.Words("") }
            return Timeline.Track.Words(name(front))
        case .power:
            let wakefulness = machine.whyAwake()
            let label =
                wakefulness.isAsleep
                ? Self.asleep : wakefulness.isKeptAwake ? "kept awake" : "awake"
            return Timeline.Track.Words(label, wakefulness.sentence)
        case .network:
            return Timeline.Track.Words(machine.conditions.network?.rawValue ?? "")
        case .battery:
            let conditions = machine.conditions
            guard let percent = conditions.batteryPercent else { return Timeline.Track.Words("") }
            return Timeline.Track.Words("\(percent)% \(conditions.batteryState.rawValue)")
        case .lowPower:
            return Timeline.Track.Words(machine.conditions.lowPowerMode ? "on" : "")
        case .thermal:
            let state = machine.conditions.thermalState
            return Timeline.Track.Words(state == .nominal ? "" : state.rawValue)
        case .refresh:
            return Timeline.Track.Words(machine.conditions.backgroundRefresh ? "" : "off")
        case .location:
            let keepers = machine.locationViews(at: now).filter(\.isOn)
            return Timeline.Track.Words(keepers.map { name($0.app) }.joined(separator: ", "))
        case .sound:
            let heard = machine.audioViews.filter { $0.isPlaying || $0.isRecording }
            return Timeline.Track.Words(
                heard.map { "\(name($0.app)) \($0.isRecording ? "records" : "plays")" }
                    .joined(separator: ", "))
        }
    }
}
