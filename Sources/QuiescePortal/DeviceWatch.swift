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

    init(_ paths: DevicePaths, tell: @escaping @Sendable (DeviceNews) -> Void) {
        self.paths = paths
        self.tell = tell
        entries = EntryNames(paths.home)
    }

    func start() {
        DeviceFollower(
            paths, follow: { [self] in try follow($0) },
            gone: { [tell] in tell(.gone($0.message)) }
        ).start()
    }

    private func follow(_ hasBrought: () -> Void) throws {
        let decisions = try ControlClient(paths: paths, tellsOfWaiting: false)
        let line = try ControlClient(paths: paths, tellsOfWaiting: false)
        // From now on: what is asked for below is no older.
        try decisions.send(.log(app: nil, follow: true, limit: 0))
        while true {
            tell(.states(try states(line)))
            hasBrought()
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
