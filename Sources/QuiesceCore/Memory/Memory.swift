/// The memory that one app's processes use, as the shell measured it.
public struct Footprint: Sendable, Hashable, Codable {
    public var app: AppID
    public var launch: Launch
    public var bytes: UInt64

    public init(app: AppID, launch: Launch, bytes: UInt64) {
        self.app = app
        self.launch = launch
        self.bytes = bytes
    }
}

/// That memory runs short, and what apps use.
public struct MemoryPressure: Sendable, Hashable, Codable {
    public enum Level: String, Sendable, Hashable, Codable, CaseIterable {
        /// Running apps are to free what they can do without.
        case warning
        /// Memory must be had now.
        case critical
    }

    public var level: Level
    /// How much is to be had.
    public var bytes: UInt64
    public var footprints: [Footprint]
    /// There is swap for as much, and the kernel can be told to use it.
    public var canPageOut: Bool

    public init(level: Level, bytes: UInt64, footprints: [Footprint], canPageOut: Bool = false) {
        self.level = level
        self.bytes = bytes
        self.footprints = footprints
        self.canPageOut = canPageOut
    }

    /// What was written before it was known says that it can't.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        level = try fields.decode(Level.self, forKey: .level)
        bytes = try fields.decode(UInt64.self, forKey: .bytes)
        footprints = try fields.decode([Footprint].self, forKey: .footprints)
        canPageOut = try fields.decodeIfPresent(Bool.self, forKey: .canPageOut) ?? false
    }
}

/// An app that would be purged.
public struct PurgeCandidate: Sendable, Hashable {
    public var app: AppID
    public var state: AppState
    public var bytes: UInt64
}
