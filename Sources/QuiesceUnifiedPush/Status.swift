import Foundation
import Glibc
import QuiesceTerminal

/// Registrations, the push server and the last error, as they are on disk: it is told whether the
/// distributor runs or not.
package struct Status: Encodable, Sendable {
    /// A registration.
    package struct Row: Encodable, Sendable {
        var service: String
        var description: String
        var endpoint: String?
        var waiting: Int
        var handed: Int
        var dropped: Int
    }

    /// The running distributor.
    var pid: Int32?
    var upstream: String?
    var line: String?
    var lastError: String?
    var registrations: [Row] = []

    package init(_ folder: Folder) throws(Failure) {
        pid = folder.owner()
        if let chosen = try Settings(file: folder.settings) { upstream = chosen.name }
        guard access(folder.database, F_OK) == 0 else { return }
        do {
            let store = try Store(path: folder.database, isReadOnly: true)
            line = pid == nil ? nil : store[.line]
            lastError = store[.lastError]
            let waiting = try store.waitingCounts()
            registrations = store.registrations.values.filter { !$0.isLeaving }
                .sorted { ($0.service, $0.token) < ($1.service, $1.token) }
                .map {
                    Row(
                        service: $0.service, description: $0.description, endpoint: $0.endpoint,
                        waiting: waiting[$0.token] ?? 0, handed: $0.handed, dropped: $0.dropped)
                }
        } catch {
            throw .refused("\(folder.database) can't be read (\(error)); mend it, or move it away")
        }
    }

    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self)
    }

    package func print() {
        say(pid.map { "running: process \($0)" } ?? "not running; the message bus starts it")
        say(
            "push server: "
                + (upstream.map { oneLine($0) } ?? "none; choose one with --ntfy or --gateway"))
        if let line { say("line: \(oneLine(line))") }
        if let lastError { say("last error: \(oneLine(lastError))") }
        var table = Table([
            .init(title: "PROGRAM"), .init(title: "FOR"), .init(title: "WAITING", isNumber: true),
            .init(title: "HANDED", isNumber: true), .init(title: "DROPPED", isNumber: true),
        ])
        for row in registrations {
            table.add([
                "\(row.service)", "\(row.description)", "\(row.waiting)", "\(row.handed)",
                "\(row.dropped)",
            ])
        }
        table.print()
    }
}
