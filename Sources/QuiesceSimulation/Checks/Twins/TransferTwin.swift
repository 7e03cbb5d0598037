import QuiesceCore

/// Which transfers run, and whether they may, worked out a second time: from what the agent is told and
/// says, and from what apps asked for. Of the network and the battery, the core's word is taken.
struct TransferTwin {
    struct Run {
        var attempt: UInt64
        var isStopping = false
    }

    private(set) var runs: [TransferID: Run] = [:]
    /// The newest attempts.
    private var attempts: [TransferID: UInt64] = [:]
    private var isAgentThere = false
    /// Tasks that were resumed while their app wasn't in front.
    private var begunBehind: Set<TransferID> = []

    struct Problem {
        var transfer: TransferID
        var words: String
    }

    // MARK: What happens

    /// - Parameter isInFront: whether an app is in front, as the event comes.
    mutating func note(_ event: TransferEvent, resumed: TransferID?, isInFront: (AppID) -> Bool) {
        switch event {
        case .agentStarted: isAgentThere = true
        case .agentEnded:
            isAgentThere = false
            runs = [:]
        case .finished(let id, let attempt, _, _), .interrupted(let id, let attempt, _, _, _, _),
            .stopped(let id, let attempt, _):
            if runs[id]?.attempt == attempt { runs[id] = nil }
        case .command(let app, _, _, _, _, .resume):
            if let resumed, !isInFront(app) { begunBehind.insert(resumed) }
        case .openSession, .closeSession, .create, .command, .handled, .answered, .get, .control,
            .responded, .asked, .placed, .notStored:
            break
        }
    }

    mutating func note(_ effect: TransferEffect) -> Problem? {
        switch effect {
        case .start(let id, let attempt, _):
            defer {
                runs[id] = Run(attempt: attempt)
                attempts[id] = attempt
            }
            if !isAgentThere { return Problem(transfer: id, words: "starts without an agent") }
            if runs[id] != nil { return Problem(transfer: id, words: "starts while it runs") }
            if let last = attempts[id], last >= attempt {
                return Problem(transfer: id, words: "attempt \(attempt) follows \(last)")
            }
        case .stop(let id, let attempt):
            if runs[id]?.attempt == attempt { runs[id]?.isStopping = true }
        case .forget(let id):
            runs[id] = nil
            attempts[id] = nil
            begunBehind.remove(id)
        case .startAgent, .answer, .place, .unplace, .tellSession: break
        }
        return nil
    }

    /// The daemon is gone, and the agent with it.
    mutating func daemonEnded() {
        runs = [:]
        attempts = [:]
        isAgentThere = false
    }

    // MARK: What may be

    /// What there is to judge by.
    struct Facts {
        var transfers: [TransferID: Transfer]
        var sessions: [String: SessionSettings]
        var device: DeviceConditions
        var profile: PolicyProfile
        var now: Moment
    }

    func problem(_ facts: Facts) -> Problem? {
        var ofLane: [String: Int] = [:]
        for (id, run) in runs.sorted(by: { $0.key < $1.key }) {
            guard let transfer = facts.transfers[id] else {
                if run.isStopping { continue }
                return Problem(transfer: id, words: "runs, and there is no such transfer")
            }
            let settings = settings(transfer, facts)
            let lane = "\(Self.session(transfer)) \(transfer.origin)"
            ofLane[lane, default: 0] += 1
            if ofLane[lane] ?? 0 > settings.connectionsPerHost {
                return Problem(transfer: id, words: "is one too many for \(transfer.origin)")
            }
            if run.isStopping { continue }
            guard case .queued = transfer.stage else {
                return Problem(transfer: id, words: "runs although nobody wants it to")
            }
            if let obstacle = obstacle(transfer, settings, facts) {
                return Problem(transfer: id, words: "runs \(obstacle)")
            }
        }
        return nil
    }

    /// Why it may not run now (X4, X9); nil: it may.
    func obstacle(
        _ transfer: Transfer, _ settings: SessionSettings, _ facts: Facts
    ) -> String? {
        let isDiscretionary = settings.isDiscretionary || begunBehind.contains(transfer.id)
        let isOnDevice = transfer.origin.contains("//localhost")
        let network = facts.device.network ?? .wifi
        if !isOnDevice || facts.device.overridden.contains(.network) {
            if network == .none { return "without a network" }
            if network == .cellular, isDiscretionary { return "on cellular, discretionary" }
            if network == .cellular, !settings.allowsCellular { return "on cellular, not allowed" }
        }
        if isDiscretionary, facts.device.batteryState == .unplugged,
            let percent = facts.device.batteryPercent,
            percent < facts.profile.discretionaryBatteryPercent
        {
            return "on a low battery, discretionary"
        }
        if let begin = transfer.earliestBegin, begin > facts.now.wall, transfer.resumed == nil {
            return "before its earliest time"
        }
        return nil
    }

    func settings(_ transfer: Transfer, _ facts: Facts) -> SessionSettings {
        transfer.settings ?? facts.sessions[Self.session(transfer)] ?? SessionSettings()
    }

    static func session(_ transfer: Transfer) -> String {
        "\(transfer.owner.app?.name ?? "") \(transfer.session)"
    }
}
