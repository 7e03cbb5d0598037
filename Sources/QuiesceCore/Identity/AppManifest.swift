/// What an app declared about itself in its Info.plist, checked (O1, O3, O4).
public struct AppManifest: Sendable, Hashable, Codable {
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
    public var groups: [String]
    /// `BGTaskSchedulerPermittedIdentifiers`
    public var taskIdentifiers: [String]

    public init(
        id: AppID, name: String, version: String, executable: String,
        backgroundModes: [BackgroundMode] = [], unknownBackgroundModes: [String] = [],
        exitsOnSuspend: Bool = false, builtForMajorVersion: Int? = nil,
        groups: [String] = [], taskIdentifiers: [String] = []
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
    }
}

extension AppManifest {
    /// What was written before groups were known has none.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        id = try fields.decode(AppID.self, forKey: .id)
        name = try fields.decode(String.self, forKey: .name)
        version = try fields.decode(String.self, forKey: .version)
        executable = try fields.decode(String.self, forKey: .executable)
        backgroundModes = try fields.decode([BackgroundMode].self, forKey: .backgroundModes)
        unknownBackgroundModes = try fields.decode([String].self, forKey: .unknownBackgroundModes)
        exitsOnSuspend = try fields.decode(Bool.self, forKey: .exitsOnSuspend)
        builtForMajorVersion = try fields.decodeIfPresent(Int.self, forKey: .builtForMajorVersion)
        groups = try fields.decodeIfPresent([String].self, forKey: .groups) ?? []
        taskIdentifiers =
            try fields.decodeIfPresent([String].self, forKey: .taskIdentifiers) ?? []
    }
}

/// A value of `UIBackgroundModes` (O4).
public enum BackgroundMode: String, Sendable, Hashable, Codable, CaseIterable {
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
