import Foundation
import QuiesceClient
import QuiesceTerminal

/// A program's entry in the menus of a desktop (freedesktop's Desktop Entry Specification), of
/// which a copy starts the program as an app.
struct ApplicationEntry {
    let file: String
    /// The desktop's name for it, `firefox-esr.desktop`: by this, the user's file hides another.
    let id: String
    private let lines: [Substring]

    /// - Parameter id: nil: the file's name.
    init(file: String, id: String? = nil, text: String) {
        self.file = file
        self.id = id ?? (file as NSString).lastPathComponent
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// - Throws: exit code 1 where the file can't be read, or is no program's.
    init(file: String, id: String? = nil) throws(Failure) {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .refused("could not read \(oneLine(file))")
        }
        self.init(file: file, id: id, text: String(decoding: data, as: UTF8.self))
        guard isProgram else {
            throw .refused("\(oneLine(file)) is no entry of a program: it needs Name and Exec")
        }
        if isForTerminal {
            throw .refused(
                "\(oneLine(name)) runs in a terminal; run that as an app: quiesce run -- foot")
        }
    }

    var name: String { value("Name") ?? "" }
    /// A name of the icon theme, or a path.
    var icon: String? { value("Icon") }
    /// The program and its arguments, without the field codes that stand for files and URLs.
    var command: [String] { value("Exec").map(Self.words) ?? [] }
    var isProgram: Bool {
        value("Type") == "Application" && value("Name") != nil && !command.isEmpty
    }
    var isForTerminal: Bool { value("Terminal") == "true" }
    var categories: [String] { list("Categories") ?? [] }
    /// The name by which the session's bus starts the program, too; nil: it doesn't.
    var busName: String? {
        value("DBusActivatable") == "true" ? (id as NSString).deletingPathExtension : nil
    }

    /// - Parameter desktops: names of the running one (`XDG_CURRENT_DESKTOP`); none: any may be.
    func isShown(on desktops: [String]) -> Bool {
        if value("NoDisplay") == "true" || value("Hidden") == "true" { return false }
        if let program = value("TryExec"), Programs.executable(program) == nil { return false }
        let (only, not) = (list("OnlyShowIn"), list("NotShowIn") ?? [])
        for desktop in desktops {
            if only?.contains(desktop) == true { return true }
            if not.contains(desktop) { return false }
        }
        return only == nil || desktops.isEmpty
    }

    private func list(_ key: String) -> [String]? {
        value(key).map { $0.split(separator: ";").map(String.init) }
    }

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
    static func value(of line: Substring, _ key: String) -> Substring? {
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

    private static let appKey = EntryText.appKey
    private static let sourceKey = "X-Quiesce-Source"

    /// - Returns: the app that a copy of ours starts; nil: the text is none.
    static func app(ofText text: String) -> String? { mark(appKey, in: text) }

    /// - Returns: the file of which this text is a copy of ours.
    static func source(ofText text: String) -> String? { mark(sourceKey, in: text) }

    private static func mark(_ key: String, in text: String) -> String? {
        text.split(separator: "\n").lazy.compactMap { value(of: $0, key) }.first
            .map(DesktopEntry.unescaped)
    }

    /// Lines that say whose copy a file is.
    static func marks(app: String, home: String, file: String) -> [String] {
        [
            "\(appKey)=\(app)", "\(DesktopEntry.mark)=\(DesktopEntry.string(home))",
            "\(sourceKey)=\(DesktopEntry.string(file))",
        ]
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
                copied += Self.marks(app: app, home: home, file: file)
            }
        }
        return copied.joined(separator: "\n")
    }
}
