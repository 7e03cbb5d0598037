import Glibc
import QuiesceLinux

/// One connection to an X server, on a thread of its own, as libxcb waits for the server: one that
/// hangs holds up nobody else. Belongs to the loop's thread.
final class X11Windows: WindowSource {
    private let loop: EventLoop
    private let socket: OwnedDescriptor
    private let news: Inbox<WindowNews>
    private let orders: Inbox<X11Connection.Order>
    private let worker: Worker
    private var watch: EventLoop.WatchID?

    init(
        on display: X11Display, loop: EventLoop, tell: @escaping (WindowNews) -> Void
    ) throws(SystemCallError) {
        self.loop = loop
        socket = try display.connect()
        let second = try OwnedDescriptor(
            checking: fcntl(socket.number, F_DUPFD_CLOEXEC, 0), "dup")
        let (news, orders) = (try Inbox<WindowNews>(), try Inbox<X11Connection.Order>())
        (self.news, self.orders) = (news, orders)
        worker = try Worker(name: "quiesced-x11")
        // Each says all that there is.
        watch = try loop.watch(news.descriptor) { _ in if let item = news.take().last { tell(item) }
        }
        // libxcb closes it.
        let descriptor = second.release()
        worker.submit {
            let end = X11Connection.run(descriptor, to: display, orders: orders) { news.add($0) }
            news.add(.ended(end))
        }
    }

    deinit { close() }

    func close() {
        guard let watch else { return }
        self.watch = nil
        loop.unwatch(watch)
        orders.add(.end)
        // The thread waits for the server no more, whatever it waits for.
        shutdown(socket.number, CInt(SHUT_RDWR))
        worker.shutdown()
    }

    func focus(_ window: DesktopWindow) {
        orders.add(.focus(UInt32(truncatingIfNeeded: window.number)))
    }
}
