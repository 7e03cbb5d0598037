import ArgumentParser
import Foundation
import Glibc
import QuiesceClient
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

struct Open: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Opens an app: it comes to the front, started if it isn't running.",
        discussion: """
            With --console, what the app prints is shown until its process is gone; exit code 1 says \
            that it did not end well: a crash, an exit code of its own, or a kill by the system. Ctrl-C \
            ends the showing, not the app.

              quiesce open SlowCount --console -- --count 30 --interval 0.1
              quiesce open Notes --shortcut org.example.new
              quiesce open Notes --activity org.example.reading --user-info '{"page":7}'
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var output: JSONOption
    @Flag(help: "Show what the app prints until it is gone.")
    var console = false
    @Option(
        help: ArgumentHelp(
            "Have it perform a quick action, by its type.", valueName: "type"))
    var shortcut: String?
    @OptionGroup var activity: ActivityOptions
    @OptionGroup var app: AppArgument
    @Argument(
        parsing: .postTerminator,
        help: "Arguments for the app, after --; an app that is running already keeps its own.")
    var arguments: [String] = []

    func validate() throws {
        if console, output.json { throw ValidationError("choose --console or --json") }
        if [shortcut != nil, activity.type != nil, !arguments.isEmpty].count(where: { $0 }) > 1 {
            throw ValidationError(
                "open takes one of --shortcut, --activity and arguments for the app.")
        }
    }

    func run() throws {
        let client = try device.client()
        let id = try app.resolve(client)
        let request =
            shortcut.map { ControlRequest.link(.openShortcut(app: id, shortcut: $0)) }
            ?? activity.request(of: id)
            ?? .open(app: id, arguments: arguments)
        let running = arguments.isEmpty && !console ? nil : try process(of: id, client)
        guard console else {
            let message = try withProgress("opening") { try client.call(request) }
            output.report(message)
            return noteArguments(of: id, running)
        }
        // Output that an earlier open has shown of a launch that goes on isn't shown again.
        let before = try? client.row(.output(app: id, launch: nil), as: OutputLocation.self)
        let shown = try before.map { try OutputFile(path: $0.path).length } ?? 0
        let follower = try OutputFollower(paths: device.paths, app: id)
        try client.call(request)
        noteArguments(of: id, running)
        var location = try client.row(.output(app: id, launch: nil), as: OutputLocation.self)
        try follower.follow(location, from: location == before ? shown : 0)
        if running?.ending == true, running?.launch == location.launch {
            // It was quit, and had yet to end before it could be started.
            location = try client.row(.output(app: id, launch: nil), as: OutputLocation.self)
            try follower.follow(location)
        }
        // Asked again: the first connection may have stood still for as long as a daemon waits.
        let endings = try ControlClient(paths: device.paths)
            .rows(.whyKilled(app: id), as: EndingRow.self)
        if let ending = endings.last(where: { $0.launch == location.launch }) {
            try Self.judge(ending, lastWords: Self.fatalError(in: location.path))
        }
    }

    /// The process that runs before it is opened; it keeps the arguments that it was started with.
    private func process(of id: String, _ client: ControlClient) throws -> ProcessRow? {
        try client.rows(.ps, as: ProcessRow.self).first { $0.id == id && $0.pid != nil }
    }

    private func noteArguments(of id: String, _ running: ProcessRow?) {
        guard !arguments.isEmpty, let running, running.ending != true else { return }
        let note =
            "note: \(id) runs already (launch \(running.launch)) and keeps the arguments it was started with; "
            + "`quiesce quit \(app.id)` first, and open it again"
        tell("quiesce: \(oneLine(note))\n")
    }

    /// Swift's own line about a trap.
    static func fatalError(in path: String) throws(Failure) -> String? {
        var bytes: [UInt8] = []
        try OutputFile(path: path).drain { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .last { $0.contains("Fatal error: ") }.map(String.init)
    }

    /// - Throws: exit code 1, unless the app ended as an app may, or as its user wanted.
    ///
    /// - Parameter lastWords: what a crash said of itself, which its backtrace has pushed away.
    static func judge(_ ending: EndingRow, lastWords: String? = nil) throws(Failure) {
        let fine: [Reason] = [
            .exitedNormally, .optedOut, .builtForOldSystem, .multitaskingUnavailable, .forceQuit,
            .updated, .uninstalled, .shutDown, .deviceRestarted,
        ]
        guard !fine.map(\.rawValue).contains(ending.reason) else { return }
        let words =
            ending.sentence.hasSuffix(".") ? ending.sentence.dropLast() : ending.sentence[...]
        let rule = ending.rule.flatMap { words.contains("(\($0))") ? nil : " (\($0))" } ?? ""
        // If the app ended by itself, the advice is to see the lines that were just shown.
        let advice = ending.kind == "kill" ? ending.change.map(clause) : lastWords
        throw .refused(
            oneLine("\(ending.app): \(words)\(rule)\(advice.map { "; \($0)" } ?? "")"))
    }

    /// A sentence as a part of another.
    private static func clause(_ sentence: String) -> String {
        let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
        return words.prefix(1).lowercased() + words.dropFirst()
    }
}

struct Output: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows what an app printed, to standard output and error.",
        discussion: """
            Of each launch the device keeps the newest part.

              quiesce output SlowCount --follow
            """)

    @OptionGroup var device: DeviceOptions
    @OptionGroup var app: AppArgument
    @Option(
        help: ArgumentHelp(
            "The number of the launch; see `quiesce ps --json`.",
            discussion: "Default: the newest.", valueName: "number"))
    var launch: UInt64?
    @Flag(help: "Keep showing its output, until its process is gone or Ctrl-C.")
    var follow = false

    func run() throws {
        let client = try device.client()
        let id = try app.resolve(client)
        let follower = follow ? try OutputFollower(paths: device.paths, app: id) : nil
        let location = try client.row(.output(app: id, launch: launch), as: OutputLocation.self)
        if let follower {
            try follower.follow(location)
        } else {
            try OutputFile(path: location.path).drain()
        }
    }
}
