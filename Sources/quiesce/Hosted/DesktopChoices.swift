import Foundation
import QuiesceClient
import QuiesceTerminal

/// The user's choices for `quiesce desktop`, in a file of lines: `on` and a device's home, `except`
/// or `include` and an entry's name.
struct DesktopChoices {
    let path: String
    /// The home of the device whose apps the desktop's programs are; nil: they are none.
    private(set) var device: String?
    private(set) var excepted: Set<String> = []
    /// Although they are among the exceptions.
    private(set) var included: Set<String> = []

    /// - Throws: exit code 78 for a file that can't be read.
    init(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Failure) {
        path = UserFolder.path("XDG_CONFIG_HOME", ".config", environment) + "/quiesce/desktop"
        guard FileManager.default.fileExists(atPath: path) else { return }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .configuration("could not read \(oneLine(path)); see who may")
        }
        let text = String(decoding: data, as: UTF8.self)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.isEmpty && !line.hasPrefix("#")
        {
            let words = line.split(separator: " ", maxSplits: 1)
            switch (words.first, words.count) {
            case ("on", 2): device = DesktopEntry.unescaped(words[1])
            case ("except", 2): excepted.insert(String(words[1]))
            case ("include", 2): included.insert(String(words[1]))
            default:
                throw .configuration(
                    "line \(number + 1) of \(oneLine(path)) is none of `on HOME`, `except NAME.desktop` and "
                        + "`include NAME.desktop`; mend it, or take it away")
            }
        }
    }

    /// Why an entry's program is left alone; nil: it isn't.
    func reason(of entry: ApplicationEntry) -> String? {
        if excepted.contains(entry.id) { return "you said so" }
        if included.contains(entry.id) { return nil }
        return DesktopException.all.first { $0.holds(for: entry) }?.reason
    }

    mutating func turn(on device: String?) { self.device = device }

    mutating func except(_ ids: [String]) {
        included.subtract(ids)
        excepted.formUnion(ids)
    }

    mutating func include(_ entries: [ApplicationEntry]) {
        for entry in entries {
            excepted.remove(entry.id)
            if reason(of: entry) != nil { included.insert(entry.id) }
        }
    }

    /// The old file is whole until the new one is.
    func save() throws(Failure) {
        let lines =
            ["# Written by `quiesce desktop`."]
            + (device.map { ["on \(DesktopEntry.string($0))"] } ?? [])
            + excepted.sorted().map { "except \($0)" } + included.sorted().map { "include \($0)" }
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file, options: .atomic)
        } catch {
            throw .refused("\(oneLine(path)) can't be written: \(error.localizedDescription)")
        }
    }
}
