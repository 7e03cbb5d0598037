import Foundation
import Glibc
import QuiesceClient
import QuiesceLinux
import QuiesceTerminal

/// Entries of apps that the desktop starts with the session (freedesktop's Desktop Application
/// Autostart Specification).
package struct Autostart {
    let folder: String

    /// The key by which other backends mark what they have written, too.
    static let mark = "X-Flatpak"

    package init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        folder = UserFolder.path("XDG_CONFIG_HOME", ".config", environment) + "/autostart"
    }

    /// - Parameter byBus: the session's bus starts the app, where it can.
    /// - Throws: where the entry can't be written whole, or another one has its place.
    package func enable(_ app: PortalID, _ command: [String], byBus: Bool) throws(Failure) {
        let text = try Self.entry(app, command, byBus: byBus)
        try makeFolder()
        try inFolder { folder throws(Failure) in
            guard try mayReplace(app) else { throw isOwn(app) }
            do throws(SystemCallError) {
                try Files.replace(Self.file(app), in: folder, with: Data(text.utf8))
            } catch {
                throw .refused("could not write \(path(app)): \(error); the app isn't autostarted")
            }
        }
    }

    /// - Throws: where the entry can't be removed, or isn't the app's own doing.
    package func disable(_ app: PortalID) throws(Failure) {
        guard access(folder, F_OK) == 0 else { return }
        try inFolder { folder throws(Failure) in
            guard try mayReplace(app) else { throw isOwn(app) }
            guard unlinkat(folder, Self.file(app), 0) == 0 || errno == ENOENT else {
                throw .refused("could not remove \(path(app)): \(reason(errno))")
            }
            fsync(folder)
        }
    }

    /// The text of an entry.
    static func entry(
        _ app: PortalID, _ command: [String], byBus: Bool
    ) throws(Failure) -> String {
        let bytes = command.reduce(0) { $0 + $1.utf8.count }
        guard command.count <= PortalLimits.commandWords, bytes <= PortalLimits.commandBytes else {
            throw .refused("\(app.text)'s command is too long for a desktop entry")
        }
        if let program = command.first {
            guard !program.isEmpty, !program.contains("=") else {
                throw .refused(
                    "\(app.text)'s program \"\(oneLine(program))\" can't stand in a desktop entry")
            }
        } else if !byBus {
            throw .refused("\(app.text) has named no command to start it by")
        }
        var lines = ["[Desktop Entry]", "Type=Application", "Name=\(app.text)"]
        if !command.isEmpty {
            let words = command.map(word).joined(separator: " ")
            lines.append("Exec=\(EntryText.string(words))")
        }
        if byBus { lines.append("DBusActivatable=true") }
        lines.append("\(mark)=\(app.text)")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Most words need no quotes.
    private static func word(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            case _: "-_./:@,+=".utf8.contains(byte)
            }
        }
        return isPlain && !text.isEmpty ? text : EntryText.argument(text)
    }

    // MARK: Files

    private static func file(_ app: PortalID) -> String { "\(app.text).desktop" }
    private func path(_ app: PortalID) -> String { "\(folder)/\(Self.file(app))" }

    private func makeFolder() throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw .refused("could not make \(folder): \(error.localizedDescription)")
        }
    }

    private func inFolder(_ body: (Int32) throws(Failure) -> Void) throws(Failure) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .refused("could not open \(folder): \(reason(errno))")
        }
        defer { close(descriptor) }
        try body(descriptor)
    }

    /// Whether there is none, or one that a portal has written for the app.
    private func mayReplace(_ app: PortalID) throws(Failure) -> Bool {
        var status = stat()
        guard lstat(path(app), &status) == 0 else {
            if errno == ENOENT { return true }
            throw .refused("could not look at \(path(app)): \(reason(errno))")
        }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= PortalLimits.entryBytes,
            let data = FileManager.default.contents(atPath: path(app))
        else { return false }
        return EntryText.value(Self.mark, in: String(decoding: data, as: UTF8.self)) == app.text
    }

    private func isOwn(_ app: PortalID) -> Failure {
        .refused("\(path(app)) is the user's own and stays as it is; remove it by hand")
    }
}
