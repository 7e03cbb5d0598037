import CQuiesceLinux
import Glibc
import QuiesceBus
import Synchronization

/// Wishes of other threads for the desktop's thread, in order.
final class DesktopInbox: Sendable {
    private struct State {
        var wishes: [@Sendable (DesktopClient) -> Void] = []
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let event: CInt

    init?() {
        event = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard event >= 0 else { return nil }
    }

    deinit { close(event) }

    func add(_ wish: @escaping @Sendable (DesktopClient) -> Void) {
        state.withLock { $0.wishes.append(wish) }
        eventfd_write(event, 1)
    }

    func end() {
        state.withLock { $0.hasEnded = true }
        eventfd_write(event, 1)
    }

    /// nil: it is over, and nothing is left. On the desktop's thread.
    func take() -> [@Sendable (DesktopClient) -> Void]? {
        var count: eventfd_t = 0
        eventfd_read(event, &count)
        return state.withLock { state in
            defer { state.wishes = [] }
            guard state.hasEnded else { return state.wishes }
            // The next turn is the last.
            eventfd_write(event, 1)
            return state.wishes.isEmpty ? nil : state.wishes
        }
    }

    /// Returns when there is a wish, or the bus needs a turn.
    func wait(with bus: (descriptor: pollfd, deadline: UInt64)?) {
        var watched = [
            pollfd(fd: event, events: Int16(POLLIN), revents: 0),
            bus?.descriptor ?? pollfd(fd: -1, events: 0, revents: 0),
        ]
        var milliseconds: CInt = -1
        if let deadline = bus?.deadline, deadline != .max {
            let now = BusClock.now()
            // Rounded up: a turn too early would be one more.
            let left = deadline > now ? (deadline - now + 999) / 1_000 : 0
            milliseconds = CInt(clamping: left)
        }
        poll(&watched, 2, milliseconds)
    }
}
