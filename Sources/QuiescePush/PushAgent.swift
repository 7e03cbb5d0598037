import CQuiesceLinux
import Glibc
import QuiesceAgent
import QuiesceAgentProtocol

/// The push agent: keeps the line to the push gateway for the daemon.
///
/// One thread does it all. It decides nothing that lasts: what has come is the device's once the
/// daemon says so, and what it doesn't acknowledge comes again.
public final class PushAgent {
    private let daemon: Line<PushOrder, PushReport>
    private let epoll: Int32
    private let signals: Int32
    private var line: GatewayLine!
    private var joining: Joining?
    private var isLeaving = false

    /// Works until the daemon closes its end of `socket`.
    public static func serve(socket: Int32) {
        PushAgent(socket: socket).work()
    }

    private init(socket: Int32) {
        daemon = Line(socket: socket)
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        signals = Signals.descriptor()
        line = GatewayLine(
            say: { [unowned self] in say($0) },
            isDaemonBehind: { [unowned self] in daemon.waitingCount >= Limits.waitingPushes },
            watch: { [unowned self] in watch($0) })
        watch(socket)
        watch(signals)
    }

    private func watch(_ descriptor: Int32) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.fd = descriptor
        _ = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    }

    private func work() {
        say(.ready)
        var events = [epoll_event](repeating: epoll_event(), count: 8)
        while !isLeaving {
            let count = epoll_wait(epoll, &events, Int32(events.count), patience)
            for event in events.prefix(Int(max(count, 0))) {
                switch event.data.fd {
                case daemon.socket: readOrders(event.events)
                case signals: if Signals.isToEnd(signals) { isLeaving = true }
                case _: break  // A connection's, below.
                }
            }
            line.work()
            joining?.work()
            if joining?.isOver == true { joining = nil }
        }
    }

    /// Milliseconds until something is due; at rest nothing is.
    private var patience: Int32 {
        guard let due = [line.deadline, joining?.deadline].compactMap({ $0 }).min() else {
            return -1
        }
        let now = Monotonic.now
        return due <= now ? 0 : Int32(clamping: (due - now + 999_999) / 1_000_000)
    }

    private func readOrders(_ events: UInt32) {
        if events & EPOLLOUT.rawValue != 0 { flush() }
        for _ in 0..<Limits.messagesAtOnce {
            switch daemon.receive() {
            case .message(let order, let files):
                for file in files { close(file) }
                handle(order)
            case .nothing: return
            case .end:
                isLeaving = true
                return
            case .rubbish:
                // Not of one build: this one is of no use.
                isLeaving = true
                return
            }
        }
    }

    private func handle(_ order: PushOrder) {
        switch order {
        case .register(let url, let authority, let key, let name):
            joining = Joining(url: url, authority: authority, key: key, name: name) {
                [unowned self] in say($0)
            }
            if let joining { watch(joining.epoll) }
        case .connect(let account, let last): line.connect(account, last: last)
        case .disconnect: line.disconnect()
        case .requestToken(let topic): line.ask(.request(topic: topic))
        case .retireToken(let topic): line.ask(.retire(topic: topic))
        case .acknowledge(let sequences): line.acknowledge(sequences)
        }
    }

    private func say(_ report: PushReport) {
        if isLeaving { return }
        guard daemon.send(report) else {
            isLeaving = true
            return
        }
        if daemon.isBehind { watchForRoom(true) }
    }

    private func flush() {
        guard daemon.flush() else {
            isLeaving = true
            return
        }
        if !daemon.isBehind {
            watchForRoom(false)
            line.goOn()
        }
    }

    private func watchForRoom(_ wants: Bool) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | (wants ? EPOLLOUT.rawValue : 0)
        event.data.fd = daemon.socket
        _ = epoll_ctl(epoll, EPOLL_CTL_MOD, daemon.socket, &event)
    }
}
