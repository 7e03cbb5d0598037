import CQuiesceLinux
import Glibc
import Synchronization

/// News for the portal's thread, from others.
enum PortalNews: Sendable {
    /// Nothing has been shown to the user.
    case notShown(UInt64)
    case pressed(UInt64, String)
    case chosen(UInt64)
    case dismissed(UInt64)
    case vanished(UInt64)
    case device(DeviceNews)
    /// The device has done what the answer to this question wants, or can't.
    case carriedOut(UInt64, problem: String?)
}

/// The portal's inbox.
final class Mailbox: Sendable {
    private let news = Mutex<[PortalNews]>([])
    /// Readable while there are news.
    let descriptor: Int32

    init?() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    func add(_ item: PortalNews) {
        news.withLock { $0.append(item) }
        eventfd_write(descriptor, 1)
    }

    func take() -> [PortalNews] {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        return news.withLock { news in
            defer { news = [] }
            return news
        }
    }
}
