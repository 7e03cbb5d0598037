import QuiesceCore
import QuiesceShell

/// Remembers the user's answers that wake apps, to judge that each reaches its app, as it was
/// given, and no other app (N2).
final class AnswerWatch {
    private struct Answer {
        let app: AppID
        let notification: NotificationID
        let answer: NotificationAnswer
        /// The event that took it.
        let seq: UInt64
        /// There was a launch to hear it: one that ends by itself has had it, heard or not (W6).
        var hadLaunch: Bool
        /// Its wake-up has a verdict.
        var isOver = false
    }

    private var answers: [WakeID: Answer] = [:]

    func note(_ event: Event, _ reaction: Reaction, _ device: SimulatedDevice) {
        for decision in reaction.decisions {
            guard case .wake(let wake, WakeKind.notificationAction.rawValue, _) = decision.detail,
                let app = decision.app, answers[wake] == nil
            else { continue }
            took(wake, app, event, device)
        }
        for case .spawn(let app, _, _) in reaction.effects {
            for (wake, answer) in answers where answer.app == app {
                answers[wake]?.hadLaunch = true
            }
        }
        for effect in reaction.effects {
            guard case .send(let app, _, let delivery, _) = effect,
                case .notification(.answered(let reply, let wake?)) = delivery.call
            else { continue }
            sent(reply, wake, to: app, device)
        }
        for decision in reaction.decisions where decision.kind == .wake {
            guard case .wakeResult(let wake, _, _) = decision.detail, let answer = answers[wake]
            else { continue }
            // An answer to an app that is gone reaches nobody, and a user who quits an app wants no
            // more of it (U1).
            let isGone = device.view(answer.app) == nil
            if !answer.hadLaunch, !isGone, decision.reason != .forceQuitByUser {
                device.fail(
                    .answersArrive,
                    "\(answer.answer.word) of notification \(answer.notification) ends as \(decision.reason.rawValue), and no launch could hear of it",
                    answer.app)
            }
            answers[wake]?.isOver = true
        }
        for case .uninstall(let app) in reaction.effects {
            answers = answers.filter { $0.value.app != app }
        }
    }

    private func took(
        _ wake: WakeID, _ app: AppID, _ event: Event, _ device: SimulatedDevice
    ) {
        let isAlive = device.view(app)?.state != .notRunning
        switch event {
        case .notification(.answer(let id, let answer, _)):
            answers[wake] = Answer(
                app: app, notification: id, answer: answer, seq: device.lastSeq,
                hadLaunch: isAlive)
        case .notification(.dismiss(let id, _)):
            answers[wake] = Answer(
                app: app, notification: id, answer: .dismissed, seq: device.lastSeq,
                hadLaunch: isAlive)
        case _:
            device.fail(.answersArrive, "the app is woken for an answer that nobody gave", app)
        }
    }

    private func sent(
        _ reply: NotificationReply, _ wake: WakeID, to app: AppID, _ device: SimulatedDevice
    ) {
        guard let answer = answers[wake] else { return }
        if answer.app != app {
            device.fail(.nothingCrosses, "an answer for \(answer.app) comes to it", app)
        }
        if answer.notification != reply.id || answer.answer != reply.answer {
            device.fail(
                .answersArrive, "notification \(reply.id) is answered otherwise than it was", app)
        }
    }

    /// Nobody was promised what the disk doesn't know.
    ///
    /// - Parameter stored: the last event whose facts it has.
    func powerFails(stored: UInt64, unwritten: Bool) {
        answers = answers.filter { !unwritten && $0.value.seq <= stored }
    }

    /// Judges that answers that were taken and written down are there after whatever was lost.
    ///
    /// - Parameter known: the last event that a new daemon knows, by its store or its journal.
    func goOn(from stored: [Fact], upTo known: UInt64, _ device: SimulatedDevice) {
        answers = answers.filter { $0.value.seq <= known }
        var wakes: Set<WakeID> = []
        for case .wake(let wake) in stored { wakes.insert(wake.id) }
        for (id, answer) in answers.sorted(by: { $0.key < $1.key }) {
            // The end of an answer may be lost: then the answer comes once more.
            if wakes.contains(id) {
                answers[id]?.isOver = false
            } else if !answer.isOver {
                device.fail(
                    .answersArrive, "an answer to notification \(answer.notification) was lost",
                    answer.app)
                answers[id] = nil
            }
        }
    }

    /// Each was heard, or waits for an app that is held back.
    func checkSettled(_ device: SimulatedDevice) {
        var waiting: Set<WakeID> = []
        for case .wake(let wake) in device.machine.facts { waiting.insert(wake.id) }
        for (id, answer) in answers.sorted(by: { $0.key < $1.key })
        where !answer.isOver && !waiting.contains(id) {
            device.fail(
                .settles,
                "an answer to notification \(answer.notification) is neither heard nor waits",
                answer.app)
        }
    }
}

extension Invariant {
    public static let answersArrive = Self(
        "each answer to a notification that was taken comes to its app, as it was given")
}
