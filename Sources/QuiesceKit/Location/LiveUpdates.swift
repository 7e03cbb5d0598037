/// One loop's live updates: a manager of their own, which is released when the loop ends.
@MainActor final class LiveUpdates: CLLocationManagerDelegate {
    private let updates: AsyncStream<CLLocationUpdate>.Continuation
    private var manager: CLLocationManager?
    private var isOver = false

    private nonisolated init(_ updates: AsyncStream<CLLocationUpdate>.Continuation) {
        self.updates = updates
    }

    nonisolated static func start(
        _ configuration: CLLocationUpdate.LiveConfiguration,
        _ services: @escaping @MainActor @Sendable () -> LocationServices
    ) -> AsyncStream<CLLocationUpdate> {
        let (stream, updates) = AsyncStream.makeStream(
            of: CLLocationUpdate.self, bufferingPolicy: .bufferingNewest(1))
        let live = LiveUpdates(updates)
        // The stream keeps it until it ends, as nothing else does.
        updates.onTermination = { _ in LocationServices.later { live.end() } }
        LocationServices.later { live.begin(configuration, services()) }
        return stream
    }

    private func begin(
        _ configuration: CLLocationUpdate.LiveConfiguration, _ services: LocationServices
    ) {
        guard !isOver else { return }
        let manager = CLLocationManager(services)
        self.manager = manager
        manager.activityType = CLActivityType(configuration)
        // A loop isn't told of a pause.
        manager.pausesLocationUpdatesAutomatically = false
        manager.delegate = self
        manager.startUpdatingLocation()
    }

    private func end() {
        isOver = true
        manager = nil
    }

    func locationManager(_: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        for location in locations { updates.yield(CLLocationUpdate(location: location)) }
    }

    func locationManager(_: CLLocationManager, didFailWithError error: any Error) {
        let isDenied = (error as? CLError)?.code == .denied
        updates.yield(
            CLLocationUpdate(authorizationDenied: isDenied, locationUnavailable: !isDenied))
    }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
        guard manager.authorizationStatus == .denied else { return }
        updates.yield(CLLocationUpdate(authorizationDenied: true))
    }
}

extension CLActivityType {
    fileprivate init(_ configuration: CLLocationUpdate.LiveConfiguration) {
        switch configuration {
        case .default: self = .other
        case .automotiveNavigation: self = .automotiveNavigation
        case .otherNavigation: self = .otherNavigation
        case .fitness: self = .fitness
        case .airborne: self = .airborne
        }
    }
}
