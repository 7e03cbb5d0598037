import ArgumentParser
import CQuiesceLinux
import Foundation
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

struct Restart: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restarts the daemon, and leaves every app as it is.",
        discussion: """
            Running apps run on, frozen ones stay frozen, and nothing that was accepted is lost. The next daemon is what \
            is installed in the place of this one by now, an update say, with the same options. `quiesce down` ends \
            the apps, too.

              quiesce restart
            """)

    @OptionGroup var device: DeviceOptions

    func run() throws {
        let paths = device.paths
        let client = try device.client()
        let log = DaemonLog(paths)
        let pid = try client.row(.status, as: DeviceStatus.self).pid
        let process = ql_pidfd_open(pid_t(pid))
        defer { if process >= 0 { close(process) } }
        let before = try running(client)
        let start = ContinuousClock.now
        let (next, status) = try withProgress("restarting") {
            try client.call(.restart, patience: nil)
            client.waitUntilClosed()
            return try wait(process, paths, log)
        }
        let took = start.duration(to: .now) / .seconds(1)
        let kept = before.intersection(try running(next)).count
        let apps =
            before.isEmpty ? "no app was running" : "\(kept) of \(before.count) apps were kept"
        say(
            "\(paths.home) is running again after \(String(format: "%.2f", took)) s, "
                + "pid \(status.pid), version \(status.version); \(apps)")
    }

    /// The processes of the apps that run or are frozen.
    private func running(_ client: ControlClient) throws -> Set<Int> {
        Set(try client.rows(.ps, as: ProcessRow.self).compactMap(\.pid))
    }

    private func wait(_ process: Int32, _ paths: DevicePaths, _ log: DaemonLog) throws
        -> (ControlClient, DeviceStatus)
    {
        let start = ContinuousClock.now
        while true {
            if let client = try? ControlClient(paths: paths),
                let status = try? client.row(.status, as: DeviceStatus.self)
            {
                return (client, status)
            }
            var exit = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
            guard process < 0 || poll(&exit, 1, 2) == 0 else {
                throw Failure.refused(
                    log.lastLine() ?? "the next daemon ended at once; see where its messages go")
            }
            guard ContinuousClock.now - start < .seconds(Up.patience) else {
                throw Failure.refused(
                    "the next daemon is not ready after \(Int(Up.patience)) s; see "
                        + paths.daemonLog)
            }
        }
    }
}
