import CPulse
import CQuiesceLinux
import Glibc
import QuiesceLinux
import Synchronization

/// The thread on which libpulse is: it may wait for files, for a display's server or for whatever
/// else it likes. Every call returns at once, from any thread.
final class PulseThread: Sendable {
    typealias Order = @Sendable (PulseServer) -> Void

    /// News of the server, for the loop's thread.
    let news: Inbox<HeardSound>
    private let orders: Inbox<Order>
    private let thread: Mutex<pthread_t?>
    private let turnsTaken: SoundTurns

    init() throws(SystemCallError) {
        news = try Inbox()
        orders = try Inbox()
        turnsTaken = SoundTurns()
        let start = Unmanaged.passRetained(
            PulseStart(news: news, orders: orders, turns: turnsTaken))
        var made = pthread_t()
        let error = pthread_create(&made, nil, pulseMain, start.toOpaque())
        guard error == 0 else {
            start.release()
            throw SystemCallError("pthread_create", errno: error)
        }
        thread = Mutex(made)
    }

    deinit { shutdown() }

    /// How often it has waited for something to do.
    var turns: Int { turnsTaken.count.load(ordering: .relaxed) }

    func order(_ order: @escaping Order) { orders.add(order) }

    /// Does what was ordered, ends the thread and waits for that.
    func shutdown() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let thread else { return }
        orders.add { $0.end() }
        pthread_join(thread, nil)
    }
}

final class SoundTurns: Sendable {
    let count = Atomic(0)
}

/// The thread's queues and counter, handed to it.
private final class PulseStart: Sendable {
    let news: Inbox<HeardSound>
    let orders: Inbox<PulseThread.Order>
    let turns: SoundTurns

    init(
        news: Inbox<HeardSound>, orders: Inbox<PulseThread.Order>,
        turns: SoundTurns
    ) {
        self.news = news
        self.orders = orders
        self.turns = turns
    }
}

/// The thread. A free function: a closure here could be given an actor by its context.
private func pulseMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let start = Unmanaged<PulseStart>.fromOpaque(argument).takeRetainedValue()
    ql_name_thread("quiesced-sound")
    guard let loop = pa_mainloop_new() else { return nil }
    defer { pa_mainloop_free(loop) }
    pa_mainloop_set_poll_func(loop, pollCounted, Unmanaged.passUnretained(start.turns).toOpaque())
    let server = PulseServer(loop, orders: start.orders, news: start.news)
    server.run()
    return nil
}

private func pollCounted(
    _ descriptors: UnsafeMutablePointer<pollfd>?, _ count: UInt, _ milliseconds: CInt,
    _ context: UnsafeMutableRawPointer?
) -> CInt {
    if let context {
        Unmanaged<SoundTurns>.fromOpaque(context).takeUnretainedValue()
            .count.add(1, ordering: .relaxed)
    }
    return poll(descriptors, UInt(count), milliseconds)
}
