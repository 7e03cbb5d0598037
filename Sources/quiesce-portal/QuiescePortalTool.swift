import ArgumentParser
import Foundation
import Glibc
import QuiescePortal
import QuiesceTerminal
import QuiesceWire

/// The portal's backend. The session's bus starts it.
@main
struct QuiescePortalTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiesce-portal",
        abstract: "Tells xdg-desktop-portal which apps run, and asks the user for it.",
        version: quiesceVersion,
        subcommands: [Serve.self, Answers.self, Forget.self], defaultSubcommand: Serve.self)
}

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serves the session's bus, which starts it by itself.")

    @Option(help: "The device's folder.") var home: String?
    @Option(help: "Seconds in which a question is to be answered.")
    var answerWithin = PortalLimits.answerSeconds
    @Option(help: "Seconds without work after which it ends, if nobody follows it.")
    var idle = PortalLimits.idleSeconds

    func validate() throws {
        for seconds in [answerWithin, idle] where !(1...86_400).contains(seconds) {
            throw ValidationError("a time is 1 to 86400 seconds")
        }
    }

    func run() throws {
        try reported { () throws(Failure) in
            try PortalProcess.run(
                DevicePaths(option: home), answerSeconds: answerWithin, idleSeconds: idle)
        }
    }
}

struct Answers: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the answers to the question which apps may run in the background.",
        discussion: """
            With --json, one array of objects: app, answer (sleep, run, end), by (user, or time where \
            nobody answered), time.
            """)

    @Flag(help: "Write JSON, for programs.") var json = false

    func run() throws {
        try reported { () throws(Failure) in
            let rows = try AnswerBook().rows()
            guard !json else { return say(AnswerBook.json(rows)) }
            if rows.isEmpty { return say("Nobody has answered a question about an app.") }
            var table = Table([.init(title: "APP"), .init(title: "ANSWER"), .init(title: "BY")])
            for row in rows {
                table.add([
                    Table.Cell(row.app), Table.Cell(row.answer.rawValue), Table.Cell(row.by),
                ])
            }
            table.print()
        }
    }
}

struct Forget: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Forgets the answer about an app: its next start in the background is asked about.",
        discussion: """
            The portal may remember it as well: `flatpak permission-remove background background APP`.
            """)

    @Argument(help: "Its id in `quiesce-portal answers`.") var app: String

    func run() throws {
        try reported { () throws(Failure) in
            guard try AnswerBook().forget(app) else {
                throw .refused(
                    "nothing was answered about \(oneLine(app)); see `quiesce-portal answers`")
            }
        }
    }
}

private func reported(_ body: () throws(Failure) -> Void) throws {
    do throws(Failure) {
        try body()
    } catch {
        tell("quiesce-portal: \(error.message)\n")
        Foundation.exit(error.exitCode)
    }
}
