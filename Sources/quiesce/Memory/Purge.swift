import ArgumentParser
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct Purge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ends suspended apps to free their memory, the largest first.",
        discussion: """
            As the system does when memory runs short (M1): suspended apps go without notice, then \
            those in the background, after willTerminate; the app in front stays. With --json, one \
            array of objects: id, state, bytes, rule.

              quiesce purge --dry-run
              quiesce purge --megabytes 200
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Option(help: "How much to free; without it, everything that may go.") var megabytes: UInt64?
    @Flag(help: "List the apps that would end, in order, and end none.") var dryRun = false

    func validate() throws {
        if let megabytes, megabytes == 0 || megabytes > 1 << 30 {
            throw ValidationError("--megabytes is a number from 1 to \(1 << 30)")
        }
    }

    func run() throws {
        let client = try device.client()
        var rows: [String] = []
        try client.call(.memory(.purge(bytes: megabytes.map { $0 * 1_000_000 }, dryRun: dryRun))) {
            rows.append($0)
        }
        if output.json { return say(JSONOutput.array(rows)) }
        if rows.isEmpty {
            return say("Nothing to purge: no app is suspended or in the background.")
        }
        var table = Table([
            .init(title: "ID"), .init(title: "STATE"), .init(title: "MEMORY", isNumber: true),
            .init(title: "RULE"),
        ])
        for row in rows {
            let row: PurgeRow = try decodeRow(row)
            table.add([
                Table.Cell(row.id), Table.Cell(row.state, .state(row.state)),
                Table.Cell(HumanText.bytes(Int(clamping: row.bytes))), Table.Cell(row.rule),
            ])
        }
        table.print()
    }
}

struct SendMemoryWarning: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "memory-warning", abstract: "Warns running apps as if memory ran short.",
        discussion: "It ends no app; `quiesce purge` does.")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption

    func run() throws { output.report(try device.client().call(.sendEvent(["memory-warning"]))) }
}
