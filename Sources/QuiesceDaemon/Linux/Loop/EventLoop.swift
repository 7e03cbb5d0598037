import CQuiesceLinux
import Glibc
import QuiesceCore
import QuiesceLinux
import Synchronization

/// The daemon's loop: descriptors, one timer on CLOCK_BOOTTIME, and a mailbox for other threads.
///
/// Everything but `mailbox` belongs to the thread that calls `run()`, and every handler is called
/// there. Level-triggered: a handler that leaves something unread is called again.
///
/// When the timer is due, everything that is ready is served first: what an app sent in time counts
/// before a deadline is judged.
public final class EventLoop {
    /// The epoll events that a descriptor is watched for, and those that it was found ready for.
    public struct Readiness: OptionSet, Sendable, Hashable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
        public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
        /// A kernel attribute (`cgroup.events`) has changed.
        public static let priority = Readiness(rawValue: EPOLLPRI.rawValue)
        /// The other side of a connection sends no more.
        public static let peerClosed = Readiness(rawValue: EPOLLRDHUP.rawValue)
        /// Told of what is new alone, not again of what was left unread.
        public static let onChange = Readiness(rawValue: EPOLLET.rawValue)
        /// Always watched for.
        public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
        /// Always watched for.
        public static let failed = Readiness(rawValue: EPOLLERR.rawValue)
    }

    /// A watched descriptor. Never reused.
    public struct WatchID: Sendable, Hashable {
        fileprivate let number: UInt64
    }

    private struct Watch {
        let descriptor: CInt
        let handler: (Readiness) -> Void
    }

    /// Called when the time of `setTimer` has come, after everything else that was ready.
    public var onTimer: () -> Void = {}
    /// The way in from other threads.
    public let mailbox: Mailbox

    private static let timerNumber: UInt64 = 0
    private static let mailboxNumber: UInt64 = 1
    private static let eventsPerTurn = 64
    /// How often ready descriptors are served before a due timer: an app that never stops sending
    /// must not put a deadline off for ever.
    private static let turnsBeforeTimer = 16

    private let epoll: OwnedDescriptor
    private let timer: OwnedDescriptor
    private var events = [epoll_event](repeating: epoll_event(), count: eventsPerTurn)
    private var watches: [UInt64: Watch] = [:]
    private var nextNumber: UInt64 = 2
    private var deferred: [() -> Void] = []
    private var awaited: [UInt64: () -> Void] = [:]
    private var stopped = false

    public init() throws(SystemCallError) {
        epoll = try OwnedDescriptor(checking: epoll_create1(CInt(EPOLL_CLOEXEC)), "epoll_create1")
        timer = try OwnedDescriptor(
            checking: timerfd_create(
                CLOCK_BOOTTIME, CInt(TFD_CLOEXEC | TFD_NONBLOCK)),
            "timerfd_create")
        mailbox = try Mailbox()
        try control(EPOLL_CTL_ADD, timer.number, Self.timerNumber, .readable)
        try control(EPOLL_CTL_ADD, mailbox.descriptor.number, Self.mailboxNumber, .readable)
    }

    // MARK: - Descriptors

    /// Calls `handler` whenever `descriptor` is ready. The caller keeps it open until `unwatch`.
    public func watch(
        _ descriptor: CInt, for readiness: Readiness = .readable,
        handler: @escaping (Readiness) -> Void
    ) throws(SystemCallError) -> WatchID {
        let number = nextNumber
        nextNumber += 1
        try control(EPOLL_CTL_ADD, descriptor, number, readiness)
        watches[number] = Watch(descriptor: descriptor, handler: handler)
        return WatchID(number: number)
    }

    /// Changes what a descriptor is watched for. An empty set still tells of `hangUp` and `failed`.
    public func change(_ id: WatchID, to readiness: Readiness) throws(SystemCallError) {
        guard let watch = watches[id.number] else { return }
        try control(EPOLL_CTL_MOD, watch.descriptor, id.number, readiness)
    }

    /// Ends a watch, at once: its handler isn't called again, not even for what is ready already.
    /// Call it before the descriptor is closed. A second call does nothing.
    public func unwatch(_ id: WatchID) {
        guard let watch = watches.removeValue(forKey: id.number) else { return }
        // Fails only for a descriptor that was closed too early, and then there is nothing to end.
        epoll_ctl(epoll.number, EPOLL_CTL_DEL, watch.descriptor, nil)
    }

    // MARK: - Time and work

    /// Sets the one timer; nil: off. A time that has passed is due at once.
    public func setTimer(at time: Instant?) {
        var setting = itimerspec()
        if let time {
            // 0 would switch it off.
            let nanoseconds = max(time.nanoseconds, 1)
            setting.it_value = timespec(
                tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        }
        timerfd_settime(timer.number, CInt(TFD_TIMER_ABSTIME), &setting, nil)
    }

    /// Runs `work` when the handler that is running now has returned, before anything else.
    public func later(_ work: @escaping () -> Void) { deferred.append(work) }

    /// Runs `work` on `worker`, then `completion` with its result on the loop's thread.
    public func perform<Result: Sendable>(
        on worker: Worker, _ work: @escaping @Sendable () -> Result,
        then completion: @escaping (Result) -> Void
    ) {
        let report = returning(completion)
        worker.submit { report(work()) }
    }

    /// Makes `completion` callable once from any thread: it is called with that value on the loop.
    public func returning<Value: Sendable>(
        _ completion: @escaping (Value) -> Void
    ) -> @Sendable (Value) -> Void {
        let number = nextNumber
        nextNumber += 1
        let slot = ResultSlot<Value>()
        awaited[number] = { if let value = slot.result.withLock({ $0 }) { completion(value) } }
        let mailbox = mailbox
        return { value in
            slot.result.withLock { $0 = value }
            mailbox.post { loop in loop.awaited.removeValue(forKey: number)?() }
        }
    }

    /// Serves everything until `stop()`.
    public func run() {
        stopped = false
        while !stopped {
            guard serve(wait: true).timerIsDue else { continue }
            for _ in 0..<Self.turnsBeforeTimer {
                if stopped || serve(wait: false).handlers == 0 { break }
            }
            if stopped { break }
            onTimer()
            runDeferred()
        }
    }

    /// Ends `run()` when the handler that is running has returned. All other work waits for the
    /// next `run()`: a daemon that has closed its journal must take no event more.
    public func stop() { stopped = true }

    // MARK: - One turn

    private func serve(wait: Bool) -> (handlers: Int, timerIsDue: Bool) {
        runDeferred()
        if stopped { return (0, false) }
        let ready = epoll_wait(epoll.number, &events, CInt(Self.eventsPerTurn), wait ? -1 : 0)
        // EINTR, also after a freeze of the machine's user session: the next turn tries again.
        guard ready > 0 else { return (0, false) }
        var handlers = 0
        var timerIsDue = false
        for event in events[..<Int(ready)] where !stopped {
            switch event.data.u64 {
            case Self.timerNumber:
                var expirations: UInt64 = 0
                // Nothing to read if a handler of this turn has set the timer anew.
                timerIsDue = read(timer.number, &expirations, 8) == 8 || timerIsDue
            case Self.mailboxNumber:
                handlers += 1
                var posted = mailbox.take()[...]
                while !stopped, let work = posted.popFirst() {
                    work(self)
                    runDeferred()
                }
                mailbox.putBack(posted)
            case let number:
                guard let watch = watches[number] else { continue }
                handlers += 1
                watch.handler(Readiness(rawValue: event.events))
                runDeferred()
            }
        }
        return (handlers, timerIsDue)
    }

    private func runDeferred() {
        while !stopped, !deferred.isEmpty {
            var work = deferred[...]
            deferred = []
            while !stopped, let item = work.popFirst() { item() }
            deferred.insert(contentsOf: work, at: 0)
        }
    }

    private func control(
        _ operation: CInt, _ descriptor: CInt, _ number: UInt64, _ readiness: Readiness
    ) throws(SystemCallError) {
        var event = epoll_event(events: readiness.rawValue, data: epoll_data_t(u64: number))
        guard epoll_ctl(epoll.number, operation, descriptor, &event) == 0 else {
            throw SystemCallError("epoll_ctl")
        }
    }
}

/// Carries a result from a worker's thread to the loop's.
private final class ResultSlot<Value: Sendable>: Sendable {
    let result = Mutex<Value?>(nil)
}
