import CQuiesceLinux
import Foundation
import Glibc
import Logging
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceLinux
import QuiesceWire

/// The process of an agent, and the socket to it. It is never taken over by a later daemon: the
/// socket's end, however this daemon ends, is its end. Belongs to the loop's thread.
final class AgentProcess<Order: Described, Report: JSONReadable> {
    /// One life of the process.
    private final class Life {
        let socket: DatagramConnection
        let process: MainProcess
        var processWatch: EventLoop.WatchID?
        /// Datagrams that the agent doesn't take yet, in order.
        var outbox: [(datagram: Data, descriptor: CInt?)] = []
        /// How many of those are sent already.
        var sent = 0

        init(_ socket: DatagramConnection, _ process: MainProcess) {
            self.socket = socket
            self.process = process
        }

        deinit {
            socket.close()
            for case (_, let descriptor?) in outbox[min(sent, outbox.count)...] {
                close(descriptor)
            }
        }
    }

    private let launch: AgentLaunch
    private var name: String { launch.name }
    private let loop: EventLoop
    private let worker: Worker
    private let logger: Logger
    private let heard: (Report) -> Void
    private let ended: (ExitStatus?) -> Void
    private let coder = WireCoder()
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: AppProtocol.datagramBytes, alignment: 16)
    private var life: Life?
    /// Is being started, as the so manieth.
    private var starting: Int?
    private var starts = 0
    private var isStopped = false
    /// Those that were told to end by `stop()`, until they have.
    private var leaving: [Life] = []

    /// - Parameters:
    ///   - worker: the process is started there.
    ///   - ended: the process that `start` started has ended, or couldn't be started (nil).
    init(
        _ launch: AgentLaunch, loop: EventLoop, worker: Worker, logger: Logger,
        heard: @escaping (Report) -> Void, ended: @escaping (ExitStatus?) -> Void
    ) {
        self.launch = launch
        self.loop = loop
        self.worker = worker
        self.logger = logger
        self.heard = heard
        self.ended = ended
    }

    deinit { buffer.deallocate() }

    /// nil: it doesn't run.
    var pid: pid_t? { life?.process.pid }

    /// Starts the process, unless it runs.
    func start() {
        guard life == nil, starting == nil, !isStopped else { return }
        starts += 1
        let number = starts
        starting = number
        let launch = launch
        loop.perform(on: worker) {
            launch.start()
        } then: { [self] result in
            guard starting == number else {
                // Called off meanwhile: without its socket it ends by itself.
                if case .success(let started) = result { leave(Self.life(of: started)) }
                return
            }
            starting = nil
            switch result {
            case .success(let started): watch(started)
            case .failure(let error):
                logger.error("\(name) can't be started: \(error.message)")
                ended(nil)
            }
        }
    }

    /// Dropped when there is no agent. Takes the descriptor, which goes along.
    func tell(_ message: Order, _ descriptor: consuming OwnedDescriptor?) {
        var number: CInt?
        if let descriptor { number = descriptor.release() }
        guard let life, let datagram = try? coder.encode(message) else {
            if let number { close(number) }
            return
        }
        life.outbox.append((datagram, number))
        if life.outbox.count - life.sent == 1 {
            flush(life)
        } else if life.outbox.count - life.sent > Limits.agentOutboxMessages {
            logger.error("\(name) does not read its messages, so it is killed")
            ql_pidfd_signal(life.process.pidfd.number, SIGKILL)
        }
    }

    /// Lets it write down what it has and end, without a word about it; `start` starts another.
    func stop() {
        starting = nil
        guard let life else { return }
        self.life = nil
        leave(life)
    }

    /// As `stop()`, for good: waits for its end, and ends it if that takes too long.
    func shutdown() {
        isStopped = true
        stop()
        let deadline = LinuxClock.now().instant + .seconds(Limits.agentEndSeconds)
        for life in leaving {
            let left = (deadline - LinuxClock.now().instant).nanoseconds / 1_000_000
            var exit = pollfd(fd: life.process.pidfd.number, events: Int16(POLLIN), revents: 0)
            if poll(&exit, 1, CInt(clamping: max(0, left))) == 0 {
                ql_pidfd_signal(life.process.pidfd.number, SIGKILL)
                poll(&exit, 1, -1)
            }
            _ = life.process.reap()
            unwatch(life)
        }
        leaving = []
    }

    // MARK: One life

    private func watch(_ started: AgentLaunch.Started) {
        let life = Self.life(of: started)
        do {
            life.socket.watch = try loop.watch(started.socket, for: .readable) {
                [unowned self, weak life] ready in
                guard let life, self.life === life else { return }
                if ready.contains(.writable) { flush(life) }
                read(life)
            }
            life.processWatch = try loop.watch(life.process.pidfd.number, for: .readable) {
                [unowned self, weak life] _ in
                if let life, self.life === life { end(life) }
            }
        } catch {
            logger.error("\(name) can't be watched: \(error)")
            leave(life)
            return ended(nil)
        }
        self.life = life
    }

    /// - Returns: whether something was read.
    @discardableResult
    private func read(_ life: Life) -> Bool {
        var count = 0
        while count < Limits.datagramsPerTurn, self.life === life {
            switch life.socket.receive(into: buffer) {
            case .nothing: return count > 0
            // Its process's end follows, or it is made to.
            case .closed:
                if let watch = life.socket.watch { loop.unwatch(watch) }
                life.socket.watch = nil
                ql_pidfd_signal(life.process.pidfd.number, SIGTERM)
                return count > 0
            case .wrong(let error):
                distrust(life, error)
                return count > 0
            case .datagram(let data):
                count += 1
                do throws(WireError) {
                    heard(try coder.decode(Report.self, from: data))
                } catch {
                    distrust(life, error)
                    return true
                }
            }
        }
        return count > 0
    }

    private func distrust(_ life: Life, _ error: WireError) {
        logger.error("\(name) sent an invalid message, so it is killed: \(error.message)")
        ql_pidfd_signal(life.process.pidfd.number, SIGKILL)
    }

    private func flush(_ life: Life) {
        while life.sent < life.outbox.count {
            let (datagram, descriptor) = life.outbox[life.sent]
            let descriptors = descriptor.map { [$0] } ?? []
            let result = datagram.withUnsafeBytes {
                ql_send(
                    life.socket.fd, $0.baseAddress, $0.count, descriptors, CInt(descriptors.count),
                    false)
            }
            if result == -Int(EAGAIN) {
                if let watch = life.socket.watch {
                    try? loop.change(watch, to: [.readable, .writable])
                }
                return
            }
            if let descriptor { close(descriptor) }
            life.sent += 1
            // Broken: its end is about to be noticed.
            if result < 0 { continue }
        }
        let hadToWait = life.outbox.count > 1
        life.outbox.removeAll(keepingCapacity: false)
        life.sent = 0
        if hadToWait, let watch = life.socket.watch { try? loop.change(watch, to: .readable) }
    }

    /// Messages that the agent sent before it ended count.
    private func end(_ life: Life) {
        while read(life) {}
        guard self.life === life, let status = life.process.reap() else { return }
        self.life = nil
        unwatch(life)
        switch status {
        case .exited(0): logger.info("\(name) ended")
        case _: logger.warning("\(name) ended: \(status)")
        }
        ended(status)
    }

    private func unwatch(_ life: Life) {
        if let watch = life.socket.watch { loop.unwatch(watch) }
        if let watch = life.processWatch { loop.unwatch(watch) }
        life.socket.watch = nil
        life.processWatch = nil
    }

    private static func life(of started: AgentLaunch.Started) -> Life {
        Life(DatagramConnection(fd: started.socket, outboxLimit: 0), started.process)
    }

    /// Without its socket it ends; then it is reaped.
    private func leave(_ life: Life) {
        unwatch(life)
        life.socket.close()
        reapLeaving()
        leaving.append(life)
        // A process that can't be watched is reaped when the next one leaves, or at the end.
        life.processWatch = try? loop.watch(life.process.pidfd.number, for: .readable) {
            [unowned self] _ in reapLeaving()
        }
    }

    private func reapLeaving() {
        leaving.removeAll { life in
            guard life.process.reap() != nil else { return false }
            unwatch(life)
            return true
        }
    }
}
