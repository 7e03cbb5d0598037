import Foundation
import QuiesceClient
import QuiesceTerminal

/// The file by which the session's bus starts a program itself (D-Bus activation), of which a copy
/// starts the program as an app.
struct BusService {
    static let folder = "dbus-1/services"
    let text: String

    /// - Parameters:
    ///   - name: on the bus.
    ///   - folders: of data, the first file of that name in them counts.
    /// - Returns: nil: no file says how it is started.
    init?(_ name: String, in folders: [String]) {
        for folder in folders.map({ "\($0)/\(Self.folder)" }) {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for file in files.sorted() where file.hasSuffix(".service") {
                guard let text = ApplicationFolders.text("\(folder)/\(file)"),
                    Self.value("Name", in: text) == name, Self.value("Exec", in: text) != nil
                else { continue }
                self.text = text
                return
            }
        }
        return nil
    }

    /// The file's place in a user's folder of data.
    static func path(of name: String, in data: String) -> String {
        "\(data)/\(folder)/\(name).service"
    }

    /// Without the service of systemd's, which the bus would start instead.
    ///
    /// - Parameters:
    ///   - marks: lines that say whose copy it is.
    ///   - command: before the program's own. Its end with 0 isn't the program's, by the bus: that
    ///     goes on to wait for the name.
    func copy(marks: [String], command: [String]) -> String {
        let start = DesktopEntry.string(
            command.map { "\(ShellWord($0))" }.joined(separator: " "))
        var copied: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let exec = Self.value(of: line, "Exec") {
                copied.append("Exec=\(start) \(exec)")
            } else if Self.value(of: line, "SystemdService") == nil {
                copied.append(String(line))
            }
            if line.hasPrefix("[D-BUS Service]") { copied += marks }
        }
        return copied.joined(separator: "\n")
    }

    /// The bus knows its services by heart.
    static func reload(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        let runtime = environment["XDG_RUNTIME_DIR"].map { $0 + "/bus" }
        guard
            environment["DBUS_SESSION_BUS_ADDRESS"] != nil
                || runtime.map(FileManager.default.fileExists) == true,
            let program = Programs.inPath("dbus-send")
        else { return }
        _ = try? Programs.run(
            [
                program, "--session", "--print-reply", "--dest=org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus.ReloadConfig",
            ], quiet: true)
    }

    private static func value(_ key: String, in text: String) -> String? {
        text.split(separator: "\n").lazy.compactMap { value(of: $0, key) }.first.map(String.init)
    }

    private static func value(of line: Substring, _ key: String) -> Substring? {
        ApplicationEntry.value(of: line, key)
    }
}
