// The requests of apps for their sessions.
extension Audio {
    mutating func take(
        _ asked: AudioRequest, from app: AppID, _ launch: Launch, in around: inout Surroundings
    ) {
        let at = client(app, launch)
        switch asked {
        case .set(let setting):
            clients[at].setting = setting
            guard clients[at].isActive else { break }
            // A session that interrupts from now on does so at once, as if it became active.
            activate(at, in: &around)
            // One that mixes from now on interrupts nobody any more.
            if !setting.interrupts { release(at, shouldResume: false, in: &around) }
        case .activate: activate(at, in: &around)
        case .deactivate(let notifies): deactivate(at, notifies: notifies, in: &around)
        case .working(let plays, let records):
            clients[at].claim = AudioReading(plays: plays, records: records)
            if plays || records { clients[at].expectSound(at: around.now.awake) }
        case .show(let item): clients[at].item = item?.clamped
        case .takes(let commands):
            clients[at].takes = commands
            if player?.app == app { setPlayer(clients[at].played, in: &around) }
        }
        refresh(at, in: &around)
    }

    // MARK: Sessions

    /// The app in front has priority; of others, the one that begins last (A3).
    private mutating func activate(_ at: Int, in around: inout Surroundings) {
        let setting = clients[at].setting ?? AudioSetting(.soloAmbient)
        clients[at].setting = setting
        let app = clients[at].app
        if around.interruptions.call != nil {
            return refuse(at, .audioCallInProgress, .s7, in: &around)
        }
        guard around.isInFront(app) || goesOnOutOfSight(clients[at], around) else {
            return refuse(at, .audioNotInFront, .a2, in: &around)
        }
        if setting.interrupts, !around.isInFront(app), holder(besides: app, around) != nil {
            return refuse(at, .audioTaken, .a3, in: &around)
        }
        if !clients[at].isActive || clients[at].interrupter != nil {
            around.note(
                .input, .audioActivated, .a3, detail: .name(setting.category.rawValue), of: app)
        }
        clients[at].isActive = true
        clients[at].interrupter = nil
        guard setting.interrupts else { return }
        for other in clients.indices
        where other != at && clients[other].isActive && clients[other].interrupts {
            interrupt(other, by: .app(app), in: &around)
        }
    }

    private mutating func deactivate(
        _ at: Int, notifies: Bool, in around: inout Surroundings
    ) {
        if clients[at].isActive {
            around.note(.input, .audioDeactivated, .a3, of: clients[at].app)
        }
        clients[at].isActive = false
        release(at, shouldResume: notifies, in: &around)
        // An app that gives up its session on its own isn't told to go on later.
        clients[at].interrupter = nil
    }

    private mutating func refuse(
        _ at: Int, _ reason: Reason, _ rule: Rule, in around: inout Surroundings
    ) {
        let wasActive = clients[at].isActive
        clients[at].isActive = false
        // Its players stop as it hears of that, which may be later.
        clients[at].claim = AudioReading()
        around.note(.refuse, reason, rule, of: clients[at].app)
        tell(clients[at], .interrupted(.refused), in: &around)
        // The session that it had is over, and so are the interruptions by it.
        if wasActive { release(at, shouldResume: false, in: &around) }
    }

    /// An active session in front that others don't mix with.
    func holder(besides app: AppID, _ around: borrowing Surroundings) -> AppID? {
        clients.first {
            $0.app != app && $0.isActive && $0.interrupts && around.isInFront($0.app)
        }?.app
    }
}

extension NowPlayingItem {
    /// The item without the values that can't be shown.
    fileprivate var clamped: NowPlayingItem {
        var item = self
        func short(_ text: String?) -> String? {
            text.flatMap { $0.utf8.count <= Limits.nowPlayingText ? $0 : nil }
        }
        func seconds(_ value: Double?) -> Double? {
            value.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
        }
        item.title = short(title)
        item.artist = short(artist)
        item.album = short(album)
        item.duration = seconds(duration)
        item.elapsed = seconds(elapsed)
        item.rate = rate.isFinite ? rate : 0
        return item
    }
}
