import Foundation
import Glibc
import QuiesceClient
import QuiesceLinux
import QuiesceTerminal

/// A user's answer to the question whether an app may run in the background.
package enum BackgroundAnswer: String, Codable, Sendable, CaseIterable {
    case sleep, run, end

    /// As the portal takes it: 0 ends the app, 1 leaves it.
    var result: UInt32 { self == .end ? 0 : 1 }
    var label: String {
        switch self {
        case .sleep: "Sleep"
        case .run: "Let it run"
        case .end: "End"
        }
    }
}

/// The answers that were given, in a file of their own, which is read anew each time: the tool
/// changes it beside the process.
package struct AnswerBook: Sendable {
    /// An answer as it is kept, and as `quiesce-portal answers --json` shows it.
    package struct Row: Codable, Sendable, Hashable {
        package var app: String
        package var answer: BackgroundAnswer
        /// `user`, or `time` where nobody answered.
        package var by: String
        /// ISO 8601.
        package var time: String
    }

    private struct Page: Codable {
        var version = 1
        var answers: [Row] = []
    }

    private let folder: String
    private static let file = "portal-answers.json"
    package var path: String { "\(folder)/\(Self.file)" }

    package init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        folder = UserFolder.path("XDG_CONFIG_HOME", ".config", environment) + "/quiesce"
    }

    /// All of them, in the order of apps.
    ///
    /// - Throws: exit code 78 for a file that can't be read.
    package func rows() throws(Failure) -> [Row] {
        guard access(path, F_OK) == 0 else { return [] }
        guard let handle = FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: PortalLimits.answerBytes),
            let page = try? JSONDecoder().decode(Page.self, from: data), page.version == 1
        else {
            throw .configuration(
                "could not understand \(oneLine(path)); mend it, or move it away: apps are asked "
                    + "about again then")
        }
        return page.answers
    }

    package static func json(_ rows: [Row]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        return (try? encoder.encode(rows)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    package func answer(for app: PortalID) throws(Failure) -> BackgroundAnswer? {
        try rows().first { $0.app == app.text }?.answer
    }

    /// It is on disk when this returns.
    package func put(_ answer: BackgroundAnswer, for app: PortalID, by: String) throws(Failure) {
        let row = Row(
            app: app.text, answer: answer, by: by,
            time: Date().formatted(.iso8601))
        try change { rows in
            rows.removeAll { $0.app == app.text }
            rows.append(row)
            // The oldest go first.
            if rows.count > PortalLimits.answers {
                rows = rows.sorted { $0.time < $1.time }.suffix(PortalLimits.answers)
            }
        }
    }

    /// - Returns: whether there was one.
    package func forget(_ app: String) throws(Failure) -> Bool {
        guard try rows().contains(where: { $0.app == app }) else { return false }
        try change { rows in rows.removeAll { $0.app == app } }
        return true
    }

    private func change(_ body: (inout [Row]) -> Void) throws(Failure) {
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw .refused("could not open \(oneLine(folder)): \(reason(errno))")
        }
        defer { close(descriptor) }
        // Another process of ours may be changing it.
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        var page = Page()
        page.answers = try rows()
        body(&page.answers)
        page.answers.sort { $0.app < $1.app }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        do {
            try Files.replace(
                Self.file, in: descriptor, with: encoder.encode(page) + Data("\n".utf8))
        } catch {
            throw .refused("could not write \(oneLine(path)): \(error); see that there is room")
        }
    }
}
