import ArgumentParser
import Foundation
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct ListProcesses: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ps",
        abstract: "Lists the apps and the state each is in.",
        discussion: """
            With --json, one array of objects: id, state, pid, launch, since, reason, tasks, \
            memoryBytes; with --follow, an object per line, of each app that has changed.

              quiesce ps --follow
              quiesce ps --json | jq '.[] | select(.state == "suspended") | .id'
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Flag(name: [.short, .long], help: "Keep showing them as they change, until Ctrl-C.")
    var follow = false

    func run() throws {
        guard follow else { return try ProcessTable.show(.ps, of: device, json: output.json) }
        try followChanges()
    }

    /// Memory and ages are read anew every so many milliseconds, where somebody looks on.
    private static let glance: Int32 = 2_000

    private func followChanges() throws {
        let isLive = !output.json && isatty(STDOUT_FILENO) == 1
        let (client, follower) = (try device.client(), try device.client())
        try follower.send(.log(app: nil, follow: true, limit: 0))
        var live = LiveLines(STDOUT_FILENO)
        var shown: [String: [String?]] = [:]
        while true {
            let rows = try client.rows(.ps, as: ProcessRow.self)
            if isLive {
                live.draw(
                    ProcessTable.table(rows, now: Date(), names: .short).lines(
                        coloured: false, width: terminalWidth))
            }
            for row in rows where !isLive {
                let news = [row.state, row.pid.map(String.init), row.reason]
                guard shown.updateValue(news, forKey: row.id) != news else { continue }
                let line = "\(row.id)  \(row.state)  \(row.reason)"
                say(output.json ? row.jsonText : oneLine(line))
            }
            var event = pollfd(fd: follower.socket, events: Int16(POLLIN), revents: 0)
            var patience = isLive ? Self.glance : -1
            // All that was decided meanwhile is shown at once.
            while poll(&event, 1, patience) > 0 {
                _ = try follower.receive()
                patience = 0
            }
        }
    }
}

struct Top: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows the apps as they change, until Ctrl-C: ps --follow.",
        discussion: """
              quiesce top
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        var list = ListProcesses()
        (list.device, list.output, list.follow) = (device, output, true)
        try list.run()
    }
}

/// The table of `ps`.
enum ProcessTable {
    static func show(_ request: ControlRequest, of device: DeviceOptions, json: Bool) throws {
        let client = try device.client()
        var rows: [String] = []
        try client.call(request) { rows.append($0) }
        if json { return say(JSONOutput.array(rows)) }
        let names: Names = terminalWidth == nil ? .whole : .short
        table(try rows.map { try decodeRow($0) }, now: Date(), names: names).print()
    }

    /// How apps are named.
    enum Names {
        /// By their ids, for other programs.
        case whole
        /// By the ends of their ids, where no other's is the same.
        case short
    }

    static func table(_ rows: [ProcessRow], now: Date, names: Names = .whole) -> Table {
        let ids = names == .short ? AppName.short(rows.map(\.id)) : [:]
        var table = Table([
            .init(title: "ID"), .init(title: "STATE"), .init(title: "PID", isNumber: true),
            .init(title: "FOR", isNumber: true), .init(title: "TASKS", isNumber: true),
            .init(title: "MEMORY", isNumber: true), .init(title: "REASON"),
        ])
        for row in rows {
            table.add([
                Table.Cell(ids[row.id] ?? row.id),
                Table.Cell(row.state, .state(row.state)),
                Table.Cell(row.pid.map(String.init) ?? "-"),
                Table.Cell(HumanText.age(row.since, now: now)),
                Table.Cell(String(row.tasks)),
                Table.Cell(row.memoryBytes.map(HumanText.bytes) ?? "-"),
                Table.Cell(row.unresponsive == true ? "unresponsive" : row.reason),
            ])
        }
        return table
    }
}
