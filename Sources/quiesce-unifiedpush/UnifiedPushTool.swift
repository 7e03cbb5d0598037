import ArgumentParser
import Foundation
import QuiesceTerminal
import QuiesceUnifiedPush
import QuiesceWire

/// The distributor's command line.
@main
struct UnifiedPushTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiesce-unifiedpush",
        abstract: "Hands pushes to programs, as a UnifiedPush distributor.",
        usage: """
            quiesce-unifiedpush [--ntfy <url> [--token-file <file>]]
            quiesce-unifiedpush [--gateway <url> --certificate <file> [--public-url <url>]]
            quiesce-unifiedpush status [--json]
            """,
        discussion: """
            Run it once with --ntfy or --gateway: the push server is kept in \
            $XDG_CONFIG_HOME/quiesce/unifiedpush.json. The session's message bus starts it when a \
            program registers; have the session start it, too, for pushes to programs that don't run.
            """,
        version: quiesceVersion, subcommands: [Run.self, Show.self], defaultSubcommand: Run.self)

    /// Does the work, and ends with the failure's code.
    static func attempt(_ work: (Folder) throws(Failure) -> Void) {
        do throws(Failure) {
            try work(try Folder(environment: ProcessInfo.processInfo.environment))
        } catch {
            tell("quiesce-unifiedpush: \(error.message)\n")
            Foundation.exit(error.exitCode)
        }
    }

    struct Run: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Serve in the foreground, which is what happens without a subcommand.")

        @Option(help: "The URL of an ntfy server, as https://ntfy.sh.") var ntfy: String?
        @Option(help: "The file with an access token, if that server lets not everybody read.")
        var tokenFile: String?
        @Option(help: "The address of a push gateway, https://HOST:PORT.") var gateway: String?
        @Option(help: "The file with that gateway's certificate.pem.") var certificate: String?
        @Option(help: "The URL by which senders reach that gateway, if it is another.")
        var publicURL: String?

        func run() {
            UnifiedPushTool.attempt { folder throws(Failure) in
                let settings = try Settings(
                    ntfy: ntfy, tokenFile: tokenFile, gateway: gateway, certificate: certificate,
                    publicURL: publicURL)
                try DistributorProcess.run(
                    folder, settings: settings,
                    environment: ProcessInfo.processInfo.environment)
            }
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Show registrations, the push server and the last error.")

        @Flag(help: "Write JSON, for programs.") var json = false

        func run() {
            UnifiedPushTool.attempt { folder throws(Failure) in
                let status = try Status(folder)
                if json { say(status.json) } else { status.print() }
            }
        }
    }
}
