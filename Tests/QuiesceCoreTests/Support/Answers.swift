import Testing

@testable import QuiesceCore

extension TestDevice {
    /// Checks after every event that `why` gives the reason for each kill and refusal that the
    /// event caused, and for everything that waits.
    func checkAnswers(to reaction: Reaction) {
        for (app, decisions) in Dictionary(grouping: reaction.decisions, by: \.app) {
            let refused = decisions.filter { $0.kind == .refuse }.suffix(Limits.refusalsPerApp)
            let killed = decisions.filter { $0.kind == .kill }.suffix(Limits.endingsPerApp)
            guard !refused.isEmpty || !killed.isEmpty else { continue }
            guard let app else {
                for decision in refused {
                    #expect(machine.why().refusals.contains(decision), "\(decision)")
                    expectPlain(decision.sentence, decision)
                    expectPlain(decision.change ?? "", decision)
                }
                #expect(killed.isEmpty)
                continue
            }
            guard let answer = machine.why(app, at: now) else {
                Issue.record("nothing answers for \(decisions)")
                continue
            }
            for decision in refused {
                #expect(answer.refusals.contains(decision), "\(decision)")
                #expect(answer.chain.contains(decision), "\(decision)")
                expectPlain(decision.sentence, decision)
            }
            for decision in killed {
                let ending = answer.endings.last { $0.seq == decision.seq }
                #expect(ending?.isKill == true, "\(decision)")
                #expect(machine.whyKilled().contains { $0.seq == decision.seq }, "\(decision)")
                expectPlain(ending?.sentence ?? "", decision)
            }
            for decision in refused + killed {
                expectPlain(decision.change ?? "", decision)
                #expect(decision.rule != nil || decision.reason.hasNoRule, "\(decision)")
            }
        }
        checkPending()
    }

    /// A sentence of words, not a code word, with every number in it.
    private func expectPlain(_ sentence: String, _ decision: Decision) {
        #expect(sentence.hasSuffix(".") && sentence.contains(" "), "\(decision): \(sentence)")
        #expect(!sentence.contains("?"), "\(decision): \(sentence)")
    }

    /// Whatever a machine waits for is pending with a reason, and whatever has a deadline says
    /// when.
    private func checkPending() {
        for app in machine.apps {
            let pending = machine.why(app.id, at: now)?.pending ?? []
            let kinds = Set(pending.map(\.kind))
            for wait in pending { #expect(wait.sentence.hasSuffix("."), "\(wait)") }
            // One that is at work for as long as that lasts has no limit but that of its conduct.
            if app.nextDeadline(machine.profile) != nil, app.activities.isEmpty {
                #expect(pending.contains { $0.latest != nil || $0.earliest != nil }, "\(app)")
            }
            // A delivery to a process that is ending ends with the process.
            if app.wakes.contains(where: { $0.launch == nil }) { #expect(kinds.contains(.wake)) }
            if !app.followUps.isEmpty {
                #expect(!kinds.isDisjoint(with: [.open, .install, .uninstall]))
            }
            if app.stage == .background || app.stage == .active {
                #expect(app.wakes.isEmpty || kinds.contains(.wake))
                #expect(app.tasks.open.isEmpty || kinds.contains(.task))
                let calls = app.calls.outstanding.map(\.call)
                let isCovered = calls.allSatisfy { call in
                    if case .expireWake = call { return true }
                    return call.wake != nil
                }
                #expect(isCovered || kinds.contains(.call), "\(calls)")
            }
        }
    }
}

extension Reason {
    /// Refused by a bound of ours, or by what there is; no behaviour speaks of it.
    fileprivate var hasNoRule: Bool {
        [
            .unknownApp, .tooManyApps, .looksLikeAnother, .tooManyWakes, .shuttingDown, .noURL,
            .noShortcut, .linkTooLong,
        ].contains(self)
    }
}
