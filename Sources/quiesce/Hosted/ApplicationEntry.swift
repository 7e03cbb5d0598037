import Foundation
import QuiesceTerminal

/// A program's entry in the menus of a desktop (freedesktop's Desktop Entry Specification), of
/// which a copy starts the program as an app.
struct ApplicationEntry {
    let file: String
    private let lines: [Substring]

    init(file: String, text: String) {
        self.file = file
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// - Throws: exit code 1 where the file can't be read, or is no program's.
    init(file: String) throws(Failure) {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .refused("could not read \(oneLine(file))")
        }
        self.init(file: file, text: String(decoding: data, as: UTF8.self))
        guard value("Type") == "Application", value("Exec") != nil, value("Name") != nil else {
            throw .refused("\(oneLine(file)) is no entry of a program: it needs Name and Exec")
        }
        if value("Terminal") == "true" {
            throw .refused(
                "\(oneLine(name)) runs in a terminal; run that as an app: quiesce run -- foot")
        }
    }

    var name: String { value("Name") ?? "" }
    /// A name of the icon theme, or a path.
    var icon: String? { value("Icon") }
    /// The program and its arguments, without the field codes that stand for files and URLs.
    var command: [String] { value("Exec").map(Self.words) ?? [] }

    /// A value of the group that is the entry's own, not that of an action.
    private func value(_ key: String) -> String? {
        var isOwn = false
        for line in lines {
            if line.hasPrefix("[") { isOwn = line.hasPrefix("[Desktop Entry]") }
            guard isOwn, let value = Self.value(of: line, key) else { continue }
            return DesktopEntry.unescaped(value)
        }
        return nil
    }

    /// As it is written; spaces around the equal sign don't count.
    private static func value(of line: Substring, _ key: String) -> Substring? {
        guard line.hasPrefix(key), let equals = line.firstIndex(of: "="),
            line[line.index(line.startIndex, offsetBy: key.count)..<equals].allSatisfy({
                $0 == " "
            })
        else { return nil }
        return line[line.index(after: equals)...].drop { $0 == " " }
    }

    /// Words of a command: some are in double quotes, in which a backslash takes the next
    /// character as it is.
    static func words(_ command: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var isEscaped = false
        for character in command {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if character == " ", !isQuoted {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words.filter { !($0.count == 2 && $0.first == "%" && $0 != "%%") }
            .map { $0.replacing("%%", with: "%") }
    }

    // MARK: The copy that starts an app

    private static let appKey = "X-Quiesce-App"

    /// - Returns: the app that a copy of ours starts; nil: the text is none.
    static func app(ofText text: String) -> String? {
        text.split(separator: "\n").lazy.compactMap { value(of: $0, appKey) }.first.map(String.init)
    }

    /// Whatever is in the entry, with each command, those of its actions too, behind `command`.
    ///
    /// - Parameters:
    ///   - app: whose copy it is, in the device with this home.
    ///   - command: what starts a program as that app.
    func copy(for app: String, home: String, command: [String]) -> String {
        let start = DesktopEntry.string(command.map(DesktopEntry.argument).joined(separator: " "))
        var copied: [String] = []
        for line in lines {
            if let exec = Self.value(of: line, "Exec") {
                copied.append("Exec=\(start) \(exec)")
            } else if Self.value(of: line, "DBusActivatable") == nil {
                // By the bus another process would start it.
                copied.append(String(line))
            }
            if line.hasPrefix("[Desktop Entry]") {
                copied.append("\(Self.appKey)=\(app)")
                copied.append("\(DesktopEntry.mark)=\(DesktopEntry.string(home))")
            }
        }
        return copied.joined(separator: "\n")
    }
}

/// The entries that a desktop has, and the user's folder of them.
struct ApplicationFolders {
    /// The user's, in which a file hides one of the same name in the others.
    let own: String
    private let others: [String]

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        own = EntryFolder(home: "", environment).path
        let data = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
        others = (data ?? "/usr/local/share:/usr/share").split(separator: ":")
            .filter { $0.hasPrefix("/") }.map { "\($0)/applications" }
    }

    /// - Parameter given: `firefox-esr.desktop`, or its path.
    /// - Throws: exit code 1 where there is none, or where it is the user's own.
    func entry(_ given: String) throws(Failure) -> ApplicationEntry {
        if given.contains("/") { return try ApplicationEntry(file: given) }
        for folder in others where FileManager.default.fileExists(atPath: "\(folder)/\(given)") {
            return try ApplicationEntry(file: "\(folder)/\(given)")
        }
        throw .refused(
            "there is no \(oneLine(given)) in \(others.joined(separator: ", ")); give its path")
    }

    /// The place of a copy in the user's folder.
    ///
    /// - Throws: exit code 1 where the user has another file there.
    func place(for entry: ApplicationEntry) throws(Failure) -> String {
        let path = "\(own)/\((entry.file as NSString).lastPathComponent)"
        if let present = FileManager.default.contents(atPath: path),
            ApplicationEntry.app(ofText: String(decoding: present, as: UTF8.self)) == nil
        {
            throw .refused(
                "\(oneLine(path)) is your own; put `quiesce run --` before the command of its Exec, "
                    + "or move it away")
        }
        return path
    }

    func write(_ text: String, to path: String) throws(Failure) {
        do {
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw .refused("\(oneLine(path)) can't be written: \(error.localizedDescription)")
        }
    }

    /// Takes away the copies that start an app of this device: the desktop starts the program
    /// itself again.
    ///
    /// - Returns: their paths.
    func remove(of app: String, home: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []
        return files.sorted().map { "\(own)/\($0)" }.filter { path in
            guard path.hasSuffix(".desktop"),
                let data = FileManager.default.contents(atPath: path)
            else { return false }
            let text = String(decoding: data, as: UTF8.self)
            return ApplicationEntry.app(ofText: text) == app
                && DesktopEntry.home(ofText: text) == home
                && (try? FileManager.default.removeItem(atPath: path)) != nil
        }
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
