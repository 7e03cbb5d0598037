@testable import QuiesceCore

extension TestDevice {
    /// The app asks something of location.
    func ask(_ app: AppID, location request: LocationRequest) {
        guard let process = processes[app] else { return }
        perform(process) { .location(.asked(app, process.launch, request: $0, request)) }
        run()
    }

    /// The device is so many metres north and east of a place in the Alps, a second later than
    /// before.
    func move(
        north: Double, east: Double = 0, accuracy: Double = 5, after time: Interval = .seconds(1)
    ) {
        advance(by: time)
        locate(fix(north: north, east: east, accuracy: accuracy))
    }

    func locate(_ fix: LocationFix) {
        send(.location(.located(fix)))
        run()
    }

    func fix(north: Double, east: Double = 0, accuracy: Double = 5) -> LocationFix {
        LocationFix(position: .alps(north: north, east: east), accuracy: accuracy, time: now.wall)
    }

    /// The updates that an app received while it executed, in order.
    func updates(_ app: AppID) -> [LocationUpdate] {
        effects.compactMap {
            guard case .location(.tell(app, _, let update)) = $0 else { return nil }
            return update
        }
    }

    /// Places of standard updates that it was told while it executed.
    func fixes(_ app: AppID) -> [Position] {
        updates(app).compactMap { if case .fix(let fix, _) = $0 { fix.position } else { nil } }
    }

    /// The news in the app's location callbacks, whether the app was woken for them or not.
    func news(_ app: AppID) -> [LocationNews] {
        (heard[app] ?? []).compactMap {
            if case .location(let call) = $0 { call.news } else { nil }
        }
    }
}

extension Position {
    /// So many metres from 47° N, 11° E.
    static func alps(north: Double = 0, east: Double = 0) -> Position {
        let metresPerDegree = 111_195.1
        guard
            let position = Position(
                latitude: 47 + north / metresPerDegree,
                longitude: 11 + east / metresPerDegree / 0.682)
        else { return .origin }
        return position
    }
}
