// Apps that play on out of sight, apps that are silent, and apps that remote commands reach.
extension Audio {
    /// It has declared that its sound goes on out of sight (A1, O4).
    func goesOnOutOfSight(_ client: AudioClient, _ around: borrowing Surroundings) -> Bool {
        client.mayGoOn && around.profile.backgroundModes.contains(.audio)
            && around.manifest(of: client.app)?.backgroundModes.contains(.audio) == true
    }

    /// The sound server says something else of an app.
    mutating func read(_ reading: AudioReading, _ at: Int, in around: inout Surroundings) {
        let before = clients[at].reading
        clients[at].reading = reading
        refresh(at, before: before, in: &around)
    }

    /// A client's process, its place, its session or its sound has changed.
    mutating func refresh(
        _ at: Int, before: AudioReading? = nil, in around: inout Surroundings
    ) {
        let app = clients[at].app
        guard around.isAlive(app, clients[at].launch) else { return end(at, in: &around) }
        followFront(at, in: &around)
        let now = around.now.awake
        clients[at].listen(
            hasServer: hasServer, isInFront: around.isInFront(app),
            before: before ?? clients[at].reading, at: now)
        if clients[at].isAtWork, clients[at].interrupter == nil, clients[at].mayGoOn {
            setPlayer(clients[at].played, in: &around)
        }
        let isQuiet = clients[at].quietSince.map { now < $0 + Limits.silenceLimit } ?? false
        if !isQuiet { clients[at].isAwaited = false }
        let client = clients[at]
        let goesOn =
            goesOnOutOfSight(client, around) && !around.isInFront(app)
            && (client.isHeard || isQuiet)
            && (client.isAwaited || around.hears(app) || around.isBeingFrozen(app))
        guard goesOn != client.goesOn else { return }
        clients[at].goesOn = goesOn
        if !goesOn, around.hears(app), !around.isInFront(app), client.interrupter == nil {
            around.note(.input, client.isAtWork ? .audioSilent : .audioStopped, .a1, of: app)
        }
        around.setActivity(.audio, of: app, client.launch, goesOn)
    }

    /// It is told to play, and executes until it had the time to begin. A suspended one is woken
    /// for that (A5).
    mutating func expectSound(_ at: Int, in around: inout Surroundings) {
        // Whoever is being shut down begins nothing any more.
        guard around.shuttingDown == nil, goesOnOutOfSight(clients[at], around),
            !around.isInFront(clients[at].app)
        else { return }
        clients[at].expectSound(at: around.now.awake)
        clients[at].isAwaited = true
        refresh(at, in: &around)
    }

    /// The launch is over. Those whom it interrupted go on.
    private mutating func end(_ at: Int, in around: inout Surroundings) {
        release(at, shouldResume: true, in: &around)
        clients[at].begin(clients[at].launch)
    }

    /// Its session ends when it is left, if its sound may not go on, and it hears so when it is
    /// back (A2).
    private mutating func followFront(_ at: Int, in around: inout Surroundings) {
        let isInFront = around.isInFront(clients[at].app)
        guard isInFront != clients[at].wasInFront else { return }
        clients[at].wasInFront = isInFront
        if isInFront {
            if clients[at].interrupter == .background {
                resume(at, shouldResume: true, in: &around)
            }
        } else if clients[at].isActive, !goesOnOutOfSight(clients[at], around) {
            let app = clients[at].app
            interrupt(at, by: .background, in: &around)
            resumeInterrupted(by: .app(app), shouldResume: true, in: &around)
        }
    }

    // MARK: What apps know of each other

    mutating func tellSurroundings(in around: inout Surroundings) {
        for at in clients.indices
        where clients[at].setting != nil && around.hears(clients[at].app) {
            let now = surroundings(of: clients[at], around)
            guard now != clients[at].told else { continue }
            clients[at].told = now
            tell(clients[at], .surroundings(now), in: &around)
        }
    }

    private func surroundings(
        of client: AudioClient, _ around: borrowing Surroundings
    ) -> AudioSurroundings {
        let others = clients.filter { $0.app != client.app && $0.sounds(hasServer: hasServer) }
        return AudioSurroundings(
            othersPlay: !others.isEmpty,
            shouldBeSilent: others.contains { $0.interrupts || $0.setting == nil },
            isTaken: around.interruptions.call != nil
                || (!around.isInFront(client.app) && holder(besides: client.app, around) != nil),
            isAudible: hasServer)
    }

    // MARK: Remote commands

    /// The user pressed a key of a headset: it is for the app that played last, whoever is in
    /// front, if that one lives or may be launched for it.
    ///
    /// - Returns: false where the input is for the app in front.
    mutating func take(
        _ input: UserInput, _ ticket: Ticket, in around: inout Surroundings
    ) -> Bool {
        guard case .remoteControl(let key) = input, let player, around.shuttingDown == nil else {
            return false
        }
        let order = RemoteOrder(key.command)
        guard around.isAlive(player.app) || obstacle(to: order, of: player.app, around) == nil
        else { return false }
        _ = around.out.decide(.input, .userInput, .d1, detail: .input(input))
        obey(order, ticket, in: &around)
        tellSurroundings(in: &around)
        return true
    }

    /// They are for who played last (A5).
    mutating func obey(_ order: RemoteOrder, _ ticket: Ticket?, in around: inout Surroundings) {
        guard let player, let at = place(of: player.app), around.isInstalled(player.app) else {
            return around.refuse(Refusal(.nobodyPlays, rule: .a5), nil, ticket)
        }
        if around.isHosted(player.app) {
            return around.refuse(
                Refusal(.hostedHearsNoInput, rule: .a5), player.app, ticket)
        }
        let client = clients[at]
        guard client.takes.isEmpty || client.takes.contains(order.command) else {
            return around.refuse(
                Refusal(
                    .remoteCommandNotTaken, rule: .a5, detail: .name(order.command.rawValue)),
                player.app, ticket)
        }
        // An app that may not be woken for the command is expected to do nothing, either.
        if !around.executes(player.app), let obstacle = obstacle(to: order, of: player.app, around)
        {
            return around.refuse(obstacle, player.app, ticket)
        }
        // A suspended one is no good for anything but to begin.
        if order.command.begins, client.interrupter == nil { expectSound(at, in: &around) }
        guard around.executes(player.app) else {
            return launch(player, for: order, ticket, in: &around)
        }
        around.note(
            .deliver, .remoteCommandTold, .a5, detail: .name(order.command.rawValue),
            of: player.app)
        tell(client, .command(order), in: &around)
        if let ticket { around.answer(ticket) }
    }

    /// It has ended, and is launched if the key may begin its sound anew.
    private mutating func launch(
        _ player: AudioFact, for order: RemoteOrder, _ ticket: Ticket?,
        in around: inout Surroundings
    ) {
        around.begin(.audio(order), player.app)
        if let ticket { around.answer(ticket, durable: true) }
    }

    private func obstacle(
        to order: RemoteOrder, of app: AppID, _ around: borrowing Surroundings
    ) -> Refusal? {
        if around.shuttingDown != nil { return Refusal(.shuttingDown) }
        let cause = WakeCause.audio(order)
        return obstacles(to: cause, of: app, around).first
            ?? around.obstacles(to: cause, of: app, at: around.now).first
    }

    /// Only who played last is launched for a key, and only for one with which it may begin. Others
    /// reach it while it launches.
    func obstacles(
        to cause: WakeCause, of app: AppID, _ around: borrowing Surroundings
    ) -> [Refusal] {
        guard case .audio(let order) = cause else { return [] }
        guard let player, player.app == app else { return [Refusal(.nobodyPlays, rule: .a5)] }
        guard player.hasSession, order.command.begins || around.isAlive(app) else {
            return [Refusal(.playerNotRunning, rule: .a5)]
        }
        return []
    }
}

extension RemoteCommand {
    /// It may begin to play with it.
    fileprivate var begins: Bool {
        switch self {
        case .play, .togglePlayPause, .nextTrack, .previousTrack: true
        case .pause, .stop, .changePlaybackPosition, .skipForward, .skipBackward: false
        }
    }
}

extension UserInput.RemoteControl {
    fileprivate var command: RemoteCommand {
        switch self {
        case .play: .play
        case .pause: .pause
        case .stop: .stop
        case .togglePlayPause: .togglePlayPause
        case .nextTrack: .nextTrack
        case .previousTrack: .previousTrack
        }
    }
}
