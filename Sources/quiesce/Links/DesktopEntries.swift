import ArgumentParser
import Foundation
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct DesktopEntries: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "desktop-entries",
        abstract: "Lets the desktop open URLs of the installed apps' schemes with them.",
        discussion: """
            Writes a file for each app that has declared schemes, quiesce-APP.desktop in \
            $XDG_DATA_HOME/applications, else ~/.local/share/applications. Run it again after apps were \
            installed or removed: files of apps that are gone, or have no schemes, are taken away. The \
            schemes http, https and file are left to the desktop.

              quiesce desktop-entries
              quiesce desktop-entries --remove
            """)

    @OptionGroup var device: DeviceOptions
    @Flag(help: "Take the files of this device away; it needn't run.") var remove = false
    @OptionGroup var output: JSONOption

    /// The fate of one file.
    // derive: json sorted written
    struct Row {
        var app: String
        var file: String
        var schemes: [String]
        /// `written`, `unchanged`, `removed`, or `left`: it isn't this device's.
        var change: String
    }

    func run() throws {
        let folder = EntryFolder(home: device.paths.home)
        var rows: [Row] = []
        if remove {
            rows = try folder.update([])
        } else {
            let apps = try device.client().rows(.apps, as: AppRow.self)
            rows = try folder.update(try apps.compactMap(entry))
        }
        if rows.contains(where: { $0.change == "written" || $0.change == "removed" }) {
            folder.refresh()
        }
        if output.json { return say(JSONOutput.array(rows.map(\.jsonText))) }
        if rows.isEmpty { return say("no installed app has schemes that the desktop can open") }
        for row in rows { say("\(row.change)  \(oneLine(row.file))") }
    }

    private func entry(of app: AppRow) throws -> DesktopEntry? {
        let schemes = app.urlSchemes.filter { !DesktopEntry.left.contains($0) }
        if schemes.isEmpty { return nil }
        let tool = try DesktopEntry.tool()
        let paths = device.paths
        // The device of the user's own, whose sockets are elsewhere, is found without its home.
        let home = paths.sockets == paths.home ? ["--home", paths.home] : []
        return DesktopEntry(
            app: app.id, name: app.name, schemes: schemes, home: paths.home,
            command: [tool, "open-url"] + home + ["--app", app.id, "--"])
    }
}

/// Where a user's desktop looks for entries.
struct EntryFolder {
    /// The home of the device whose entries these are.
    let home: String
    let path: String

    init(
        home: String, _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.home = home
        path = UserFolder.path("XDG_DATA_HOME", ".local/share", environment) + "/applications"
    }

    /// One in which no device's entries are looked for.
    init(path: String) {
        home = ""
        self.path = path
    }

    /// Has these entries there, and no others of the device.
    ///
    /// - Returns: what became of each, in the order of files.
    func update(_ entries: [DesktopEntry]) throws -> [DesktopEntries.Row] {
        var rows = try entries.map(write)
        for file in try ours() where !entries.contains(where: { $0.file == file }) {
            try act(on: file) { try FileManager.default.removeItem(atPath: $0) }
            let app = file.dropFirst("quiesce-".count).dropLast(".desktop".count)
            rows.append(.init(app: String(app), file: full(file), schemes: [], change: "removed"))
        }
        return rows.sorted { $0.file < $1.file }
    }

    /// Desktops keep a list of all entries by type; one that looks itself needs none.
    func refresh() {
        guard let program = Programs.inPath("update-desktop-database") else { return }
        let code = try? Programs.run([program, path], quiet: true)
        if code != 0 {
            tell("quiesce: \(program) failed; the desktop may not know of the change\n")
        }
    }

    private func write(_ entry: DesktopEntry) throws -> DesktopEntries.Row {
        var row = DesktopEntries.Row(
            app: entry.app, file: full(entry.file), schemes: entry.schemes, change: "written")
        if let present = FileManager.default.contents(atPath: row.file) {
            let text = String(decoding: present, as: UTF8.self)
            if DesktopEntry.home(ofText: text) != home {
                row.change = "left"
                tell(
                    "quiesce: \(oneLine(row.file)) isn't of this device and stays; remove it first, or with --home of its device\n"
                )
                return row
            }
            if text == entry.text {
                row.change = "unchanged"
                return row
            }
        }
        try act(on: entry.file) {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            try Data(entry.text.utf8).write(to: URL(fileURLWithPath: $0), options: .atomic)
        }
        return row
    }

    private func ours() throws -> [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return all.filter { file in
            guard file.hasPrefix("quiesce-"), file.hasSuffix(".desktop"),
                let data = FileManager.default.contents(atPath: full(file))
            else { return false }
            return DesktopEntry.home(ofText: String(decoding: data, as: UTF8.self)) == home
        }
    }

    private func full(_ file: String) -> String { path + "/" + file }

    private func act(on file: String, _ body: (String) throws -> Void) throws {
        do {
            try body(full(file))
        } catch {
            throw Failure.refused(
                "\(oneLine(full(file))) can't be changed: \(error.localizedDescription)")
        }
    }
}
