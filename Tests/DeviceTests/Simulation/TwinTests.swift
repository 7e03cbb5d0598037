import Foundation
import QuiesceCore
import QuiesceSimulation
import QuiesceWire
import TestSupport
import Testing

@testable import QuiesceDaemon
@testable import QuiesceProfiles

/// The same scenario with real processes and in the simulator: what the user does, what the app
/// does wrong, and the limits; each step is over when the app has come to rest in a state.
struct Twin: Sendable, CustomTestStringConvertible {
    enum UserAction: Sendable {
        case open, home, fetch, quit, lock, unlock
        case callIncoming, callAnswer, callEnd
        case turn
    }

    var testDescription: String
    var app: String
    /// The arguments that make the real app behave so; `behaviour` does the same for the scripted
    /// app.
    var arguments: [String]
    var behaviour: AppBehaviour
    var user: [(UserAction, rests: String)]

    init(
        _ description: String, _ app: String, _ arguments: String..., behaviour: AppBehaviour,
        user: (UserAction, String)...
    ) {
        testDescription = description
        self.app = app
        self.arguments = arguments
        self.behaviour = behaviour
        self.user = user.map { ($0.0, rests: $0.1) }
    }
}

@Suite("The live device and the simulator decide the same") struct TwinTests {
    /// Short, so that nobody waits long for real limits, and far apart, so that a loaded machine
    /// doesn't change their order.
    private static let limits = """
        base = "ios8"
        name = "twin"
        backgroundAllowanceSeconds = 20
        expirationWarningSeconds = 3
        launchLimitSeconds = 12
        backgroundTransitionLimitSeconds = 4
        terminationLimitSeconds = 4
        fetchLimitSeconds = 4
        crashBackoffSeconds = 60
        """

    static let twins = [
        Twin(
            "SlowCount counts to its end in the background, and comes back", "SlowCount", "--count",
            "75", "--interval", "0.02", behaviour: .working("counting", milliseconds: 3_000),
            user: (.open, "active"), (.home, "suspended"), (.open, "active"), (.quit, "notRunning")),
        Twin(
            "SlowCount without a task is suspended at once", "SlowCount", "--no-task", "--count",
            "100000", behaviour: AppBehaviour(), user: (.open, "active"), (.home, "suspended"),
            (.fetch, "suspended"), (.lock, "suspended"), (.unlock, "suspended"), (.open, "active"),
            (.lock, "suspended"), (.unlock, "active"), (.quit, "notRunning")),
        Twin(
            "SlowCount ends its task when it expires", "SlowCount", "--count", "100000",
            "--interval", "0.05", behaviour: .working("counting", milliseconds: nil),
            user: (.open, "active"), (.home, "suspended")),
        Twin(
            "SlowCount is called away", "SlowCount", "--no-task", behaviour: AppBehaviour(),
            user: (.open, "active"), (.callIncoming, "inactive"), (.turn, "inactive"),
            (.callAnswer, "suspended"), (.callEnd, "active")),
        Twin(
            "Misbehaving behaves", "Misbehaving", behaviour: AppBehaviour(),
            user: (.open, "active"), (.home, "suspended"), (.fetch, "suspended"),
            (.quit, "notRunning"), (.fetch, "notRunning"), (.open, "active")),
        Twin(
            "Misbehaving never ends its task", "Misbehaving", "--never-end-task",
            behaviour: .working("never ended", milliseconds: nil) {
                $0.endsTasksWhenExpired = false
            },
            user: (.open, "active"), (.home, "notRunning")),
        Twin(
            "Misbehaving hangs in its launch", "Misbehaving", "--hang-launch",
            behaviour: .with { $0.ignores = ["didFinishLaunching"] }, user: (.open, "notRunning")),
        Twin(
            "Misbehaving crashes in its launch, and isn't launched for a fetch", "Misbehaving",
            "--crash-launch", behaviour: .with { $0.diesIn = ["didFinishLaunching"] },
            user: (.open, "notRunning"), (.fetch, "notRunning")),
        Twin(
            "Misbehaving doesn't return from didEnterBackground", "Misbehaving",
            "--slow-background", "600", behaviour: .with { $0.ignores = ["didEnterBackground"] },
            user: (.open, "active"), (.home, "notRunning")),
        Twin(
            "Misbehaving doesn't return from willTerminate", "Misbehaving", "--slow-terminate",
            "600", behaviour: .with { $0.ignores = ["willTerminate"] },
            user: (.open, "active"), (.quit, "notRunning")),
        Twin(
            "Misbehaving never calls its completion handler", "Misbehaving", "--no-completion",
            behaviour: .with { $0.completesAfter = nil },
            user: (.open, "active"), (.home, "suspended"), (.fetch, "notRunning")),
    ]

    @Test(
        "Live and simulated, an app's decisions are the same, times aside",
        .behaviour("D2", "S5", "S6", "S7", "T2", "T4", "W1", "W5", "F5", "U1", "U2"),
        arguments: twins)
    func sameDecisions(twin: Twin) throws {
        let live = try live(twin)
        let simulated = try simulated(twin)
        #expect(live.count > 3)
        #expect(live == simulated)
    }

    // MARK: Both ways

    private func live(_ twin: Twin) throws -> [String] {
        try withDevice(profile: Self.limits) { device in
            let app = try device.install(example: twin.app)
            for (action, rests) in twin.user {
                let answer = try device.call(action.request(app, twin.arguments))
                if answer.refusal == nil { try device.wait(app, rests) }
            }
            return try device.log(app).map(Self.line)
        }
    }

    private func simulated(_ twin: Twin) throws -> [String] {
        let id = try #require(AppID("org.quiesce.examples.\(twin.app)"))
        var header = Scenario.Header(
            note: twin.testDescription, profile: "ios8",
            apps: [
                AppManifest(
                    id: id, name: twin.app, version: "1.0", executable: twin.app,
                    backgroundModes: twin.app == "Misbehaving" ? [.fetch, .remoteNotification] : [])
            ])
        header.policy = try ProfileFile(path: "twin.toml", text: Self.limits).profile()
        var steps = [Step(after: 0, .behave(app: 0, twin.behaviour))]
        var previous = ""
        for (action, rests) in twin.user {
            // The user leaves an app before its work is done; all else comes to rest first.
            steps.append(Step(after: previous == "active" ? 500 : 10_000, action.step))
            previous = rests
        }
        steps.append(Step(after: 30_000, .rest))
        var decisions: [Decision] = []
        let outcome = Simulator.run(
            Scenario(header: header, steps: steps),
            observing: { _, event, reaction in
                if decisions.count < 10_000 { decisions += reaction.decisions }
            })
        #expect(outcome.finding == nil)
        let last = outcome.machine.lastDecision
        return decisions.filter { $0.app == id && $0.seq <= last }.map { Self.line(LogRow($0)) }
    }

    /// A decision without its times and numbers of its own.
    private static func line(_ row: LogRow) -> String {
        let detail = (row.detail ?? "").replacing(
            /[0-9]+(\.[0-9]+)? (ms|s|mJ|J|bytes|KB|MB)\b/, with: "…")
        return [row.kind, row.from ?? "", row.to ?? "", row.reason, row.rule ?? "", detail]
            .joined(separator: " ")
    }
}

extension Twin.UserAction {
    fileprivate func request(_ app: String, _ arguments: [String]) -> ControlRequest {
        switch self {
        case .open: .open(app: app, arguments: arguments)
        case .home: .home
        case .fetch: .fetch(.sendFetch(app: app))
        case .quit: .quit(app: app)
        case .lock: .lock
        case .unlock: .unlock
        case .callIncoming: .sendEvent(["call", "incoming"])
        case .callAnswer: .sendEvent(["call", "answer"])
        case .callEnd: .sendEvent(["call", "end"])
        case .turn: .sendEvent(["orientation", "landscapeLeft"])
        }
    }

    fileprivate var step: Step.Action {
        switch self {
        case .open: .open(app: 0)
        case .home: .home
        case .fetch: .fetch(app: 0)
        case .quit: .quit(app: 0)
        case .lock: .lock
        case .unlock: .unlock
        case .callIncoming: .interrupt(.callIncoming)
        case .callAnswer: .interrupt(.callAnswer)
        case .callEnd: .interrupt(.callEnd)
        case .turn: .change(words: ["orientation", "landscapeLeft"])
        }
    }
}

extension AppBehaviour {
    fileprivate static func with(_ change: (inout AppBehaviour) -> Void) -> AppBehaviour {
        var behaviour = AppBehaviour()
        change(&behaviour)
        return behaviour
    }

    /// Begins a task when it is launched, and ends it after a while.
    fileprivate static func working(
        _ name: String, milliseconds: Int64?, _ change: (inout AppBehaviour) -> Void = { _ in }
    ) -> AppBehaviour {
        with {
            $0.habits = [
                Habit(call: "didFinishLaunching", work: Work(name: name, lasts: milliseconds))
            ]
            change(&$0)
        }
    }
}
