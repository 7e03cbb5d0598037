import CQuiesceLinux
import Foundation
import Glibc
import QuiesceTerminal
import QuiesceWire

/// Follows a device on a thread of its own, from one daemon to the next, for as long as the process
/// lives. Nothing is asked while nothing happens.
package final class DeviceFollower: @unchecked Sendable {
    // Everything that changes is used on the thread alone.
    private let paths: DevicePaths
    private let follow: (_ hasBrought: () -> Void) throws -> Void
    private let gone: (Failure) -> Void
    /// Attempts in a row that brought nothing.
    private var failures = 0

    /// Milliseconds between attempts to reach a daemon whose socket has just appeared; at the last
    /// one it isn't coming.
    private static let attempts: [Int32] = [10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]

    /// - Parameters:
    ///   - follow: follows one daemon until it ends, which it throws, and calls what it gets each
    ///     time that the daemon has brought something.
    ///   - gone: no daemon can be followed, for that reason.
    package init(
        _ paths: DevicePaths,
        follow: @escaping @Sendable (_ hasBrought: () -> Void) throws -> Void,
        gone: @escaping @Sendable (Failure) -> Void
    ) {
        self.paths = paths
        self.follow = follow
        self.gone = gone
    }

    package func start() {
        let thread = Thread { @Sendable [self] in
            while true {
                do {
                    try follow { failures = 0 }
                } catch {
                    gone(error as? Failure ?? .refused("\(error)"))
                }
                waitForDaemon()
                // One that refuses at once is asked less and less often.
                usleep(UInt32(Self.attempts[min(failures, Self.attempts.count - 1)]) * 1_000)
                failures += 1
            }
        }
        thread.name = "quiesce-device"
        thread.start()
    }

    /// Waits until there may be one, by the folder of its socket.
    private func waitForDaemon() {
        // The folder that is there, and what is awaited in it.
        var (folder, next) = (paths.sockets, paths.controlSocket)
        while access(folder, F_OK) != 0, folder != "/" {
            (folder, next) = ((folder as NSString).deletingLastPathComponent, folder)
        }
        let inotify = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
        defer { if inotify >= 0 { close(inotify) } }
        let events = IN_CREATE | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
        guard inotify >= 0, inotify_add_watch(inotify, folder, UInt32(events)) >= 0 else {
            // Nobody tells of it then.
            sleep(10)
            return
        }
        // It may have come before the watch; a daemon that has died leaves its socket.
        if next == paths.controlSocket ? answers : access(next, F_OK) == 0 { return }
        while true {
            var wait = pollfd(fd: inotify, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, -1) > 0 else { continue }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            while read(inotify, &bytes, bytes.count) > 0 {}
            if access(folder, F_OK) != 0 { return }
            guard access(next, F_OK) == 0 else { continue }
            if next != paths.controlSocket { return }
            // Bound, it doesn't listen yet.
            for pause in Self.attempts {
                if answers { return }
                usleep(UInt32(pause) * 1_000)
            }
        }
    }

    private var answers: Bool {
        (try? ControlClient(paths: paths, tellsOfWaiting: false)) != nil
    }
}
