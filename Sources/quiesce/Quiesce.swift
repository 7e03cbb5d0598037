import ArgumentParser
import Foundation
import QuiesceClient
import QuiesceLinux
import QuiesceTerminal
import QuiesceWire

/// The command line of a device.
@main
struct Quiesce: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiesce",
        abstract: "Runs apps with the life cycle of iOS, and says why they do what they do.",
        discussion: """
            A device is a daemon, quiesced, with its apps, all kept in one folder (--home, else \
            $QUIESCE_HOME, else $XDG_STATE_HOME/quiesce, else ~/.local/state/quiesce, or \
            /var/lib/quiesce for root). Several can run side by side.

            Start one, install an app and watch it:
              quiesce up
              quiesce install SlowCount.app
              quiesce open SlowCount --console

            An app is named by its id or by the end of it: SlowCount for \
            org.quiesce.examples.SlowCount.

            Exit codes: 0 done; 1 refused, with the reason on standard error, with --json as an object \
            of error and exit; 64 wrong usage; 69 the daemon is not running; 78 bad configuration.
            """,
        version: "quiesce \(quiesceVersion)",
        groupedSubcommands: [
            CommandGroup(
                name: "The device:",
                subcommands: [
                    Up.self, Down.self, Restart.self, Status.self, ListDevices.self, Reboot.self,
                ]),
            CommandGroup(
                name: "Apps:",
                subcommands: [
                    New.self, Run.self, Adopt.self, Desktop.self, Install.self, Uninstall.self,
                    Apps.self,
                    MakeBundle.self,
                ]),
            CommandGroup(
                name: "The user:",
                subcommands: [
                    Open.self, OpenURL.self, DesktopEntries.self, Home.self, Quit.self,
                    Switcher.self, Tasks.self, ShowScreen.self,
                    Purge.self,
                    Lock.self, Unlock.self, Passcode.self, Settings.self, Permissions.self,
                    Prompts.self, AnswerPrompt.self,
                ]),
            CommandGroup(
                name: "What happens, and why:",
                subcommands: [
                    ShowConsole.self, ListProcesses.self, Top.self, Wait.self, Log.self, Why.self,
                    WhyAwake.self,
                    WhyKilled.self,
                    Output.self, ShowForecast.self, ShowLocation.self, ShowEnergy.self,
                    ScheduleThaw.self, ShowSavings.self, ShowMetrics.self, DrawTimeline.self,
                    ReplayJournal.self, CompareFleet.self,
                    BugReport.self,
                    Simulate.self,
                ]),
            CommandGroup(
                name: "Notifications:",
                subcommands: [Notifications.self, Pushes.self, Gateway.self]),
            CommandGroup(name: "Transfers:", subcommands: [Get.self, Transfers.self]),
            CommandGroup(name: "Events:", subcommands: [Send.self]),
        ])

    static func main() {
        let arguments = argumentsAfterHome()
        var named: any ParsableCommand.Type = Quiesce.self
        do {
            named = try checkCommand(arguments)
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch let failure as Failure {
            end(failure.message, failure.exitCode, asJSON: wantsJSON(arguments)) {
                "quiesce: \($0)"
            }
        } catch {
            let code = exitCode(for: error)
            guard code == .validationFailure else { exit(withError: error) }
            let json = wantsJSON(arguments)
            let text = json ? message(for: error) : fullMessage(for: error)
            let corrected = UsageText.corrected(text, help: helpMessage(for: named))
            end(corrected, code.rawValue, asJSON: json) { $0 }
        }
    }

    /// Those after `--` are an app's.
    private static func wantsJSON(_ arguments: [String]) -> Bool {
        arguments.prefix { $0 != "--" }.contains("--json")
    }

    /// Ends with the reason on standard error: a line for a person, or an object for a program.
    private static func end(
        _ message: String, _ code: Int32, asJSON: Bool, _ line: (String) -> String
    ) -> Never {
        tell((asJSON ? ErrorRow(error: message, exit: Int(code)).jsonText : line(message)) + "\n")
        Foundation.exit(code)
    }
}

extension Quiesce {
    /// The arguments without a `--home` before the command, which counts for every command: it
    /// becomes the environment's.
    private static func argumentsAfterHome() -> [String] {
        var arguments = Array(CommandLine.arguments.dropFirst())
        guard let first = arguments.first else { return arguments }
        if first == "--home", arguments.count > 1 {
            setenv("QUIESCE_HOME", arguments[1], 1)
            arguments.removeFirst(2)
        } else if first.hasPrefix("--home=") {
            setenv("QUIESCE_HOME", String(first.dropFirst("--home=".count)), 1)
            arguments.removeFirst()
        }
        return arguments
    }
}

extension Quiesce {
    /// Whether the arguments name commands that exist. ArgumentParser speaks of unexpected
    /// arguments instead, or shows the whole help as if that had been asked for.
    ///
    /// - Returns: the command that they name.
    /// - Throws: exit code 64, with the command that was meant if that can be told.
    @discardableResult
    static func checkCommand(
        _ arguments: [String]
    ) throws(Failure) -> any ParsableCommand.Type {
        guard let first = arguments.first else {
            throw .usage(
                "name a command, such as `quiesce up` or `quiesce ps`; `quiesce help` lists them all"
            )
        }
        let path = first == "help" ? Array(arguments.dropFirst()) : arguments
        var command: any ParsableCommand.Type = Quiesce.self
        for word in path {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return command }
            if let next = subcommands.first(where: {
                $0._commandName == word || $0.configuration.aliases.contains(word)
            }) {
                command = next
                continue
            }
            let meant = Suggestion.nearest(to: word, among: subcommands.map { $0._commandName })
            let name = command == Quiesce.self ? "" : command._commandName + " "
            // It may be an argument of the default command.
            if meant == nil, command.configuration.defaultSubcommand != nil { return command }
            throw .usage(
                "there is no command \"\(name)\(oneLine(word))\"; "
                    + (meant.map { "did you mean `quiesce \(name)\($0)`?" }
                        ?? "`quiesce help\(name.isEmpty ? "" : " \(name.dropLast())")` lists them all")
            )
        }
        let configuration = command.configuration
        if first != "help", !configuration.subcommands.isEmpty,
            configuration.defaultSubcommand == nil
        {
            let name = command._commandName
            throw .usage(
                "`quiesce \(name)` needs a command of its own; `quiesce help \(name)` lists them all"
            )
        }
        return command
    }
}

/// The options of every command that speaks to a device.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The device's folder.",
            discussion:
                "Default: $QUIESCE_HOME, else $XDG_STATE_HOME/quiesce, else ~/.local/state/quiesce, or /var/lib/quiesce for root.",
            valueName: "dir"),
        completion: .directory)
    var home: String?

    var paths: DevicePaths { DevicePaths(option: home) }

    /// - Throws: exit code 69 when no daemon runs, with what it left.
    func client() throws(Failure) -> ControlClient {
        do {
            return try ControlClient(paths: paths)
        } catch  where error.isOfNoDaemon {
            guard let left = LeftApps(home: paths.home).summary else { throw error }
            throw .notRunning(
                "no daemon is running for \(paths.home), and \(left); start one with "
                    + "\(paths.startCommand), or end them with \(paths.command("down"))")
        }
    }
}

/// The option of a command whose output a program may read.
struct JSONOption: ParsableArguments {
    @Flag(help: "Write JSON, for programs.")
    var json = false
}
