import Glibc
import QuiesceLinux

/// Programs that are asked for their selection on an X server: who pastes waits for the program
/// that has copied. On a thread of its own, as `X11Windows`. Belongs to the loop's thread.
final class X11Selections: CallSource {
    private enum News: Sendable {
        case asked(Int32)
        case ended(String)
    }

    private let loop: EventLoop
    private let questions: OwnedDescriptor
    private let record: OwnedDescriptor
    private let worker: Worker
    private var watch: EventLoop.WatchID?

    /// - Parameters:
    ///   - asked: hears the owner's process.
    ///   - ended: why nobody is heard of any more; once.
    init(
        on display: X11Display, loop: EventLoop, asked: @escaping (Int32) -> Void,
        ended: @escaping (String) -> Void
    ) throws(SystemCallError) {
        self.loop = loop
        questions = try display.connect()
        record = try display.connect()
        let first = try OwnedDescriptor(
            checking: fcntl(questions.number, F_DUPFD_CLOEXEC, 0), "dup")
        let second = try OwnedDescriptor(checking: fcntl(record.number, F_DUPFD_CLOEXEC, 0), "dup")
        let news = try Inbox<News>()
        worker = try Worker(name: "quiesced-paste")
        watch = try loop.watch(news.descriptor) { _ in
            for item in news.take() {
                switch item {
                case .asked(let pid): asked(pid)
                case .ended(let why): ended(why)
                }
            }
        }
        // libxcb closes them.
        let (one, other) = (first.release(), second.release())
        worker.submit {
            let why = X11Recording.run(one, other, of: display) { news.add(.asked($0)) }
            news.add(.ended(why))
        }
    }

    deinit { close() }

    func refresh() {}

    func close() {
        guard let watch else { return }
        self.watch = nil
        loop.unwatch(watch)
        // The thread waits for the server no more.
        for socket in [questions.number, record.number] { shutdown(socket, CInt(SHUT_RDWR)) }
        worker.shutdown()
    }
}
