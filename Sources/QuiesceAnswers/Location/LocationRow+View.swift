import QuiesceCore
import QuiesceWire

extension LocationRow {
    /// The apps that want to know where the device is, each with the regions that it monitors.
    package static func rows(of views: [SystemMachine.LocationView]) -> [LocationRow] {
        views.flatMap { view in
            [LocationRow(view)] + view.regions.map { LocationRow($0, of: view.app) }
        }
    }

    private init(_ view: SystemMachine.LocationView) {
        self.init(.app, app: view.app.name, detail: view.words)
        updates = view.audience
        accuracy = view.wish?.accuracy
        distance = view.wish?.distance
        significant = view.significant
        keepsOn = view.isOn
        onFor = view.charged.inSeconds
    }

    private init(_ monitored: MonitoredRegion, of app: AppID) {
        let name = monitored.region.identifier
        self.init(
            .region, app: app.name,
            detail: "monitors \"\(name)\"; the device is \(monitored.state.words)")
        region = name
        state = monitored.state.rawValue
        if case .circle(let circle) = monitored.region.area {
            radius = circle.radius
            latitude = circle.center.latitudeDegrees
            longitude = circle.center.longitudeDegrees
        }
    }

    /// A place where the device was.
    package init(_ fix: LocationFix) {
        self.init(
            .place, detail: "the device was here, within \(Int(min(fix.accuracy, 1e9).rounded())) m"
        )
        latitude = fix.position.latitudeDegrees
        longitude = fix.position.longitudeDegrees
        accuracy = fix.accuracy
        time = fix.time.iso8601
    }
}

extension LocationKeeper {
    /// Those who keep the source on, the ones that have for longest first.
    package static func all(among views: [SystemMachine.LocationView]) -> [LocationKeeper] {
        views.filter(\.isOn).sorted { $0.charged > $1.charged }
            .prefix(Limits.executingNamed).map { view in
                LocationKeeper(
                    app: view.app.name, onFor: view.charged.inSeconds, detail: view.cost)
            }
    }
}

extension RegionState {
    fileprivate var words: String {
        switch self {
        case .unknown: "nobody knows where, as no place came since"
        case .inside: "inside"
        case .outside: "outside"
        }
    }
}
