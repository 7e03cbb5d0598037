import QuiesceVocabulary

extension AppSession {
    /// Whether the screen is to stay on while the app is in front.
    package mutating func disableIdleTimer(_ disabled: Bool) {
        request { .idleTimer(request: $0, disabled: disabled) }
    }

    /// Asks once more. To be called after each welcome: a daemon that has lost its journal doesn't
    /// know of it. Where a request is unacknowledged nothing is added, as that one is sent again by
    /// itself, and is the newest.
    package mutating func disableIdleTimerAgain() {
        let isOnItsWay = outbox.all.contains {
            if case .idleTimer = $0.message { true } else { false }
        }
        if !isOnItsWay { disableIdleTimer(true) }
    }
}
