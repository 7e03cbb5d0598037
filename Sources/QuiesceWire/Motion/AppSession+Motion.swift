import QuiesceVocabulary

extension AppSession {
    /// A sensor's samples, or no more of them (H2).
    package mutating func ask(_ request: MotionRequest) {
        self.request { .motion(request: $0, request) }
    }

    /// Asks once more for all that was asked of sensors. To be called after each welcome: a daemon
    /// that has lost its journal doesn't know of it. About a sensor of which a request is
    /// unacknowledged nothing is added, as that request is sent again by itself, and is the newest.
    package mutating func askAgain(_ wanted: MotionRequests) {
        let unacknowledged = outbox.all.compactMap { entry -> MotionSensor? in
            if case .motion(_, let request) = entry.message { request.sensor } else { nil }
        }
        for request in wanted.requests where !unacknowledged.contains(request.sensor) {
            ask(request)
        }
    }
}
