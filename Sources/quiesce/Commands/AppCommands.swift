import ArgumentParser
import Foundation
import Glibc
import QuiesceAnswers
import QuiesceClient
import QuiesceJournal
import QuiesceTerminal
import QuiesceWire

struct Install: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Installs an app, or updates it.",
        discussion: """
            The bundle is checked and copied. An app that is installed again keeps its container. Of a \
            program's entry in the desktop's menus a copy is written to your own, by which each start of the \
            program is one of the app's, as by `quiesce run`; `quiesce uninstall` takes it away.

              quiesce install .build/apps/SlowCount.app
              quiesce install firefox-esr.desktop
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Argument(
        help: "The app's folder, NAME.app, or a desktop's entry, NAME.desktop.",
        completion: .directory)
    var bundle: String

    func run() throws {
        guard bundle.hasSuffix(".desktop") else {
            return output.report(try Self.install(bundle, on: device.client()))
        }
        output.report(try HostedEntry.install(bundle, device))
    }

    /// - Parameter session: in which it runs, of a hosted program (`quiesce run`).
    /// - Returns: the line that says what came of it.
    static func install(
        _ bundle: String, in session: ProgramSession? = nil,
        on client: @autoclosure () throws -> ControlClient
    ) throws -> String? {
        let folder = open(bundle, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            throw Failure.refused(
                errno == ENOTDIR
                    ? "\(bundle) is not a folder; name an app's folder, NAME.app"
                    : "could not open \(bundle): \(reason(errno)); name an app's folder, NAME.app")
        }
        defer { close(folder) }
        let client = try client()
        return try withProgress("installing") {
            // Copying and saving a large bundle takes as long as the disk takes.
            try client.call(.install(session: session), descriptor: folder, patience: nil)
        }
    }
}

struct Uninstall: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes an app and its container, with all the app has written.",
        discussion: "A running app is ended first.\n\n  quiesce uninstall SlowCount")

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var app: AppArgument

    func run() throws {
        let client = try device.client()
        let id = try app.resolve(client)
        output.report(
            try withProgress("removing") { try client.call(.uninstall(app: id), patience: nil) })
        try HostedEntry.remove(of: id, device)
    }
}

struct Apps: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the installed apps.",
        discussion: """
            With --journal, those of a device that is not running. With --json, one array of objects.

              quiesce apps --json
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var source: JournalOption

    func run() throws {
        let rows = try rows()
        if output.json { return say(JSONOutput.array(rows)) }
        var table = Table([
            .init(title: "ID"), .init(title: "NAME"), .init(title: "VERSION"),
            .init(title: "BADGE", isNumber: true), .init(title: "BACKGROUND MODES"),
        ])
        for text in rows {
            let row: AppRow = try decodeRow(text)
            let modes = row.backgroundModes + (row.exitsOnSuspend ? ["exits on suspend"] : [])
            table.add([
                Table.Cell(row.id), Table.Cell(row.name), Table.Cell(row.version),
                Table.Cell(row.badge.map { "\($0)" } ?? "-"),
                Table.Cell(modes.isEmpty ? "-" : modes.joined(separator: ", ")),
            ])
        }
        table.print()
    }

    private func rows() throws -> [String] {
        var rows: [String] = []
        guard let journal = source.journal else {
            try device.client().call(.apps) { rows.append($0) }
            return rows
        }
        let machine = try RecordedState.told(journal).machine
        // Beside the journal's folder.
        let home = URL(fileURLWithPath: journal).deletingLastPathComponent().path
        return machine.views.map {
            AppRow(
                $0.manifest, container: "\(home)/containers/\($0.manifest.id)",
                badge: machine.badge(of: $0.manifest.id)
            ).jsonText
        }
    }
}
