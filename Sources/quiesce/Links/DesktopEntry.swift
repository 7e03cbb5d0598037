import Foundation
import QuiesceClient
import QuiesceTerminal

/// The file by which a desktop hands an app's URLs to the device (freedesktop's Desktop Entry
/// Specification).
struct DesktopEntry {
    /// Web pages and files belong to programs of the desktop, whatever an app declares.
    static let left: Set = ["http", "https", "file"]

    var app: String
    /// As it is shown where the user chooses one of several programs.
    var name: String
    /// Each of a letter, letters, digits, `+`, `-` and `.`.
    var schemes: [String]
    /// The device's home.
    var home: String
    /// The command, without the URL.
    var command: [String]

    var file: String { "quiesce-\(app).desktop" }

    var text: String {
        let types = schemes.map { "x-scheme-handler/\($0);" }.joined()
        let exec = (command.map(Self.argument) + ["%u"]).joined(separator: " ")
        return """
            [Desktop Entry]
            Type=Application
            Version=1.0
            Name=\(Self.string(oneLine(name)))
            Exec=\(Self.string(exec))
            MimeType=\(types)
            NoDisplay=true
            Terminal=false
            \(Self.mark)=\(Self.string(home))

            """
    }

    /// The path of this program, for a command.
    static func tool() throws -> String {
        let tool = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        guard !tool.contains("=") else {
            throw Failure.refused(
                "the path of this program, \(oneLine(tool)), has an equal sign, which no desktop entry may "
                    + "name; move it")
        }
        return tool
    }

    // MARK: Whose a file is

    static let mark = EntryText.homeKey

    /// - Returns: the home of the device whose entry this is; nil: it isn't one of ours.
    static func home(ofText text: String) -> String? {
        EntryText.value(mark, in: text)
    }

    // MARK: Escaping

    static func argument(_ text: String) -> String { EntryText.argument(text) }
    static func string(_ text: String) -> String { EntryText.string(text) }
    static func unescaped(_ text: Substring) -> String { EntryText.unescaped(text) }
}
