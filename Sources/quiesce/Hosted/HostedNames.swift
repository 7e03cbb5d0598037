import Foundation

/// The names of the apps that entries of menus become.
struct HostedNames {
    /// Programs that are another in each command.
    private static let runners: Set = [
        "env", "sh", "bash", "dash", "python", "perl", "ruby", "java", "node", "electron", "gjs",
        "mono", "dotnet", "php", "wine", "xdg-open", "busybox",
    ]
    /// By the entry's id.
    private var names: [String: String] = [:]

    /// Entries of one program are one app, by the name of the plainest: most programs run once, and
    /// a second app's would wait for the frozen first. Two programs of one name are two apps.
    init(_ entries: [ApplicationEntry]) {
        let programs = Dictionary(grouping: entries) { Self.program(of: $0.command) }
        let plain = programs.mapValues { entries in
            entries.min { ($0.command.count, $0.id) < ($1.command.count, $1.id) }?.name ?? ""
        }
        let ids = Dictionary(grouping: plain.values) { HostedCommand.id(of: $0) }
        for (program, entries) in programs {
            let name = plain[program] ?? ""
            let isAlone = (ids[HostedCommand.id(of: name)]?.count ?? 0) < 2
            let word = (entries[0].command[0] as NSString).lastPathComponent
            for entry in entries { names[entry.id] = isAlone ? name : "\(name) (\(word))" }
        }
    }

    subscript(entry: ApplicationEntry) -> String { names[entry.id] ?? entry.name }

    /// Equal for those of one program.
    static func program(of command: [String]) -> String {
        let path = Programs.executable(command[0]) ?? command[0]
        var word = (path as NSString).lastPathComponent
        // As in python3.11.
        while let last = word.last, last.isNumber || last == "." { word.removeLast() }
        guard runners.contains(word) else { return path }
        return command.joined(separator: " ")
    }
}
