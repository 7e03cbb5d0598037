import QuiesceCore

/// The machine's sources of location; at first it has none. They report by `Device.located(_:)`, `turned(_:)` and `able(_:)`.
package struct LocationPort {
    /// Asks them for no more than that; nil: they are off.
    package var want: (LocationDemand?) -> Void

    package init(want: @escaping (LocationDemand?) -> Void = { _ in }) { self.want = want }
}

/// What was asked of the sources last, and where the device was lately. It decides nothing, and a new daemon's are off.
package struct LocationDesk {
    package var port = LocationPort()
    private var demand: LocationDemand?
    /// A tool says where the device is, and the sources are off meanwhile.
    package private(set) var isPlayed = false
    /// What the sources can tell, while a tool speaks for them.
    var abilities: LocationAbilities?
    /// Where the device was, the oldest first.
    package private(set) var track: [LocationFix] = []

    package init() {}

    mutating func follow(_ demand: LocationDemand?) {
        guard demand != self.demand else { return }
        self.demand = demand
        if !isPlayed { port.want(demand) }
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
