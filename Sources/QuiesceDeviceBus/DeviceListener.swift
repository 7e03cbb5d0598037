import Foundation
import Glibc
import QuiesceClient
import QuiesceTerminal
import QuiesceWire

/// The device as its properties have it.
struct DeviceView: Sendable, Hashable {
    /// The id of the app in front; empty: none is.
    var foreground = ""
    var isLocked = false
    /// Empty: no daemon runs.
    var profile = ""
}

/// Apps and questions, which the daemon lists but tells nobody of as they come.
struct DeviceLists: Sendable, Hashable {
    struct Prompt: Sendable, Hashable {
        var app: String
        var permission: String
    }

    /// Versions of installed apps, by their ids.
    var apps: [String: String] = [:]
    /// Questions to the user, by their numbers.
    var prompts: [UInt64: Prompt] = [:]
}

/// News of the device.
enum DeviceNews: Sendable {
    /// A daemon is followed from now on, which has these.
    case began([ProcessRow], [NotificationRow])
    case decided(LogRow)
    case notification(NotificationRow)
    case view(DeviceView)
    case lists(DeviceLists)
    /// No daemon can be followed, for that reason.
    case gone(String)
}

/// Follows a device's decisions and notifications, and asks for its properties and lists after
/// decisions.
struct DeviceListener: Sendable {
    let paths: DevicePaths
    let tell: @Sendable (DeviceNews) -> Void

    func start() {
        DeviceFollower(paths, follow: { try follow($0) }, gone: { tell(.gone($0.message)) })
            .start()
    }

    private func follow(_ hasBrought: () -> Void) throws {
        let decisions = try ControlClient(paths: paths, tellsOfWaiting: false)
        let notifications = try ControlClient(paths: paths, tellsOfWaiting: false)
        let line = try ControlClient(paths: paths, tellsOfWaiting: false)
        // From now on: what is asked for below is no older.
        try decisions.send(.log(app: nil, follow: true, limit: 0))
        try notifications.send(.notification(Self.shown(follow: true)))
        tell(
            .began(
                try line.rows(.ps, as: ProcessRow.self),
                try line.rows(.notification(Self.shown(follow: false)), as: NotificationRow.self)))
        while true {
            tell(.lists(try lists(line)))
            let status = try line.row(.status, as: DeviceStatus.self)
            tell(
                .view(
                    DeviceView(
                        foreground: status.foreground ?? "", isLocked: status.locked,
                        profile: status.profile)))
            hasBrought()
            let next = ContinuousClock.now + .milliseconds(DeviceBusLimits.gatherMilliseconds)
            var hasDecided = false
            // Signals aren't held up; only the next question is.
            while try hear(decisions, notifications, until: hasDecided ? next : nil, &hasDecided) {}
        }
    }

    private func lists(_ line: ControlClient) throws -> DeviceLists {
        let apps = try line.rows(.apps, as: AppRow.self)
        let prompts = try line.rows(.permission(.prompts), as: PromptRow.self)
        return DeviceLists(
            apps: .init(apps.map { ($0.id, $0.version) }, uniquingKeysWith: { $1 }),
            prompts: .init(
                prompts.map { ($0.prompt, .init(app: $0.app, permission: $0.permission)) },
                uniquingKeysWith: { $1 }))
    }

    private static func shown(follow: Bool) -> ControlRequest.Notification {
        .notifications(app: nil, scheduled: false, follow: follow)
    }

    /// Waits for the next rows, and tells them.
    ///
    /// - Returns: false: the time is over.
    private func hear(
        _ decisions: ControlClient, _ notifications: ControlClient,
        until end: ContinuousClock.Instant?, _ hasDecided: inout Bool
    ) throws(Failure) -> Bool {
        var patience: Int32 = -1
        if let end {
            let left = (end - ContinuousClock.now) / .milliseconds(1)
            guard left > 0 else { return false }
            patience = Int32(left.rounded(.up))
        }
        var waits = [decisions, notifications].map {
            pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&waits, 2, patience) > 0 else { return end == nil }
        if waits[0].revents != 0 {
            tell(.decided(try decodeRow(try item(decisions))))
            hasDecided = true
        }
        if waits[1].revents != 0 {
            tell(.notification(try decodeRow(try item(notifications))))
        }
        return true
    }

    private func item(_ client: ControlClient) throws(Failure) -> String {
        switch try client.receive() {
        case .item(let text): return text
        case .done, .end: throw .notRunning("the daemon has ended its log")
        case .refused(let refusal): throw .refused(refusal.message)
        }
    }
}
