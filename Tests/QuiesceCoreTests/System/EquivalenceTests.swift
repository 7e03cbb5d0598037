import TestSupport
import Testing

@testable import QuiesceCore

/// A daemon that is killed after any event, before or after acting on it, comes to the same end.
@Suite struct EquivalenceTests {
    /// The results that a user, an app and a provider can observe afterwards.
    private struct Outcome: Equatable, CustomStringConvertible {
        var states: [AppState]
        var exits: [Reason?]
        var recents: [AppID]
        var facts: [String]
        var verdicts: [Reason]
        var heard: [[String]]
        var tasks: [Int]

        var description: String {
            "\(states) \(exits) \(recents) \(facts) \(verdicts) \(heard) \(tasks)"
        }
    }

    private func outcome(_ device: TestDevice) -> Outcome {
        let verdicts: Set<Reason> = [
            .completedNewData, .completedNoData, .completedFailed, .appEnded, .forceQuitByUser,
        ]
        return Outcome(
            states: device.machine.views.map(\.state),
            exits: device.machine.apps.map { $0.lastExit?.reason },
            recents: device.machine.recents, facts: device.stored.keys.sorted(),
            verdicts: device.decisions.filter { $0.kind == .wake }.map(\.reason)
                .filter(verdicts.contains),
            heard: [appA, appB].map(device.calls), tasks: device.machine.views.map(\.openTasks))
    }

    static let scripts: [@Sendable (TestDevice) -> Void] = [
        { device in
            device.open(appA)
            device.beginTask(appA, 1, name: "save")
            device.home()
            device.advance(by: .seconds(10))
            device.open(appB)
            device.endTask(appA, 1)
            device.fetch(appA)
            device.advance(by: .seconds(10))
            device.open(appA)
            device.home()
        },
        { device in
            device.behaviours[appA] = AppBehaviour(
                slow: ["didFinishLaunching": .seconds(1)], completesAfter: .seconds(1))
            device.push(appA)
            device.fetch(appA)
            device.advance(by: .seconds(5))
            device.push(appB)
            device.open(appB)
            device.quit(appB)
            device.push(appA)
            device.advance(by: .seconds(5))
        },
        { device in
            device.behaviours[appB] = AppBehaviour(completesAfter: nil)
            device.open(appA)
            device.push(appA)
            device.fetch(appB)
            device.home()
            device.advance(by: .seconds(40))
            device.install(.test(appA, version: "2"))
            device.open(appA)
            device.advance(by: .seconds(5))
        },
        { device in
            device.send(.account("me"))
            device.send(.connected)
            device.open(appB)
            device.registerForPushes(appB)
            device.open(appA)
            device.allowNotifications(appA)
            device.registerForPushes(appA)
            device.send(.issued(.remote(appA), token: "t"))
            device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(1))
            device.receive(appA, alert: true, contentAvailable: true)
            device.receive(appA, alert: true)
            device.home()
            device.receive(appA, alert: true, contentAvailable: true)
            for _ in 0..<6 { device.receive(appB, alert: false, contentAvailable: true) }
            device.advance(by: .seconds(5))
            device.quit(appB)
            device.receive(appB, alert: false, contentAvailable: true)
            device.advance(by: .seconds(1_000))
        },
    ]

    private func run(_ script: Int, killedAfter events: Int?, beforeActing: Bool = false)
        -> TestDevice
    {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.killedAfter = events
        device.killedBeforeActing = beforeActing
        Self.scripts[script](device)
        device.advance(by: .seconds(60))
        return device
    }

    @Test(
        "Killed after any event, the daemon comes to the same end",
        .behaviour("reliability D2", "reliability P8"), arguments: scripts.indices, [false, true])
    func sameEnd(script: Int, beforeActing: Bool) {
        let undisturbed = run(script, killedAfter: nil)
        let expected = outcome(undisturbed)
        #expect(undisturbed.events.count > 20)
        for index in 3...undisturbed.events.count {
            let device = run(script, killedAfter: index, beforeActing: beforeActing)
            let got = outcome(device)
            #expect(got == expected, "killed after \(index): \(undisturbed.events[index - 1])")
        }
    }
}
