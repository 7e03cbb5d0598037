import Foundation
import QuiesceTerminal

/// A program's entry in the desktop's menus, which becomes an app: whoever starts it from there
/// starts the app.
struct HostedEntry {
    private let entry: ApplicationEntry
    private let folders = ApplicationFolders()
    private let device: DeviceOptions

    /// - Parameter given: a file's name in the folders of applications, or its path.
    init(_ given: String, _ device: DeviceOptions) throws(Failure) {
        entry = try folders.entry(given)
        self.device = device
    }

    /// - Returns: the line that says what came of it.
    func install() throws -> String {
        let home = device.home.map { ["--home", $0] } ?? []
        let tool = try DesktopEntry.tool()
        let path = try folders.place(for: entry)
        let command = try HostedCommand(entry.command, name: entry.name, thaw: nil)
        try Up.ifNeeded(home)
        try command.install(on: device.client())
        let text = entry.copy(
            for: command.id, home: device.paths.home,
            command: [tool, "run", "--detach"] + home + ["--name", entry.name, "--"])
        try folders.write(text, to: path)
        EntryFolder(home: "").refresh()
        return
            "\(oneLine(entry.name)) is an app from its next start on, as \(command.id); end one that runs now. "
            + "The desktop starts it by \(oneLine(path))"
    }

    static func remove(of app: String, _ device: DeviceOptions) {
        let removed = ApplicationFolders().remove(of: app, home: device.paths.home)
        if removed.isEmpty { return }
        EntryFolder(home: "").refresh()
        for path in removed {
            tell("quiesce: the desktop starts the program itself again: removed \(oneLine(path))\n")
        }
    }
}
