import Foundation
import Glibc
import QuiesceClient
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

/// All programs of the desktop's menus, and which of them are apps of a device.
struct DesktopPrograms {
    private let paths: DevicePaths
    let copies: HostedCopies
    private(set) var choices: DesktopChoices
    /// Not the user's own.
    private let entries: [ApplicationEntry]
    private let names: HostedNames

    init(_ device: DeviceOptions) throws(Failure) {
        try self.init(device.paths, ProcessInfo.processInfo.environment)
    }

    init(_ paths: DevicePaths, _ environment: [String: String]) throws(Failure) {
        self.paths = paths
        let folders = ApplicationFolders(environment)
        copies = HostedCopies(home: paths.home, folders: folders)
        choices = try DesktopChoices(environment)
        entries = folders.entries()
        names = HostedNames(entries.filter { $0.isShown(on: folders.desktops) })
    }

    var isOn: Bool { choices.device == paths.home }

    // MARK: The list

    // derive: json sorted written
    struct List {
        var on: Bool
        var programs: [Row]
    }

    /// A program that the menus show.
    // derive: json sorted written
    struct Row {
        var entry: String
        var program: String
        /// The app that the menus start, or would.
        var app: String?
        var state: State
        /// Why it is left alone.
        var reason: String?
    }

    // derive: json written
    enum State: String {
        case app, left
        /// It is started by itself, until `quiesce desktop on`.
        case plain
    }

    func list() -> List {
        let present = Set(copies.entries().map(\.id))
        let rows = shown().map { entry in
            switch hosted(entry) {
            case .success(let hosted):
                return Row(
                    entry: entry.id, program: entry.name, app: hosted.app.id,
                    state: present.contains(entry.id) ? .app : .plain)
            case .failure(let left):
                return Row(
                    entry: entry.id, program: entry.name, state: .left, reason: left.reason)
            }
        }
        return List(on: isOn, programs: rows)
    }

    /// The user's own file hides another of its id.
    private func shown() -> [ApplicationEntry] {
        let own = copies.folders.ownEntries().filter {
            ApplicationFolders.text($0.file).flatMap(DesktopEntry.home) == nil
        }
        let hidden = Set(own.map(\.id))
        return (own + entries.filter { !hidden.contains($0.id) })
            .filter { $0.isShown(on: copies.folders.desktops) }
            .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }

    private struct Left: Error {
        var reason: String
    }

    private func hosted(_ entry: ApplicationEntry) -> Result<HostedEntry, Left> {
        if entry.isForTerminal { return .failure(Left(reason: "it runs in a terminal")) }
        if entry.file.hasPrefix(copies.folders.own + "/") {
            return .failure(Left(reason: "the entry is your own"))
        }
        if let reason = choices.reason(of: entry) { return .failure(Left(reason: reason)) }
        let place = "\(copies.folders.own)/\(entry.id)"
        if let text = ApplicationFolders.text(place), let home = DesktopEntry.home(ofText: text),
            home != paths.home
        {
            return .failure(Left(reason: "it is an app of the device in \(home)"))
        }
        do {
            let hosted = try HostedEntry(entry, name: names[entry], in: copies, paths)
            guard AppID(hosted.app.id) != nil else {
                return .failure(Left(reason: "its name is too long for an app's"))
            }
            return .success(hosted)
        } catch {
            return .failure(Left(reason: "its program isn't there"))
        }
    }

    // MARK: On and off

    struct Change {
        var written: [String] = []
        var removed: [String] = []
        var apps = 0
        var left = 0
    }

    /// - Throws: exit code 1 where no program runs in a session, or another device has them.
    func checkDevice() throws(Failure) {
        if let why = Self.refusal(of: paths) { throw .refused(why) }
        if let other = choices.device, other != paths.home {
            throw .refused(
                "the desktop's programs are apps of the device in \(oneLine(other)); first "
                    + "`quiesce desktop off --home \(oneLine(other))`")
        }
    }

    private static func refusal(of paths: DevicePaths) -> String? {
        if geteuid() == 0 { return ProgramSession.refusalOfRoot }
        var status = stat()
        guard stat(paths.home, &status) == 0, status.st_uid != geteuid() else { return nil }
        return ProgramSession.refusalOfOthers
    }

    mutating func turn(on: Bool) throws(Failure) {
        choices.turn(on: on ? paths.home : nil)
        try choices.save()
    }

    /// Has a copy for each program that is to be an app, and no other; those that were asked for by
    /// `quiesce install` stay.
    func update(dryRun: Bool = false) throws -> Change {
        var change = Change()
        let over = obsolete()
        for entry in shown() {
            guard case .success(let hosted) = hosted(entry) else {
                change.left += 1
                continue
            }
            change.apps += 1
            if dryRun {
                if !copies.entries().contains(where: { $0.id == entry.id }) {
                    change.written.append(entry.id)
                }
            } else if try hosted.write() {
                change.written.append(entry.id)
            }
        }
        if dryRun {
            change.removed = copies.entries().filter { over.contains($0.id) }.map(\.id)
        } else {
            change.removed = copies.remove { over.contains($0.id) }.map(\.id)
            if !change.written.isEmpty { EntryFolder(path: copies.folders.own).refresh() }
        }
        return change
    }

    /// Copies of programs that are gone, or that are to be left alone.
    private func obsolete() -> Set<String> {
        let known = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })
        return Set(
            copies.entries().filter { copy in
                copy.isStale || known[copy.id].flatMap(choices.reason) != nil
            }.map(\.id))
    }

    /// After programs were installed or removed; says nothing but that it can't.
    static func follow(_ device: DeviceOptions) {
        do {
            let programs = try DesktopPrograms(device)
            guard programs.isOn, refusal(of: device.paths) == nil else { return }
            _ = try programs.update()
        } catch {
            tell(
                "quiesce: the desktop's menus may start programs by themselves: \(message(error))\n"
            )
        }
    }

    private static func message(_ error: any Error) -> String {
        (error as? Failure)?.message ?? error.localizedDescription
    }

    // MARK: The user's exceptions

    /// - Returns: their ids, with the suffix that may be left out.
    /// - Throws: exit code 1 for one that isn't there.
    func ids(_ given: [String]) throws(Failure) -> [String] {
        let known =
            Set(entries.map(\.id)).union(choices.excepted).union(choices.included)
        var ids: [String] = []
        for name in given {
            let id = name.hasSuffix(".desktop") ? name : name + ".desktop"
            guard known.contains(id) else {
                let meant = Suggestion.nearest(to: id, among: Array(known))
                throw .refused(
                    "no menu of the desktop has \(oneLine(id)); "
                        + (meant.map { "did you mean \($0)?" } ?? "`quiesce desktop` lists them all")
                )
            }
            ids.append(id)
        }
        return ids
    }

    /// They aren't apps from their next start on, whoever made them so.
    mutating func except(_ ids: [String]) throws {
        choices.except(ids)
        try choices.save()
        copies.remove { ids.contains($0.id) }
    }

    /// - Throws: exit code 1 for one that can't be an app.
    mutating func include(_ ids: [String]) throws {
        let included = entries.filter { ids.contains($0.id) }
        let before = choices
        choices.include(included)
        let shown = Set(shown().map(\.id))
        for entry in included {
            let reason: String?
            if shown.contains(entry.id) {
                switch hosted(entry) {
                case .success: reason = nil
                case .failure(let left): reason = left.reason
                }
            } else {
                reason = "this desktop's menus don't show it, or show a file of your own"
            }
            if let reason {
                choices = before
                throw Failure.refused("\(oneLine(entry.id)) stays as it is: \(reason)")
            }
        }
        try choices.save()
        if isOn { _ = try update() }
    }
}
