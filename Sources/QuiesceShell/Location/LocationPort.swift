import QuiesceCore

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
    /// Where a tool said last that the device is.
    var played: LocationFix?
    /// The sources' abilities, while a tool speaks for the sources.
    var abilities: LocationAbilities?
    /// Where the device was, the oldest first.
    package private(set) var track: [LocationFix] = []

    package init() {}

    /// - Returns: where a tool says that the device is, if somebody wants to know and nobody did: a
    ///   source says so, too.
    mutating func follow(_ demand: LocationDemand?) -> LocationFix? {
        guard demand != self.demand else { return nil }
        let isNew = self.demand?.wish == nil && demand?.wish != nil
        self.demand = demand
        if !isPlayed { port.want(demand) }
        return isPlayed && isNew ? played : nil
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
