// The views of location for `why`, tools and the shell.
extension Location {
    /// The requests of an app, and the way in which the app hears.
    func pending(
        of app: AppID, at _: Moment?, _: borrowing Surroundings
    ) -> [Pending] {
        guard let at = place(of: app) else { return [] }
        let client = clients[at]
        var found: [Pending] = []
        if let wish = client.combined?.wish {
            let how =
                switch client.audience {
                case .told: "It is told where the device is, \(wish.words)"
                case .woken: "It is woken with the next place, \(wish.words)"
                case .launched, .nobody:
                    "It asked where the device is, \(wish.words), and hears once it executes and may know"
                }
            found.append(Pending(.location, how, client.audience == .woken ? .g3 : .g2))
        } else if client.audience == .launched, let wish = client.standing?.wish {
            found.append(
                Pending(.location, "It is launched with the next place, \(wish.words)", .g6))
        }
        if client.hasPaused {
            found.append(
                Pending(
                    .location,
                    "Its updates of location are paused, as the device lies still, and go on once it is in front",
                    .g5))
        }
        if client.significant != nil {
            found.append(
                Pending(.location, "It is woken or launched for a significant change of place", .g1)
            )
        }
        if !client.regions.isEmpty {
            let names = client.regions.map { "\"\($0.region.identifier)\" (\($0.state.rawValue))" }
            found.append(
                Pending(
                    .location,
                    "It monitors \(counted(client.regions.count, "region")): \(listed(names))", .g4)
            )
        }
        return found
    }
}

extension Location {
    /// The further condition that must hold before an app is woken for the news.
    func condition(_ news: LocationNews) -> String {
        switch news {
        case .update: " It is woken once the device has moved by what it asked for (G3)."
        case .significant:
            " It is woken once the device is some 500 m and five minutes from the last place that it was told (G1)."
        case .entered, .left:
            " It is woken once the device enters or leaves a region that it monitors (G4)."
        }
    }

    /// An app that has asked for nothing of the kind isn't woken for it.
    func obstacles(
        to cause: WakeCause, of app: AppID, _: borrowing Surroundings
    ) -> [Refusal] {
        guard case .location(let news) = cause else { return [] }
        let client = place(of: app).map { clients[$0] }
        let asked =
            switch news {
            case .update: client?.combined != nil || client?.standing != nil
            case .significant: client?.significant != nil
            case .entered, .left: client?.regions.isEmpty == false
            }
        if !asked, client?.hasPaused == true {
            return [Refusal(.locationPaused, rule: .g5)]
        }
        if !asked { return [Refusal(.locationNotAsked, rule: news.asking)] }
        guard abilities?.location != false else { return [Refusal(.locationLost, rule: .g2)] }
        return []
    }
}

extension LocationNews {
    fileprivate var asking: Rule {
        switch self {
        case .update: .g2
        case .significant: .g1
        case .entered, .left: .g4
        }
    }
}

extension SystemMachine {
    /// The demand on the source of location now; nil: there is none, and the source is off.
    public var locationDemand: LocationDemand? { location.demand }

    /// The news of location that an app hears right after its welcome.
    public func locationWelcome(of app: AppID) -> [LocationUpdate] {
        var updates: [LocationUpdate] = []
        if let abilities = location.abilities { updates.append(.abilities(abilities)) }
        if let at = location.place(of: app), !location.clients[at].regions.isEmpty {
            updates.append(.monitored(location.clients[at].regions.map(\.region)))
        }
        // A pause that was told while the app wasn't connected wasn't heard.
        if let rest = location.place(of: app).flatMap({ location.clients[$0].rest }) {
            let told = rest.paused.filter { !rest.untold.contains($0) }
            if !told.isEmpty { updates.append(.paused(managers: told)) }
        }
        return updates
    }

    /// An app that wants to know where the device is.
    public struct LocationView: Sendable, Hashable {
        public var app: AppID
        /// The most that its managers want; nil: no standard updates.
        public var wish: LocationWish?
        /// Updates are paused, as the device lies still.
        public var isPaused: Bool
        public var heading: Bool
        public var significant: Bool
        public var regions: [MonitoredRegion]
        /// How many of its notifications wait at a place.
        public var notifications: Int
        /// It is told, woken or launched for standard updates; nil: none of them.
        public var audience: String?
        /// It keeps the source on.
        public var isOn: Bool
        /// How long it has kept the source on.
        public var charged: Interval

        private var wants: [String] {
            var wants: [String] = []
            if let wish { wants.append("updates \(wish.words)") }
            if isPaused { wants.append("updates that are paused") }
            if heading { wants.append("where it points to") }
            if significant { wants.append("significant changes") }
            if !regions.isEmpty { wants.append(counted(regions.count, "region")) }
            if notifications > 0 {
                wants.append("places for \(counted(notifications, "notification"))")
            }
            return wants
        }

        /// In a line.
        package var words: String {
            let wanted = wants.isEmpty ? "wants nothing now" : "wants \(listed(wants))"
            let kept = isOn ? "keeps the source on" : "does not keep the source on"
            return "\(wanted); \(kept), and has for \(charged.spoken) so far"
        }

        /// For what it keeps the source on, and what that has come to.
        package var cost: String { "\(listed(wants)), for \(charged.spoken) so far" }
    }

    /// The apps that have asked for location, in the order in which they first did.
    public func locationViews(at now: Moment) -> [LocationView] {
        location.clients.map { client in
            LocationView(
                app: client.app, wish: client.combined?.wish ?? client.standing?.wish,
                isPaused: client.hasPaused, heading: !client.headings.isEmpty,
                significant: client.significant != nil,
                regions: client.regions, notifications: client.notifications,
                audience: client.audience == .nobody ? nil : client.audience.rawValue,
                isOn: client.onSince != nil, charged: client.charged(at: now.instant))
        }
    }

}
