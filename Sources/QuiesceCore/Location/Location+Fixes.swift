// A fix: who is told of it, and who is woken for it.
extension Location {
    mutating func locate(_ fix: LocationFix, in around: inout Surroundings) {
        if let doubt = filter.take(fix) {
            guard fault != doubt.reason else { return }
            fault = doubt.reason
            _ = around.out.decide(.input, doubt.reason, .g2)
            return
        }
        fault = nil
        believed = fix
        cross(fix, in: &around)
        for at in clients.indices {
            if clients[at].significant != nil { tellSignificant(at, fix, in: &around) }
            if mayRest(at) { followRest(at, fix, in: around) }
            tellUpdate(at, fix, in: &around)
        }
        if clients.indices.contains(where: mayRest) { settlePauseDue(in: around) }
    }

    // MARK: Regions

    private mutating func cross(_ fix: LocationFix, in around: inout Surroundings) {
        for key in watch.concerned(by: fix.position) { cross(key, fix, in: &around) }
    }

    /// - Returns: where the device is by this fix.
    @discardableResult
    mutating func cross(
        _ key: RegionKey, _ fix: LocationFix, in around: inout Surroundings
    ) -> RegionState {
        guard let at = place(of: key.app),
            let region = clients[at].regions.firstIndex(where: {
                $0.region.identifier == key.identifier
            }), case .circle(let circle) = clients[at].regions[region].region.area
        else { return .unknown }
        let before = clients[at].regions[region].crossing.side
        var crossed: RegionCrossing.Side?
        change(at, in: &around) {
            crossed = $0.regions[region].crossing.take(
                distance: circle.center.distance(to: fix.position), accuracy: fix.accuracy,
                radius: circle.radius)
        }
        let monitored = clients[at].regions[region]
        if before != monitored.crossing.side { watch.note(key, monitored.crossing.side) }
        if let crossed { tell(crossed, of: region, at, in: &around) }
        return monitored.state
    }

    /// A region is crossed; its app hears of it, if it wants to.
    mutating func tell(
        _ crossed: RegionCrossing.Side, of region: Int, _ at: Int, in around: inout Surroundings
    ) {
        let monitored = clients[at].regions[region]
        if let news = monitored.news(of: crossed) {
            let isHeard = monitored.isUntold || call(at, news, in: &around)
            // An app that never heard of the crossing before is where it was told.
            if isHeard == monitored.isUntold {
                change(at, in: &around) { $0.regions[region].isUntold = !isHeard }
            }
        } else if monitored.isUntold {
            change(at, in: &around) { $0.regions[region].isUntold = false }
        }
    }

    // MARK: Significant changes

    private mutating func tellSignificant(
        _ at: Int, _ fix: LocationFix, in around: inout Surroundings
    ) {
        guard isAllowedAlways(clients[at].app, around) else { return }
        var significant = clients[at].significant
        let isSignificant =
            significant?.take(fix.position, at: around.now.instant) ?? false
        // A place that the app isn't told of is no place from which to measure.
        guard isSignificant, call(at, .significant(fix), in: &around) else { return }
        change(at, in: &around) { $0.significant = significant }
    }

    // MARK: Standard updates

    private mutating func tellUpdate(_ at: Int, _ fix: LocationFix, in around: inout Surroundings) {
        switch clients[at].audience {
        case .nobody: break
        case .told:
            let managers = clients[at].take(fix.position)
            if !managers.isEmpty {
                tell(clients[at], .fix(fix, managers: managers), in: &around)
            }
        // A place of which it isn't told is none that it moves away from.
        case .woken:
            let before = clients[at].managers
            if !clients[at].take(fix.position).isEmpty, !wake(at, .update(fix), in: &around) {
                clients[at].managers = before
            }
        case .launched:
            guard var standing = clients[at].standing, standing.take(fix.position),
                wake(at, .update(fix), in: &around)
            else { return }
            change(at, in: &around) { $0.standing = standing }
        }
    }

    /// Tells those of an app's managers that haven't been told a place yet.
    mutating func tellFirst(_ at: Int, _ fix: LocationFix, in around: inout Surroundings) {
        guard clients[at].audience == .told else { return }
        var new: [UInt64] = []
        for index in clients[at].managers.indices {
            let manager = clients[at].managers[index]
            guard manager.told == nil, !clients[at].isPaused(manager) else { continue }
            clients[at].managers[index].told = fix.position
            new.append(manager.manager)
        }
        // It is being woken or launched for that very place.
        let isComing = around.wakes(of: clients[at].app).contains {
            $0.cause == .location(.update(fix))
        }
        if !new.isEmpty, !isComing { tell(clients[at], .fix(fix, managers: new), in: &around) }
    }

    // MARK: Calls

    /// Calls an app in front back, and wakes or launches another for it. Nothing but a wake-up
    /// keeps one that executes out of sight from being frozen before it has handled the news.
    ///
    /// - Returns: whether it hears.
    @discardableResult
    private mutating func call(
        _ at: Int, _ news: LocationNews, in around: inout Surroundings
    ) -> Bool {
        let app = clients[at].app
        guard around.executes(app) else { return wake(at, news, in: &around) }
        guard isAllowed(app, around) else { return false }
        let cause = WakeCause.location(news)
        if around.stage(of: app) == .background, around.shuttingDown == nil,
            around.obstacles(to: cause, of: app, at: around.now).isEmpty
        {
            around.begin(cause, app)
            return true
        }
        around.note(.deliver, news.told, news.rule, detail: news.detail, of: app)
        around.deliver(.location(LocationCall(wake: nil, news)), to: app)
        return true
    }

    /// - Returns: whether it is woken, or is being so.
    @discardableResult
    private mutating func wake(
        _ at: Int, _ news: LocationNews, in around: inout Surroundings
    ) -> Bool {
        let app = clients[at].app
        let cause = WakeCause.location(news)
        // It is being woken or launched for an earlier place, and hears the next when it executes.
        let isUpdate = news.kind == .location
        if isUpdate, around.wakes(of: app).contains(where: { $0.cause.kind == .location }) {
            return true
        }
        guard around.shuttingDown == nil else { return false }
        if let obstacle = around.obstacles(to: cause, of: app, at: around.now).first {
            // Each second, maybe; it is said once. A border is crossed once.
            guard news.kind == .region || clients[at].refused != obstacle.reason else {
                return false
            }
            clients[at].refused = obstacle.reason
            let decision = around.out.decide(
                .refuse, obstacle.reason, obstacle.rule, detail: obstacle.detail, app: app)
            around.remember(decision, of: app)
            return false
        }
        clients[at].refused = nil
        around.begin(cause, app)
        return true
    }
}

extension FixFilter.Fault {
    fileprivate var reason: Reason {
        switch self {
        case .invalid: .fixInvalid
        case .repeated: .fixRepeated
        case .backInTime: .fixBackInTime
        case .jump: .fixJumped
        }
    }
}

extension LocationNews {
    fileprivate var told: Reason {
        switch self {
        case .update, .significant: .significantChangeTold
        case .entered: .regionEntered
        case .left: .regionLeft
        }
    }

    fileprivate var rule: Rule {
        switch self {
        case .update: .g3
        case .significant: .g1
        case .entered, .left: .g4
        }
    }

    fileprivate var detail: Detail? {
        switch self {
        case .update, .significant: nil
        case .entered(let region), .left(let region): .name(region)
        }
    }
}
