import ArgumentParser
import Glibc
import QuiesceClient
import QuiesceLinux
import QuiesceTerminal
import QuiesceWire

struct Down: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stops the device: ends every app in order, then the daemon.",
        discussion: """
            Says how many apps it ended. Where no daemon runs any more it ends what that one has left.

              quiesce down
            """)

    @OptionGroup var device: DeviceOptions

    func run() throws {
        guard let client = try runningDaemon() else { return try endLeftApps() }
        let message = try withProgress("ending every app") {
            let message = try client.call(.down, patience: nil)
            client.waitUntilClosed()
            return message
        }
        report(message)
    }

    /// nil: there is none.
    private func runningDaemon() throws(Failure) -> ControlClient? {
        do {
            return try ControlClient(paths: device.paths)
        } catch  where error.isOfNoDaemon {
            return nil
        }
    }

    /// Ends the apps of a daemon that died, if no other comes.
    private func endLeftApps() throws(Failure) {
        let paths = device.paths
        let lock = try holdOff(paths)
        defer { if lock >= 0 { close(lock) } }
        let left = LeftApps(home: paths.home)
        guard !left.apps.isEmpty else {
            throw .notRunning(
                "no daemon is running for \(paths.home), and none of its apps, so there is nothing "
                    + "to stop")
        }
        let remaining = withProgress("ending every app") { left.end() }
        guard remaining == 0 else {
            throw .refused(
                "\(remaining) of \(left.apps.count) apps are still there after SIGKILL: they wait for "
                    + "a disk or a device; try again when it answers")
        }
        say("no daemon was running; ended \(left.apps.count) of its apps")
    }

    /// Keeps daemons from starting meanwhile, which would take the apps over.
    /// - Returns: the lock's descriptor; negative: nobody can have a lock here.
    private func holdOff(_ paths: DevicePaths) throws(Failure) -> Int32 {
        let lock = open(paths.lock, O_RDONLY | O_CLOEXEC)
        // Another tool may look just now whether it is held.
        for _ in 0..<20 where lock >= 0 {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return lock }
            usleep(5_000)
        }
        guard lock >= 0 else { return lock }
        close(lock)
        throw .refused(
            "a daemon of \(paths.home) is just starting or ending; try again in a moment")
    }
}
