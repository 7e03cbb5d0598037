import QuiesceCore

/// How the user answers a notification beside opening it.
// derive: json
public enum AnswerChoice: String, Sendable, Hashable, CaseIterable {
    /// By an action behind what is in front.
    case behind
    /// By a text.
    case text
    /// By an action that opens its app.
    case front
    /// By one that a locked device refuses.
    case unlocked
    /// They want to see its app's settings.
    case settings
    /// By one that there isn't.
    case unknown

    var answer: NotificationAnswer {
        switch self {
        case .text: .action(identifier: rawValue, text: "Yes")
        case .settings: .settings
        case .behind, .front, .unlocked, .unknown: .action(identifier: rawValue, text: nil)
        }
    }
}

extension ScriptedApp {
    /// The category that all of a scripted app's notifications are of.
    static let category: NotificationCategory = {
        func action(_ choice: AnswerChoice) -> NotificationAction {
            NotificationAction(identifier: choice.rawValue, title: choice.rawValue)
        }
        var text = action(.text)
        text.textButton = "Send"
        var front = action(.front)
        front.foreground = true
        var unlocked = action(.unlocked)
        unlocked.needsUnlock = true
        return NotificationCategory(
            identifier: "answers", actions: [action(.behind), text, front, unlocked],
            reportsDismissal: true)
    }()
}

/// The steps that a generator chooses from where users answer notifications.
enum AnswerStepKind: StepMix {
    case notify, answer, dismiss, show, categories
    case open, away, pass, sleep, wake, lock, unlock, quit, crash
    case kill, killAmid, powerCut, disk, diskWell, reboot

    static let name = "answers"
    static let percentOfSeeds = 10
    static let draws: (ofSome: UInt64, ofEvery: UInt64) = (0x616E_7377, 0x616E_7377_7273)
    static let common = Self.answer
    static let pauses: [Int64] = [0, 3, 700, 5_000, 40_000]

    /// The largest weight.
    var most: Int {
        switch self {
        case .answer: 20
        case .notify: 12
        case .show, .kill, .killAmid, .away, .diskWell: 8
        case .dismiss, .categories, .open, .pass, .quit, .crash, .unlock, .disk: 4
        case .sleep, .wake, .lock, .powerCut, .reboot: 2
        }
    }

    func step(apps: Int, _ random: inout SeededGenerator) -> Step.Action {
        let app = random.below(apps)
        return switch self {
        case .notify:
            .notification(
                app: app,
                .schedule(
                    name: random.below(4), after: random.pick([0, 1_000, 5_000]), zone: nil,
                    every: random.pick([nil, nil, .minute])))
        case .answer: .answerNotification(random.below(8), random.pick(AnswerChoice.allCases))
        case .dismiss: .dismissNotification(random.below(8))
        case .show:
            .notification(app: app, .show(name: random.below(4), later: random.chance(percent: 30)))
        case .categories: .notification(app: app, .categories(random.chance(percent: 80)))
        case .open: .open(app: app)
        case .away: .home
        case .pass: .rest
        case .sleep: .sleep
        case .wake: .wake
        case .lock: .lock
        case .unlock: .unlock
        case .quit: .quit(app: app)
        case .crash: .die(app: app, signal: 11)
        case .kill: .anyKill(&random)
        case .killAmid: .anyKillAmid(&random)
        case .powerCut: .powerCut(journalKept: random.chance(percent: 50))
        case .disk: .disk(random.pick([.full, .failing]))
        case .diskWell: .disk(.none)
        case .reboot: .reboot
        }
    }

    /// Every app may notify, and most have actions.
    static func begin(_ header: inout Scenario.Header, _ random: inout SeededGenerator) -> [Step] {
        var steps: [Step] = []
        for app in header.apps.indices {
            steps += Step.Action.allowNotifications(app: app)
            if random.chance(percent: 90) {
                steps.append(Step(after: 10, .notification(app: app, .categories(true))))
            }
        }
        return steps
    }
}
