import Foundation
import QuiesceWire

/// The KitTestApp in front, with the daemon that a test plays.
final class NotifyingApp {
    let daemon: FakeDaemon
    /// The lines that the app printed before it became active.
    let atLaunch: [String]
    private(set) var seq: UInt64 = 2
    private let app: ChildApp

    /// - Parameters:
    ///   - manifest: is written into an Info.plist beside it.
    ///   - context: its launch, unless it was the user.
    init(
        _ context: MessageToApp.LaunchContext = .init(state: .inactive, reason: .user),
        manifest: [String: [String]]? = nil, pendingTasks: [BackgroundTaskRequest]? = nil,
        registeredForPushes: Bool? = nil,
        _ arguments: String...
    ) throws {
        daemon = try FakeDaemon()
        app = try ChildApp.testApp(daemon, manifest: manifest, arguments)
        try daemon.welcome(
            pendingTasks: pendingTasks, registeredForPushes: registeredForPushes)
        try daemon.deliverAndWait(1, .finishLaunching(context))
        atLaunch = try app.lines(through: "notification didFinishLaunching")
        try daemon.deliverAndWait(2, .didBecomeActive)
        _ = try app.lines(2)
    }

    func deliver(_ call: MessageToApp.Call) throws {
        seq += 1
        try daemon.deliver(seq, call)
    }

    func tell(_ command: String) { app.command(command) }
    func line() throws -> String { try app.line() }
    func lines(_ count: Int) throws -> [String] { try app.lines(count) }
    func lines(through last: String) throws -> [String] { try app.lines(through: last) }
    func complaint() throws -> String { try app.complaint() }

    /// The app's answer to a command.
    func answer(_ command: String) throws -> String {
        tell(command)
        return try line()
    }

    func notificationRequest() throws -> LocalNotificationRequest {
        try daemon.notificationRequest()
    }

    /// The app's next request about its fetches.
    func fetchRequest() throws -> FetchRequest {
        while true {
            if case .fetching(_, let request) = try daemon.receive() { return request }
        }
    }
}

extension FakeDaemon {
    /// The app's next request about its notifications.
    func notificationRequest() throws -> LocalNotificationRequest {
        while true {
            if case .notification(_, let request) = try receive() { return request }
        }
    }
}
