/// One transfer, from its creation until its owner has taken its verdict: what lasts of it, and
/// what its attempts have come to.
// derive: json
struct TransferMachine: Sendable, Hashable {
    /// The agent's work on it.
    // derive: cases
    enum Run: Sendable, Hashable {
        case idle
        /// Attempt number `attempt` is under way.
        case running
        /// It waits for an answer; the number is the agent's.
        case asking(UInt64, TransferQuestion)
        /// The attempt was told to stop, and hasn't said that it has.
        case stopping
    }

    /// Why it doesn't run although it is queued, and until when.
    // derive: json
    struct Hold: Sendable, Hashable {
        var wait: TransferWait
        var until: Instant
        /// When it goes on at the latest; nil: at `until`.
        var latest: Instant?
        /// The failure that led to the hold, where something failed.
        var failure: TransferFailure?

        init(wait: TransferWait, _ window: InstantWindow, after failure: TransferFailure? = nil) {
            self.wait = wait
            self.failure = failure
            until = window.earliest
            latest = window.latest
        }

        var window: InstantWindow {
            InstantWindow(earliest: until, latest: latest ?? until)
        }
    }

    var transfer: Transfer
    var run = Run.idle
    /// The newest attempt: what an older one says is dropped.
    var attempt: UInt64 = 0
    /// Bytes that there are, as far as an attempt has said.
    var received: UInt64 = 0
    /// Failures in a row, without a byte between them.
    var failures = 0
    // The waits of the transfer that end with time; each is nil once it has ended.
    /// After a failure.
    var retry: Hold?
    /// By the relaunch limiter.
    var limitedUntil: Instant?
    /// By `earliestBegin`, as the clock was when that was last looked at.
    var beginsAt: Instant?
    /// When it fails, whatever it has; or, once it is kept, is dropped.
    var deadline: Instant?
    /// When it came to where it is.
    var since: WallTime
    /// Why it had to begin anew, the last time.
    var restarted: RestartReason?
    /// An earlier launch was told its verdict.
    var wasTold = false
    /// It has a fact; a new one that the disk didn't take has none.
    var isStored = true
    /// The agent may have bytes of it.
    var hasBytes = false
    /// Verdicts of earlier tasks with its number that this launch has still to say it has handled.
    var staleVerdicts = 0

    init(_ transfer: Transfer) {
        self.transfer = transfer
        since = transfer.created
    }

    var isUnderWay: Bool {
        switch transfer.stage {
        case .queued, .placing: true
        case .suspended, .ended, .kept: false
        }
    }

    var isEnded: Bool { outcome != nil }

    var outcome: TransferOutcome? {
        switch transfer.stage {
        case .ended(let outcome): outcome
        case .suspended, .queued, .placing, .kept: nil
        }
    }

    var isAsking: Bool {
        switch run {
        case .asking: true
        case .idle, .running, .stopping: false
        }
    }

    /// Whether it takes one of its host's connections.
    var hasConnection: Bool { run != .idle }

    /// Whether the agent is at work for it, or about to stop.
    var isRunning: Bool {
        switch run {
        case .running, .stopping: true
        case .idle, .asking: false
        }
    }

    /// The last of the moments that must come before it can go on; nil: none.
    var hold: Hold? {
        var hold = retry
        func consider(_ wait: TransferWait, _ until: Instant?) {
            guard let until, hold.map({ $0.until < until }) ?? true else { return }
            hold = Hold(wait: wait, InstantWindow(at: until))
        }
        consider(.relaunchLimit, limitedUntil)
        consider(.earliestBegin, beginsAt)
        return hold
    }

    /// When time alone changes something about it.
    var alarm: InstantWindow? {
        let held: InstantWindow? =
            switch transfer.stage {
            case .queued: run == .idle ? hold?.window : nil
            case .placing: retry?.window
            case .suspended, .ended, .kept: nil
            }
        guard let deadline, !isEnded else { return held }
        let end = InstantWindow(at: deadline)
        return held.map { $0.first(with: end) } ?? end
    }
}

/// A session of an app, or of the user: the settings that its tasks share, and who is told.
// derive: json
struct SessionKey: Sendable, Hashable, Comparable {
    var owner: TransferOwner
    var identifier: String

    static func < (a: Self, b: Self) -> Bool {
        a.owner == b.owner ? a.identifier < b.identifier : a.owner < b.owner
    }
}

extension SessionKey: DescribedKey {
    /// No id of an app has a slash in it; before the user's there is nothing.
    var keyText: String {
        switch owner {
        case .user: "/" + identifier
        case .app(let app): app.name + "/" + identifier
        }
    }

    init?(keyText: String) {
        guard let slash = keyText.firstIndex(of: "/") else { return nil }
        let identifier = String(keyText[keyText.index(after: slash)...])
        if slash == keyText.startIndex {
            self.init(owner: .user, identifier: identifier)
        } else {
            guard let app = AppID(String(keyText[..<slash])) else { return nil }
            self.init(owner: .app(app), identifier: identifier)
        }
    }
}

extension Transfer {
    var sessionKey: SessionKey { SessionKey(owner: owner, identifier: session) }
    var lane: LaneKey { LaneKey(session: sessionKey, origin: origin) }

    func needs(_ settings: SessionSettings) -> TransferNeeds {
        if isDiscretionary || settings.isDiscretionary { return .discretionary }
        return settings.allowsCellularAccess ? .network : .wifi
    }
}

/// An app's session, as far as it is more than settings.
// derive: json
struct SessionMachine: Sendable, Hashable {
    var fact: TransferSession
    /// The launch that made it, and hears of it.
    var openIn: Launch?
    /// No further tasks.
    var isClosing = false
    /// Verdicts that its launch was told and hasn't handled, the oldest first.
    var delivering: [TransferID] = []
    /// Transfers whose questions its launch was told, and hasn't answered.
    var asked: [TransferID] = []
    /// Something came up since it was last told, or woken for it.
    var hasNews = false
    /// It was woken, and is told once it has all (X6).
    var owesFinish = false
    /// When its app may be launched for it, after crashes.
    var wakeAt: Instant?

    init(_ fact: TransferSession) { self.fact = fact }

    var key: SessionKey { SessionKey(owner: .app(fact.app), identifier: fact.identifier) }
}
