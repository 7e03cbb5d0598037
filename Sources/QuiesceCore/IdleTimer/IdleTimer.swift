/// The app that keeps the device from locking itself for want of touches: the app in front, if that
/// app has set `isIdleTimerDisabled`, for as long as it is there. The sleep/wake button works as
/// ever. A wish ends with its launch.
///
/// There is no effect for it. The holder of the timer follows from the state, so the shell looks at
/// it after each event.
// derive: json sparse
struct IdleTimer: Room, Sendable, Hashable {
    /// A launch that has disabled the timer.
    // derive: json
    struct Client: Sendable, Hashable {
        var app: AppID
        var launch: Launch
    }

    /// In the order in which they did.
    var clients: [Client] = []
    /// For whom the timer stands still now.
    var holder: AppID?

    var isIdle: Bool { clients.isEmpty && holder == nil }

    mutating func handle(_ event: IdleTimerEvent, in around: inout Surroundings) {
        switch event {
        case .asked(let app, let launch, let request, let disabled):
            guard around.takeRequest((app, launch, request), lasts: false) else { return }
            let client = Client(app: app, launch: launch)
            // An app asks again after each reconnection.
            guard clients.contains(client) != disabled else { return }
            clients.removeAll { $0 == client }
            if disabled { clients.append(client) }
            around.note(
                .input, disabled ? .idleTimerDisabled : .idleTimerEnabled, .t5, of: app)
        }
    }

    /// Takes note of who came to the front since the last event, and who left it.
    mutating func settle(in around: inout Surroundings) {
        guard !isIdle else { return }
        clients.removeAll { !around.isAlive($0.app, $0.launch) }
        let front = clients.first { $0.app == around.foreground }?.app
        let now = around.isAsleep || around.isLocked ? nil : front
        guard now != holder else { return }
        if let holder { around.note(.deliver, .idleTimerRuns, .t5, of: holder) }
        if let now { around.note(.deliver, .idleTimerStopped, .t5, of: now) }
        holder = now
    }
}
