import Foundation
import QuiesceCore
import QuiesceSimulation
import Testing

@Suite struct TraceEventsTests {
    private struct TraceEvent: Decodable {
        var ph: String
        var pid: Int
        var tid: Int
        var ts: Double?
        var name: String?
        var cat: String?
        var id: String?
        var args: [String: Argument]?

        enum Argument: Decodable {
            case text(String)
            case number(Int)

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                self =
                    try (try? .number(value.decode(Int.self))) ?? .text(value.decode(String.self))
            }
        }
    }

    private func trace(_ scenario: Scenario) throws -> [TraceEvent] {
        var text = ""
        var trace = TraceEvents(
            apps: scenario.header.apps, from: scenario.header.startMoment.wall
        ) { text += $0 }
        let outcome = Simulator.run(
            scenario,
            observing: { now, event, reaction in
                if scenario.spans(now) { trace.note(now, event, reaction) }
            })
        trace.finish(at: outcome.end)
        return try JSONDecoder().decode([TraceEvent].self, from: Data(text.utf8))
    }

    /// Checks the requirements of the format, without which https://ui.perfetto.dev shows nothing
    /// sensible.
    private func check(_ events: [TraceEvent]) {
        var times: [Int: Double] = [:]
        var open: [Int: Int] = [:]
        var tasks: Set<String> = []
        for event in events {
            guard event.ph != "M" else {
                #expect(event.name != nil && event.args?.isEmpty == false)
                continue
            }
            let time = event.ts ?? -1
            #expect(time >= times[event.tid] ?? 0, "time runs backwards on \(event.tid)")
            times[event.tid] = time
            switch event.ph {
            case "B":
                #expect(event.name != nil)
                open[event.tid, default: 0] += 1
                #expect(open[event.tid] == 1, "slices lie inside one another")
            case "E":
                open[event.tid, default: 0] -= 1
                #expect(open[event.tid] == 0, "a slice ends that didn't begin")
            case "b": #expect(event.id.map { tasks.insert($0).inserted } == true)
            case "e": #expect(event.id.flatMap { tasks.remove($0) } != nil)
            case "i": #expect(event.name != nil)
            case _: Issue.record("an event of phase \(event.ph)")
            }
        }
        #expect(open.values.allSatisfy { $0 == 0 }, "a slice doesn't end")
        #expect(tasks.isEmpty, "a task doesn't end")
    }

    @Test("Random scenarios, with all their faults, give well-formed traces", arguments: 1...30)
    func random(seed: UInt64) throws {
        var scenario = Scenario.random(seed: seed)
        scenario.header.start = .zero
        check(try trace(scenario))
    }

    @Test("States, tasks, wake-ups and kills stand where they happened")
    func contents() throws {
        var forgetful = AppBehaviour()
        forgetful.endsTasksWhenExpired = false
        forgetful.habits = [Habit(call: "didEnterBackground", work: Work(name: "up", lasts: nil))]
        let events = try trace(
            .oneApp([
                Step(after: 0, .behave(app: 0, forgetful)), Step(after: 1_000, .open(app: 0)),
                Step(after: 1_000, .lock), Step(after: 200_000, .unlock),
                Step(after: 1_000, .sleep), Step(after: 1_000, .wake),
                Step(after: 1_000, .fetch(app: 0)), Step(after: 10_000, .shutDown),
                Step(after: 10_000, .rest),
            ]))
        check(events)
        func named(_ phase: String, _ thread: Int) -> [String] {
            events.filter { $0.ph == phase && $0.tid == thread }.compactMap(\.name)
        }
        #expect(events.contains { $0.pid == 2 && $0.name == "process_name" })
        #expect(named("B", 20).prefix(3) == ["inactive", "active", "inactive"])
        #expect(named("B", 20).contains("background"))
        #expect(named("b", 20) == ["up"])
        #expect(named("i", 21).contains("killed: backgroundTaskExpired"))
        #expect(named("i", 21).contains("wake-up: fetch"))
        #expect(named("B", 10) == ["Tom \"B\""])
        #expect(named("B", 11) == ["locked", "locked"], "the sleep button locks, too")
        #expect(named("B", 12) == ["asleep"])
        #expect(named("i", 13) == ["device restarted"])
        let lock = try #require(events.first { $0.ph == "B" && $0.tid == 11 })
        // Once the app has left.
        let began = try #require(lock.ts)
        #expect((2_000_000...2_100_000).contains(began))
    }

    @Test("Sleep that tasks put off begins when the last of them has ended")
    func deferredSleep() throws {
        var scenario = try Scenario.oneApp([
            Step(after: 1_000, .open(app: 0)),
            Step(after: 1_000, .work(app: 0, Work(lasts: 30_000))), Step(after: 1_000, .home),
            Step(after: 1_000, .sleep), Step(after: 60_000, .rest),
        ])
        scenario.header.profile = "ios4"
        let events = try trace(scenario)
        check(events)
        let asleep = try #require(events.first { $0.name == "asleep" }?.ts)
        #expect((32_000_000...33_000_000).contains(asleep))
    }
}
