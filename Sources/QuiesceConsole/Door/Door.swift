import CQuiesceLinux
import Foundation
import Glibc
import Synchronization

/// The only way to the HTTP server, which bounds neither heads, nor time, nor connections. The door
/// reads a request's head, asks whether it is let in, and then passes bytes on, within
/// `ConsoleLimits`. One thread, which sleeps while nobody is connected.
package final class Door: Sendable {
    package typealias Check = @Sendable (RequestHead) throws(Admission.Refusal) -> Bool

    private let wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    private let turnedOut = Mutex<Set<UInt64>>([])
    private let ended = DispatchSemaphore(value: 0)
    private let isOver = Atomic(false)

    /// - Parameters:
    ///   - listener: a listening socket, which the door closes.
    ///   - inner: connects to the server behind; a descriptor, or below 0.
    ///   - check: whether a request belongs to a page; throws where it isn't let in.
    ///   - closed: gets the number of a connection that is no more.
    package init(
        _ listener: Int32, inner: @escaping @Sendable () -> Int32, check: @escaping Check,
        closed: @escaping @Sendable (UInt64) -> Void
    ) {
        let thread = Thread { @Sendable [self] in
            var keeper = DoorKeeper(listener, inner: inner, check: check, closed: closed)
            while !isOver.load(ordering: .acquiring) {
                keeper.turn(wakeUp: wakeUp)
                var count: UInt64 = 0
                guard eventfd_read(wakeUp, &count) == 0 else { continue }
                let numbers = turnedOut.withLock { numbers in
                    defer { numbers = [] }
                    return numbers
                }
                keeper.turnOut(numbers)
            }
            keeper.closeAll()
            ended.signal()
        }
        thread.name = "quiesce-door"
        thread.start()
    }

    /// Ends a connection.
    package func turnOut(_ number: UInt64) {
        _ = turnedOut.withLock { $0.insert(number) }
        eventfd_write(wakeUp, 1)
    }

    /// Ends every connection, and returns when the door is shut.
    package func shut() {
        guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
        eventfd_write(wakeUp, 1)
        ended.wait()
        close(wakeUp)
    }
}

/// The door's connections. Belongs to the door's thread.
private struct DoorKeeper {
    private let listener: Int32
    private let inner: () -> Int32
    private let check: Door.Check
    private let closed: (UInt64) -> Void
    private var connections: [UInt64: DoorConnection] = [:]
    private var last: UInt64 = 0
    /// Connections without a client, whose server has yet to end.
    private var left: Set<UInt64> = []

    init(
        _ listener: Int32, inner: @escaping () -> Int32, check: @escaping Door.Check,
        closed: @escaping (UInt64) -> Void
    ) {
        self.listener = listener
        self.inner = inner
        self.check = check
        self.closed = closed
    }

    /// Waits for something to happen, and serves it.
    mutating func turn(wakeUp: Int32) {
        // Whoever comes while pages have all the room waits in the kernel's queue.
        let hasRoom = connections.count < ConsoleLimits.connections
        var waits = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
        waits.append(pollfd(fd: hasRoom ? listener : -1, events: Int16(POLLIN), revents: 0))
        let order = connections.values.sorted { $0.number < $1.number }
        for connection in order { waits += connection.waits }
        let now = ContinuousClock.now
        let deadline = order.compactMap(\.deadline).min()
        let timeout = deadline.map { Int32(max(0, ($0 - now) / .milliseconds(1)).rounded(.up)) }
        guard poll(&waits, nfds_t(waits.count), timeout ?? -1) >= 0 else { return }
        for (index, connection) in order.enumerated() {
            connection.serve(
                client: waits[2 + 2 * index].revents, server: waits[3 + 2 * index].revents,
                check: check, inner: inner)
            if connection.isLeft, !left.contains(connection.number) {
                left.insert(connection.number)
                closed(connection.number)
            }
            if connection.isOver {
                connections[connection.number] = nil
                left.remove(connection.number)
            }
        }
        if waits[1].revents != 0 { accept() }
    }

    func turnOut(_ numbers: Set<UInt64>) {
        for number in numbers { connections[number]?.drop() }
    }

    private mutating func accept() {
        let socket = ql_accept(listener)
        guard socket >= 0 else { return }
        var yes: Int32 = 1
        setsockopt(
            socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        // A flood of strangers takes the room of strangers alone: the one who has said nothing for
        // longest makes room, and a page's request is answered within milliseconds.
        let strangers = connections.values.filter { !$0.isMember && !$0.isLeft }
        if strangers.count >= ConsoleLimits.strangers,
            let oldest = strangers.min(by: { $0.number < $1.number })
        {
            oldest.drop()
            if oldest.isOver { connections[oldest.number] = nil }
        }
        last += 1
        connections[last] = DoorConnection(socket, number: last)
    }

    mutating func closeAll() {
        Glibc.close(listener)
        for connection in connections.values { connection.close() }
        connections = [:]
    }
}
