import Foundation
import TestSupport

@testable import QuiesceCore

/// A stretch of the committed recording of a busy day: fifty apps, woken for fetches and pushes,
/// and the user's first minutes with the device.
struct RecordedDay {
    struct Entry: JSONFields {
        var moment: Moment
        var event: Event

        init(fields: JSONObject) throws(JSONError) {
            moment = try fields.read("moment")
            event = try fields.read("event")
        }
    }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The device before the stretch.
    let machine: SystemMachine
    /// The store before the stretch: every fact that was to be recorded.
    let store: ShellStore
    let entries: [Entry]
    /// How often the machine seemed to stand still before: never, where the recording's timers are
    /// those that the core asks for.
    private(set) var standstills = 0

    /// - Parameter count: how many events it has, from the first time that the user unlocks the
    ///   device.
    init(count: Int) throws {
        let all = try Self.lines()
        let unlock = Data(#"{"event":{"unlock""#.utf8)
        guard let start = all.firstIndex(where: { $0.starts(with: unlock) }),
            start + count <= all.count
        else { throw Failure(description: "no busy stretch in the recording") }
        let before = try all[..<start].map { try Entry.read(Array($0)) }
        entries = try all[start..<(start + count)].map { try Entry.read(Array($0)) }
        var machine = SystemMachine(profile: .ios8)
        var store = ShellStore(of: machine)
        for entry in before {
            let reaction = machine.handle(entry.event, at: entry.moment)
            standstills += reaction.decisions.count { $0.reason == .timerLate }
            store.record(reaction)
        }
        self.machine = machine
        self.store = store
    }

    private static func lines() throws -> [Data] {
        let path = BuiltProducts.package.appendingPathComponent(
            "Benchmarks/Recordings/busy-day.jsonl.gz"
        ).path
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failure(description: "gzip -dc \(path)") }
        return text.split(separator: UInt8(ascii: "\n"))
    }
}

extension ShellStore {
    /// Does what the shell does with the facts.
    mutating func record(_ reaction: Reaction) {
        for case .record(let change) in reaction.changes { _ = record(change) }
    }
}
