// Sessions: an app starts and stops them (E2).
extension Accessories {
    mutating func take(
        _ asked: AccessoryRequest, from app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        switch asked {
        case .open(let number, let connection, let speaking, let isHeld):
            let session = AccessorySession(
                app: app, launch: launch, session: number, connection: connection,
                speaking: speaking)
            open(session, isHeld: isHeld, in: &around)
        case .close(let number):
            end(in: &around, nil) {
                $0.app == app && $0.launch == launch && $0.session == number
            }
        }
    }

    private mutating func open(
        _ session: AccessorySession, isHeld: Bool, in around: inout Surroundings
    ) {
        if sessions.contains(session) {
            // The answer before was lost with the connection.
            if !isHeld { give(session, in: &around) }
            return
        }
        if let refusal = isHeld ? Refusal(.accessoryGone, rule: .e1) : refusal(of: session, around)
        {
            around.note(
                .refuse, refusal.reason, refusal.rule, detail: refusal.detail, of: session.app)
            return tell(session, refusal.reason, in: &around)
        }
        sessions.append(session)
        around.note(
            .input, .accessorySessionOpened, .e2, detail: .name(name(of: session)),
            of: session.app)
        give(session, in: &around)
    }

    private func refusal(
        of session: AccessorySession, _ around: borrowing Surroundings
    ) -> Refusal? {
        let speaking = Detail.name(session.speaking)
        guard let accessory = connected.first(where: { $0.connection == session.connection }),
            view(of: session.app, around).contains(accessory.accessory)
        else { return Refusal(.accessoryGone, rule: .e1) }
        guard
            around.manifest(of: session.app)?.accessoryProtocols.contains(session.speaking) == true
        else { return Refusal(.accessoryProtocolNotDeclared, rule: .e1, detail: speaking) }
        guard accessory.accessory.protocols.contains(session.speaking) else {
            return Refusal(.accessoryProtocolNotOffered, rule: .e1, detail: speaking)
        }
        guard accessory.plugged.path != nil else {
            return Refusal(.accessoryUnreachable, rule: .e1)
        }
        // Also one of its own: there is one stream of bytes.
        guard !sessions.contains(where: { $0.connection == session.connection }),
            sessions.count(where: { $0.app == session.app }) < Limits.accessorySessions
        else { return Refusal(.accessoryTaken, rule: .e1) }
        return nil
    }

    /// The terminal couldn't be opened: nobody has a session there.
    mutating func fail(_ connection: UInt64, _ code: Int32, in around: inout Surroundings) {
        end(in: &around, .accessoryUnreachable, detail: .code(code)) { $0.connection == connection }
    }

    /// Sessions of apps that were suspended without the mode are over (E1).
    mutating func closeSessions(in around: inout Surroundings) {
        guard !sessions.isEmpty else { return }
        var closed: [AppID] = []
        for session in sessions
        where around.state(of: session.app) == .suspended && !goesOnOutOfSight(session.app, around)
        {
            closed.append(session.app)
        }
        guard !closed.isEmpty else { return }
        end(in: &around, .accessorySuspended) { closed.contains($0.app) }
    }

    /// - Parameter reason: why; nil: the app wants it.
    mutating func end(
        in around: inout Surroundings, _ reason: Reason?, detail: Detail? = nil,
        where isOver: (AccessorySession) -> Bool
    ) {
        for session in sessions where isOver(session) {
            around.note(
                .input, .accessorySessionClosed, reason == .accessorySuspended ? .e1 : .e2,
                detail: .name(name(of: session)), of: session.app)
            // The app hears anyway of an accessory that is gone.
            guard let reason, reason != .accessoryGone else { continue }
            around.note(.input, reason, .e1, detail: detail, of: session.app)
            if around.hears(session.app) { tell(session, reason, in: &around) }
        }
        sessions.removeAll(where: isOver)
    }

    private func give(_ session: AccessorySession, in around: inout Surroundings) {
        around.out.effects.append(
            .accessory(
                .give(
                    session.app, session.launch, session: session.session,
                    connection: session.connection)))
    }

    private func tell(
        _ session: AccessorySession, _ reason: Reason, in around: inout Surroundings
    ) {
        around.out.effects.append(
            .accessory(
                .tell(
                    session.app, session.launch,
                    .closed(session: session.session, reason: reason.rawValue))))
    }

    private func name(of session: AccessorySession) -> String {
        connected.first { $0.connection == session.connection }?.accessory.name ?? session.speaking
    }
}
