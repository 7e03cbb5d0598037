import CAllocations
import Foundation
import Glibc
import QuiesceCore

/// One event of a recording.
struct RecordedEvent {
    var moment: Moment
    var event: Event
}

extension RecordedEvent: DescribedFields, JSONFields {
    func describeFields(to sink: inout some Sink) {
        sink.field("event", event)
        sink.field("moment", moment)
    }

    init(fields: JSONObject) throws(JSONError) {
        event = try fields.read("event")
        moment = try fields.read("moment")
    }
}

/// A device's events in a file: one JSON object a line, compressed by gzip.
enum Recording {
    /// The committed one: `Benchmarks/Recordings/` beside these sources.
    static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Recordings/busy-day.jsonl.gz").path

    static func write(_ entries: [RecordedEvent], to path: String) throws {
        var lines = Data()
        for entry in entries {
            lines += entry.json
            lines.append(UInt8(ascii: "\n"))
        }
        // -n: without the time, so that the same day makes the same bytes.
        try gzip(["-9", "-n"], lines).write(to: URL(fileURLWithPath: path))
    }

    /// - Parameter path: what `write` made, or the same uncompressed.
    static func read(_ path: String) throws -> [RecordedEvent] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure("\(path) can't be read; `quiesce-bench record \(path)` makes it")
        }
        let lines = data.first == UInt8(ascii: "{") ? data : try gzip(["-d"], data)
        return try lines.split(separator: UInt8(ascii: "\n")).map {
            try RecordedEvent.read(Array($0))
        }
    }

    private static func gzip(_ arguments: [String], _ data: Data) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-c"] + arguments
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let writer = input.fileHandleForWriting
        DispatchQueue.global().async { @Sendable in
            try? writer.write(contentsOf: data)
            try? writer.close()
        }
        let result = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure("gzip failed") }
        return result
    }
}

/// How fast the policy is on one core, over a recorded day.
struct CoreBenchmark {
    let passes: Int

    init(rounds: Int) { passes = min(50, rounds) }

    func run() throws -> Section {
        let path = Recording.path
        Progress.show("reading \(path)")
        let entries = try Recording.read(path)
        var rates: [Double] = []
        var outcome = Outcome()
        for pass in 0..<passes {
            Progress.show("core: pass \(pass) of \(passes)")
            outcome = Self.play(entries)
            rates.append(Double(entries.count) / (Double(outcome.nanoseconds) / 1e9))
        }
        rates.sort()
        let events = Double(entries.count)
        return Section(
            title: "core: a recorded day of \(entries.count) events, \(passes) times",
            measurements: [
                Measurement(
                    "events a second, median", rates[rates.count / 2], "", .atLeast(1_000_000)),
                Measurement("events a second, slowest", rates[0], ""),
                Measurement("allocations per event", Double(outcome.allocations) / events, ""),
                Measurement(
                    "effects, changes and promises per event", Double(outcome.results) / events, ""),
                Measurement("decisions per event", Double(outcome.decisions) / events, ""),
            ])
    }

    /// - Returns: how many decisions were made.
    static func playOnce(_ entries: [RecordedEvent]) -> Int { play(entries).decisions }

    private struct Outcome {
        var nanoseconds: Int64 = 0
        var allocations: UInt64 = 0
        var results = 0
        var decisions = 0
    }

    /// Plays the day from an empty device. The time is the thread's own, as another process on this
    /// core isn't what is measured.
    private static func play(_ entries: [RecordedEvent]) -> Outcome {
        var outcome = Outcome()
        var machine = SystemMachine(profile: .ios8)
        let allocations = qb_allocations()
        let start = cpuTime()
        for entry in entries {
            let reaction = machine.handle(entry.event, at: entry.moment)
            outcome.results +=
                reaction.effects.count + reaction.changes.count + reaction.promises.count
            outcome.decisions += reaction.decisions.count
        }
        outcome.nanoseconds = cpuTime() - start
        outcome.allocations = qb_allocations() - allocations
        return outcome
    }

    static func cpuTime() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
