import Foundation
import Glibc
import QuiesceDaemon
import Synchronization
import TestSupport
import Testing

extension FactStore {
    /// Submits and waits for the outcome.
    func store(_ changes: [StoreChange], seq: UInt64 = 1) async -> Result<Void, StoreError> {
        await withCheckedContinuation { continuation in
            submit(changes, seq: seq) { continuation.resume(returning: $0) }
        }
    }
}

func text(_ string: String) -> Data { Data(string.utf8) }

/// A fixed pseudo-random sequence (SplitMix64), so that a failure can be repeated.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// The output of the store probe, and how the probe ended.
struct ProbeRun {
    var lines: [String]
    /// nil when a signal ended it.
    var status: Int32?

    var acks: [Int] { lines.filter { $0.hasPrefix("ack ") }.compactMap { Int($0.dropFirst(4)) } }
    var failures: [String] { lines.filter { $0.hasPrefix("fail ") } }

    /// Runs `StoreProbe`, under a wrapper if one is given, to its end.
    static func run(wrapper: [String] = [], _ arguments: [String]) throws -> ProbeRun {
        let beside = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let probe = URL(fileURLWithPath: beside).deletingLastPathComponent()
            .appendingPathComponent("StoreProbe").path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = wrapper + [probe] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return ProbeRun(
            lines: String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init),
            status: process.terminationReason == .exit ? process.terminationStatus : nil)
    }

    /// Runs it with a fault injected into the `when`th call of `call`: strace counts by thread.
    ///
    /// - Parameter path: only calls on this file count.
    /// - Returns: also whether there was such a call.
    static func run(
        injecting fault: String, into call: String, when: String, path: String? = nil,
        _ arguments: [String]
    ) throws -> (run: ProbeRun, wasInjected: Bool) {
        let log = try ScratchDirectory()
        let only = path.map { ["-P", $0] } ?? []
        let run = try run(
            wrapper: [
                "strace", "-f", "-qqq", "-o", log.file("log"), "-e", "trace=\(call)", "-e",
                "inject=\(call):\(fault):when=\(when)",
            ] + only, arguments)
        let calls = try String(contentsOfFile: log.file("log"), encoding: .utf8)
        // A killed process leaves its last call without a result.
        return (run, run.status == nil || run.status == 137 || calls.contains("(INJECTED)"))
    }
}

/// Which of the probe's calls a fault is tried at.
enum ProbeStage: String, CaseIterable, CustomTestStringConvertible {
    /// Making the store, by the thread that opens it.
    case making
    /// Commits, by the writer, to the WAL of a store that is there.
    case committing
    /// The checkpoint into the database file, when the store is closed.
    case closing

    var testDescription: String { rawValue }

    /// Makes ready what the stage needs, and returns the file whose calls count.
    func prepare(_ directory: String) throws -> String? {
        guard self != .making else { return nil }
        let made = try ProbeRun.run([directory, "0", "1"])
        try #require(made.lines == ["open 0", "closed"])
        return directory + (self == .committing ? "/store.sqlite-wal" : "/store.sqlite")
    }
}

/// The numbers of the probe's facts that the store in `directory` holds.
func storedNumbers(_ directory: String) throws -> [Int] {
    let (store, facts, report) = try FactStore.open(directory: directory, now: Date())
    defer { store.close() }
    #expect(report.unreadableRows == 0)
    return facts.compactMap { Int($0.key.dropFirst()) }.sorted()
}
