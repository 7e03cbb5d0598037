// Location between an app and the daemon: what an app asks for, and where the device is.

/// How an app wants the standard updates of one of its managers (G2).
// derive: json
public struct LocationWish: Sendable, Hashable {
    /// Metres within which it wants to know; 0: as well as the device can.
    public var accuracy: Double
    /// Metres from the last place told from which on it is told again; 0: of each fix.
    public var distance: Double
    /// They may be paused while the device lies still and the app is out of sight (G5).
    // json: mayPause unless false
    public var mayPause: Bool

    public init(accuracy: Double, distance: Double, mayPause: Bool = false) {
        self.accuracy = accuracy
        self.distance = distance
        self.mayPause = mayPause
    }
}

/// A region, and what of it its app wants to hear (G4).
// derive: json
public struct WatchedRegion: Sendable, Hashable {
    // json: flat
    public var area: Area
    // json: notifyOnEntry unless true
    public var notifyOnEntry: Bool
    // json: notifyOnExit unless true
    public var notifyOnExit: Bool

    // derive: tag=shape
    public enum Area: Sendable, Hashable {
        // json: flat
        case circle(CircularRegion)
        // json: flat
        case beacons(BeaconRegion)
    }

    public init(_ area: Area, notifyOnEntry: Bool = true, notifyOnExit: Bool = true) {
        self.area = area
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
    }

    public var identifier: String {
        switch area {
        case .circle(let region): region.identifier
        case .beacons(let region): region.identifier
        }
    }
}

/// Beacons of one proximity UUID, of one major, or one alone (G4).
// derive: json
public struct BeaconRegion: Sendable, Hashable {
    /// One of its app's: another of the same name takes its place.
    public var identifier: String
    /// In capital letters.
    public var uuid: String
    /// nil: any.
    public var major: UInt16?
    /// nil: any.
    public var minor: UInt16?

    public init(identifier: String, uuid: String, major: UInt16? = nil, minor: UInt16? = nil) {
        self.identifier = identifier
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }
}

/// A beacon that is heard (G4).
// derive: json
public struct Beacon: Sendable, Hashable {
    /// Its proximity UUID, in capital letters.
    public let uuid: String
    public var major: UInt16
    public var minor: UInt16

    /// - Returns: nil: the text is no UUID, such as E2C56DB5-DFFB-48D2-B060-D0F5A71096E0.
    public init?(uuid: String, major: UInt16 = 0, minor: UInt16 = 0) {
        guard let uuid = Self.uuid(uuid) else { return nil }
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    /// In capital letters; nil: it is none.
    package static func uuid(_ text: String) -> String? {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12] else { return nil }
        let isHexadecimal = groups.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isHexDigit } }
        return isHexadecimal ? text.uppercased() : nil
    }
}

/// An app's request about location.
// derive: tag=action
public enum LocationRequest: Sendable, Hashable {
    /// Standard updates for one of its managers, which its process numbers, in place of what that
    /// asked before (G2). `again`: said to a daemon that may not know of it, and no end of a pause
    /// (G5).
    // json: again unless false
    case start(manager: UInt64, wish: LocationWish, again: Bool = false)
    case stop(manager: UInt64)
    /// Where it points to, for one of its managers; told again once it has turned by so many
    /// degrees; 0: each time.
    case startHeading(manager: UInt64, filter: Double)
    case stopHeading(manager: UInt64)
    /// Significant changes, for the app as a whole, over its launches, until it stops them (G1).
    case startSignificant
    case stopSignificant
    /// Likewise over its launches (G4).
    case monitor(region: WatchedRegion)
    case stopMonitoring(region: String)
    /// Whether the device is in one that it monitors.
    case requestState(region: String)
    /// May it know where the device is? Asked of the user once for each (U4).
    case authorize(always: Bool)
}

/// Where the device points to.
// derive: json
public struct HeadingReading: Sendable, Hashable {
    /// Degrees clockwise from magnetic north, 0 to 360.
    public var magnetic: Double
    /// From true north; nil: not known.
    public var real: Double?
    /// Degrees by which it may be wrong; negative: it is invalid.
    public var accuracy: Double
    public var time: WallTime

    public init(magnetic: Double, real: Double? = nil, accuracy: Double, time: WallTime) {
        self.magnetic = magnetic
        self.real = real
        self.accuracy = accuracy
        self.time = time
    }
}

/// Whether the device is in a region.
// derive: json
public enum RegionState: String, Sendable, Hashable, CaseIterable {
    case unknown, inside, outside
}

/// Why a request about location came to nothing.
// derive: json
public enum LocationFailure: String, Sendable, Hashable, CaseIterable {
    /// The user, or the device, doesn't let it.
    case denied
    /// As many regions as may be are monitored.
    case tooManyRegions
    /// No source of the device can tell of such regions.
    case regionUnavailable
    /// No source says where the device is; it goes on trying.
    case unknown
}

/// News of location for an app that executes. None is acknowledged, and none is sent again: the
/// next one is worth more.
// derive: tag=kind
public enum LocationUpdate: Sendable, Hashable {
    /// The abilities of the device. They come after the welcome, where the device can tell
    /// anything, and when they change.
    case abilities(LocationAbilities)
    /// For these of its managers.
    case fix(LocationFix, managers: [UInt64])
    case heading(HeadingReading, managers: [UInt64])
    /// The standard updates of these are paused, as the device lies still (G5).
    case paused(managers: [UInt64])
    /// They go on, as the app is in front again.
    case resumed(managers: [UInt64])
    /// The regions that the app monitors, after the welcome: a later launch finds what an earlier
    /// one began.
    case monitored([WatchedRegion])
    case state(RegionState, region: String)
    /// region: of what; nil: of the device's location.
    case failed(LocationFailure, region: String?)

    /// The next of its kind is worth more than this one: it isn't kept for an app that doesn't
    /// read.
    package var isReplaceable: Bool {
        switch self {
        case .fix, .heading: true
        case .abilities, .paused, .resumed, .monitored, .state, .failed: false
        }
    }
}

/// The kinds of news of location that a device can tell.
// derive: json
public struct LocationAbilities: Sendable, Hashable {
    // json: location unless false
    public var location: Bool
    // json: heading unless false
    public var heading: Bool

    public init(location: Bool, heading: Bool) {
        self.location = location
        self.heading = heading
    }
}

/// News that an app is called back with, and is woken or launched for: acknowledged by the
/// callback's return.
// derive: tag=kind
public enum LocationNews: Sendable, Hashable {
    /// A standard update, to an app that was suspended or had ended (G3, G6).
    // json: update=fix
    case update(LocationFix)
    /// (G1)
    // json: significant=fix
    case significant(LocationFix)
    /// (G4)
    case entered(region: String)
    case left(region: String)
}
