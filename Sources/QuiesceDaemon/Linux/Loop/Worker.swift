import CQuiesceLinux
import Glibc
import QuiesceLinux
import Synchronization

/// One thread for what is too slow for the loop. Runs what it is given, in order.
public final class Worker: Sendable {
    private let queue: WorkQueue
    private let thread: Mutex<pthread_t?>

    /// - Parameter name: shown by `ps -L`; the kernel keeps 15 bytes.
    public init(name: String) throws(SystemCallError) {
        queue = try WorkQueue(name: name)
        var thread = pthread_t()
        let reference = Unmanaged.passRetained(queue)
        let error = pthread_create(&thread, nil, workerMain, reference.toOpaque())
        guard error == 0 else {
            reference.release()
            throw SystemCallError("pthread_create", errno: error)
        }
        self.thread = Mutex(thread)
    }

    deinit { shutdown() }

    /// Runs `work` on the worker's thread, after what was submitted before. From any thread. After
    /// `shutdown` it does nothing.
    public func submit(_ work: @escaping @Sendable () -> Void) { queue.add(work) }

    /// Finishes what was submitted, then ends the thread and waits for that. From any thread but
    /// the worker's own.
    public func shutdown() {
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        guard let thread else { return }
        queue.close()
        if pthread_equal(thread, pthread_self()) != 0 {
            // The last reference was dropped by the worker's own work; it ends by itself.
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }
}

/// The worker's thread. A free function: a closure here could be given an actor by its context.
private func workerMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { return nil }
    let queue = Unmanaged<WorkQueue>.fromOpaque(argument).takeRetainedValue()
    ql_name_thread(queue.name)
    while let work = queue.next() { work() }
    return nil
}

private final class WorkQueue: Sendable {
    private struct State {
        var work: [@Sendable () -> Void] = []
        var isClosed = false
    }

    let name: String
    private let state = Mutex(State())
    /// Counts the entries that `next` may take, and the closing.
    private let available: OwnedDescriptor

    init(name: String) throws(SystemCallError) {
        self.name = String(name.prefix(15))
        available = try OwnedDescriptor(
            checking: eventfd(0, CInt(EFD_CLOEXEC | EFD_SEMAPHORE)), "eventfd")
    }

    func add(_ work: @escaping @Sendable () -> Void) {
        let isAccepted = state.withLock { state in
            if !state.isClosed { state.work.append(work) }
            return !state.isClosed
        }
        if isAccepted { eventfd_write(available.number, 1) }
    }

    func close() {
        state.withLock { $0.isClosed = true }
        eventfd_write(available.number, 1)
    }

    /// Waits for work; nil when closed and empty.
    func next() -> (@Sendable () -> Void)? {
        var count: eventfd_t = 0
        while eventfd_read(available.number, &count) != 0 {}  // EINTR
        return state.withLock { state in
            state.work.isEmpty ? nil : state.work.removeFirst()
        }
    }
}
