// Answers to tools, and decisions that are remembered.
extension Surroundings {
    mutating func input(_ reason: Reason) { _ = out.decide(.input, reason, .d1) }

    /// - Parameter durable: only once everything recorded so far is on disk.
    mutating func answer(_ ticket: Ticket, durable: Bool = false) {
        if durable {
            out.promises.append(.answer(ticket))
        } else {
            out.effects.append(.answer(ticket, .done))
        }
    }

    /// - Parameter ticket: nil: nobody waits for the answer.
    mutating func refuse(_ refusal: Refusal, _ app: AppID?, _ ticket: Ticket?) {
        let decision = out.decide(
            .refuse, refusal.reason, refusal.rule, detail: refusal.detail, app: app)
        remember(decision, of: app)
        if let ticket { out.effects.append(.answer(ticket, .refused(refusal))) }
    }

    /// Notes a decision about an app that may not be installed, or about none.
    mutating func remember(_ decision: Decision, of app: AppID?) {
        if let slot = app.flatMap(slot) {
            apps[slot].history.append(decision)
        } else {
            history.append(decision)
        }
    }

    /// Notes a decision about an app, in its present launch.
    mutating func note(
        _ kind: Decision.Kind, _ reason: Reason, _ rule: Rule?, detail: Detail? = nil, of app: AppID
    ) {
        guard let slot = slot(app) else { return }
        apps[slot].note(kind, reason, rule, detail: detail, &out)
    }
}
