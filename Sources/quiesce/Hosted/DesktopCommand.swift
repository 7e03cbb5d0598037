import ArgumentParser
import QuiesceTerminal

struct Desktop: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktop",
        abstract: "Makes apps of all programs in the desktop's menus, or of none.",
        discussion: """
            While it is on, each program that a menu or launcher starts is an app, as by `quiesce run`: \
            copies of their entries in your own folder of applications start them so, and copies of bus \
            services where the bus starts them too. Left alone are those that others count on out of sight, \
            such as screen lockers, file sync and VPNs, and those that you name.

              quiesce desktop on
              quiesce desktop except org.gnome.Mines.desktop
              quiesce desktop off
            """,
        subcommands: [On.self, Off.self, Except.self, Include.self, Status.self],
        defaultSubcommand: Status.self)

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the programs in the menus. This is what `desktop` alone does.",
            discussion: """
                Each is an app, started by itself, or left alone, with the reason. With --json, an object: \
                on, and programs, each with entry, program, app, state (app, plain, left) and reason.
                """)

        @OptionGroup var device: DeviceOptions
        @OptionGroup var output: JSONOption

        func run() throws {
            let list = try DesktopPrograms(device).list()
            if output.json { return say(list.jsonText) }
            say(
                list.on
                    ? "on: programs that the desktop's menus start are apps"
                    : "off: `quiesce desktop on` makes apps of the programs in the desktop's menus")
            DesktopText.table(list.programs).print()
        }
    }

    struct On: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes apps of all programs in the menus, from their next start on.",
            discussion: """
                Run it again after programs were installed or removed; `quiesce up` does that, too.
                """)

        @OptionGroup var device: DeviceOptions
        @OptionGroup var output: JSONOption
        @Flag(help: "List what would be changed, and change nothing.") var dryRun = false

        func run() throws {
            var programs = try DesktopPrograms(device)
            try programs.checkDevice()
            if dryRun {
                DesktopText.changes(try programs.update(dryRun: true)).forEach(say)
                return
            }
            let wasOn = programs.isOn
            if !wasOn { try programs.turn(on: true) }
            let change = try programs.update()
            output.report(DesktopText.on(change, wasOn: wasOn))
        }
    }

    struct Off: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Has the menus start all programs by themselves again.",
            discussion: "It takes away what `on` and `quiesce install NAME.desktop` wrote.")

        @OptionGroup var device: DeviceOptions
        @OptionGroup var output: JSONOption
        @Flag(help: "List what would be changed, and change nothing.") var dryRun = false

        func run() throws {
            var programs = try DesktopPrograms(device)
            if dryRun {
                let removed = programs.copies.entries().map(\.id)
                DesktopText.changes(.init(removed: removed)).forEach(say)
                return
            }
            if programs.isOn { try programs.turn(on: false) }
            let count = programs.copies.remove { _ in true }.count
            output.report(
                "off: the desktop starts \(count == 1 ? "1 program by itself" : "\(count) programs by themselves") again; "
                    + "those that run are apps until they end")
        }
    }

    struct Except: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Leaves programs alone, on or off.")

        @OptionGroup var device: DeviceOptions
        @OptionGroup var output: JSONOption
        @OptionGroup var entries: EntryArguments

        func run() throws {
            var programs = try DesktopPrograms(device)
            let ids = try programs.ids(entries.entries)
            try programs.except(ids)
            output.report("left alone: \(ids.joined(separator: ", "))")
        }
    }

    struct Include: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes apps of programs that would be left alone.")

        @OptionGroup var device: DeviceOptions
        @OptionGroup var output: JSONOption
        @OptionGroup var entries: EntryArguments

        func run() throws {
            var programs = try DesktopPrograms(device)
            try programs.checkDevice()
            let ids = try programs.ids(entries.entries)
            try programs.include(ids)
            output.report(
                "\(ids.joined(separator: ", ")): \(ids.count == 1 ? "an app" : "apps") from the next start on"
                    + (programs.isOn ? "" : ", once `quiesce desktop on`"))
        }
    }

    struct EntryArguments: ParsableArguments {
        @Argument(
            help: ArgumentHelp(
                "Entries, as `quiesce desktop` lists them.", valueName: "NAME.desktop"))
        var entries: [String]
    }
}

/// The desktop's programs, for a person.
enum DesktopText {
    static func table(_ rows: [DesktopPrograms.Row]) -> Table {
        var table = Table([
            .init(title: "PROGRAM"), .init(title: "ENTRY"), .init(title: "APP"),
            .init(title: "STARTED AS"),
        ])
        for row in rows {
            let state =
                switch row.state {
                case .app: "an app"
                case .plain: "itself"
                case .left: "itself: left alone, \(row.reason ?? "")"
                }
            table.add([
                Table.Cell(row.program), Table.Cell(row.entry), Table.Cell(row.app ?? "-"),
                Table.Cell(state),
            ])
        }
        return table
    }

    static func on(_ change: DesktopPrograms.Change, wasOn: Bool) -> String {
        let (apps, written, removed) = (change.apps, change.written.count, change.removed.count)
        let news =
            wasOn
            ? "\(written) new or changed, \(removed) taken away"
            : "from their next start on; end those that run now"
        return "on: \(apps) program\(apps == 1 ? " is an app" : "s are apps"), \(news). "
            + "\(change.left) \(change.left == 1 ? "is" : "are") left alone: see `quiesce desktop`"
    }

    static func changes(_ change: DesktopPrograms.Change) -> [String] {
        let lines =
            change.written.map { "would be an app  \(oneLine($0))" }
            + change.removed.map { "would be itself  \(oneLine($0))" }
        return lines.isEmpty ? ["nothing would change"] : lines
    }
}
