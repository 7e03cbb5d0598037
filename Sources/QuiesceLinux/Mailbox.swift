import CQuiesceLinux
import Glibc
import Synchronization

/// News for one thread, from others.
package final class Mailbox<News: Sendable>: Sendable {
    private let news = Mutex<[News]>([])
    /// Readable while there are news.
    package let descriptor: Int32

    /// nil: the kernel has no descriptor left.
    package init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    package func add(_ item: News) {
        news.withLock { $0.append(item) }
        eventfd_write(descriptor, 1)
    }

    package func take() -> [News] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return news.withLock { news in
            defer { news = [] }
            return news
        }
    }
}
