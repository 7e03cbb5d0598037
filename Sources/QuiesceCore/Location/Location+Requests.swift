// The requests of apps for location.
extension Location {
    mutating func take(
        _ asked: LocationRequest, from app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        if case .authorize(let always) = asked {
            return authorize(app, launch, always: always, in: &around)
        }
        let at = client(app, launch)
        let wasOn = demand?.wish != nil
        switch asked {
        case .start(let manager, let wish, let again):
            start(ManagerWish(manager: manager, wish: wish), again: again, at, in: &around)
        case .stop(let manager):
            guard clients[at].managers.contains(where: { $0.manager == manager }) else { break }
            clients[at].managers.removeAll { $0.manager == manager }
            clients[at].endPause(of: manager)
            around.note(.input, .locationStopped, .g2, of: app)
        case .startHeading(let manager, let filter):
            clients[at].headings.removeAll { $0.manager == manager }
            guard clients[at].headings.count < Limits.locationManagers else { break }
            let filter = filter.isFinite ? max(0, filter) : 0
            clients[at].headings.append(HeadingWish(manager: manager, filter: filter))
        case .stopHeading(let manager): clients[at].headings.removeAll { $0.manager == manager }
        case .startSignificant:
            guard clients[at].significant == nil else { break }
            change(at, in: &around) { $0.significant = SignificantChange() }
            around.note(.input, .significantStarted, .g1, of: app)
        case .stopSignificant:
            guard clients[at].significant != nil else { break }
            change(at, in: &around) { $0.significant = nil }
            around.note(.input, .significantStopped, .g1, of: app)
        case .monitor(let region): monitor(region, at, in: &around)
        case .stopMonitoring(let region): stopMonitoring(region, at, in: &around)
        case .requestState(let region): tellState(of: region, at, in: &around)
        case .authorize: break
        }
        refresh(at, in: &around)
        settleDemand(in: &around)
        if !mayKnow(app, around), asked.wants {
            tell(clients[at], .failed(.denied, region: asked.region), in: &around)
        } else if case .start = asked, abilities?.location == false,
            clients[at].audience == .told
        {
            // The source is looked for all the same, and it hears once there is one.
            tell(clients[at], .failed(.unknown, region: nil), in: &around)
        } else if case .start = asked, wasOn, let fix = filter.last {
            // A source that is on says nothing as long as the device lies still.
            tellFirst(at, fix, in: &around)
        }
        if clients[at].isIdle, clients[at].fact == nil, clients[at].charged == .zero {
            clients.remove(at: at)
        }
    }

    private mutating func client(_ app: AppID, _ launch: Launch) -> Int {
        guard let at = place(of: app) else {
            clients.append(LocationClient(app: app, launch: launch))
            return clients.count - 1
        }
        if clients[at].launch != launch || !clients[at].isFollowed {
            clients[at].launch = launch
            clients[at].isFollowed = true
            clients[at].managers = []
            clients[at].headings = []
            clients[at].rest = nil
        }
        return at
    }

    /// The user hasn't said no.
    private func mayKnow(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        around.permissions(of: app)?[.location] != .denied
    }

    private mutating func start(
        _ asked: ManagerWish, again: Bool, _ at: Int, in around: inout Surroundings
    ) {
        let wish = asked.wish.clamped
        let known = clients[at].managers.first { $0.manager == asked.manager }
        if again, known?.wish == wish { return }
        // A manager that is started once more goes on.
        let isPaused = clients[at].endPause(of: asked.manager)
        guard known?.wish != wish || isPaused else { return }
        clients[at].managers.removeAll { $0.manager == asked.manager }
        guard clients[at].managers.count < Limits.locationManagers else { return }
        clients[at].managers.append(
            ManagerWish(manager: asked.manager, wish: wish, told: known?.told))
        clients[at].managers.sort { $0.manager < $1.manager }
        // A new wish isn't paused because the device lay still before the wish.
        clients[at].rest?.since = around.now.instant
        around.note(
            .input, .locationStarted, .g2, detail: .name(wish.words), of: clients[at].app)
    }

    // MARK: Regions

    private mutating func monitor(
        _ asked: WatchedRegion, _ at: Int, in around: inout Surroundings
    ) {
        let (app, identifier) = (clients[at].app, asked.identifier)
        guard let region = asked.clamped else {
            return tell(
                clients[at], .failed(.regionUnavailable, region: identifier), in: &around)
        }
        let known = clients[at].regions.first { $0.region.identifier == identifier }
        guard known?.region != region else { return }
        guard known != nil || clients[at].regions.count < Limits.regionsPerApp else {
            around.note(.refuse, .tooManyRegions, .g4, detail: .name(identifier), of: app)
            return tell(clients[at], .failed(.tooManyRegions, region: identifier), in: &around)
        }
        watch.remove(identifier, of: app)
        change(at, in: &around) {
            $0.regions.removeAll { $0.region.identifier == identifier }
            $0.regions.append(MonitoredRegion(region))
        }
        forgetBeacons()
        watch.add(MonitoredRegion(region), of: app)
        around.note(.input, .regionMonitored, .g4, detail: .name(identifier), of: app)
        // The first fix crosses nothing: it says where the app begins.
        if let fix = filter.last {
            cross(RegionKey(app: app, identifier: identifier), fix, in: &around)
        }
    }

    private mutating func stopMonitoring(
        _ identifier: String, _ at: Int, in around: inout Surroundings
    ) {
        let app = clients[at].app
        guard clients[at].regions.contains(where: { $0.region.identifier == identifier }) else {
            return
        }
        watch.remove(identifier, of: app)
        change(at, in: &around) { $0.regions.removeAll { $0.region.identifier == identifier } }
        forgetBeacons()
        around.note(.input, .regionForgotten, .g4, detail: .name(identifier), of: app)
    }

    private mutating func tellState(
        of identifier: String, _ at: Int, in around: inout Surroundings
    ) {
        let region = clients[at].regions.first { $0.region.identifier == identifier }
        tell(clients[at], .state(region?.state ?? .unknown, region: identifier), in: &around)
    }

    // MARK: Permission

    /// The user is asked once whether the app may know while it is in use, and once whether it
    /// always may (U4).
    private mutating func authorize(
        _ app: AppID, _ launch: Launch, always: Bool, in around: inout Surroundings
    ) {
        if always, around.permissions(of: app)?[.location] == .authorizedWhenInUse {
            let at = client(app, launch)
            guard !clients[at].askedForAlways else { return }
            change(at, in: &around) { $0.askedForAlways = true }
        }
        around.askForLocation(app, whenInUse: !always)
    }
}

extension LocationRequest {
    /// It is about to know something, and not about to stop.
    fileprivate var wants: Bool {
        switch self {
        case .start, .startHeading, .startSignificant, .monitor: true
        case .stop, .stopHeading, .stopSignificant, .stopMonitoring, .requestState, .authorize:
            false
        }
    }

    fileprivate var region: String? {
        switch self {
        case .monitor(let region): region.identifier
        case .start, .stop, .startHeading, .stopHeading, .startSignificant, .stopSignificant,
            .stopMonitoring, .requestState, .authorize:
            nil
        }
    }
}

extension WatchedRegion {
    /// A radius that can't be is taken for the nearest that can; nil: it is no region at all.
    var clamped: WatchedRegion? {
        var region = self
        switch area {
        case .circle(var circle):
            guard circle.radius.isFinite, circle.radius > 0 else { return nil }
            let range = Limits.regionRadius
            circle.radius = min(max(circle.radius, range.lowerBound), range.upperBound)
            region.area = .circle(circle)
        case .beacons(var beacons):
            guard let uuid = Beacon.uuid(beacons.uuid) else { return nil }
            beacons.uuid = uuid
            region.area = .beacons(beacons)
        }
        return region
    }
}

extension LocationWish {
    /// The wish, with the nearest value that can be meant in place of each that can't.
    fileprivate var clamped: LocationWish {
        LocationWish(
            accuracy: accuracy.isFinite ? max(0, accuracy) : 0,
            distance: distance.isFinite ? max(0, distance) : 0, mayPause: mayPause)
    }
}
