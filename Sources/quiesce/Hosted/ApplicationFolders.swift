import Foundation
import QuiesceTerminal

/// The entries that a desktop has, and the user's folder of them.
struct ApplicationFolders {
    /// The user's, in which a file hides one of the same name in the others.
    let own: String
    /// In the order in which the first of several files of one id counts.
    let others: [String]
    /// The running desktop's names.
    let desktops: [String]

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        own = EntryFolder(home: "", environment).path
        let data = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
        others = (data ?? "/usr/local/share:/usr/share").split(separator: ":")
            .filter { $0.hasPrefix("/") }.map { "\($0)/applications" }
        desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map(String.init)
    }

    /// The files below a folder by their id, in which dashes stand for the slashes of a path.
    static func files(in folder: String) -> [String: String] {
        var files: [String: String] = [:]
        let below = FileManager.default.enumerator(atPath: folder)
        while let path = below?.nextObject() as? String {
            guard path.hasSuffix(".desktop") else { continue }
            files[path.replacing("/", with: "-")] = "\(folder)/\(path)"
        }
        return files
    }

    /// The programs' entries that aren't the user's own.
    func entries() -> [ApplicationEntry] {
        var files: [String: String] = [:]
        for folder in others { files.merge(Self.files(in: folder)) { first, _ in first } }
        return Self.entries(files)
    }

    /// The user's own, copies among them.
    func ownEntries() -> [ApplicationEntry] { Self.entries(Self.files(in: own)) }

    private static func entries(_ files: [String: String]) -> [ApplicationEntry] {
        files.sorted { $0.key < $1.key }.compactMap { id, file in
            guard let data = FileManager.default.contents(atPath: file) else { return nil }
            let entry = ApplicationEntry(
                file: file, id: id, text: String(decoding: data, as: UTF8.self))
            return entry.isProgram ? entry : nil
        }
    }

    /// - Parameter given: `firefox-esr.desktop`, or its path.
    /// - Throws: exit code 1 where there is none, or where it is the user's own.
    func entry(_ given: String) throws(Failure) -> ApplicationEntry {
        if given.contains("/") { return try ApplicationEntry(file: given) }
        for folder in others {
            if let file = Self.files(in: folder)[given] {
                return try ApplicationEntry(file: file, id: given)
            }
        }
        throw .refused(
            "there is no \(oneLine(given)) in \(others.joined(separator: ", ")); give its path")
    }

    /// The place of a copy in the user's folder.
    ///
    /// - Throws: exit code 1 where the user has another file there.
    func place(for entry: ApplicationEntry) throws(Failure) -> String {
        let path = "\(own)/\(entry.id)"
        if let present = Self.text(path), ApplicationEntry.app(ofText: present) == nil {
            throw .refused(
                "\(oneLine(path)) is your own; put `quiesce run --` before the command of its Exec, "
                    + "or move it away")
        }
        return path
    }

    static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The picture of an icon, the largest of at most 256 pixels; nil: there is none that isn't
    /// drawn by SVG.
    func icon(_ name: String) -> String? {
        if name.hasPrefix("/") { return name.hasSuffix(".png") ? name : nil }
        guard !name.contains("/") else { return nil }
        for folder in others.map({ ($0 as NSString).deletingLastPathComponent }) {
            for size in [256, 128, 96, 64, 48, 32] {
                let path = "\(folder)/icons/hicolor/\(size)x\(size)/apps/\(name).png"
                if FileManager.default.fileExists(atPath: path) { return path }
            }
        }
        return nil
    }

    /// The icon of a program that some entry starts.
    func icon(ofProgram program: String) -> String? {
        let wanted = URL(fileURLWithPath: program).resolvingSymlinksInPath().path
        for folder in others {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for file in files.sorted() where file.hasSuffix(".desktop") {
                guard let entry = try? ApplicationEntry(file: "\(folder)/\(file)"),
                    let icon = entry.icon, let first = entry.command.first,
                    let path = first.contains("/") ? first : Programs.inPath(first),
                    URL(fileURLWithPath: path).resolvingSymlinksInPath().path == wanted
                else { continue }
                return self.icon(icon)
            }
        }
        return nil
    }
}
