/// An app's declarations in its Info.plist, checked (O1, O3, O4).
// derive: json
public struct AppManifest: Sendable, Hashable {
    /// `CFBundleIdentifier`
    public var id: AppID
    /// `CFBundleDisplayName`, else `CFBundleName`, else the executable's name.
    public var name: String
    /// `CFBundleShortVersionString`, else `CFBundleVersion`, else "0".
    public var version: String
    /// `CFBundleExecutable`: a file name directly inside the bundle.
    public var executable: String
    /// `UIBackgroundModes`, those values that Quiesce knows, in declared order, each once (O4).
    public var backgroundModes: [BackgroundMode]
    /// Values of `UIBackgroundModes` that Quiesce doesn't know: reported, otherwise ignored (O4).
    public var unknownBackgroundModes: [String]
    /// `UIApplicationExitsOnSuspend` (O1)
    public var exitsOnSuspend: Bool
    /// The major version of the system that the app was built for: the number before the first
    /// dot of `DTPlatformVersion`, else nil, meaning current (O3).
    public var builtForMajorVersion: Int?

    /// `QuiesceAppGroups`: whose shared containers it may use (C2).
    // json: groups unless []
    public var groups: [String]
    /// `BGTaskSchedulerPermittedIdentifiers`
    // json: taskIdentifiers unless []
    public var taskIdentifiers: [String]
    /// `QuiesceHosted`: the executable is any program, and `quiesce-host` speaks for it.
    // json: isHosted unless false
    public var isHosted: Bool
    /// `UISupportedExternalAccessoryProtocols`: what it speaks to accessories, each once (E1).
    // json: accessoryProtocols unless []
    public var accessoryProtocols: [String]
    /// `CFBundleURLTypes`: the schemes of URLs that it opens, in lower case, each once.
    // json: urlSchemes unless []
    public var urlSchemes: [String]
    /// `com.apple.developer.associated-domains`: the domains whose pages it opens, in lower case,
    /// each once, `*.example.com` among them.
    // json: linkDomains unless []
    public var linkDomains: [String]
    /// `NSUserActivityTypes`: the activities that it goes on with, each once.
    // json: activityTypes unless []
    public var activityTypes: [String]
    /// `QuiesceThaw`: when it is thawed, of a hosted program (Y1).
    public var thaw: ThawSchedule?

    public init(
        id: AppID, name: String, version: String, executable: String,
        backgroundModes: [BackgroundMode] = [], unknownBackgroundModes: [String] = [],
        exitsOnSuspend: Bool = false, builtForMajorVersion: Int? = nil,
        groups: [String] = [], taskIdentifiers: [String] = [], isHosted: Bool = false,
        accessoryProtocols: [String] = [], urlSchemes: [String] = [],
        linkDomains: [String] = [], activityTypes: [String] = [], thaw: ThawSchedule? = nil
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.executable = executable
        self.backgroundModes = backgroundModes
        self.unknownBackgroundModes = unknownBackgroundModes
        self.exitsOnSuspend = exitsOnSuspend
        self.builtForMajorVersion = builtForMajorVersion
        self.groups = groups
        self.taskIdentifiers = taskIdentifiers
        self.isHosted = isHosted
        self.accessoryProtocols = accessoryProtocols
        self.urlSchemes = urlSchemes
        self.linkDomains = linkDomains
        self.activityTypes = activityTypes
        self.thaw = thaw
    }
}

/// A value of `UIBackgroundModes` (O4).
// derive: json
public enum BackgroundMode: String, Sendable, Hashable, CaseIterable {
    case audio
    case location
    case voip
    case newsstandContent = "newsstand-content"
    case externalAccessory = "external-accessory"
    case bluetoothCentral = "bluetooth-central"
    case bluetoothPeripheral = "bluetooth-peripheral"
    case fetch
    case remoteNotification = "remote-notification"
    /// Background tasks of minutes (BGTaskScheduler).
    case processing
}
