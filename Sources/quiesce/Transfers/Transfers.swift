import ArgumentParser
import Glibc
import QuiesceAnswers
import QuiesceClient
import QuiesceCore
import QuiesceJournal
import QuiesceTerminal
import QuiesceWire

struct Transfers: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows background transfers, and pauses, resumes or cancels them.",
        discussion: """
            Each with how far it is, how fast, and, if it waits, for what. `user` owns those of \
            `quiesce get`.

              quiesce transfers --follow
              quiesce transfers --app PodcastBox
              quiesce transfers --journal ~/.local/state/quiesce/journal
              quiesce transfers pause 12
              quiesce transfers retry 12
            """,
        subcommands: [
            ListTransfers.self, PauseTransfer.self, ResumeTransfer.self, CancelTransfer.self,
        ],
        defaultSubcommand: ListTransfers.self)
}

struct ListTransfers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Shows background transfers. This is what `transfers` alone does.",
        discussion: """
            With --json, one array of objects, or, with --follow, an object per line for each change: \
            transfer, app, session, kind, url, state, wait, sentence, since, until, discretionary, \
            attempts, received, expected, sent, expectedToSend, rate (bytes a second), status, \
            failure and code (why it failed, or why it is to be tried again), file.

            With --journal, those of a device that is not running. A journal has their servers alone, not \
            their whole URLs.
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Flag(help: "Keep showing changes, until Ctrl-C.") var follow = false
    @Option(help: ArgumentHelp("Only this app's transfers.", valueName: "id"), completion: .apps)
    var app: String?
    @OptionGroup var source: JournalOption

    func validate() throws {
        if follow, source.journal != nil {
            throw ValidationError("nothing follows in a journal: leave --follow out")
        }
    }

    func run() throws {
        if let journal = source.journal { return show(try recorded(journal)) }
        let client = try device.client()
        var id: String?
        if let app {
            id = try AppName.resolve(app, among: client.rows(.apps, as: AppRow.self).map(\.id))
        }
        if follow { return try follow(client, id) }
        var texts: [String] = []
        try client.call(.transfer(.transfers(app: id))) { texts.append($0) }
        if output.json { return say(JSONOutput.array(texts)) }
        show(try texts.map { try decodeRow($0) })
    }

    private func recorded(_ journal: String) throws -> [TransferRow] {
        let state = try RecordedState.told(journal)
        let id = try app.map {
            try AppName.resolve($0, among: state.machine.views.map(\.manifest.id.name))
        }
        return state.machine.transferViews
            .map { TransferRow($0, url: $0.transfer.origin, at: state.moment) }
            .filter { id == nil || $0.app == id }
    }

    private func show(_ rows: [TransferRow]) {
        if output.json { return say(JSONOutput.array(rows.map(\.jsonText))) }
        if rows.isEmpty { return say("No transfers.") }
        TransferText.table(rows).print()
    }

    private func follow(_ client: ControlClient, _ id: String?) throws {
        let isLive = !output.json && isatty(STDOUT_FILENO) == 1
        var live = LiveLines(STDOUT_FILENO)
        var rows: [UInt64: TransferRow] = [:]
        if isLive { live.draw(["No transfers."]) }
        let follower = try TransferFollower(client, catchesInterrupts: false)
        let ending = try follower.follow(.transfer(.followTransfers(app: id, transfer: nil))) {
            row, text in
            if !isLive {
                say(output.json ? text : TransferText.line(row))
                return true
            }
            rows[row.transfer] = row.state == "gone" ? nil : row
            // Those that move, those that wait, then those that are over; within each the oldest
            // first.
            let ordered = rows.values.sorted {
                (Self.rank($0), $0.transfer) < (Self.rank($1), $1.transfer)
            }
            live.draw(
                ordered.isEmpty
                    ? ["No transfers."] : TransferText.table(ordered).lines(coloured: false))
            return true
        }
        if ending == .daemonEnded {
            throw Failure.notRunning("the daemon ended; start it with `quiesce up`")
        }
    }

    private static func rank(_ row: TransferRow) -> Int {
        row.state == "running" || row.state == "placing" ? 0 : row.isOver ? 2 : 1
    }
}

struct PauseTransfer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Stops a transfer; its bytes are kept.")
    @OptionGroup var device: DeviceOptions
    @OptionGroup var chosen: ChosenTransfer
    func run() throws { try chosen.control(.pause, device) }
}

struct ResumeTransfer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Lets a paused transfer go on; tries one now that waits after a failure.",
        discussion: """
            `retry` is the same. What failed is tried at once, whatever its server asked for, and so is \
            what waits for that server with it.

              quiesce transfers resume 12
              quiesce transfers retry 12
            """,
        aliases: ["retry"])
    @OptionGroup var device: DeviceOptions
    @OptionGroup var chosen: ChosenTransfer
    func run() throws { try chosen.control(.resume, device) }
}

struct CancelTransfer: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: "Ends a transfer; its app is told so.")
    @OptionGroup var device: DeviceOptions
    @OptionGroup var chosen: ChosenTransfer
    func run() throws { try chosen.control(.cancel, device) }
}

struct ChosenTransfer: ParsableArguments {
    @Argument(help: ArgumentHelp("Its number, as `quiesce transfers` shows it.", valueName: "n"))
    var transfer: UInt64

    func control(_ control: TransferControl, _ device: DeviceOptions) throws {
        report(try device.client().call(.transfer(.controlTransfer(transfer, control))))
    }
}
