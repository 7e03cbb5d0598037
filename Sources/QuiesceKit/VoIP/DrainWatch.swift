import CQuiesceLinux
import Dispatch
import Glibc

/// Waits until the app has read what had arrived, or doesn't care for it (V9). The app's own code
/// reads, on whatever thread and with whatever it likes, so this looks at the sockets now and then.
@MainActor final class DrainWatch {
    /// The app has ten seconds, and is ended then if this hasn't said that it is done.
    private static let patience = 8_000
    /// One that has ended stays readable, whatever the app has read.
    private static let timeToHearOfAnEnd = 50

    private let sockets: [Int32]
    private let completion: @Sendable (UIBackgroundFetchResult) -> Void
    private var waited = 0
    private var pause = 2

    init(
        of sockets: [Int32], _ completion: @escaping @Sendable (UIBackgroundFetchResult) -> Void
    ) {
        self.sockets = sockets
        self.completion = completion
    }

    /// The callbacks of this turn of the main loop come first.
    func begin() { DispatchQueue.main.async { self.look() } }

    private func look() {
        // In this order: a reader begins before its socket is empty.
        let unread =
            sockets.contains { Self.isUnread($0, mayHaveEnded: waited >= Self.timeToHearOfAnEnd) }
            || OwnSockets.areRead
        guard unread, waited < Self.patience else { return finish(unread ? .noData : .newData) }
        let milliseconds = pause
        waited += milliseconds
        pause = min(pause * 2, 200)
        MainQueue.run(after: milliseconds) { self.look() }
    }

    /// The thread that has read isn't known, and still deals with what it read.
    private func finish(_ result: UIBackgroundFetchResult) {
        MainQueue.run(after: DaemonLink.graceMilliseconds) { [completion] in completion(result) }
    }

    /// - Parameter mayHaveEnded: an end counts as read.
    private static func isUnread(_ descriptor: Int32, mayHaveEnded: Bool) -> Bool {
        var status = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&status, 1, 0) > 0 else { return false }
        if status.revents & Int16(POLLNVAL) != 0 { return false }
        return !mayHaveEnded || ql_unread(descriptor) > 0
    }
}
