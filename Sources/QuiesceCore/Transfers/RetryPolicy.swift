/// When something that failed is tried again: soon, then ever later.
enum RetryPolicy {
    /// After `failures` in a row; 0: at once.
    static func delay(after failures: Int) -> Interval {
        backOff(failures, first: Limits.transferRetryFirst, most: Limits.transferRetryMost)
    }

    /// Before the agent is started again, when it has ended so many times in a row.
    static func agentDelay(after deaths: Int) -> Interval {
        // A single end is an accident.
        backOff(deaths &- 1, first: .seconds(1), most: .seconds(60))
    }

    /// Before a transfer begins that an app begins in the background, after it was launched or
    /// woken for its transfers so many times.
    static func relaunchDelay(after relaunches: Int, _ profile: PolicyProfile) -> Interval {
        backOff(
            relaunches &- profile.relaunchesUndelayed, first: profile.relaunchDelay,
            most: profile.relaunchDelayMost)
    }

    /// When something is tried that waits for `delay`, which is of our own choosing: never sooner,
    /// and a little later to share a moment in which the device is awake.
    static func window(after delay: Interval, at now: Moment) -> InstantWindow {
        let part = Interval(nanoseconds: delay.nanoseconds / Limits.retrySlackPart)
        let earliest = now.instant + delay
        return InstantWindow(
            earliest: earliest, latest: earliest + min(part, Limits.retrySlackMost))
    }

    /// Doubles each time.
    private static func backOff(_ times: Int, first: Interval, most: Interval) -> Interval {
        guard times > 0 else { return .zero }
        var delay = min(first, most)
        for _ in 1..<min(times, 64) {
            delay = delay > Interval(nanoseconds: most.nanoseconds / 2) ? most : delay + delay
        }
        return delay
    }
}

extension TransferFailure.Kind {
    enum Remedy: Sendable, Hashable {
        /// Tried again; the host is at fault, so whoever else wants something of it waits, too.
        case retryHost
        /// Tried again.
        case retry
        /// Tried again when there may be room.
        case awaitSpace
        /// It is the verdict.
        case none
    }

    var remedy: Remedy {
        switch self {
        case .hostNotFound, .cannotConnect, .timedOut, .secureConnectionFailed, .serverBusy:
            .retryHost
        case .connectionLost, .agentEnded: .retry
        case .noSpace: .awaitSpace
        case .serverCertificateUntrusted, .clientCertificateRejected, .tooManyRedirects,
            .redirectRefused, .badStatus, .badServerResponse, .serverInconsistent, .tooLarge,
            .authenticationRequired, .authenticationCancelled, .checksumMismatch, .badURL,
            .unsupportedURL, .fileMissing, .fileRefused, .fileChanged, .diskFailed, .requestLost,
            .resourceTimedOut, .cancelled, .forceQuit:
            .none
        }
    }
}
