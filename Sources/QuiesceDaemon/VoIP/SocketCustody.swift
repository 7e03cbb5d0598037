import CQuiesceLinux
import Glibc
import Logging
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// Duplicates of the sockets by which apps wait for calls. They are waited at while their app is
/// suspended, and never read: each byte is the app's (V1). Belongs to the loop's thread.
final class SocketCustody {
    private struct Kept {
        let file: ReceivedFile
        let socket: KernelSocket
        /// The epoll's word for it; nil: it isn't waited at.
        var number: UInt64?
    }

    private unowned let device: Device
    private let processes: any AppProcesses
    private let loop: EventLoop
    private let logger: Logger
    /// All of them are in one epoll of their own, so that a thousand are one descriptor of the
    /// loop's, and a turn takes as many as any other source has.
    private let epoll: OwnedDescriptor
    private var watch: EventLoop.WatchID?
    private var kept: [ProcessKey: [Int32: Kept]] = [:]
    private var awaited: [UInt64: (key: ProcessKey, descriptor: Int32)] = [:]
    private var lastNumber: UInt64 = 0
    private var events = [epoll_event](repeating: epoll_event(), count: 64)

    init(
        device: Device, processes: any AppProcesses, loop: EventLoop, logger: Logger
    ) throws(SystemCallError) {
        self.device = device
        self.processes = processes
        self.loop = loop
        self.logger = logger
        epoll = try OwnedDescriptor(checking: epoll_create1(CInt(EPOLL_CLOEXEC)), "epoll_create1")
        watch = try loop.watch(epoll.number) { [unowned self] _ in serve() }
        device.voip = VoIPPort(
            watch: { [unowned self] in wait(for: $0, $1) },
            close: { [unowned self] in close($1, of: $0) },
            release: { [unowned self] in release($0) },
            recover: { [unowned self] in recover($1, of: $0) })
    }

    /// How many sockets are kept.
    var count: Int { kept.values.reduce(0) { $0 + $1.count } }

    // MARK: Coming and going

    /// An app hands a duplicate over. Whether it is kept is the core's to say.
    ///
    /// - Returns: what the kernel says of it.
    func take(
        _ file: ReceivedFile?, _ socket: KeptSocket, from key: ProcessKey
    ) -> KeptSocket {
        close(socket.descriptor, of: key)
        guard let file, let known = KernelSocket(file.descriptor.number) else {
            return KeptSocket(socket.descriptor)
        }
        kept[key, default: [:]][socket.descriptor] = Kept(file: file, socket: known)
        return KeptSocket(socket.descriptor, known.transport, inode: known.inode)
    }

    private func close(_ descriptor: Int32, of key: ProcessKey) {
        guard let one = kept[key]?.removeValue(forKey: descriptor) else { return }
        forget(one)
        if kept[key]?.isEmpty == true { kept[key] = nil }
    }

    private func release(_ key: ProcessKey) {
        for one in (kept.removeValue(forKey: key) ?? [:]).values { forget(one) }
    }

    /// Takes the sockets that an earlier daemon had from the app itself, which may be frozen.
    private func recover(_ sockets: [KeptSocket], of key: ProcessKey) -> [Int32] {
        let pids = processes.processReader(key)?.pids() ?? []
        var lost: [Int32] = []
        for socket in sockets {
            let found = pids.lazy.compactMap { Self.descriptor(socket, of: $0) }.first
            if let found {
                kept[key, default: [:]][socket.descriptor] = found
            } else {
                lost.append(socket.descriptor)
            }
        }
        if !lost.isEmpty {
            logger.notice(
                "\(key) is asked for \(lost.count) of its sockets: they could not be taken from its process"
            )
        }
        return lost
    }

    private static func descriptor(_ socket: KeptSocket, of pid: pid_t) -> Kept? {
        let taken = ql_take_descriptor(pid, socket.descriptor)
        guard taken >= 0 else { return nil }
        let file = ReceivedFile(taken)
        guard let known = KernelSocket(taken), known.inode == socket.inode else { return nil }
        return Kept(file: file, socket: known)
    }

    // MARK: Waiting

    private func wait(for key: ProcessKey, _ isOn: Bool) {
        guard let sockets = kept[key] else { return }
        let pids = isOn ? processes.processReader(key)?.pids() ?? [] : []
        for (descriptor, one) in sockets {
            if !isOn {
                stopWaiting(at: descriptor, of: key)
            } else if Self.isClosed(descriptor, one.socket, by: pids) {
                // The app has closed it, and its peer hears of that once nobody else has it.
                loop.later { [unowned device] in
                    device.take(.voip(.closed(key.app, key.launch, descriptor: descriptor)))
                }
            } else {
                wait(at: descriptor, of: key)
            }
        }
    }

    /// None of the app's frozen processes has it any more, under its number. Where /proc doesn't
    /// tell, it is believed to.
    private static func isClosed(
        _ descriptor: Int32, _ socket: KernelSocket, by pids: [pid_t]
    ) -> Bool {
        guard !pids.isEmpty else { return false }
        return pids.allSatisfy { pid in
            var status = stat()
            if stat("/proc/\(pid)/fd/\(descriptor)", &status) == 0 {
                return UInt64(status.st_ino) != socket.inode
            }
            return errno == ENOENT
        }
    }

    private func wait(at descriptor: Int32, of key: ProcessKey) {
        guard let one = kept[key]?[descriptor], one.number == nil else { return }
        lastNumber += 1
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue
        event.data.u64 = lastNumber
        guard epoll_ctl(epoll.number, EPOLL_CTL_ADD, one.file.descriptor.number, &event) == 0 else {
            // Out of the kernel's memory for watches: the app looks for itself.
            return loop.later { [unowned device] in
                device.traffic(descriptor, of: key, isOver: false)
            }
        }
        awaited[lastNumber] = (key, descriptor)
        kept[key]?[descriptor]?.number = lastNumber
    }

    private func stopWaiting(at descriptor: Int32, of key: ProcessKey) {
        guard let one = kept[key]?[descriptor], let number = one.number else { return }
        epoll_ctl(epoll.number, EPOLL_CTL_DEL, one.file.descriptor.number, nil)
        awaited[number] = nil
        kept[key]?[descriptor]?.number = nil
    }

    private func forget(_ one: Kept) {
        guard let number = one.number else { return }
        epoll_ctl(epoll.number, EPOLL_CTL_DEL, one.file.descriptor.number, nil)
        awaited[number] = nil
    }

    private func serve() {
        let count = epoll_wait(epoll.number, &events, CInt(events.count), 0)
        for event in events.prefix(Int(max(count, 0))) {
            // Another socket of the same app may have been first.
            guard let (key, descriptor) = awaited[event.data.u64],
                let one = kept[key]?[descriptor]
            else { continue }
            wait(for: key, false)
            let ends = EPOLLHUP.rawValue | EPOLLRDHUP.rawValue | EPOLLERR.rawValue
            // A datagram's error is over once it is read.
            let isOver = one.socket.transport != .udp && event.events & ends != 0
            device.traffic(descriptor, of: key, isOver: isOver)
        }
    }
}

extension SocketCustody: DaemonService {
    func shutdown() {
        if let watch { loop.unwatch(watch) }
        watch = nil
        kept = [:]
    }
}

extension SocketCustody {
    /// The one message that hands a socket over, with the kernel's word of it; nil: another.
    func taking(
        _ message: MessageFromApp, _ file: ReceivedFile?, from key: ProcessKey
    ) -> MessageFromApp? {
        guard case .voip(let request, .keep(let socket)) = message else { return nil }
        return .voip(request: request, .keep(take(file, socket, from: key)))
    }
}
