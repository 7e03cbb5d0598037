import Foundation
import Synchronization

/// How the delegate wants one notification presented, which it says once, from any thread.
final class PresentationAnswer: Sendable {
    private let given = Mutex(false)
    private let tell: @MainActor @Sendable (UNNotificationPresentationOptions) -> Void

    /// - Parameter tell: is called with the first answer.
    init(tell: @escaping @MainActor @Sendable (UNNotificationPresentationOptions) -> Void) {
        self.tell = tell
    }

    var isGiven: Bool { given.withLock { $0 } }

    func give(_ options: UNNotificationPresentationOptions) {
        let isFirst = given.withLock { given in
            defer { given = true }
            return !given
        }
        guard isFirst else {
            return note("willPresent's completion handler was called again; the first call counts")
        }
        MainQueue.run { [tell] in tell(options) }
    }
}
