import QuiesceCore
import QuiesceWire

/// The machine's sources of location; at first it has none. They report by
/// `Device.located(_:)`, `turned(_:)` and `able(_:)`.
package struct LocationPort {
    /// Asks them for no more than that; nil: they are off.
    package var want: (LocationDemand?) -> Void

    package init(want: @escaping (LocationDemand?) -> Void = { _ in }) { self.want = want }
}

/// The demand that the sources were given last, and the device's latest positions. The proxy
/// decides nothing, and a new daemon's sources are off.
package struct LocationProxy {
    package var port = LocationPort()
    private var demand: LocationDemand?
    /// A tool says where the device is, and the sources are off meanwhile.
    package private(set) var isPlayed = false
    /// Where a tool said last that the device is, and points to.
    private var played: (fix: LocationFix, heading: Double?)?
    /// The sources' abilities, while a tool speaks for the sources.
    var abilities: LocationAbilities?
    /// Where the device was, the oldest first.
    package private(set) var track: [LocationFix] = []

    package init() {}

    /// - Parameter now: when it is said.
    /// - Returns: the place and the heading that a tool plays, for whoever wants to know when
    ///   nobody did: a source says so, too. Apps draw a heading at a place.
    mutating func follow(_ demand: LocationDemand?, at now: WallTime) -> [LocationEvent] {
        guard demand != self.demand else { return [] }
        let before = self.demand
        self.demand = demand
        guard isPlayed else {
            port.want(demand)
            return []
        }
        guard var played else { return [] }
        played.fix.time = now
        var events: [LocationEvent] = []
        if before?.wish == nil, demand?.wish != nil { events.append(.located(played.fix)) }
        if before?.heading != true, demand?.heading == true, let heading = played.heading {
            events.append(.turned(.played(heading, at: now)))
        }
        return events
    }

    /// A tool says it.
    mutating func play(_ fix: LocationFix, heading: Double?) {
        note(fix)
        played = (fix, heading ?? played?.heading)
    }

    /// - Returns: whether that is news.
    mutating func play(_ isPlayed: Bool) -> Bool {
        guard isPlayed != self.isPlayed else { return false }
        self.isPlayed = isPlayed
        port.want(isPlayed ? nil : demand)
        return true
    }

    mutating func note(_ fix: LocationFix) {
        if track.count >= Limits.trackedFixes { track.removeFirst(track.count / 2) }
        track.append(fix)
    }
}

extension HeadingReading {
    /// As a tool says it: the compass agrees with the map, within five degrees.
    static func played(_ heading: Double, at now: WallTime) -> HeadingReading {
        HeadingReading(magnetic: heading, real: heading, accuracy: 5, time: now)
    }
}
