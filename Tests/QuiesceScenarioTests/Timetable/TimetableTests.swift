import QuiesceCore
import QuiesceSimulation
import Testing

@testable import QuiesceScenario

@Suite struct TimetableTests {
    /// When things happen, in hours since the start at 06:30 on a Monday, over two days.
    private func hours(_ lines: String...) throws -> [Double] {
        let text =
            "scenario: x\ndevice: {start: 2026-03-02 06:30, lasts: 2d}\n"
            + "apps: [{id: a.b}]\nevents:\n" + lines.map { "  - {\($0)}\n" }.joined()
        return times(try ScenarioFile(text: text, path: "f")).dropLast().map { $0 / 3_600 }
    }

    @Test("A single time is on the first day, or on the day that is named")
    func once() throws {
        #expect(
            try hours(
                "at: 07:00, home: ", "at: day 2 07:00, home: ", "at: 2026-03-04 06:00, home: ")
                == [0.5, 24.5, 47.5])
    }

    @Test("A day's time comes on each day that is meant, from the start on")
    func daily() throws {
        #expect(try hours("at: every day 06:00, home: ") == [23.5, 47.5])
        #expect(try hours("at: every tuesday 07:00, home: ") == [24.5])
        #expect(try hours("at: every weekday 07:00, home: ") == [0.5, 24.5])
    }

    @Test("A period counts from the start, or from a time of each day until another")
    func periods() throws {
        #expect(try hours("at: every 20h, home: ") == [20, 40])
        #expect(
            try hours("at: every 4h from 08:00 to 16:00, home: ") == [
                1.5, 5.5, 9.5, 25.5, 29.5, 33.5,
            ])
        #expect(
            try hours("at: every 8h from 00:00 to 24:00 on tuesdays, home: ") == [17.5, 25.5, 33.5])
    }

    @Test("What follows an event follows it each time, one after the other")
    func chains() throws {
        #expect(
            try hours("at: every day 07:00, home: ", "at: +30m, lock: ", "at: +1h, unlock: ")
                == [0.5, 1, 2, 24.5, 25, 26])
        #expect(try hours("at: +30m, home: ", "at: +1h, lock: ") == [0.5, 1.5])
    }

    @Test("The scenario's end cuts off what follows a repeated event")
    func cutOff() throws {
        #expect(try hours("at: every day 06:00, home: ", "at: +1h, lock: ") == [23.5, 24.5, 47.5])
    }

    @Test("At the same time, the file's order decides")
    func sameTime() throws {
        let file = try ScenarioFile(
            text: events("at: 08:00, lock: ", "at: every day 08:00, unlock: ", "at: +0s, home: "),
            path: "f")
        #expect(
            file.scenario.steps.map(\.action).prefix(3) == [.lock, .unlock, .home])
    }

    @Test("What was to happen while nothing could happens right after, and the rest in time")
    func stalls() throws {
        let file = try ScenarioFile(
            text: events(
                "at: 07:00, suspend: 1h", "at: +30m, home: ", "at: 07:30, lock: ",
                "at: 09:00, unlock: "),
            path: "f")
        #expect(times(file).map { $0 / 3_600 } == [0.5, 1.5, 2, 2.5, 48])
    }

    @Test("A scenario ends when it says, whatever happens last")
    func end() throws {
        let file = try ScenarioFile(text: events(device: "{lasts: 36h}"), path: "f")
        #expect(times(file) == [36 * 3_600])
        #expect(file.scenario.steps.map(\.action) == [.rest])
    }

    @Test("A million steps fit into memory")
    func stepSize() { #expect(MemoryLayout<Step>.stride <= 40) }

    @Test("A step knows the line of its event")
    func lines() throws {
        let file = try ScenarioFile(
            text: events("at: 07:00, home: ", "at: 08:00, lock: "), path: "f")
        #expect((0..<3).map(file.line(ofStep:)) == [5, 6, nil])
    }
}
