/// The conditions that the status bar shows, and the interruptions that lie over the app in front:
/// with them a tool draws the screen as the user sees it (D1).
// derive: json sorted
public struct ScreenStatus: Sendable, Hashable {
    /// How the device is held, by the names of `UIDeviceOrientation`.
    public var orientation: String
    /// 0…100; nil: unknown.
    public var batteryPercent: Int?
    /// `unknown`, `unplugged`, `charging` or `full`
    public var batteryState: String
    /// `wifi`, `cellular` or `none`; nil: unknown.
    public var network: String?
    /// As ICU writes it, for example `fr_FR`; nil: the machine's.
    public var locale: String?
    /// A name of the time zone database; nil: the machine's.
    public var timeZone: String?
    // json: unless false
    public var lowPowerMode = false
    /// `fair`, `serious` or `critical`; nil: `nominal`.
    public var thermalState: String?
    /// A phone call: `incoming` or `answered`; nil: none.
    public var call: String?
    /// A system alert, as `send alert` shows it.
    // json: unless false
    public var alert = false
    /// The notification centre is pulled down.
    // json: unless false
    public var notificationCenter = false
    /// An app keeps the source of location on.
    // json: unless false
    public var location = false
    /// An app records.
    // json: unless false
    public var recording = false
    /// Characters typed on the lock screen's keypad so far.
    // json: unless 0
    public var typed = 0

    /// As `DeviceScreen` writes it; absent from an older daemon's answer, whose screen is the
    /// standard one.
    public var size: String?

    public init(orientation: String, batteryState: String) {
        self.orientation = orientation
        self.batteryState = batteryState
    }
}
