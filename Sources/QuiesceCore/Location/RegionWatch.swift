/// Names a region among those of all apps.
struct RegionKey: Sendable, Hashable {
    var app: AppID
    var identifier: String
}

/// Finds the regions that a fix may have to do with: worked out from those that are monitored, so
/// no part of the state. Two of them are never told apart.
struct RegionWatch: Sendable, Hashable {
    private var index = RegionIndex<RegionKey>()
    /// Those that the device is in, as far as it was told: a fix anywhere may be outside of them.
    private var inside: Set<RegionKey> = []
    /// Those of which nobody knows yet whether it is.
    private var unknown: Set<RegionKey> = []

    static func == (a: Self, b: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    mutating func add(_ region: MonitoredRegion, of app: AppID) {
        guard case .circle(let circle) = region.region.area else { return }
        let key = RegionKey(app: app, identifier: circle.identifier)
        index.insert(circle, as: key)
        note(key, region.crossing.side)
    }

    mutating func remove(_ identifier: String, of app: AppID) {
        let key = RegionKey(app: app, identifier: identifier)
        index.remove(key)
        inside.remove(key)
        unknown.remove(key)
    }

    mutating func note(_ key: RegionKey, _ side: RegionCrossing.Side?) {
        inside.remove(key)
        unknown.remove(key)
        switch side {
        case .inside: inside.insert(key)
        case nil: unknown.insert(key)
        case .outside: break
        }
    }

    /// Each once, in an order that a rebuilt one has, too.
    func concerned(by position: Position) -> [RegionKey] {
        var found = index.candidates(at: position)
        found += inside
        found += unknown
        guard found.count > 1 else { return found }
        found.sort { ($0.app, $0.identifier) < ($1.app, $1.identifier) }
        var last: RegionKey?
        return found.filter { key in
            defer { last = key }
            return key != last
        }
    }
}
