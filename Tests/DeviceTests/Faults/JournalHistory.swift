import Foundation
import QuiesceCore
import QuiesceDaemon
import QuiesceJournal

/// Every decision that a device ever took, over all of its daemons: its journal, played again.
struct JournalHistory {
    private(set) var decisions: [Decision] = []

    init(_ device: LiveDevice) throws {
        typealias Reader = JournalReader<SystemMachine, Event>
        let folder = device.view + device.home + "/journal"
        for segment in try Reader.segments(folder) {
            let contents = try Reader().loadSegment("\(folder)/\(segment.name)")
            var machine = contents.state
            for entry in contents.entries {
                decisions += machine.handle(entry.event, at: entry.moment).decisions
            }
        }
    }

    /// The wake-ups that were accepted.
    var wakes: [UInt64] {
        decisions.compactMap {
            if $0.kind == .wake, case .wake(let id, _, _)? = $0.detail { id.value } else { nil }
        }
    }

    /// How each wake-up ended, as often as it did.
    var verdicts: [UInt64: [String]] {
        var verdicts: [UInt64: [String]] = [:]
        for decision in decisions {
            guard case .wakeResult(let id, _, _)? = decision.detail else { continue }
            verdicts[id.value, default: []].append(decision.reason.rawValue)
        }
        return verdicts
    }
}

extension LiveDevice {
    /// The keys of the facts in the store of a daemon that is gone, by SQLite's own tool's rules.
    func storedFacts(like pattern: String) throws -> [String] {
        let code = """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1])
            assert store.execute("pragma integrity_check").fetchone() == ("ok",)
            for row in store.execute("select key from facts where key like ?", (sys.argv[2],)):
                print(row[0])
            """
        let (output, status) = try Self.command(
            ["/usr/bin/python3", "-c", code, home + "/store.sqlite", pattern])
        guard status == 0 else { throw Failure(description: "the store: \(output)") }
        return output.split(separator: "\n").map(String.init).sorted()
    }

    /// Runs a command to its end.
    static func command(_ command: [String]) throws -> (output: String, status: Int32) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: bytes, as: UTF8.self), process.terminationStatus)
    }
}
