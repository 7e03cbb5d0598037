import TestSupport
import Testing

@testable import QuiesceCore

/// A recorded busy stretch, cut after every event: by a killed daemon, and by a power cut.
@Suite struct RecordedDayTests {
    static let stretch = Result { try RecordedDay(count: 200) }

    /// `quiesce-bench record` makes one that does.
    @Test(
        "The recording fits the core: its timers fire when the core asks for them", .behaviour("D2")
    )
    func recordingFits() throws {
        let day = try Self.stretch.get()
        #expect(day.standstills == 0)
        var machine = day.machine
        let decisions = day.entries.flatMap { machine.handle($0.event, at: $0.moment).decisions }
        #expect(!decisions.contains { $0.reason == .timerLate })
    }

    @Test(
        "Written down after any event and read again, the machine does the same about all that follow",
        .behaviour("reliability D2", "D2"))
    func stateEquivalence() throws {
        let day = try Self.stretch.get()
        var machine = day.machine
        var before = [machine]
        let expected = day.entries.map { entry in
            let reaction = machine.handle(entry.event, at: entry.moment)
            before.append(machine)
            return reaction.fingerprint
        }
        #expect(Set(expected).count > day.entries.count / 2, "a stretch in which much is decided")
        for (index, original) in before.enumerated() {
            var other = try roundTrip(original)
            #expect(other == original, "after \(index)")
            let rest = day.entries[index...].map {
                other.handle($0.event, at: $0.moment).fingerprint
            }
            #expect(rest == Array(expected[index...]), "after \(index)")
            #expect(other == machine, "after \(index)")
        }
    }

    /// The promises that were made, taken from answers and verdicts alone.
    private struct Promises {
        var wakes: [WakeID: AppID] = [:]
        var installed: Set<AppID> = []
        var forceQuit: Set<AppID> = []

        /// Those of the stretch's start, by what the device itself says.
        init(_ machine: SystemMachine) {
            for app in machine.apps {
                installed.insert(app.id)
                if app.forceQuit { forceQuit.insert(app.id) }
                for wake in app.wakes { wakes[wake.id] = app.id }
            }
        }

        mutating func take(_ event: Event, _ reaction: Reaction) {
            let isDone =
                reaction.effects.contains {
                    if case .answer(_, .done) = $0 { true } else { false }
                }
                || reaction.promises.contains {
                    if case .answer = $0 { true } else { false }
                }
            if isDone, case .quit(let app, _) = event { forceQuit.insert(app) }
            if isDone, case .open(let app, _, _) = event { forceQuit.remove(app) }
            for decision in reaction.decisions where decision.kind == .wake {
                switch decision.detail {
                case .wake(let wake, _, _): wakes[wake] = decision.app
                case .wakeResult(let wake, _, _): wakes[wake] = nil
                case _: break
                }
            }
        }
    }

    @Test(
        "After a power cut at any event every promise is kept, and every wake-up has one verdict",
        .behaviour("reliability D2", "reliability D4"))
    func factEquivalence() throws {
        let day = try Self.stretch.get()
        var machine = day.machine
        var store = day.store
        var promises = Promises(machine)
        var kept = 0
        for (index, entry) in day.entries.enumerated() {
            let reaction = machine.handle(entry.event, at: entry.moment)
            store.record(reaction)
            promises.take(entry.event, reaction)
            let restored = store.restored(machine, at: entry.moment)
            let wakes = restored.apps.flatMap { app in app.wakes.map { ($0.id, app.id) } }
            #expect(Dictionary(wakes) { first, _ in first } == promises.wakes, "after \(index)")
            #expect(Set(restored.views.map(\.manifest.id)) == promises.installed)
            #expect(
                Set(restored.apps.filter(\.forceQuit).map(\.id)) == promises.forceQuit,
                "after \(index)")
            for app in machine.apps {
                let launch = try #require(restored.view(app.id)).launch
                #expect(launch == app.launch, "no launch has the number of another: \(index)")
            }
            let verdicts = Restarted(restored, at: entry.moment).verdicts
            #expect(
                verdicts.sorted() == promises.wakes.keys.sorted(), "one each, after \(index)")
            kept += verdicts.count
        }
        #expect(kept > 100 && !promises.forceQuit.isEmpty, "a stretch that tries it")
    }

    /// The device starts again, and its apps do at once what they are told.
    private final class Restarted: CoreHarness {
        /// The wake-ups that came to their end, as often as they did.
        private(set) var verdicts: [WakeID] = []

        init(_ machine: SystemMachine, at moment: Moment) {
            super.init(machine)
            now = moment
            send(.restarted([], deviceRestarted: true, launching: true))
            run()
        }

        override func observe(_ event: Event, _ reaction: Reaction) {
            for case .wakeResult(let wake, _, _)? in reaction.decisions.map(\.detail) {
                verdicts.append(wake)
            }
        }

        override func complain(_ problem: String) { Issue.record("\(problem)") }
    }
}
