// The traffic for apps that are suspended, and the times when their sockets are watched.
extension VoIP {
    /// Something waits in a socket of a suspended app; the daemon watches none of the app's any
    /// more.
    mutating func hear(
        _ at: Int, _ descriptor: Int32, isOver: Bool, in around: inout Surroundings
    ) {
        let client = clients[at]
        guard client.isWatched, client.sockets.contains(where: { $0.descriptor == descriptor })
        else { return }
        clients[at].isWatched = false
        guard let wake = wake(at, .traffic(descriptor: descriptor), in: &around) else { return }
        if isOver { clients[at].over.append(descriptor) }
        clients[at].wake = wake
        clients[at].spendQuota(at: around.now.instant)
    }

    /// A new daemon can't have a duplicate of the socket: the app hands it over again, and looks
    /// for itself what has arrived.
    mutating func lose(_ at: Int, _ descriptor: Int32, in around: inout Surroundings) {
        guard clients[at].sockets.contains(where: { $0.descriptor == descriptor }) else { return }
        clients[at].sockets.removeAll { $0.descriptor == descriptor }
        let isWoken = around.wakes(of: clients[at].app).contains { $0.cause.rule === WakeRule.voip }
        guard !isWoken else { return }
        _ = wake(at, .traffic(descriptor: descriptor), in: &around)
    }

    /// A new daemon has none of the sockets that the old one kept.
    mutating func recover(_ at: Int, in around: inout Surroundings) {
        let app = clients[at].app
        guard let launch = around.launch(of: app), around.isAlive(app) else { return }
        guard clients[at].launch == launch else {
            // Nobody knows what it had.
            clients[at].begin(launch)
            _ = wake(at, .connect, in: &around)
            return
        }
        clients[at].isWatched = false
        if !clients[at].sockets.isEmpty {
            around.out.effects.append(.voip(.recover(app, launch, clients[at].sockets)))
        }
        settleWatch(at, in: &around)
    }

    /// - Returns: nil: something keeps it from being woken.
    mutating func wake(
        _ at: Int, _ news: VoIPNews, in around: inout Surroundings
    ) -> WakeID? {
        let app = clients[at].app
        let cause = WakeCause.voip(news)
        // An app that crashed waits for its time (W5), and isn't refused.
        let obstacle = around.obstacles(to: cause, of: app, at: around.now).first {
            $0.reason != .crashLoop
        }
        if let obstacle {
            around.note(.refuse, obstacle.reason, obstacle.rule, detail: obstacle.detail, of: app)
            return nil
        }
        return around.begin(cause, app)
    }

    /// Its sockets are watched while it is suspended, as often as it may be woken.
    mutating func settleWatch(_ at: Int, in around: inout Surroundings) {
        let client = clients[at]
        guard let launch = client.launch else { return }
        let isSuspended = around.stage(of: client.app) == .suspended
        if isSuspended, !client.over.isEmpty {
            // It has heard that they are over.
            for descriptor in client.over {
                clients[at].sockets.removeAll { $0.descriptor == descriptor }
                release(descriptor, at, in: &around)
            }
            clients[at].over = []
        }
        let waits = isSuspended && !clients[at].sockets.isEmpty
        let isWatched = waits && client.watchableAt <= around.now.instant
        if waits, !isWatched, !client.isOverQuota {
            around.note(
                .refuse, .voipRationed, .v1, detail: .notBefore(client.watchableAt), of: client.app)
        }
        clients[at].isOverQuota = waits && !isWatched
        guard isWatched != client.isWatched else { return }
        clients[at].isWatched = isWatched
        around.out.effects.append(.voip(.watch(client.app, launch, isOn: isWatched)))
    }

    /// An app that says that there was nothing new is woken for traffic less and less.
    mutating func followCompletions(in around: inout Surroundings) {
        for finished in around.out.finishedWakes {
            guard let at = clients.firstIndex(where: { $0.wake == finished.wake }) else { continue }
            clients[at].wake = nil
            if finished.verdict == .completedNewData {
                clients[at].inVain = 0
            } else {
                clients[at].inVain = min(clients[at].inVain + 1, Limits.voipWakesInVain)
            }
        }
    }
}
