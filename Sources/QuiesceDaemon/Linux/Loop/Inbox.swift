import CQuiesceLinux
import Glibc
import QuiesceLinux
import Synchronization

/// Items that another thread is to take, in order. From any thread.
final class Inbox<Item: Sendable>: Sendable {
    private let items = Mutex<[Item]>([])
    private let event: OwnedDescriptor

    init() throws(SystemCallError) {
        event = try OwnedDescriptor(
            checking: eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
    }

    /// Readable when there is something.
    var descriptor: CInt { event.number }

    func add(_ item: Item) {
        let isFirst = items.withLock { items in
            items.append(item)
            return items.count == 1
        }
        if isFirst { eventfd_write(event.number, 1) }
    }

    func take() -> [Item] {
        var count: eventfd_t = 0
        eventfd_read(event.number, &count)
        return items.withLock { items in
            defer { items = [] }
            return items
        }
    }
}
