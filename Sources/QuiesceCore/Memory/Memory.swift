/// The memory that one app's processes use, as the shell measured it.
// derive: json
public struct Footprint: Sendable, Hashable {
    public var app: AppID
    public var launch: Launch
    public var bytes: UInt64

    public init(app: AppID, launch: Launch, bytes: UInt64) {
        self.app = app
        self.launch = launch
        self.bytes = bytes
    }
}

/// A shortage of memory, and the memory of apps.
// derive: json
public struct MemoryPressure: Sendable, Hashable {
    // derive: json
    public enum Level: String, Sendable, Hashable, CaseIterable {
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
    // json: canPageOut unless false
    public var canPageOut: Bool

    public init(level: Level, bytes: UInt64, footprints: [Footprint], canPageOut: Bool = false) {
        self.level = level
        self.bytes = bytes
        self.footprints = footprints
        self.canPageOut = canPageOut
    }
}

/// An app that would be purged.
public struct PurgeCandidate: Sendable, Hashable {
    public var app: AppID
    public var state: AppState
    public var bytes: UInt64
}
