import CQuiesceLinux
import Glibc
import QuiesceLinux
import Synchronization

/// Brings work from any thread to the loop's thread, in order.
public final class Mailbox: Sendable {
    private let posted = Mutex<[@Sendable (EventLoop) -> Void]>([])
    let descriptor: OwnedDescriptor

    init() throws(SystemCallError) {
        descriptor = try OwnedDescriptor(
            checking: eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)), "eventfd")
    }

    /// Runs `work` on the loop's thread, soon. From any thread; never blocks. What is posted to a
    /// loop that has stopped for good is dropped with it.
    public func post(_ work: @escaping @Sendable (EventLoop) -> Void) {
        let wasEmpty = posted.withLock { posted in
            posted.append(work)
            return posted.count == 1
        }
        if wasEmpty { eventfd_write(descriptor.number, 1) }
    }

    /// Work that was taken and not run: it comes before everything that was posted meanwhile.
    func putBack(_ work: some Collection<@Sendable (EventLoop) -> Void>) {
        if work.isEmpty { return }
        posted.withLock { $0.insert(contentsOf: work, at: 0) }
        eventfd_write(descriptor.number, 1)
    }

    func take() -> [@Sendable (EventLoop) -> Void] {
        var count: eventfd_t = 0
        eventfd_read(descriptor.number, &count)
        return posted.withLock { posted in
            defer { posted = [] }
            return posted
        }
    }
}
