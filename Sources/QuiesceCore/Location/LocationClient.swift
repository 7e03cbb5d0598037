/// An app that wants to know where the device is.
// derive: json sparse
struct LocationClient: Sendable, Hashable {
    var app: AppID
    /// The launch whose managers these are.
    var launch: Launch
    /// The launch hasn't ended yet, as far as was heard.
    var isFollowed = true
    /// Standard updates, in the order of the managers' numbers.
    var managers: [ManagerWish] = []
    var headings: [HeadingWish] = []
    /// nil: it hasn't asked for significant changes.
    var significant: SignificantChange?
    /// In the order in which it began to monitor them.
    var regions: [MonitoredRegion] = []
    /// How many of its notifications wait at a place.
    var notifications = 0
    /// The device has lain still for a while, and what is paused for it.
    var rest: LocationRest?
    /// The wish of the app's last launch when that launch ended; nil: the launch ended without a
    /// wish (G6).
    var standing: ManagerWish?
    /// The user was asked whether it may always know (U4): that is asked once.
    var askedForAlways = false

    // MARK: How it hears

    var audience = LocationAudience.nobody
    /// Why it wasn't woken the last time; nil: it was.
    var refused: Reason?

    // MARK: What it costs

    /// Since when it keeps the source on; nil: it doesn't.
    var onSince: Instant?
    /// How long it did, up to then.
    var charged = Interval.zero

    init(app: AppID, launch: Launch) {
        self.app = app
        self.launch = launch
    }

    /// Nothing is left of it but what it cost.
    var isIdle: Bool {
        managers.isEmpty && headings.isEmpty && significant == nil && regions.isEmpty
            && standing == nil && notifications == 0
    }

    /// The lasting fact of the app; nil: nothing of the app lasts.
    var fact: LocationFact? {
        guard significant != nil || !regions.isEmpty || standing != nil || askedForAlways else {
            return nil
        }
        return LocationFact(
            app: app, significant: significant, regions: regions, standing: standing,
            askedForAlways: askedForAlways)
    }

    /// The most that its managers want, together; nothing of those that are paused.
    var combined: ManagerWish? {
        var all: ManagerWish?
        for manager in managers where !isPaused(manager) {
            all =
                all.map {
                    ManagerWish(
                        manager: $0.manager, wish: $0.wish.joined(manager.wish), told: $0.told)
                } ?? manager
        }
        return all
    }

    /// The managers whose distance the device has moved since they were last told; they are told.
    mutating func take(_ position: Position) -> [UInt64] {
        var moved: [UInt64] = []
        for at in managers.indices where !isPaused(managers[at]) && managers[at].take(position) {
            moved.append(managers[at].manager)
        }
        return moved
    }

    /// Likewise of where it points to.
    mutating func take(_ reading: HeadingReading) -> [UInt64] {
        var turned: [UInt64] = []
        for at in headings.indices where headings[at].take(reading) {
            turned.append(headings[at].manager)
        }
        return turned
    }
}

/// How standard updates reach an app.
// derive: json
enum LocationAudience: String, Sendable, Hashable, CaseIterable {
    /// Not at all.
    case nobody
    /// It executes, and is told.
    case told
    /// It is suspended, and woken for each (G3).
    case woken
    /// It has ended, and is launched for one (G6).
    case launched
}

/// A manager's standard updates.
// derive: json
struct ManagerWish: Sendable, Hashable {
    var manager: UInt64
    var wish: LocationWish
    /// Where the device was when it was last told; nil: it is told of the next fix.
    var told: Position?

    init(manager: UInt64, wish: LocationWish, told: Position? = nil) {
        self.manager = manager
        self.wish = wish
        self.told = told
    }

    /// Whether it is to be told.
    mutating func take(_ position: Position) -> Bool {
        if wish.distance > 0, let told, told.distance(to: position) < wish.distance { return false }
        told = position
        return true
    }
}

/// A manager that wants to know where the device points to.
// derive: json
struct HeadingWish: Sendable, Hashable {
    var manager: UInt64
    /// Degrees.
    var filter: Double
    /// Degrees, as it was last told; nil: it is told of the next reading.
    var told: Double?

    init(manager: UInt64, filter: Double) {
        self.manager = manager
        self.filter = filter
    }

    mutating func take(_ reading: HeadingReading) -> Bool {
        // An invalid reading is told as such, and nothing is measured by it (G2).
        guard reading.accuracy >= 0 else { return true }
        if filter > 0, let told {
            let turn = abs(reading.magnetic - told)
            if min(turn, 360 - turn) < filter { return false }
        }
        told = reading.magnetic
        return true
    }
}

/// A region that an app monitors, over its launches (G4).
// derive: json
public struct MonitoredRegion: Sendable, Hashable {
    public var region: WatchedRegion
    var crossing = RegionCrossing()
    /// Its app wanted to hear of the last crossing, and didn't: it may not know, or couldn't be
    /// woken.
    // json: isUntold unless false
    var isUntold = false

    init(_ region: WatchedRegion) { self.region = region }

    /// A place says whether the device is in it.
    var isCircle: Bool {
        switch region.area {
        case .circle: true
        case .beacons: false
        }
    }

    /// nil: its app doesn't want to hear of that.
    func news(of crossed: RegionCrossing.Side) -> LocationNews? {
        switch crossed {
        case .inside: region.notifyOnEntry ? .entered(region: region.identifier) : nil
        case .outside: region.notifyOnExit ? .left(region: region.identifier) : nil
        }
    }

    public var state: RegionState {
        switch crossing.side {
        case .inside: .inside
        case .outside: .outside
        case nil: .unknown
        }
    }
}

/// The part of an app's wishes for location that outlives the app's process and the device's
/// restart.
// derive: json
public struct LocationFact: Sendable, Hashable {
    public var app: AppID
    var significant: SignificantChange?
    public var regions: [MonitoredRegion]
    var standing: ManagerWish?
    var askedForAlways: Bool

    /// Keeps what its app asked for, and nothing of where the device was.
    package mutating func forgetPlaces() {
        if significant != nil { significant = SignificantChange() }
        regions = regions.map { MonitoredRegion($0.region) }
        standing = nil
    }
}
