// The requests of apps about the sockets of their calls.
extension VoIP {
    mutating func take(
        _ asked: VoIPRequest, from app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        let isKnown = around.profile.backgroundModes.contains(.voip)
        guard let at = place(of: app), isKnown else {
            if case .keep = asked { around.out.effects.append(.voip(.release(app, launch))) }
            return around.note(
                .refuse, isKnown ? .modeNotDeclared : .modeUnknownToProfile, .o4,
                detail: .mode(.voip, profile: around.profile.name), of: app)
        }
        if clients[at].launch != launch { clients[at].begin(launch) }
        switch asked {
        case .keep(let socket): keep(socket, at, in: &around)
        case .release(let descriptor):
            close(at, descriptor, in: &around)
        case .keepAlive(let seconds): keepAlive(seconds, at, in: &around)
        }
    }

    private mutating func keep(
        _ socket: KeptSocket, _ at: Int, in around: inout Surroundings
    ) {
        let client = clients[at]
        let known = client.sockets.firstIndex { $0.descriptor == socket.descriptor }
        let isFull = known == nil && client.sockets.count >= Limits.keptSocketsPerApp
        guard socket.transport != nil, !isFull else {
            // The socket that was kept under this number is closed, as the number is another's now.
            if let known { clients[at].sockets.remove(at: known) }
            let reason: Reason = isFull ? .tooManySockets : .socketNotKept
            around.note(.refuse, reason, .v1, detail: .name(socket.words), of: client.app)
            return release(socket.descriptor, at, in: &around)
        }
        clients[at].over.removeAll { $0 == socket.descriptor }
        if let known {
            clients[at].sockets[known] = socket
        } else {
            clients[at].sockets.append(socket)
            around.note(.input, .socketKept, .v1, detail: .name(socket.words), of: client.app)
        }
        // In front it reads by itself.
        if around.isInFront(client.app) { return refresh(at, in: &around) }
        settleWatch(at, in: &around)
    }

    /// The daemon closes its duplicate.
    func release(_ descriptor: Int32, _ at: Int, in around: inout Surroundings) {
        guard let launch = clients[at].launch else { return }
        around.out.effects.append(.voip(.close(clients[at].app, launch, descriptor: descriptor)))
    }

    /// The app reads it no more.
    mutating func close(_ at: Int, _ descriptor: Int32, in around: inout Surroundings) {
        guard let socket = clients[at].sockets.first(where: { $0.descriptor == descriptor }) else {
            return
        }
        around.note(
            .input, .socketReleased, .v1, detail: .name(socket.words), of: clients[at].app)
        clients[at].sockets.removeAll { $0.descriptor == descriptor }
        clients[at].over.removeAll { $0 == descriptor }
        release(descriptor, at, in: &around)
        settleWatch(at, in: &around)
    }
}
