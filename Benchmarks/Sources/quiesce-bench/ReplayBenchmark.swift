import Foundation
import Glibc
import QuiesceCore
import QuiesceDaemon

/// The recorded day as the journal of the device that lived it, written as its daemon would.
enum RecordedJournal {
    /// - Returns: the events in it.
    @discardableResult
    static func write(to folder: String) throws -> [RecordedEvent] {
        let entries = try Recording.read(Recording.path)
        let journal = try Journal.ofDevice(directory: folder)
        var machine = SystemMachine(profile: .ios8)
        var previous: Fingerprint?
        try journal.start(seq: 0, moment: entries.first?.moment ?? .zero, state: machine)
        for (index, entry) in entries.enumerated() {
            let seq = UInt64(index + 1)
            try journal.append(
                seq: seq, moment: entry.moment, event: entry.event, previous: previous)
            previous = machine.handle(entry.event, at: entry.moment).fingerprint
            if journal.needsRotation {
                try journal.start(seq: seq, moment: entry.moment, state: machine)
            }
        }
        try journal.finish(previous)
        return entries
    }
}

/// How long `quiesce replay` takes for the recorded day's journal, beside the core's part of it.
struct ReplayBenchmark {
    let passes: Int

    init(rounds: Int) { passes = min(20, rounds) }

    func run() throws -> Section {
        var template = Array("/tmp/quiesce-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("mkdtemp", errno: errno) }
        let folder = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let cleanup = Cleanup.add { try? FileManager.default.removeItem(atPath: folder) }
        defer { Cleanup.run(cleanup) }
        Progress.show("writing the journal of a day")
        let entries = try RecordedJournal.write(to: folder)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        let bytes = try files.reduce(0) {
            let file = try FileManager.default.attributesOfItem(atPath: "\(folder)/\($1)")
            return $0 + ((file[.size] as? Int) ?? 0)
        }
        var replays = Samples()
        var cores = Samples()
        for pass in 0..<passes {
            Progress.show("replay: pass \(pass) of \(passes)")
            let (core, hash) = Self.play(entries)
            cores.add(core)
            replays.add(try Self.replay(folder, expecting: hash))
        }
        return Section(
            title:
                "replay: a recorded day's journal, \(files.count) segments, \(passes) times",
            measurements: [
                Measurement(
                    "quiesce replay, median", replays.median / 1e6, "ms", .atMost(500)),
                Measurement("quiesce replay, slowest", replays.percentile(1) / 1e6, "ms"),
                Measurement("the core and its fingerprints alone", cores.median / 1e6, "ms"),
                Measurement("ratio", replays.median / cores.median, "", .atMost(5)),
                Measurement("megabytes of journal", Double(bytes) / 1e6, ""),
            ])
    }

    /// The whole of the program, from its start to its end. Nanoseconds.
    private static func replay(_ folder: String, expecting hash: Fingerprint) throws -> Int64 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Products.path("quiesce"))
        process.arguments = ["replay", "--json", folder]
        let output = Pipe()
        process.standardOutput = output
        let start = now()
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let elapsed = now() - start
        process.waitUntilExit()
        let found = try JSONDecoder().decode(Found.self, from: text)
        guard process.terminationStatus == 0, found.same, found.hash == hash.description else {
            throw Failure(
                "the replay came out differently: \(String(decoding: text, as: UTF8.self))")
        }
        return elapsed
    }

    private struct Found: Decodable {
        var same: Bool
        var hash: String
    }

    /// The work that a replay can't do without: every event through the core, every fingerprint.
    private static func play(_ entries: [RecordedEvent]) -> (Int64, Fingerprint) {
        var machine = SystemMachine(profile: .ios8)
        var hash = Fingerprint()
        let start = now()
        for entry in entries {
            hash.add(machine.handle(entry.event, at: entry.moment).fingerprint)
        }
        return (now() - start, hash)
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
