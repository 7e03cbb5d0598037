// Regions of beacons: entered with the first that is heard, and left once none was heard for a
// while (G4).
extension Location {
    mutating func hear(_ beacon: Beacon, in around: inout Surroundings) {
        let now = around.now.instant
        var heard = HeardBeacons()
        heard.note(beacon, at: now)
        // Whom nobody asks for isn't waited for either.
        guard watchesBeacons({ heard.isHeard($0) }) else { return }
        beacons.note(beacon, at: now)
        crossBeacons(in: &around)
    }

    mutating func silence(_ beacon: Beacon, in around: inout Surroundings) {
        beacons.remove(beacon)
        crossBeacons(in: &around)
    }

    /// Some have been silent for too long.
    mutating func settleBeacons(in around: inout Surroundings) {
        guard let due = beacons.due, due <= around.now.instant else { return }
        beacons.forgetSilent(at: around.now.instant)
        crossBeacons(in: &around)
    }

    /// A region is given up, or its app is gone.
    mutating func forgetBeacons() {
        guard !beacons.all.isEmpty else { return }
        var kept = beacons
        kept.keep { heard in watchesBeacons { heard.isOf($0) } }
        beacons = kept
    }

    /// A new daemon has heard nothing: what its apps were told to be in counts as heard now.
    mutating func restartBeacons(at now: Instant) {
        beacons = HeardBeacons()
        for client in clients {
            for region in client.regions where region.crossing.side == .inside {
                if case .beacons(let area) = region.region.area { beacons.note(area, at: now) }
            }
        }
    }

    private func watchesBeacons(_ isMeant: (BeaconRegion) -> Bool) -> Bool {
        clients.contains { client in
            client.regions.contains { region in
                if case .beacons(let area) = region.region.area { isMeant(area) } else { false }
            }
        }
    }

    private mutating func crossBeacons(in around: inout Surroundings) {
        for at in clients.indices {
            for region in clients[at].regions.indices {
                guard case .beacons(let area) = clients[at].regions[region].region.area else {
                    continue
                }
                let side: RegionCrossing.Side = beacons.isHeard(area) ? .inside : .outside
                let before = clients[at].regions[region].crossing.side
                // Outside of it is where its app begins, although nobody has said so.
                guard side != before, before != nil || side == .inside else { continue }
                change(at, in: &around) { $0.regions[region].crossing.side = side }
                tell(side, of: region, at, in: &around)
            }
        }
    }
}
