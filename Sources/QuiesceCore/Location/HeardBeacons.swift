/// The beacons of monitored regions that were heard lately. Nothing of it lasts: a new daemon hears
/// them again.
// derive: json sparse
struct HeardBeacons: Sendable, Hashable {
    /// A beacon, or any of those that a region means.
    // derive: json
    struct Heard: Sendable, Hashable {
        var uuid: String
        /// nil: any.
        var major: UInt16?
        /// nil: any.
        var minor: UInt16?
        /// When it was heard last.
        var at: Instant

        func isOf(_ region: BeaconRegion) -> Bool {
            uuid == region.uuid && (region.major == nil || region.major == major)
                && (region.minor == nil || region.minor == minor)
        }
    }

    /// The one that is silent for longest comes first.
    var all: [Heard] = []

    init() {}

    /// When the first of them has been silent for too long; nil: none is heard.
    var due: Instant? { all.first.map { $0.at + Limits.beaconSilence } }

    mutating func note(_ beacon: Beacon, at now: Instant) {
        note(Heard(uuid: beacon.uuid, major: beacon.major, minor: beacon.minor, at: now))
    }

    /// As if one of the region were heard.
    mutating func note(_ region: BeaconRegion, at now: Instant) {
        note(Heard(uuid: region.uuid, major: region.major, minor: region.minor, at: now))
    }

    private mutating func note(_ heard: Heard) {
        all.removeAll {
            $0.uuid == heard.uuid && $0.major == heard.major && $0.minor == heard.minor
        }
        if all.count >= Limits.heardBeacons { all.removeFirst() }
        all.append(heard)
    }

    mutating func remove(_ beacon: Beacon) {
        all.removeAll {
            $0.uuid == beacon.uuid && $0.major == beacon.major && $0.minor == beacon.minor
        }
    }

    /// Takes those away that have been silent for too long.
    mutating func forgetSilent(at now: Instant) {
        all.removeAll { now - $0.at >= Limits.beaconSilence }
    }

    /// Keeps those that somebody asks for.
    mutating func keep(_ isWanted: (Heard) -> Bool) { all.removeAll { !isWanted($0) } }

    func isHeard(_ region: BeaconRegion) -> Bool { all.contains { $0.isOf(region) } }
}
