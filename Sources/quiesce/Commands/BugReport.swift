import ArgumentParser
import Foundation
import Glibc
import QuiesceClient
import QuiesceLinux
import QuiesceTerminal
import QuiesceWire

struct BugReport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bugreport",
        abstract: "Writes all that helps with a fault into one text file.",
        discussion: """
            The machine, the device's status and apps, why each is where it is, the newest decisions and \
            the daemon's log. Read it before you send it: it has the ids and names of your apps, and \
            domains that they reach. It has no payload of a push, no text of a notification, no output \
            of an app and no whole URL.

              quiesce bugreport
              quiesce bugreport --output - | less
            """)

    @OptionGroup var device: DeviceOptions
    @Option(
        help: ArgumentHelp(
            "The file; - for standard output.",
            discussion: "Default: quiesce-bugreport-TIME.txt in this folder.", valueName: "file"),
        completion: .file())
    var output: String?

    func run() throws {
        let report = withProgress("gathering") { ReportText(device: device).text }
        guard output != "-" else { return say(report) }
        let time = Date().ISO8601Format(.init(dateSeparator: .omitted, timeSeparator: .omitted))
        let path = output ?? "quiesce-bugreport-\(time).txt"
        try WholeFile.write(Array(report.utf8), to: path)
        say("wrote \(path); read it before you send it")
    }
}

/// The text of a report. A part that can't be had says why.
private struct ReportText {
    let device: DeviceOptions

    /// Decisions, and bytes of the daemon's log.
    private static let decisions = 2_000
    private static let logBytes: off_t = 64 << 10

    var text: String {
        [
            part("machine") { Self.machine }, part("status") { try rows(.status) },
            part("apps") { try rows(.apps) }, part("processes") { try rows(.ps) },
            part("why", whys), part("thaws") { try rows(.thaw(.thaws)) },
            part("decisions", decisions), part("daemon", daemonLog),
        ].joined(separator: "\n")
    }

    private func part(_ title: String, _ lines: () throws -> [String]) -> String {
        let found: [String]
        do {
            found = try lines()
        } catch {
            found = ["(\((error as? Failure)?.message ?? "\(error)"))"]
        }
        return (["== \(title)"] + found).map { $0 + "\n" }.joined()
    }

    private func decisions() throws -> [String] {
        let request = ControlRequest.log(app: nil, follow: false, limit: Self.decisions)
        return try device.client().rows(request, as: LogRow.self)
            .map { LogText.line($0, coloured: false) }
    }

    private static var machine: [String] {
        var name = utsname()
        uname(&name)
        func word<T>(_ field: T) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        let system = (ProcFile.read("/etc/os-release") ?? "").split(separator: "\n")
            .first { $0.hasPrefix("PRETTY_NAME=") }
        let desktop = ["XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP"]
            .compactMap { ProcessInfo.processInfo.environment[$0] }
        return [
            "\(word(name.sysname)) \(word(name.release)) \(word(name.machine))",
            system.map(String.init) ?? "no /etc/os-release",
            "cgroup: \(CgroupMount.find() == nil ? "none" : "mounted"), user \(geteuid() == 0 ? "root" : "ordinary")",
            "desktop: \(desktop.isEmpty ? "none" : oneLine(desktop.joined(separator: ", ")))",
        ]
    }

    private func rows(_ request: ControlRequest) throws -> [String] {
        var rows: [String] = []
        try device.client().call(request) { rows.append($0) }
        return rows
    }

    private func whys() throws -> [String] {
        let client = try device.client()
        return try client.rows(.apps, as: AppRow.self).flatMap { app in
            let why = try client.row(.why(app: app.id, not: nil), as: WhyAnswer.self)
            return WhyText.lines(why, coloured: false) + [""]
        }
    }

    private func daemonLog() throws -> [String] {
        let file = try OutputFile(path: device.paths.daemonLog)
        let start = max(0, file.length - Self.logBytes)
        var bytes: [UInt8] = []
        try OutputFile(path: device.paths.daemonLog, from: start).drain { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
            oneLine(String($0))
        }
    }
}
