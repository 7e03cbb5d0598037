import Foundation
import QuiesceTerminal
import QuiesceWire

/// A program's entry in the desktop's menus, which becomes an app: whoever starts it from there
/// starts the app.
struct HostedEntry {
    let entry: ApplicationEntry
    let app: HostedCommand
    let copies: HostedCopies
    /// Before the program's own commands.
    private let start: [String]

    /// - Parameter name: the app's.
    /// - Throws: exit code 1 for a program that isn't there, or makes no app.
    init(
        _ entry: ApplicationEntry, name: String, in copies: HostedCopies, _ paths: DevicePaths
    ) throws {
        self.entry = entry
        self.copies = copies
        app = try HostedCommand(entry.command, name: name, thaw: nil)
        start =
            [try DesktopEntry.tool(), "run", "--detach", "--again"] + paths.homeOption
            + ["--name", name, "--"]
    }

    /// - Returns: whether its copies weren't so already.
    /// - Throws: exit code 1 where the user has another file there.
    @discardableResult
    func write() throws(Failure) -> Bool {
        let text = entry.copy(for: app.id, home: copies.home, command: start)
        let isNew = try copies.write(text, to: copies.folders.place(for: entry))
        return try writeService() || isNew
    }

    private func writeService() throws(Failure) -> Bool {
        let data = copies.folders.others.map { ($0 as NSString).deletingLastPathComponent }
        guard let name = entry.busName, let service = BusService(name, in: data) else {
            return false
        }
        let path = BusService.path(of: name, in: copies.data)
        // The user's own is the user's.
        if let present = ApplicationFolders.text(path), DesktopEntry.home(ofText: present) == nil {
            return false
        }
        let marks = ApplicationEntry.marks(app: app.id, home: copies.home, file: entry.file)
        guard try copies.write(service.copy(marks: marks, command: start), to: path) else {
            return false
        }
        BusService.reload()
        return true
    }

    // MARK: `quiesce install` and `quiesce uninstall`

    /// - Parameter given: a file's name in the folders of applications, or its path.
    /// - Returns: the line that says what came of it.
    static func install(_ given: String, _ device: DeviceOptions) throws -> String {
        let paths = device.paths
        let folders = ApplicationFolders()
        let entry = try folders.entry(given)
        let path = try folders.place(for: entry)
        let name = HostedNames(folders.entries())[entry]
        let hosted = try HostedEntry(
            entry, name: name, in: HostedCopies(home: paths.home, folders: folders), paths)
        var choices = try DesktopChoices()
        try Up.ifNeeded(paths.homeOption)
        try hosted.app.install(on: device.client())
        try hosted.write()
        EntryFolder(path: folders.own).refresh()
        // For `quiesce desktop on` it is as if the user had asked for it there.
        if choices.reason(of: entry) != nil {
            choices.include([entry])
            try choices.save()
        }
        return
            "\(oneLine(name)) is an app from its next start on, as \(hosted.app.id); end one that runs now. "
            + "The desktop starts it by \(oneLine(path))"
    }

    static func remove(of app: String, _ device: DeviceOptions) throws {
        let home = device.paths.home
        let removed = HostedCopies(home: home, folders: ApplicationFolders())
            .remove { $0.app == app }
        for copy in removed {
            tell(
                "quiesce: the desktop starts the program itself again: removed \(oneLine(copy.path))\n"
            )
        }
        var choices = try DesktopChoices()
        guard !removed.isEmpty, choices.device == home else { return }
        choices.except(removed.map(\.id))
        try choices.save()
        for copy in removed {
            tell("quiesce: for good, until `quiesce desktop include \(oneLine(copy.id))`\n")
        }
    }
}

extension DevicePaths {
    /// The option by which a command for later finds this device; the user's own, whose sockets are
    /// elsewhere, needs none.
    var homeOption: [String] { sockets == home ? ["--home", home] : [] }
}
