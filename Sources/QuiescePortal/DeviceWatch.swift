import Foundation
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

/// Follows a device's decisions, and asks for its apps' states after each that can change one, on a
/// thread of its own, for as long as the process lives. Nothing is asked while nothing happens.
final class DeviceWatch: @unchecked Sendable {
    // Everything that changes is used on the thread alone.
    private let paths: DevicePaths
    private let tell: @Sendable (DeviceNews) -> Void
    private var entries: EntryNames
    /// Attempts in a row that brought nothing.
    private var failures = 0

    init(_ paths: DevicePaths, tell: @escaping @Sendable (DeviceNews) -> Void) {
        self.paths = paths
        self.tell = tell
        entries = EntryNames(paths.home)
    }

    func start() {
        let thread = Thread { @Sendable [self] in
            while true {
                do {
                    try follow()
                } catch {
                    let failure = error as? Failure ?? .refused("\(error)")
                    tell(.gone(failure.message))
                }
                waitForDaemon()
                // One that refuses at once is asked less and less often.
                let pauses = PortalLimits.attempts
                usleep(UInt32(pauses[min(failures, pauses.count - 1)]) * 1_000)
                failures += 1
            }
        }
        thread.name = "quiesce-device"
        thread.start()
    }

    // MARK: A daemon that runs

    private func follow() throws {
        let decisions = try ControlClient(paths: paths, tellsOfWaiting: false)
        let line = try ControlClient(paths: paths, tellsOfWaiting: false)
        // From now on: what is asked for below is no older.
        try decisions.send(.log(app: nil, follow: true, limit: 0))
        while true {
            tell(.states(try states(line)))
            failures = 0
            while try !concerns(decisions.receive()) {}
            let end = ContinuousClock.now + .milliseconds(Int(PortalLimits.gatherMilliseconds))
            while Self.isReadable(decisions.socket, until: end) { _ = try decisions.receive() }
        }
    }

    /// Whether an app's state may be another after it.
    private func concerns(_ reply: ControlReply) throws(Failure) -> Bool {
        switch reply {
        case .item(let text):
            let row: LogRow = try decodeRow(text)
            return row.to != nil || row.reason.hasPrefix("window")
        case .done, .end: throw .notRunning("the daemon has ended its log")
        case .refused(let refusal): throw .refused(refusal.message)
        }
    }

    private func states(_ line: ControlClient) throws -> AppStates {
        let names = entries.names()
        return try AppStates(
            line.rows(.ps, as: ProcessRow.self), names: { names[$0] ?? [] },
            hasWindow: { app in
                guard case let answer? = try? line.row(.why(app: app, not: nil), as: WhyAnswer.self)
                else { return false }
                return answer.pending.contains { $0.kind == "window" }
            })
    }

    private static func isReadable(
        _ descriptor: Int32, until end: ContinuousClock.Instant
    ) -> Bool {
        let left = (end - ContinuousClock.now) / .milliseconds(1)
        guard left > 0 else { return false }
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, Int32(left.rounded(.up))) > 0
    }

    // MARK: None

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
            for pause in PortalLimits.attempts {
                if answers { return }
                usleep(UInt32(pause) * 1_000)
            }
        }
    }

    private var answers: Bool {
        (try? ControlClient(paths: paths, tellsOfWaiting: false)) != nil
    }
}

/// Settings at the device, one after the other, on a queue of their own: its daemon may take its
/// time.
final class DeviceSwitch: Sendable {
    private let queue = DispatchQueue(label: "quiesce-portal.switch")
    private let paths: DevicePaths

    init(_ paths: DevicePaths) { self.paths = paths }

    /// Lets a hosted program work and be thawed out of sight, or not.
    ///
    /// - Parameter done: gets the reason why it wasn't done; nil: it was.
    func set(_ app: String, mayRun: Bool, done: @escaping @Sendable (String?) -> Void) {
        queue.async { [paths] in
            do {
                let client = try ControlClient(paths: paths, tellsOfWaiting: false)
                let state: PermissionState = mayRun ? .authorized : .denied
                let known = try client.rows(
                    .permission(.permissions(app: app)), as: PermissionRow.self)
                // Others are frozen by the device's own rules.
                for permission in [Permission.backgroundWork, .scheduledThaw]
                where known.contains(where: { $0.permission == permission.rawValue }) {
                    try client.call(
                        .permission(
                            .setPermission(
                                app: app, permission: permission.rawValue, state: state.rawValue)))
                }
                done(nil)
            } catch {
                done((error as? Failure)?.message ?? "\(error)")
            }
        }
    }
}
