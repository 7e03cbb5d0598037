import ArgumentParser
import Foundation
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct Up: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Starts a device and returns when it is ready.",
        discussion: """
            The daemon runs on in the background and writes to quiesced.log in its home. As an ordinary \
            user it gets a cgroup of its own from systemd where that works.

              quiesce up --home /tmp/phone --profile ios7
            """)

    @OptionGroup var device: DeviceOptions
    @Option(
        help: ArgumentHelp(
            "The rules the device follows: ios4, ios7, ios8, ios26, ios27, or a file.",
            discussion: "Default: ios8.", valueName: "name|file"),
        completion: .file(extensions: ["toml"]))
    var profile: String?
    @Option(
        help: ArgumentHelp(
            "The screen in portrait, as 390x844@3: points across, down, and pixels a point has.",
            discussion: "Default: \(DeviceScreen.standard.text).", valueName: "size"))
    var screen: DeviceScreen?
    @Flag(help: "Keep the payloads of pushes in the journal, for `quiesce replay --payloads`.")
    var journalPayloads = false

    /// Seconds that a daemon has to become ready; adopting many apps takes some.
    static let patience = 30.0

    func run() throws {
        try start()
        DesktopPrograms.follow(device)
    }

    private func start() throws {
        let paths = device.paths
        if let status = try? runningStatus(paths) { return try sayIsRunning(status, paths) }
        var arguments = [try Programs.daemon()]
        // In full: the daemon starts in another folder.
        if device.home != nil || isHomeInEnvironment { arguments += ["--home", paths.home] }
        if let profile { arguments += ["--profile", try Self.absolute(profile)] }
        if let screen { arguments += ["--screen", screen.text] }
        if journalPayloads { arguments.append("--journal-payloads") }
        let daemon = try DaemonProcess(Programs.delegation() + arguments, paths: paths)
        let (status, isOurs) = try withProgress("starting") { try wait(for: daemon, paths) }
        guard isOurs else { return try sayIsRunning(status, paths) }
        say("\(paths.home) is running, pid \(status.pid), profile \(status.profile)")
        for note in status.notes { say("note: " + oneLine(note)) }
    }

    /// It runs, and somebody else started it.
    /// - Throws: exit code 1 where it runs by other rules than were asked for.
    private func sayIsRunning(_ status: DeviceStatus, _ paths: DevicePaths) throws {
        if let profile, ![profile, try Self.absolute(profile)].contains(status.profile) {
            throw Failure.refused(
                "a device with the profile \(status.profile) is running in \(paths.home); stop it "
                    + "with `quiesce down` first")
        }
        let size = status.screen?.size ?? DeviceScreen.standard.text
        if let screen, screen.text != size {
            throw Failure.refused(
                "the device that is running in \(paths.home) has the screen \(size); stop it with "
                    + "`quiesce down` first")
        }
        if journalPayloads, status.journalPayloads != true {
            throw Failure.refused(
                "the device that is running in \(paths.home) keeps no payloads; stop it with "
                    + "`quiesce down` first")
        }
        say("\(paths.home) is running already, pid \(status.pid)")
    }

    /// Starts a device for a command that needs one.
    static func ifNeeded(_ home: [String]) throws {
        let up = try parse(home)
        if (try? up.runningStatus(up.device.paths)) == nil { try up.run() }
    }

    private var isHomeInEnvironment: Bool {
        ProcessInfo.processInfo.environment["QUIESCE_HOME"].map { !$0.isEmpty } ?? false
    }

    private func runningStatus(_ paths: DevicePaths) throws -> DeviceStatus {
        try ControlClient(paths: paths).row(.status, as: DeviceStatus.self)
    }

    /// A profile that is a file is named in full: the daemon starts in another folder.
    private static func absolute(_ profile: String) throws -> String {
        guard profile.contains("/") || FileManager.default.fileExists(atPath: profile) else {
            return profile
        }
        return URL(fileURLWithPath: profile).standardizedFileURL.path
    }

    private func wait(for daemon: DaemonProcess, _ paths: DevicePaths) throws
        -> (DeviceStatus, isOurs: Bool)
    {
        let start = ContinuousClock.now
        var exited: Int32?
        while true {
            // Asked first, so that a daemon that has ended wrote its last words already.
            exited = exited ?? daemon.exitCode()
            if let status = try? runningStatus(paths) {
                return (status, isOurs: status.pid == Int(daemon.pid))
            }
            // If several daemons are started at once, one has the device, and is waited for.
            if let exitCode = exited, !DaemonProcess.isHeld(paths, byOtherThan: daemon.pid) {
                let words =
                    daemon.lastWords() ?? "the daemon ended with \(exitCode) and said nothing"
                throw Failure(exitCode: exitCode == EX_CONFIG ? EX_CONFIG : 1, message: words)
            }
            guard ContinuousClock.now - start < .seconds(Self.patience) else {
                throw Failure.refused(
                    "the daemon (pid \(daemon.pid)) is not ready after \(Int(Self.patience)) s; see "
                        + paths.daemonLog)
            }
            usleep(10_000)
        }
    }
}

extension DeviceScreen: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
