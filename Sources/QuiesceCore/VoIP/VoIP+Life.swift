// Apps that wait for calls come to the front, are left, end, and are launched again.
extension VoIP {
    /// Its process or its place has changed.
    mutating func refresh(_ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        guard let launch = around.launch(of: app) else { return }
        guard around.isAlive(app) else { return end(at, in: &around) }
        if clients[at].launch != launch {
            clients[at].begin(launch)
            clients[at].launchedAt = around.now.instant
        }
        if around.isInFront(app) {
            clients[at].relaunches = 0
            clients[at].inVain = 0
            if !clients[at].sockets.isEmpty {
                // In front it reads by itself, and what it closes is closed at once.
                clients[at].sockets = []
                clients[at].over = []
                clients[at].isWatched = false
                around.out.effects.append(.voip(.release(app, launch)))
            }
        }
        settleOwedKeepAlive(at, in: &around)
        settleWatch(at, in: &around)
    }

    /// Its process has ended, and its connections with it (V4).
    private mutating func end(_ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        guard let launch = clients[at].launch else { return }
        if !clients[at].sockets.isEmpty {
            around.out.effects.append(.voip(.release(app, launch)))
        }
        let (relaunches, launchedAt) = (clients[at].relaunches, clients[at].launchedAt)
        clients[at].begin(launch)
        clients[at].launch = nil
        guard around.shuttingDown == nil, let exit = around.lastExit(of: app),
            exit.launch == launch, exit.isRelaunched
        else { return }
        let now = around.now.instant
        let livedInPeace = launchedAt.map { now - $0 >= Limits.voipPeace } ?? false
        clients[at].relaunches = livedInPeace ? 0 : relaunches
        clients[at].relaunch = VoIPRelaunch(
            at: now + clients[at].relaunchPause, why: .ended)
        clients[at].relaunches += 1
    }

    /// An app that is to be launched again is.
    mutating func settleRelaunch(_ at: Int, in around: inout Surroundings) {
        guard let relaunch = clients[at].relaunch, relaunch.at <= around.now.instant
        else { return }
        clients[at].relaunch = nil
        // The device launches it once it has started (V3).
        guard around.shuttingDown == nil else { return }
        let app = clients[at].app
        let isWoken = around.wakes(of: app).contains { $0.cause.rule === WakeRule.voip }
        guard !around.isAlive(app), !isWoken else { return }
        let (reason, rule): (Reason, Rule) =
            switch relaunch.why {
            case .deviceStarted: (.voipAtStart, .v3)
            case .ended: (.voipRelaunched, .v6)
            }
        around.note(.input, reason, rule, of: app)
        _ = wake(at, .connect, in: &around)
    }
}

extension VoIPClient {
    /// How long after its end it is launched again: who ends again and again waits longer and
    /// longer (V6).
    fileprivate var relaunchPause: Interval {
        let most = Limits.voipRelaunchPauseMost.nanoseconds
        var pause = Limits.voipRelaunchPause.nanoseconds
        for _ in 0..<min(relaunches, 64) { pause = pause > most / 2 ? most : pause * 2 }
        return Interval(nanoseconds: pause)
    }
}

extension Exit {
    /// It didn't mean to end, nor did the user want it to (V6).
    fileprivate var isRelaunched: Bool {
        switch status {
        case .exited(0): return reason == .updated
        case .exited, .signalled, .outOfMemory, .unknown: break
        }
        return ![
            .forceQuit, .uninstalled, .optedOut, .shutDown, .deviceRestarted,
        ].contains(reason)
    }
}
