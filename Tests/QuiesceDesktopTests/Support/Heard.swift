import Dispatch
import QuiesceDesktop
import Synchronization
import Testing

/// The events that the desktop's thread reports, in order.
final class Heard: Sendable {
    enum Event: Hashable {
        case chosen(UInt64)
        case dismissed(UInt64)
        case vanished(UInt64)
        case warned(String)
    }

    private let events = Mutex<[Event]>([])
    private let count = DispatchSemaphore(value: 0)

    private var hooks: DesktopNotifications.Hooks {
        .init(
            chosen: { self.add(.chosen($0)) }, dismissed: { self.add(.dismissed($0)) },
            vanished: { self.add(.vanished($0)) }, warn: { self.add(.warned($0)) })
    }

    /// Notifications whose hooks are these.
    func notifications(
        at address: @escaping @Sendable () -> String?, memory: String? = nil,
        answerSeconds: UInt64 = 30
    ) throws -> DesktopNotifications {
        let made = DesktopNotifications(
            address: address, memory: memory, answerSeconds: answerSeconds, hooks: hooks)
        return try #require(made)
    }

    /// Waits for the next; a minute of silence fails the test.
    func next() throws -> Event {
        try #require(count.wait(timeout: .now() + 60) == .success, "something is told")
        return events.withLock { $0.removeFirst() }
    }

    var isEmpty: Bool { events.withLock { $0.isEmpty } }

    private func add(_ event: Event) {
        events.withLock { $0.append(event) }
        count.signal()
    }
}
