/// The demand on the source of location, and no more than apps want.
// derive: json
public struct LocationDemand: Sendable, Hashable {
    /// Metres; nil: nobody wants to know where the device is.
    public var wish: LocationWish?
    /// Somebody wants to know where it points to.
    public var heading: Bool

    /// nil: nobody wants either, and the source is off.
    init?(wish: LocationWish?, heading: Bool) {
        guard wish != nil || heading else { return nil }
        self.wish = wish
        self.heading = heading
    }
}

extension LocationClient {
    /// The part of the app's wishes that the source must be on for, as the app is now entitled to
    /// hear.
    func wish(isAllowed: Bool, isAllowedAlways: Bool) -> LocationWish? {
        var found: LocationWish?
        func add(_ wish: LocationWish) {
            found = found?.joined(wish) ?? wish
        }
        switch audience {
        case .nobody: break
        case .told, .woken: for manager in managers where !isPaused(manager) { add(manager.wish) }
        case .launched: if let standing { add(standing.wish) }
        }
        if isAllowed, notifications > 0 { add(Limits.regionWish) }
        if isAllowedAlways {
            if significant != nil { add(Limits.significantWish) }
            if regions.contains(where: \.isCircle) { add(Limits.regionWish) }
        }
        return found
    }
}

// The apps that are entitled to hear, and the demand on the source that follows from them.
extension Location {
    /// The user lets the app know while it doesn't execute.
    func isAllowedAlways(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        around.permissions(of: app)?[.location] == .authorized
    }

    /// The user lets the app know while it is in use.
    func isAllowed(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        let permission = around.permissions(of: app)?[.location] ?? .notDetermined
        return permission == .authorized || permission == .authorizedWhenInUse
    }

    /// An app hears otherwise than before: its process, its place or its permission has changed.
    mutating func refresh(_ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        followLaunch(at, in: &around)
        withdrawForbidden(of: app, in: &around)
        let audience = audience(of: clients[at], around)
        if audience != clients[at].audience {
            clients[at].audience = audience
            clients[at].refused = nil
        }
        followSight(at, in: &around)
        let keepsRunning =
            around.profile.locationKeepsRunning && audience == .told
            && around.manifest(of: app)?.backgroundModes.contains(.location) == true
            && clients[at].hasUpdates && isAllowedAlways(app, around)
        around.setActivity(.location, of: app, clients[at].launch, keepsRunning)
    }

    /// The user has taken the permission back: a place that the app is to be called back with, and
    /// hasn't been handed, it isn't (U4).
    private func withdrawForbidden(of app: AppID, in around: inout Surroundings) {
        let state = around.permissions(of: app)?[.location]
        guard state != .authorized,
            around.wakes(of: app).contains(where: \.cause.rule.isOfLocation)
                || around.outstandingCalls(of: app).contains(where: \.call.isOfLocation)
        else { return }
        around.update(app) { app, context, out in
            app.withdrawLocation(onlyWakes: state == .authorizedWhenInUse, context, &out)
        }
    }

    /// Managers are of one launch. What they wanted when it ended stands for the app until the next
    /// one has ended (G6).
    private mutating func followLaunch(_ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        guard !around.isAlive(app, clients[at].launch) else { return }
        if clients[at].isFollowed {
            change(at, in: &around) {
                $0.standing = $0.combined
                $0.managers = []
            }
            clients[at].rest = nil
            clients[at].headings = []
            clients[at].isFollowed = false
        }
        if let launch = around.launch(of: app), around.isAlive(app) {
            clients[at].launch = launch
            clients[at].isFollowed = true
        }
    }

    private func audience(
        of client: LocationClient, _ around: borrowing Surroundings
    ) -> LocationAudience {
        let app = client.app
        guard isAllowed(app, around) else { return .nobody }
        if around.isAlive(app, client.launch), around.hears(app) {
            return client.managers.isEmpty && client.headings.isEmpty ? .nobody : .told
        }
        guard isAllowedAlways(app, around), isInBackground(app, around) else { return .nobody }
        if around.isAlive(app) {
            return !client.hasUpdates || around.profile.locationKeepsRunning ? .nobody : .woken
        }
        return client.standing != nil && around.profile.locationRelaunches ? .launched : .nobody
    }

    /// It has declared that it goes on with location out of sight (O4).
    private func isInBackground(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        around.profile.backgroundModes.contains(.location)
            && around.manifest(of: app)?.backgroundModes.contains(.location) == true
    }

    /// Works out anew what is asked of the source, and whom that is charged to.
    mutating func settleDemand(in around: inout Surroundings) {
        var wish: LocationWish?
        var heading = false
        let now = around.now.instant
        for at in clients.indices {
            let client = clients[at]
            let mine = client.wish(
                isAllowed: isAllowed(client.app, around),
                isAllowedAlways: isAllowedAlways(client.app, around))
            let turns = client.audience == .told && !client.headings.isEmpty
            if let mine { wish = wish?.joined(mine) ?? mine }
            heading = heading || turns
            clients[at].charge(isOn: mine != nil || turns, at: now)
        }
        // Whether it may be paused is decided here, and is nothing for a source.
        wish?.mayPause = false
        // A source that is switched on may begin with its last fix, which nobody who asks now has
        // been told.
        if wish != nil, demand?.wish == nil { filter.mayRepeat = true }
        demand = LocationDemand(wish: wish, heading: heading)
        settlePauseDue(in: around)
    }
}

extension LocationWish {
    /// The wish that satisfies both wishes.
    func joined(_ other: LocationWish) -> LocationWish {
        LocationWish(
            accuracy: min(accuracy, other.accuracy), distance: min(distance, other.distance),
            mayPause: mayPause && other.mayPause)
    }
}

extension LocationClient {
    /// Counts how long it keeps the source on (G5).
    mutating func charge(isOn: Bool, at now: Instant) {
        if let since = onSince, !isOn {
            charged = charged + (now - since)
            onSince = nil
        } else if onSince == nil, isOn {
            onSince = now
        }
    }

    /// How long it has kept the source on, up to `now`.
    func charged(at now: Instant) -> Interval {
        charged + (onSince.map { max(.zero, now - $0) } ?? .zero)
    }
}

extension AppMachine {
    /// Takes back the wake-ups and callbacks that its process hasn't been handed: one that is
    /// connected has been.
    fileprivate mutating func withdrawLocation(
        onlyWakes: Bool, _ context: AppContext, _ out: inout Recorder
    ) {
        func isWithdrawn(_ wake: Wake) -> Bool {
            wake.cause.rule.isOfLocation && (wake.delivered == nil || !link.connected)
        }
        for wake in wakes where isWithdrawn(wake) {
            if let call = wake.cause.call(for: wake.id) { calls.drop(call) }
            finish(wake, .locationNotAllowed, context, &out)
        }
        wakes.removeAll(where: isWithdrawn)
        if !onlyWakes, !link.connected { calls.outstanding.removeAll { $0.call.isOfLocation } }
        settle(context, &out)
    }
}

extension AppCall {
    fileprivate var isOfLocation: Bool { if case .location = self { true } else { false } }
}
