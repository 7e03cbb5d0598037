/// The answer of `quiesce status`.
// derive: json sorted
public struct DeviceStatus: Sendable, Hashable {
    public var device: String
    public var version: String
    public var pid: Int
    public var home: String
    public var profile: String
    public var since: String
    /// `cgroup` or `signals` (SIGSTOP and SIGCONT, where no cgroup can be written).
    public var freezer: String
    /// `uids`, `landlock` or `none`
    public var isolation: String
    public var foreground: String?
    public var locked: Bool
    public var asleep: Bool
    public var apps: Int
    public var running: Int
    public var suspended: Int
    /// Notes for the owner: a fallback in use, a store that was moved aside …
    public var notes: [String]
    /// Whether pushes' payloads are kept in the journal; absent from an older daemon's answer.
    public var journalPayloads: Bool?
    /// Whether a passcode is set (P3); absent from an older daemon's answer, as are the next two.
    public var passcode: Bool?
    /// Whether files with complete protection can be read now.
    public var protectedData: Bool?
    /// Wrong passcodes since the last right one.
    public var wrongPasscodes: Int?
    /// Only where there are transfers.
    public var transfers: TransferStatus?
    /// No notification fires before the clock shows this, as it is older than it was before the
    /// device restarted (ISO 8601); nil: none is held.
    public var notificationsHeldUntil: String?
    /// Whether there is a sound server; absent from an older daemon's answer.
    public var sound: Bool?
    /// The source that says which windows are shown, `sway` or `X11`, or `none`; absent where no
    /// app has had a window.
    public var windows: String?
    /// For drawing the screen; absent from an older daemon's answer.
    public var screen: ScreenStatus?

    public init(
        device: String, version: String, pid: Int, home: String, profile: String, since: String,
        freezer: String, isolation: String, foreground: String?, locked: Bool, asleep: Bool,
        apps: Int, running: Int, suspended: Int, notes: [String], journalPayloads: Bool? = nil,
        passcode: Bool? = nil, protectedData: Bool? = nil, wrongPasscodes: Int? = nil
    ) {
        self.device = device
        self.version = version
        self.pid = pid
        self.home = home
        self.profile = profile
        self.since = since
        self.freezer = freezer
        self.isolation = isolation
        self.foreground = foreground
        self.locked = locked
        self.asleep = asleep
        self.apps = apps
        self.running = running
        self.suspended = suspended
        self.notes = notes
        self.journalPayloads = journalPayloads
        self.passcode = passcode
        self.protectedData = protectedData
        self.wrongPasscodes = wrongPasscodes
    }
}
