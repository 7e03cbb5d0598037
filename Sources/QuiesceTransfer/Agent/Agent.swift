import CQuiesceLinux
import Glibc
import QuiesceAgent
import QuiesceAgentProtocol
import QuiesceCore

/// The transfer agent: makes the HTTP requests that the daemon asks for, and keeps their bytes.
///
/// One thread does it all but wait for the disk. It decides nothing that outlives an attempt:
/// whether and when there is another is the daemon's affair.
public final class Agent {
    let folder: Int32
    let multi: Multi
    let disk: Disk
    var blocks = BlockPool()
    private let line: Line<MessageToAgent, MessageFromAgent>
    private let epoll: Int32
    private let signals: Int32
    var attempts: [TransferID: Attempt] = [:]
    var runs: [UInt64: Attempt] = [:]
    var lastRun: UInt64 = 0
    /// The work that follows once an attempt that is ending has ended.
    var afterwards: [TransferID: Afterwards] = [:]
    private(set) var isLeaving = false
    private var nextTick: UInt64 = 0
    /// When the first paused attempt goes on.
    private var nextWake: UInt64?

    /// Why it can't work, in one line.
    public struct Unusable: Error, CustomStringConvertible {
        public var description: String
    }

    /// Works until the daemon closes its end of `socket`.
    public static func serve(folder: String, socket: Int32) throws(Unusable) {
        let line = Line<MessageToAgent, MessageFromAgent>(socket: socket)
        do {
            let agent = try Agent(folder: folder, line: line)
            agent.work()
        } catch {
            _ = line.send(.unusable(error.description))
            throw error
        }
    }

    private init(folder path: String, line: Line<MessageToAgent, MessageFromAgent>)
        throws(Unusable)
    {
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            throw Unusable(description: "cannot open \(path): \(String(cString: strerror(errno)))")
        }
        let lock = try Self.lock(folder, path)
        self.line = line
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        signals = Signals.descriptor()
        // Files beyond the limit are an error, not the end.
        signal(SIGXFSZ, SIG_IGN)
        multi = Multi(epoll: epoll, connections: Limits.keptConnections)
        disk = Disk(marker: lock)
        for descriptor in [line.socket, signals, disk.event] { watch(descriptor) }
    }

    /// The last agent may still be writing what it had in memory.
    ///
    /// - Returns: the lock, which is held for as long as it is open.
    private static func lock(_ folder: Int32, _ path: String) throws(Unusable) -> Int32 {
        let file = openat(folder, AgentFiles.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw Unusable(
                description: "cannot write in \(path): \(String(cString: strerror(errno)))")
        }
        for _ in 0..<(Limits.lockMilliseconds / 20) {
            if flock(file, LOCK_EX | LOCK_NB) == 0 { return file }
            usleep(20_000)
        }
        throw Unusable(description: "another agent still works in \(path)")
    }

    private func watch(_ descriptor: Int32) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.fd = descriptor
        _ = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    }

    // MARK: The loop

    private func work() {
        say(.ready)
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while !(isLeaving && attempts.isEmpty) {
            let count = epoll_wait(epoll, &events, Int32(events.count), patience)
            for event in events.prefix(Int(max(count, 0))) {
                switch event.data.fd {
                case line.socket: readMessages(event.events)
                case disk.event:
                    for result in disk.takeResults() { runs[result.run]?.diskDone(result) }
                case signals: readSignal()
                case let socket:
                    multi.ready(socket, event.events)
                    takeEnded()
                }
            }
            multi.timeIsUp()
            takeEnded()
            tick()
            while multi.startNext() { takeEnded() }
        }
    }

    private func takeEnded() {
        while let (exchange, result) = multi.nextEnded() {
            (exchange as? Attempt)?.ended(result)
        }
    }

    /// Milliseconds until something is due.
    private var patience: Int32 {
        var due = multi.deadline
        if !attempts.isEmpty { due = min(due ?? .max, nextTick) }
        if let nextWake { due = min(due ?? .max, nextWake) }
        guard let due else { return -1 }
        let now = Monotonic.now
        return due <= now ? 0 : Int32(clamping: (due - now + 999_999) / 1_000_000)
    }

    private func readSignal() {
        if Signals.isToEnd(signals) { leave() }
    }

    private func readMessages(_ events: UInt32) {
        if events & EPOLLOUT.rawValue != 0 { flush() }
        for _ in 0..<Limits.messagesAtOnce {
            switch line.receive() {
            case .message(let message, let files): handle(message, files)
            case .nothing: return
            case .end: return leave()
            case .rubbish:
                say(
                    .unusable(
                        "the daemon sent a message that this agent doesn't know: they are of different builds"
                    ))
                return leave()
            }
        }
    }

    func wakeUp(at time: UInt64) { nextWake = min(nextWake ?? .max, time) }

    private func wake(at now: UInt64) {
        guard let due = nextWake, now >= due else { return }
        nextWake = nil
        for attempt in Array(attempts.values) {
            guard let time = attempt.resumeAt else { continue }
            if time <= now { attempt.goOn() } else { wakeUp(at: time) }
        }
    }

    private func tick() {
        let now = Monotonic.now
        wake(at: now)
        guard now >= nextTick else { return }
        nextTick = now + UInt64(Limits.tickMilliseconds) * 1_000_000
        for attempt in Array(attempts.values) { attempt.look(at: now) }
    }

    // MARK: What is said

    func say(_ message: MessageFromAgent) {
        if isLeaving { return }
        if !line.send(message) { return leave() }
        if line.isBehind { watchForRoom(true) }
    }

    var isBehind: Bool { line.isBehind }

    private func flush() {
        if !line.flush() { return leave() }
        if !line.isBehind { watchForRoom(false) }
    }

    private func watchForRoom(_ wants: Bool) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | (wants ? EPOLLOUT.rawValue : 0)
        event.data.fd = line.socket
        _ = epoll_ctl(epoll, EPOLL_CTL_MOD, line.socket, &event)
    }

    /// Writes what is in memory, and ends.
    private func leave() {
        if isLeaving { return }
        isLeaving = true
        _ = epoll_ctl(epoll, EPOLL_CTL_DEL, line.socket, nil)
        for attempt in Array(attempts.values) { attempt.end(.dropped) }
    }
}
