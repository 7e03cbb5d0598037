import CQuiesceLinux
import Glibc
import QuiesceAgentProtocol
import QuiesceCore

/// The transfer agent: makes the HTTP requests that the daemon asks for, and keeps their bytes.
///
/// One thread does it all but wait for the disk. It decides nothing that outlives an attempt: whether
/// and when there is another is the daemon's affair.
public final class Agent {
    let folder: Int32
    let multi: Multi
    let disk: Disk
    var blocks = BlockPool()
    private let line: Line
    private let epoll: Int32
    private let signals: Int32
    private var attempts: [TransferID: Attempt] = [:]
    private var runs: [UInt64: Attempt] = [:]
    private var lastRun: UInt64 = 0
    /// What is to be done once an attempt that is ending has ended.
    private var afterwards: [TransferID: Afterwards] = [:]
    private var isLeaving = false
    private var nextTick: UInt64 = 0
    /// When the first paused attempt goes on.
    private var nextWake: UInt64?

    private struct Afterwards {
        var forgets = false
        var start: Start?
    }

    private struct Start {
        var number: UInt64
        var request: AgentRequest
        var file: Int32?
    }

    /// Why it can't work, in one line.
    public struct Unusable: Error, CustomStringConvertible {
        public var description: String
    }

    /// Works until the daemon closes its end of `socket`.
    public static func serve(folder: String, socket: Int32) throws(Unusable) {
        let line = Line(socket: socket)
        do {
            let agent = try Agent(folder: folder, line: line)
            agent.work()
        } catch {
            _ = line.send(.unusable(error.description))
            throw error
        }
    }

    private init(folder path: String, line: Line) throws(Unusable) {
        folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else {
            throw Unusable(description: "cannot open \(path): \(String(cString: strerror(errno)))")
        }
        try Self.lock(folder, path)
        self.line = line
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        signals = Self.watchSignals()
        // Files beyond the limit are an error, not the end.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        multi = Multi(epoll: epoll)
        disk = Disk(folder: folder)
        for descriptor in [line.socket, signals, disk.event] { watch(descriptor) }
    }

    /// The last agent may still be writing what it had in memory.
    private static func lock(_ folder: Int32, _ path: String) throws(Unusable) {
        let file = openat(folder, AgentFiles.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else {
            throw Unusable(
                description: "cannot write in \(path): \(String(cString: strerror(errno)))")
        }
        for _ in 0..<(Limits.lockMilliseconds / 20) {
            if flock(file, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(20_000)
        }
        throw Unusable(description: "another agent works in \(path) and doesn't end")
    }

    /// SIGTERM ends it in order. SIGINT goes to all of a terminal's processes, and the daemon's is the
    /// one that counts.
    private static func watchSignals() -> Int32 {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        return signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
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
                case let socket: multi.ready(socket, event.events)
                }
            }
            multi.timeIsUp()
            while let (context, result) = multi.nextEnded() {
                Unmanaged<Attempt>.fromOpaque(context).takeUnretainedValue().ended(result)
            }
            tick()
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
        var info = signalfd_siginfo()
        while read(signals, &info, MemoryLayout<signalfd_siginfo>.size) > 0 {
            if info.ssi_signo == UInt32(SIGTERM) { leave() }
        }
    }

    private func readMessages(_ events: UInt32) {
        if events & EPOLLOUT.rawValue != 0 { flush() }
        for _ in 0..<Limits.messagesAtOnce {
            switch line.receive() {
            case .message(let message, let files): handle(message, files)
            case .nothing: return
            case .end: return leave()
            case .rubbish:
                say(.unusable("the daemon says what this agent doesn't know: not of one build"))
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

    // MARK: What is asked

    private func handle(_ message: MessageToAgent, _ files: [Int32]) {
        switch message {
        case .start(let id, let number, let request):
            files.dropFirst().forEach { close($0) }
            let start = Start(number: number, request: request, file: files.first)
            guard let old = attempts[id] else { return begin(id, start) }
            if let waiting = afterwards[id]?.start?.file { close(waiting) }
            afterwards[id, default: Afterwards()].start = start
            old.end(.dropped)
        case .stop(let id, let number):
            files.forEach { close($0) }
            if let attempt = attempts[id], attempt.number == number { attempt.end(.stopped) }
        case .forget(let id):
            files.forEach { close($0) }
            guard let attempt = attempts[id] else { return delete(id) }
            if let waiting = afterwards[id]?.start?.file { close(waiting) }
            afterwards[id] = Afterwards(forgets: true)
            attempt.end(.dropped)
        case .answer(let id, let number, let question, let answer):
            files.forEach { close($0) }
            guard let attempt = attempts[id], attempt.number == number else { return }
            attempt.answered(question, answer)
        }
    }

    private func begin(_ id: TransferID, _ start: Start) {
        let request = start.request
        let found = Record.find(AgentFiles.record(id), in: folder)
        if let found, found.slot.isFinished, found.head.url == request.url,
            found.head.method == request.method
        {
            if let file = start.file { close(file) }
            return say(.finished(id, attempt: start.number, found.file, found.head.response))
        }
        do {
            let address = try WebAddress(request.url)
            guard request.url.utf8.count <= Limits.urlBytes else {
                throw WebAddress.Problem.malformed
            }
            var upload: UploadBody?
            if let bytes = request.uploadBytes {
                guard let file = start.file else { throw TransferFailure(.fileMissing) }
                upload = try UploadBody(file: file, bytes: bytes)
            } else if let file = start.file {
                close(file)
            }
            lastRun += 1
            let attempt = Attempt(
                run: lastRun, id: id, number: start.number, request: request, address: address,
                upload: upload, agent: self)
            attempts[id] = attempt
            runs[lastRun] = attempt
            attempt.begin(found)
        } catch {
            if let file = start.file { close(file) }
            say(
                .interrupted(
                    id, attempt: start.number, Self.failure(error), received: 0, retryAfter: nil,
                    nil
                ))
        }
    }

    private static func failure(_ error: any Error) -> TransferFailure {
        switch error {
        case let failure as TransferFailure: failure
        case WebAddress.Problem.unsupported: TransferFailure(.unsupportedURL)
        case _: TransferFailure(.badURL)
        }
    }

    /// An attempt has ended, and its files rest.
    func conclude(_ attempt: Attempt, size: UInt64) {
        let id = attempt.id
        attempts[id] = nil
        runs[attempt.run] = nil
        attempt.close()
        switch attempt.ending {
        case .finished:
            if let head = attempt.head {
                say(
                    .finished(
                        id, attempt: attempt.number,
                        TransferredFile(status: head.response.status, size: size), head.response))
            }
        case .stopped: say(.stopped(id, attempt: attempt.number, received: size))
        case .interrupted(let failure, let retryAfter, let response):
            say(
                .interrupted(
                    id, attempt: attempt.number, failure, received: size, retryAfter: retryAfter,
                    response))
        case .dropped, nil: break
        }
        guard let next = afterwards.removeValue(forKey: id) else { return }
        if next.forgets { delete(id) }
        if let start = next.start, !isLeaving { begin(id, start) }
    }

    private func delete(_ id: TransferID) {
        // The record first: bytes without one are nothing, a record without bytes is a lie.
        _ = unlinkat(folder, AgentFiles.record(id), 0)
        _ = unlinkat(folder, AgentFiles.body(id), 0)
    }

    func bodyBytes(_ id: TransferID) -> UInt64 {
        var status = stat()
        guard fstatat(folder, AgentFiles.body(id), &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            return 0
        }
        return UInt64(max(status.st_size, 0))
    }

    /// Writes what is in memory, and ends.
    private func leave() {
        if isLeaving { return }
        isLeaving = true
        _ = epoll_ctl(epoll, EPOLL_CTL_DEL, line.socket, nil)
        for attempt in Array(attempts.values) { attempt.end(.dropped) }
    }
}

extension Record.Found {
    var file: TransferredFile {
        TransferredFile(status: head.response.status, size: slot.written)
    }
}
