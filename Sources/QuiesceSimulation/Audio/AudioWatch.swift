import QuiesceCore
import QuiesceShell
import QuiesceWire

/// Judges sound by what apps asked, by what the sound server said and by where processes stand,
/// without looking at what the core makes of it: who may play on isn't suspended while it is heard
/// (A1), no two sessions that don't mix are active at once (A3), and what a suspended app still has
/// at the sound server isn't heard (A2).
struct AudioWatch {
    private struct Session {
        var launch: Launch
        var setting: AudioSetting?
        var isActive = false
        var isInterrupted = false
        /// It was interrupted as it was left, and is until it becomes active anew (A2).
        var isLeft = false
        var claim = AudioReading()
        var reading = AudioReading()
        /// Nobody heard it when it was measured last.
        var isSilent = false
    }

    private var sessions: [AppID: Session] = [:]
    private var hasServer = false
    private var isCalling = false
    /// Apps that have played with a session: one of them played last.
    private var players: Set<AppID> = []

    /// The device has lost what it didn't store.
    mutating func forget() {
        sessions = [:]
        hasServer = false
        isCalling = false
    }

    mutating func note(
        _ event: Event, _ reaction: Reaction, _ device: SimulatedDevice, isNew: Bool
    ) {
        switch event {
        case .audio(.asked(let app, let launch, _, let request)):
            if isNew { note(request, app, launch) }
        case .audio(.server(let isThere)):
            hasServer = isThere
            for app in sessions.keys { sessions[app]?.reading = AudioReading() }
        case .audio(.heard(let app, let reading)):
            guard let key = device.process(of: app)?.key else { break }
            if sessions[app]?.launch != key.launch { sessions[app] = Session(launch: key.launch) }
            sessions[app]?.reading = reading
            if !reading.plays || reading.isAudible == true { sessions[app]?.isSilent = false }
            if reading.isAudible == false { sessions[app]?.isSilent = true }
        case .exited(let app, let launch, _):
            if sessions[app]?.launch == launch { sessions[app] = nil }
        case .uninstall(let app, _): sessions[app] = nil
        case .restarted:
            hasServer = false
            sessions = sessions.filter {
                device.process(of: $0.key)?.key == ProcessKey(app: $0.key, launch: $0.value.launch)
            }
            for app in sessions.keys { sessions[app]?.reading = AudioReading() }
        case .interrupt(.callIncoming, _), .interrupt(.callAnswer, _): isCalling = true
        case .interrupt(.callEnd, _): isCalling = false
        case .frozen(let app, let launch, _): judgeFreeze(of: app, launch, device)
        case _: break
        }
        for (app, mine) in sessions where mine.setting != nil {
            if mine.claim != AudioReading() || mine.reading != AudioReading() {
                players.insert(app)
            }
        }
        if case .audio(.ordered(let order, _)) = event { judge(order, reaction, device) }
        for case .audio(.tell(let app, _, let update)) in reaction.effects {
            switch update {
            case .interrupted(let why):
                sessions[app]?.isActive = false
                sessions[app]?.claim = AudioReading()
                // A session that is refused stays interrupted, or not, as it was.
                if why == .refused { break }
                sessions[app]?.isInterrupted = true
                sessions[app]?.isLeft = why == .background
            case .resumed:
                sessions[app]?.isInterrupted = false
                sessions[app]?.isLeft = false
            case .surroundings, .command, .reset: break
            }
        }
        for (app, mine) in sessions where mine.isInterrupted {
            let isOver = mine.isActive || (!mine.isLeft && !isTaken(from: app))
            if isOver {
                sessions[app]?.isInterrupted = false
                sessions[app]?.isLeft = false
            }
        }
    }

    private mutating func note(_ request: AudioRequest, _ app: AppID, _ launch: Launch) {
        if sessions[app]?.launch != launch { sessions[app] = Session(launch: launch) }
        switch request {
        case .set(let setting): sessions[app]?.setting = setting
        case .activate:
            if sessions[app]?.setting == nil { sessions[app]?.setting = .init(.soloAmbient) }
            sessions[app]?.isActive = true
        case .deactivate:
            sessions[app]?.isActive = false
            sessions[app]?.isInterrupted = false
            sessions[app]?.isLeft = false
        case .working(let plays, let records):
            sessions[app]?.claim = AudioReading(plays: plays, records: records)
        case .show, .takes: break
        }
    }

    /// A key reaches who played last, launches it, or is refused (A5).
    private func judge(_ order: RemoteOrder, _ reaction: Reaction, _ device: SimulatedDevice) {
        let woken = reaction.accepted.filter { $0.cause.kind == .audio }
        let isTold = reaction.effects.contains {
            if case .audio(.tell(_, _, .command)) = $0 { true } else { false }
        }
        if woken.isEmpty, !isTold, !reaction.decisions.contains(where: { $0.kind == .refuse }) {
            device.fail(.keysReachThePlayer, "\(order.command.rawValue) came to nothing")
        }
        for wake in woken {
            if wake.cause != .audio(order) {
                device.fail(.keysReachThePlayer, "it is woken for another key", wake.app)
            }
            if !players.contains(wake.app) {
                device.fail(.keysReachThePlayer, "it has never played, and is launched", wake.app)
            }
            let isStarted = reaction.effects.contains {
                if case .spawn(wake.app, _, _) = $0 { true } else { false }
            }
            if isStarted, !Self.beginning.contains(order.command) {
                device.fail(
                    .keysReachThePlayer, "it is launched for \(order.command.rawValue)", wake.app)
            }
        }
    }

    /// The keys that an app may begin to play with.
    private static let beginning: Set<RemoteCommand> =
        [.play, .togglePlayPause, .nextTrack, .previousTrack]

    /// It is heard, may be heard, and was suspended all the same.
    private func judgeFreeze(of app: AppID, _ launch: Launch, _ device: SimulatedDevice) {
        let view = device.view(app)
        if view?.state == .suspended, view?.launch == launch, mayPlayOn(app, launch, device) {
            device.fail(.soundGoesOn, "it is heard, and is suspended", app)
        }
    }

    /// It is heard, and may be out of sight (A1).
    func mayPlayOn(_ app: AppID, _ launch: Launch, _ device: SimulatedDevice) -> Bool {
        guard let mine = sessions[app], mine.launch == launch,
            !mine.isInterrupted,
            let manifest = device.view(app)?.manifest, manifest.backgroundModes.contains(.audio),
            device.profile.backgroundModes.contains(.audio),
            mine.setting?.category.goesOnOutOfSight ?? true
        else { return false }
        return hasServer
            ? mine.reading.records || (mine.reading.plays && !mine.isSilent)
            : mine.claim.plays || mine.claim.records
    }

    /// An app is interrupted as long as another has the sound. Only apps that execute are told of
    /// the end.
    private func isTaken(from app: AppID) -> Bool {
        isCalling
            || sessions.contains {
                $0.key != app && $0.value.isActive && $0.value.setting?.interrupts == true
            }
    }

    /// After each event.
    func judge(
        measured: Set<AppID>, muted: Set<AppID>, isThere: Bool, _ device: SimulatedDevice
    ) {
        guard !sessions.isEmpty, device.hasTakenOver, device.daemonRuns, !device.isCut else {
            return
        }
        let loud = sessions.filter { $0.value.isActive && $0.value.setting?.interrupts == true }
        if loud.count > 1 {
            device.fail(
                .soundGoesOn, "\(loud.count) sessions that don't mix are active",
                loud.keys.min())
        }
        for (app, mine) in sessions.sorted(by: { $0.key < $1.key }) {
            guard let view = device.view(app), view.state == .suspended, view.launch == mine.launch
            else { continue }
            if isThere, hasServer, mine.reading.plays, !muted.contains(app) {
                device.fail(.soundGoesOn, "it is suspended, and its stream sounds", app)
            }
            if measured.contains(app) {
                device.fail(.soundGoesOn, "it is suspended, and its loudness is measured", app)
            }
        }
    }
}

extension Invariant {
    public static let keysReachThePlayer = Self(
        "a key reaches the app that played last, launches it to begin, or is refused")
    public static let soundGoesOn = Self(
        "who may play on is not suspended while it is heard, and who is suspended is not heard")
}
