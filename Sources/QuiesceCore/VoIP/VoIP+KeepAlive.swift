// When the keep-alive handlers of apps are called (V2).

/// The calls of a keep-alive handler.
// derive: json
struct KeepAlive: Sendable, Hashable {
    var interval: Interval
    /// Since the last call, or since it was asked for.
    var since: Instant
    /// A call was refused, and is made as soon as it can be.
    // json: isOwed unless false
    var isOwed = false

    /// It may be called early, so that the device does more at a time (V2).
    var window: InstantWindow {
        let slack = Interval(nanoseconds: interval.nanoseconds / Limits.keepAliveSlackPart)
        let latest = since + interval
        return InstantWindow(earliest: latest.before(by: slack), latest: latest)
    }
}

extension VoIP {
    /// One an app: the newest that it asks for.
    mutating func keepAlive(
        _ seconds: Double?, _ at: Int, in around: inout Surroundings
    ) {
        let app = clients[at].app
        guard let seconds else {
            if clients[at].keepAlive != nil {
                around.note(.input, .keepAliveCleared, .v2, of: app)
            }
            clients[at].keepAlive = nil
            return
        }
        let least = around.profile.keepAliveLeast
        guard let interval = Interval(keepAlive: seconds, atLeast: least) else {
            return around.note(
                .refuse, .keepAliveTooShort, .v2, detail: .name(least.spoken), of: app)
        }
        clients[at].keepAlive = KeepAlive(interval: interval, since: around.now.instant)
        around.note(.input, .keepAliveSet, .v2, detail: .name(interval.spoken), of: app)
    }

    mutating func settleKeepAlive(_ at: Int, in around: inout Surroundings) {
        guard let keepAlive = clients[at].keepAlive,
            keepAlive.window.earliest <= around.now.instant
        else { return }
        if mayGoOn(clients[at].app, around) {
            callKeepAlive(at, in: &around)
        } else {
            clients[at].keepAlive?.since = around.now.instant
        }
    }

    /// Makes the keep-alive call that was refused, once nothing is in the way.
    mutating func settleOwedKeepAlive(_ at: Int, in around: inout Surroundings) {
        guard clients[at].keepAlive?.isOwed == true, mayGoOn(clients[at].app, around),
            around.obstacles(
                to: .voip(.keepAlive), of: clients[at].app, at: around.now
            ).isEmpty
        else { return }
        callKeepAlive(at, in: &around)
    }

    /// It lives, and isn't being ended.
    private func mayGoOn(_ app: AppID, _ around: borrowing Surroundings) -> Bool {
        switch around.stage(of: app) {
        case .launching, .active, .background, .freezing, .suspended: true
        case .terminating, .dying, .notRunning, nil: false
        }
    }

    private mutating func callKeepAlive(_ at: Int, in around: inout Surroundings) {
        clients[at].keepAlive?.since = around.now.instant
        let isCalled = around.wakes(of: clients[at].app).contains {
            $0.cause == .voip(.keepAlive)
        }
        let isOwed = !isCalled && wake(at, .keepAlive, in: &around) == nil
        clients[at].keepAlive?.isOwed = isOwed
    }
}

extension Interval {
    /// nil: no timeout that a keep-alive handler can have.
    fileprivate init?(keepAlive seconds: Double, atLeast least: Interval) {
        let most = Limits.keepAliveSecondsMost
        // Not-a-number is in no range.
        guard seconds * 1e9 >= Double(least.nanoseconds) else { return nil }
        self = max(least, .seconds(Int64(min(seconds, most))))
    }
}
