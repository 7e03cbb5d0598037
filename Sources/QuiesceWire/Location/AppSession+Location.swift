import QuiesceVocabulary

extension AppSession {
    /// Where the device is, or no more of it (G1–G6).
    package mutating func ask(_ request: LocationRequest) {
        self.request { .location(request: $0, request) }
    }

    /// Asks once more for all that managers want. To be called after each welcome: a daemon that has lost its journal doesn't
    /// know of it. Of what a request is unacknowledged nothing is added, as that request is sent again by itself, and is the
    /// newest.
    package mutating func askAgain(_ wanted: LocationRequests) {
        let unacknowledged = Set(unacknowledgedLocation.compactMap(\.service))
        for request in wanted.requests {
            guard let service = request.service, !unacknowledged.contains(service) else { continue }
            ask(request)
        }
    }

    /// What it has asked of location, oldest first, and the daemon may not have recorded.
    package var unacknowledgedLocation: [LocationRequest] {
        outbox.all.compactMap { entry in
            if case .location(_, let request) = entry.message { request } else { nil }
        }
    }
}

extension LocationRequest {
    /// What a later request takes the place of, of all that ends with the launch.
    fileprivate enum Service: Hashable {
        case updates(manager: UInt64)
        case heading(manager: UInt64)
    }

    /// nil: what it asks for outlasts the launch, or is answered once.
    fileprivate var service: Service? {
        switch self {
        case .start(let manager, _), .stop(let manager): .updates(manager: manager)
        case .startHeading(let manager, _), .stopHeading(let manager): .heading(manager: manager)
        case .startSignificant, .stopSignificant, .monitor, .stopMonitoring, .requestState,
            .authorize:
            nil
        }
    }
}
