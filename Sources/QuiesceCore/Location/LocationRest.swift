/// The device lies still while an app is out of sight: since when, and what is paused for it (G5).
// derive: json
struct LocationRest: Sendable, Hashable {
    /// Where it lies.
    var place: Position
    var since: Instant
    /// The managers whose standard updates are paused.
    // json: paused unless []
    var paused: [UInt64] = []
    /// Those of them of which the app hasn't been told, as it hears nothing.
    // json: untold unless []
    var untold: [UInt64] = []

    init(place: Position, since: Instant) {
        self.place = place
        self.since = since
    }
}

extension LocationClient {
    func isPaused(_ manager: ManagerWish) -> Bool {
        rest?.paused.contains(manager.manager) ?? false
    }

    /// Some of its standard updates are paused.
    var hasPaused: Bool { rest?.paused.isEmpty == false }

    /// It wants standard updates, and not all of them are paused.
    var hasUpdates: Bool { managers.contains { !isPaused($0) } }

    /// Something that keeps the source on now may be paused.
    fileprivate var mayPause: Bool {
        switch audience {
        case .nobody: false
        case .told, .woken: managers.contains { $0.wish.mayPause && !isPaused($0) }
        case .launched: standing?.wish.mayPause ?? false
        }
    }

    /// A manager asks anew, or no more.
    ///
    /// - Returns: whether it was paused.
    @discardableResult
    mutating func endPause(of manager: UInt64) -> Bool {
        guard let paused = rest?.paused.firstIndex(of: manager) else { return false }
        rest?.paused.remove(at: paused)
        rest?.untold.removeAll { $0 == manager }
        if !hasPaused { rest = nil }
        return true
    }
}

// Standard updates are paused while the device lies still and their app is out of sight, and go on
// once it is in front (G5).
extension Location {
    /// No beacon of a region was heard for `Limits.beaconSilence` (G4), or the device has lain
    /// still for so long that updates are paused (G5). On time.
    func timedWork(at now: Moment, _: borrowing Surroundings) -> AwakeWindow? {
        let due = beacons.due.map { min($0, pauseDue ?? $0) } ?? pauseDue
        return due.map { InstantWindow(at: $0).awake(at: now) }
    }

    /// Nothing is paused of who hears nothing and rests nowhere: most apps.
    func mayRest(_ at: Int) -> Bool {
        clients[at].audience != .nobody || clients[at].rest != nil
    }

    /// By a fix: where the device lies.
    mutating func followRest(_ at: Int, _ fix: LocationFix, in around: borrowing Surroundings) {
        guard var rest = clients[at].rest else {
            return beginRest(at, fix.position, in: around)
        }
        let isStill =
            rest.place.distance(to: fix.position) <= max(Limits.stillDistance, fix.accuracy)
        guard !isStill else { return }
        rest.place = fix.position
        rest.since = around.now.instant
        clients[at].rest = rest
    }

    private mutating func beginRest(
        _ at: Int, _ place: Position?, in around: borrowing Surroundings
    ) {
        guard let place, abilities?.location != false, clients[at].mayPause,
            around.profile.locationPause > .zero, !around.isInFront(clients[at].app)
        else { return }
        clients[at].rest = LocationRest(place: place, since: around.now.instant)
    }

    /// The app has come to the front, has left it, or hears otherwise.
    mutating func followSight(_ at: Int, in around: inout Surroundings) {
        guard let rest = clients[at].rest else {
            return beginRest(at, filter.last?.position, in: around)
        }
        tellPaused(at, in: &around)
        let isInFront = around.isInFront(clients[at].app)
        if isInFront, !rest.paused.isEmpty {
            around.note(.input, .locationResumed, .g5, of: clients[at].app)
            // A manager that never heard of the pause doesn't hear of its end: the app may have
            // lost its permission in between.
            let untold = clients[at].rest?.untold ?? []
            let told = rest.paused.filter { !untold.contains($0) }
            if !told.isEmpty { tell(clients[at], .resumed(managers: told), in: &around) }
        }
        if isInFront || (rest.paused.isEmpty && !clients[at].mayPause) { clients[at].rest = nil }
    }

    /// Nothing says any more whether the device lies still.
    mutating func forgetRests() {
        for at in clients.indices where !clients[at].hasPaused {
            clients[at].rest = nil
        }
    }

    /// When the first client's updates are to be paused; nil: nobody's.
    mutating func settlePauseDue(in around: borrowing Surroundings) {
        pauseDue = nil
        for client in clients {
            guard let rest = client.rest, client.mayPause else { continue }
            let due = rest.since + around.profile.locationPause
            pauseDue = min(pauseDue ?? due, due)
        }
    }

    /// The device has lain still for long enough.
    mutating func settlePauses(in around: inout Surroundings) {
        guard let pauseDue, pauseDue <= around.now.instant else { return }
        for at in clients.indices {
            guard let rest = clients[at].rest, clients[at].mayPause,
                rest.since + around.profile.locationPause <= around.now.instant
            else { continue }
            pause(at, in: &around)
        }
        settleDemand(in: &around)
    }

    private mutating func pause(_ at: Int, in around: inout Surroundings) {
        around.note(.input, .locationPaused, .g5, of: clients[at].app)
        if clients[at].audience == .launched {
            // The app's wish ends with the pause: the app asks again when it is opened.
            change(at, in: &around) { $0.standing = nil }
            clients[at].rest = nil
        } else {
            let paused = clients[at].managers.filter {
                $0.wish.mayPause && !clients[at].isPaused($0)
            }.map(\.manager)
            clients[at].rest?.paused += paused
            clients[at].rest?.untold += paused
        }
        refresh(at, in: &around)
    }

    private mutating func tellPaused(_ at: Int, in around: inout Surroundings) {
        guard clients[at].audience == .told, let untold = clients[at].rest?.untold, !untold.isEmpty
        else { return }
        clients[at].rest?.untold = []
        tell(clients[at], .paused(managers: untold), in: &around)
    }
}
