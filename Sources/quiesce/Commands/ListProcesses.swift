import ArgumentParser
import Foundation
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct ListProcesses: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ps",
        abstract: "Lists the apps and the state each is in.",
        discussion: """
            With --json, one array of objects: id, state, pid, launch, since, reason, tasks, \
            memoryBytes.

              quiesce ps --json | jq '.[] | select(.state == "suspended") | .id'
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws { try ProcessTable.show(.ps, of: device, json: output.json) }
}

/// The table of `ps`.
enum ProcessTable {
    static func show(_ request: ControlRequest, of device: DeviceOptions, json: Bool) throws {
        let client = try device.client()
        var rows: [String] = []
        try client.call(request) { rows.append($0) }
        if json { return say(JSONOutput.array(rows)) }
        table(try rows.map { try decodeRow($0) }, now: Date()).print()
    }

    static func table(_ rows: [ProcessRow], now: Date) -> Table {
        var table = Table([
            .init(title: "ID"), .init(title: "STATE"), .init(title: "PID", isNumber: true),
            .init(title: "FOR", isNumber: true), .init(title: "TASKS", isNumber: true),
            .init(title: "MEMORY", isNumber: true), .init(title: "REASON"),
        ])
        for row in rows {
            table.add([
                Table.Cell(row.id),
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
