import CQuiesceLinux
import Glibc
import QuiesceLinux
import Synchronization

/// Brings what the user chose, and what is gone by itself, from the desktop's thread to the loop's.
final class ChoiceInbox: Sendable {
    enum Choice: Sendable, Hashable {
        case chosen(UInt64)
        case pressed(UInt64, String)
        case replied(UInt64, String)
        case dismissed(UInt64)
        case vanished(UInt64)
    }

    private let choices = Mutex<[Choice]>([])
    private let event: OwnedDescriptor

    init() throws(SystemCallError) {
        event = try OwnedDescriptor(
            checking: eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
    }

    /// Readable when there is a choice.
    var descriptor: CInt { event.number }

    /// From any thread.
    func add(_ choice: Choice) {
        choices.withLock { $0.append(choice) }
        eventfd_write(event.number, 1)
    }

    func take() -> [Choice] {
        var count: eventfd_t = 0
        eventfd_read(event.number, &count)
        return choices.withLock { choices in
            defer { choices = [] }
            return choices
        }
    }
}
