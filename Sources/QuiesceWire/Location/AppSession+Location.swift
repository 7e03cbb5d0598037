import QuiesceVocabulary

extension AppSession {
    /// Where the device is, or no more of it (G1–G6).
    package mutating func ask(_ request: LocationRequest) {
        self.request { .location(request: $0, request) }
    }

    /// Asks once more for all that managers want. To be called after each welcome: a daemon that
    /// has lost its journal doesn't know of it. Of what a request is unacknowledged nothing is
    /// added, as that request is sent again by itself, and is the newest.
    package mutating func askAgain(_ wanted: LocationRequests) {
        let unacknowledged = Set(unacknowledgedLocation.compactMap(\.service))
        for request in wanted.requests {
            guard let service = request.service, !unacknowledged.contains(service) else { continue }
            ask(request)
        }
    }

    /// The app's requests about location that the daemon may not have recorded, oldest first.
    package var unacknowledgedLocation: [LocationRequest] {
        outbox.all.compactMap { entry in
            if case .location(_, let request) = entry.message { request } else { nil }
        }
    }
}

extension LocationRequest {
    /// The service that a request is about, of those that end with the launch: a later request
    /// about it replaces an earlier one.
    fileprivate enum Service: Hashable {
        case updates(manager: UInt64)
        case heading(manager: UInt64)
    }

    /// nil: what it asks for outlasts the launch, or is answered once.
    fileprivate var service: Service? {
        switch self {
        case .start(let manager, _, _), .stop(let manager): .updates(manager: manager)
        case .startHeading(let manager, _), .stopHeading(let manager): .heading(manager: manager)
        case .startSignificant, .stopSignificant, .monitor, .stopMonitoring, .requestState,
            .authorize:
            nil
        }
    }
}
