import QuiesceCore

/// Where a notification is to come, and on which side of the border the device is by the fixes so
/// far: worked out beside the core's rules.
struct ExpectedPlace {
    let region: NotificationRegion
    /// nil: there was no fix since.
    private(set) var isInside: Bool?
    /// It fired, and doesn't repeat.
    var isDone = false
    /// By the fix of this event it fires.
    private(set) var isDue = false
    /// A daemon that knows less than the one before may know another side, and may not believe the
    /// next fix.
    private(set) var isUnsure = false
    /// So many more fixes far from the border, and it knows.
    private var settlesAfter = 0
    static let fixesUntilSure = 2

    init(_ region: NotificationRegion) { self.region = region }

    /// The device is there, or was before the daemon that lives has begun.
    mutating func moves(to fix: LocationFix) {
        guard case .circle(let circle) = region.region.area, !isDone else { return }
        let away = circle.center.distance(to: fix.position)
        // Noise on the border, as large as the fix is inaccurate, is no leaving.
        let (least, most) = (25.0, 200.0)
        let noise = max(least, min(most, fix.accuracy))
        isUnsure = settlesAfter > 0
        if isUnsure {
            guard away <= circle.radius || away > circle.radius + most else { return }
            settlesAfter -= 1
            isInside = away <= circle.radius
            return
        }
        let isInside = away <= circle.radius + (self.isInside == true ? noise : 0)
        if let before = self.isInside, before != isInside {
            isDue = isInside ? region.region.notifyOnEntry : region.region.notifyOnExit
        }
        self.isInside = isInside
    }

    mutating func fires() {
        isDue = false
        isDone = !region.repeats
    }

    mutating func eventEnds() { isDue = false }

    /// A daemon that doesn't know of the last fixes goes on with it.
    mutating func goesOn() {
        isDone = false
        isInside = nil
        isUnsure = true
        settlesAfter = Self.fixesUntilSure
    }
}

/// Which fixes a device goes by: not those that say of themselves that they're wrong, come again or
/// are out of reach. Two that are out of reach and bear each other out are believed.
struct BelievedFixes {
    private var last: LocationFix?
    private var doubted: LocationFix?

    mutating func believes(_ fix: LocationFix) -> Bool {
        guard fix.accuracy >= 0, fix.time != last?.time else { return false }
        let isPlausible = last.map { Self.isReached(fix, from: $0) } ?? true
        let isBorneOut = doubted.map { Self.isReached(fix, from: $0) } ?? false
        guard isPlausible || isBorneOut else {
            doubted = fix
            return false
        }
        doubted = nil
        last = fix
        return true
    }

    private static func isReached(_ fix: LocationFix, from other: LocationFix) -> Bool {
        guard fix.time > other.time else { return false }
        let away = other.position.distance(to: fix.position) - other.accuracy - fix.accuracy
        // Metres a second: faster than anything flies.
        return away <= 600 * (fix.time - other.time).inSeconds
    }
}
