import QuiesceCore

/// Which transfers run, and whether they may, worked out a second time: from what the agent is told
/// and says, what apps asked for, and what was said of the network and the battery. After a restart
/// the core's word is taken for what it knew before.
struct TransferOracle {
    struct Run {
        var attempt: UInt64
        var isStopping = false
        /// It waits for an answer, and the agent does nothing for it.
        var isAsking = false
    }

    struct Problem {
        var transfer: TransferID
        var words: String
    }

    private(set) var runs: [TransferID: Run] = [:]
    /// The newest attempts.
    private var attempts: [TransferID: UInt64] = [:]
    private var isAgentThere = false
    /// Those whose app wasn't in front when it resumed them.
    private var begunBehind: Set<TransferID> = []
    /// By app and identifier.
    private var sessions: [String: SessionSettings] = [:]
    var network = KnownNetwork()

    // MARK: What happens

    /// - Parameters:
    ///   - resumed: whom a command to resume is for, if that never was before.
    ///   - isInFront: whether an app is in front, as the event comes.
    mutating func note(_ event: TransferEvent, resumed: TransferID?, isInFront: (AppID) -> Bool) {
        switch event {
        case .agentStarted: isAgentThere = true
        case .agentEnded:
            isAgentThere = false
            runs = [:]
        case .finished(let id, let attempt, _, _), .interrupted(let id, let attempt, _, _, _, _),
            .stopped(let id, let attempt, _):
            if runs[id]?.attempt == attempt { runs[id] = nil }
        case .requested(let app, _, _, .resume):
            guard let resumed else { break }
            // One that goes on from bytes that were kept is begun anew, under its number.
            if isInFront(app) { begunBehind.remove(resumed) } else { begunBehind.insert(resumed) }
        case .requested(let app, _, _, .openSession(let session)):
            sessions[Self.session(app, session.identifier)] = session.settings
        case .asked(let id, let attempt, _, _):
            if runs[id]?.attempt == attempt { runs[id]?.isAsking = true }
        case .requested, .get, .control, .responded, .placed, .notStored: break
        }
    }

    mutating func note(_ effect: TransferEffect) -> Problem? {
        switch effect {
        case .start(let id, let attempt, _):
            let (before, last) = (runs[id], attempts[id])
            runs[id] = Run(attempt: attempt)
            attempts[id] = attempt
            if !isAgentThere { return Problem(transfer: id, words: "starts without an agent") }
            if before != nil { return Problem(transfer: id, words: "starts while it runs") }
            if let last, last >= attempt {
                return Problem(transfer: id, words: "makes attempt \(attempt) after \(last)")
            }
            // One that has its answer goes on, however many were begun meanwhile.
            if runs.values.count(where: { !$0.isAsking }) > Limits.runningTransfers {
                return Problem(transfer: id, words: "is one too many")
            }
        case .stop(let id, let attempt):
            if runs[id]?.attempt == attempt { runs[id]?.isStopping = true }
        case .forget(let id):
            runs[id] = nil
            begunBehind.remove(id)
        case .answer(let id, let attempt, _, _):
            if runs[id]?.attempt == attempt { runs[id]?.isAsking = false }
        case .startAgent, .place, .tellSession: break
        }
        return nil
    }

    /// The daemon is gone, and the agent with it.
    mutating func daemonEnded() {
        runs = [:]
        attempts = [:]
        isAgentThere = false
    }

    /// The oracle's knowledge is taken from the store.
    mutating func goOn(sessions: [TransferSession], transfers: [TransferID: Transfer]) {
        self.sessions = [:]
        for session in sessions {
            self.sessions[Self.session(session.app, session.identifier)] = session.settings
        }
        begunBehind = []
        for transfer in transfers.values where transfer.isDiscretionary {
            begunBehind.insert(transfer.id)
        }
    }

    // MARK: What may be

    /// - Parameter transfers: all that there are, as the store knows them.
    func problem(_ transfers: [TransferID: Transfer], at now: Moment) -> Problem? {
        var connections: [String: Int] = [:]
        for (id, run) in runs.sorted(by: { $0.key < $1.key }) {
            guard let transfer = transfers[id] else {
                if run.isStopping { continue }
                return Problem(transfer: id, words: "runs, and nobody knows of it")
            }
            let settings = settings(transfer)
            let lane = "\(Self.session(transfer)) \(transfer.origin)"
            connections[lane, default: 0] += 1
            if connections[lane] ?? 0 > settings.connectionsPerHost {
                return Problem(transfer: id, words: "is one too many for \(transfer.origin)")
            }
            if run.isStopping { continue }
            guard transfer.stage == .queued else {
                return Problem(transfer: id, words: "runs although nobody wants it to")
            }
            if let obstacle = obstacle(transfer, settings, at: now) {
                return Problem(transfer: id, words: "runs \(obstacle)")
            }
        }
        return nil
    }

    /// Why it may not run now (X4, X9); nil: it may.
    private func obstacle(
        _ transfer: Transfer, _ settings: SessionSettings, at now: Moment
    ) -> String? {
        let isDiscretionary = settings.isDiscretionary || begunBehind.contains(transfer.id)
        if !transfer.origin.contains("//localhost") || network.isSaid {
            switch network.network {
            case .some(.none): return "without a network"
            case .cellular?:
                if isDiscretionary { return "on cellular, discretionary" }
                if !settings.allowsCellularAccess { return "on cellular, which isn't allowed" }
            case .wifi?, nil: break
            }
        }
        if isDiscretionary, network.lowPowerMode { return "in Low Power Mode, discretionary" }
        if isDiscretionary, !network.hasGoodPower { return "on a low battery, discretionary" }
        return nil
    }

    private func settings(_ transfer: Transfer) -> SessionSettings {
        transfer.settings ?? sessions[Self.session(transfer)] ?? SessionSettings()
    }

    private static func session(_ transfer: Transfer) -> String {
        "\(transfer.owner.app?.name ?? "") \(transfer.session)"
    }

    private static func session(_ app: AppID, _ identifier: String) -> String {
        "\(app.name) \(identifier)"
    }
}
