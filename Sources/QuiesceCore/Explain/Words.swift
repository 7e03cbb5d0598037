// Reasons and details in plain words: what, why, what to do.

extension Reason {
    /// How a launch ended, as the rest of "X is not running: …"; with what to do, if the app could
    /// have avoided it.
    func ending(_ detail: Detail?) -> String {
        let meaning = meaning(detail)
        switch meaning {
        case .fault(let words, let change): return "\(words); \(change)"
        case .event, .ending, .refusal, .endingOrRefusal: return meaning.ending ?? meaning.clause
        }
    }
}

extension Refusal {
    /// One sentence for the caller: why not, and what would change it.
    public func explained(at now: Moment) -> String {
        let meaning = reason.meaning(detail, at: now)
        let why = meaning.refusal ?? meaning.clause
        return meaning.change.map { "\(why); \($0)" } ?? why
    }

    /// Advice on how to avoid it.
    public var change: String? { reason.meaning(detail).change }
}

extension Decision {
    /// The decision and its reason, for a person.
    public var sentence: String { asSentence(clause) }

    /// Advice on how to avoid it; nil where nothing was ended or refused.
    public var change: String? { meaning.change.map(asSentence) }

    private var meaning: Meaning { reason.meaning(detail) }

    private var clause: String {
        switch kind {
        case .refuse: meaning.refusal ?? meaning.clause
        case .wake: verdict
        // The shortage itself is told here; it ends apps later.
        case .input where reason == .memoryPressure: "memory runs short"
        case .kill, .transition, .input, .task, .deliver, .merge, .transfer, .notification, .push:
            meaning.clause
        }
    }

    /// The outcome of a wake-up that its app didn't finish.
    private var verdict: String {
        guard case .wakeResult(let id, let cause, _) = detail else { return meaning.clause }
        switch meaning {
        case .event(let words): return words
        case .ending, .fault, .refusal, .endingOrRefusal:
            return "\(id.spoken(cause)) was dropped: \(meaning.refusal ?? meaning.clause)"
        }
    }
}

extension Detail {
    /// In a few words, for a line of the log.
    public var words: String {
        switch self {
        case .overran(let call, let limit, let elapsed):
            "\(call) took \(elapsed.spoken), \(limit.spoken) allowed"
        case .allowance(let allowance, let tasks):
            "\(allowance.spoken) used up with \(listed(tasks)) open"
        case .task(let id, let name): name.map { "task \(id) \"\($0)\"" } ?? "task \(id)"
        case .tasks(let count): counted(count, "task")
        case .wake(let id, let cause, let limit):
            "\(id.spoken(cause)), \(limit.spoken) for its handler"
        case .wakeResult(let id, let cause, let took): "\(id.spoken(cause)) after \(took.spoken)"
        case .call(let call, let seq): "\(call) (\(seq))"
        case .signal(let signal): "signal \(signal)"
        case .code(let code): "code \(code)"
        case .failedStep(let step, let errno): "\(step): errno \(errno)"
        case .mode(let mode, let profile): "\(mode.rawValue) in profile \(profile)"
        case .until(_, let crashes): counted(crashes, "crash") + " in a row"
        case .tries(let count, _): "\(count) wrong in a row"
        case .late(let late): "\(late.spoken) late; limits extended by as much"
        case .version(let version): "version \(version)"
        case .interruption(let interruption): interruption.rawValue
        case .change(let change): change.words.joined(separator: " ")
        case .systemEvents(let events): events.map(\.rawValue).joined(separator: ", ")
        case .merged(let event, let changes, let told):
            "\(event.rawValue): \(changes) → \(told)"
        case .memory(let bytes): bytes.spokenAsBytes
        case .permission(let permission, let state): "\(permission.rawValue): \(state.rawValue)"
        case .input(let input): input.words.joined(separator: " ")
        case .outside(let input, let screen):
            "\(input.words.joined(separator: " ")), on a screen of \(screen.width) by \(screen.height)"
        case .lock(let lock): "\(lock.kind.words) on \(lock.file) of \(lock.group)"
        case .ports(let ports): listed(ports.map(\.description))
        case .cpu(let used, let elapsed): "\(used.spoken) of CPU in \(elapsed.spoken)"
        case .gpu(let device, let used):
            used > .zero ? "\(device), busy for \(used.spoken)" : device
        case .name(let name): "\"\(name)\""
        case .notBefore: "not yet"
        case .transfer(let detail): detail.words
        case .fetch(let detail): detail.words
        case .notification(let detail): detail.words
        case .push(let detail): detail.words
        case .energy(let charge): charge.words
        }
    }
}

/// The parts of a detail that a sentence names; "?" where the reason came without it.
extension Detail? {
    var limit: String {
        switch self {
        case .overran(_, let limit, _), .allowance(let limit, _): limit.spoken
        case _: "?"
        }
    }

    var call: String {
        if case .overran(let call, _, _) = self { call } else { "?" }
    }

    var openTasks: String {
        guard case .allowance(_, let tasks) = self else { return "a background task was" }
        return tasks.count == 1
            ? "its background task \(listed(tasks)) was"
            : "its background tasks \(listed(tasks)) were"
    }

    var code: String {
        switch self {
        case .code(let code), .signal(let code): String(code)
        case _: "?"
        }
    }

    var failure: String {
        if case .failedStep(let step, let errno) = self { "\(step), errno \(errno)" } else { "?" }
    }

    var bytes: String {
        if case .memory(let bytes) = self { bytes.spokenAsBytes } else { "?" }
    }

    var mode: String {
        if case .mode(let mode, _) = self { "\"\(mode.rawValue)\"" } else { "?" }
    }

    var profile: String {
        if case .mode(_, let profile) = self { profile } else { "?" }
    }

    /// A wake-up that was accepted.
    var wake: String? {
        guard case .wake(let id, let cause, let limit) = self else { return nil }
        return "\(id.spoken(cause)) to handle, in \(limit.spoken)"
    }

    /// A wake-up that has its verdict.
    var result: String {
        if case .wakeResult = self, let self { self.words } else { "a wake-up" }
    }

    /// The result of a fetch or a push that was completed; the others only succeed.
    var news: String {
        guard case .wakeResult(_, let cause, _) = self,
            WakeKind(rawValue: cause)?.rule.bringsNews == true
        else { return "" }
        return ", with new data"
    }

    var crashCount: String {
        guard case .until(_, let crashes) = self else { return "?" }
        return crashes == 1 ? "at its last launch" : "\(crashes) times in a row"
    }

    /// How long no passcode is tried; nil: one may be at once.
    func passcodeWait(_ now: Moment?) -> String? {
        guard case .tries(_, let until?) = self else { return nil }
        guard let now else { return "a while" }
        return max(.zero, until - now.instant).spoken
    }

    func wait(_ now: Moment?) -> String {
        guard case .until(let until, _) = self, let now else { return "for a while" }
        return "for another " + max(.zero, until - now.instant).spoken
    }
}
