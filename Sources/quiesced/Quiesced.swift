import ArgumentParser
import CQuiesceLinux
import Foundation
import Glibc
import Logging
import QuiesceCore
import QuiesceDaemon
import QuiesceLinux
import QuiesceProfiles
import QuiesceWire

/// The daemon. It stays in the foreground and logs to standard error; `quiesce up` starts it
/// detached.
@main
struct Quiesced: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quiesced",
        abstract: "The life-cycle daemon of one Quiesce device.",
        discussion: """
            Stays in the foreground and logs to standard error. `quiesce up` starts it detached.

            `quiesce down` and Ctrl-C end every app in order, then the daemon. SIGTERM, which a \
            service manager sends, ends the daemon alone: apps stay as they are, running or frozen, \
            and the next daemon takes them over. `quiesce restart` and SIGUSR2 do the same in one step.

            As root, each app gets a user of its own. As a user, apps are frozen through a delegated \
            cgroup where there is one (systemd-run --user --scope -p Delegate=yes quiesced), else by \
            SIGSTOP; `quiesce status` tells which.

            Installed apps see the machine's programs and libraries, their own bundle and containers, and \
            nothing else. QUIESCE_APP_READS names further files and folders that they may read, and \
            QUIESCE_APP_WRITES those that they may write, too, with colons between them.
            """,
        version: quiesceVersion)

    @Option(
        help:
            "Everything of the device: $QUIESCE_HOME, else $XDG_STATE_HOME/quiesce, else ~/.local/state/quiesce, or /var/lib/quiesce for root."
    )
    var home: String?

    @Option(help: "The policy: ios4, ios7, ios8, ios26, ios27 or a TOML file (docs/profiles.md).")
    var profile: String = PolicyProfile.ios8.name

    @Option(help: "The screen in portrait: points across, down, and pixels a point has.")
    var screen = DeviceScreen.standard

    @Option(help: "How apps are frozen: automatic, cgroup or signals.")
    var freezer: ProcessBackend = .automatic

    @Flag(
        help: ArgumentHelp(
            "Keep the payloads of pushes in the journal, for `quiesce replay --payloads`.",
            discussion:
                "Anyone who can read the device's home can then read them, until their segment "
                + "is deleted."))
    var journalPayloads = false

    @Option(help: ArgumentHelp("Where the machine says what it is like.", visibility: .hidden))
    var sys = "/sys"

    @Option(help: ArgumentHelp("The link to the machine's time zone.", visibility: .hidden))
    var localtime = "/etc/localtime"

    @Option(help: ArgumentHelp("Where the machine's routes are.", visibility: .hidden))
    var net = "/proc/net"

    @Option(help: ArgumentHelp("gpsd's port on this machine.", visibility: .hidden))
    var gpsdPort: UInt16 = 2947

    @Option(help: ArgumentHelp("Where terminals are.", visibility: .hidden))
    var dev = "/dev"

    @Option(
        help:
            "Seconds after this daemon's death at which its frozen apps are thawed, if no other has come."
    )
    var thawAfter = Limits.thawAfterSeconds

    @Option(help: "The least severe messages to log: trace, debug, info, notice, warning or error.")
    var logLevel = Logger.Level.info.rawValue

    func validate() throws {
        guard Logger.Level(rawValue: logLevel) != nil else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("--log-level is one of \(levels), not \(logLevel)")
        }
        guard 1...86_400 ~= thawAfter else {
            throw ValidationError("--thaw-after is 1 to 86400 seconds, not \(thawAfter)")
        }
    }

    func run() throws {
        // Checked by `validate`.
        let logLevel = Logger.Level(rawValue: logLevel) ?? .info
        let code = Self.serve(
            home: home, profile: profile, screen: screen, freezer: freezer,
            journalPayloads: journalPayloads,
            sys: sys, localtime: localtime, net: net, dev: dev, gpsdPort: gpsdPort,
            thawAfter: thawAfter, logLevel: logLevel)
        throw ExitCode(code)
    }

    /// Not on the main actor, as the loop's callbacks aren't.
    private nonisolated static func serve(
        home: String?, profile: String, screen: DeviceScreen, freezer: ProcessBackend,
        journalPayloads: Bool,
        sys: String, localtime: String, net: String, dev: String, gpsdPort: UInt16,
        thawAfter: Int, logLevel: Logger.Level
    ) -> Int32 {
        // Those of the daemon before in this process, if it restarted: nobody else asks how they
        // ended.
        while waitpid(-1, nil, WNOHANG) > 0 {}
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        var logger = Logger(label: "quiesced")
        logger.logLevel = logLevel
        let paths = DevicePaths(option: home)
        do {
            var configuration = Daemon.Configuration(
                home: paths.home, controlSocket: paths.controlSocket,
                appSocket: paths.appSocket,
                profile: try ProfileFile.profile(profile), backend: freezer,
                journalPayloads: journalPayloads)
            configuration.screen = screen
            configuration.sys = sys
            configuration.localtime = localtime
            configuration.net = net
            configuration.gpsdPort = gpsdPort
            configuration.dev = dev
            configuration.thawAfterSeconds = thawAfter
            configuration.program = program
            let daemon = try Daemon(configuration, logger: logger)
            switch try daemon.run() {
            case .stopped: return EXIT_SUCCESS
            case .restart: return become(program)
            }
        } catch let error as AlreadyRunning {
            complain("\(error), or choose another --home")
            return 1
        } catch {
            complain("\(error)" + left(paths.home, thawAfter))
            return EX_CONFIG
        }
    }

    /// Runs what is in the daemon's file now, in this process, with the same options. Returns if
    /// that fails.
    private nonisolated static func become(_ program: String?) -> Int32 {
        let program = program ?? ""
        let arguments = CommandLine.arguments.map { strdup($0) } + [nil]
        complain("can't run \(program): \(describe(errno: -ql_become(program, arguments)))")
        return EX_CONFIG
    }

    /// The apps that an earlier daemon left and this one can't take over, for its last words.
    private nonisolated static func left(_ home: String, _ thawAfter: Int) -> String {
        let left = LeftApps(home: home)
        guard let summary = left.summary else { return "" }
        let isKept = left.keep(home: home, thawAfterSeconds: thawAfter)
        let thaw = isKept ? "what is frozen is thawed in \(thawAfter) s, and " : ""
        return "; \(summary): \(thaw)`quiesce down` ends all of it"
    }

    private nonisolated static func complain(_ message: String) {
        try? FileHandle.standardError.write(contentsOf: Data("quiesced: \(message)\n".utf8))
    }
}

extension ProcessBackend: ExpressibleByArgument {}

extension DeviceScreen: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
    public var defaultValueDescription: String { text }
}
