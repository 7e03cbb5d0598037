import Glibc
import QuiesceBus
import QuiesceCore
import QuiesceLinux

/// A connection to a bus that the daemon's loop serves. Belongs to the loop's thread.
///
/// All handlers are called from the loop, and none after `close()`, which any of them may call.
final class BusLink {
    let bus: MessageBus
    private let loop: EventLoop
    private let ready: () -> Void
    private let ended: (String) -> Void
    private let descriptor: CInt
    private var watch: EventLoop.WatchID?
    private var watched: EventLoop.Readiness = []
    private var timer: OneShotTimer?
    private let openingEnds: UInt64
    /// The bus has let us in.
    private var isIn = false
    private var isClosed = false

    /// Begins to connect.
    ///
    /// - Parameters:
    ///   - overhears: it is going to overhear others' calls.
    ///   - ready: the bus has let us in.
    ///   - ended: why the connection is of no more use; once, and it is closed then.
    init(
        address: String, overhears: Bool = false, loop: EventLoop, ready: @escaping () -> Void,
        ended: @escaping (String) -> Void
    ) throws {
        bus = try MessageBus(address: address, overhears: overhears)
        self.loop = loop
        self.ready = ready
        self.ended = ended
        openingEnds = BusClock.now() + Limits.locationAnswerSeconds * 1_000_000
        descriptor = try bus.waits().descriptor.fd
        timer = try OneShotTimer(loop: loop) { [weak self] in self?.serve() }
        watch = try loop.watch(descriptor, for: []) { [weak self] _ in self?.serve() }
        try wait()
    }

    deinit { close() }

    /// As the environment says: `DBUS_SYSTEM_BUS_ADDRESS`, else where every system has its bus.
    static func systemBus(_ environment: [String: String]) -> String {
        let named = environment["DBUS_SYSTEM_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 }
        return named ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Nothing is sent or heard any more, and nothing stays open once the last reference is gone.
    func close() {
        isClosed = true
        if let watch { loop.unwatch(watch) }
        watch = nil
        timer = nil
    }

    /// Does something with the bus. Fails only if the connection has ended, which its next turn
    /// says.
    func attempt(_ work: (MessageBus) throws(BusError) -> Void) {
        guard !isClosed else { return }
        do {
            try work(bus)
            try wait()
        } catch {
            timer?.set(microseconds: 0)
        }
    }

    private func serve() {
        do {
            for _ in 0..<Limits.busMessagesPerTurn where !isClosed {
                let didSomething = try bus.process()
                if !isIn, !isClosed { try enter() }
                if !didSomething { break }
            }
            if !isClosed { try wait() }
        } catch {
            guard !isClosed else { return }
            close()
            ended("\(error)")
        }
    }

    private func enter() throws(BusError) {
        if bus.isReady {
            isIn = true
            ready()
        } else if BusClock.now() >= openingEnds {
            throw BusError(step: "the bus", code: ETIMEDOUT)
        }
    }

    /// Has the loop call when the bus needs a turn.
    private func wait() throws {
        let (descriptor, deadline) = try bus.waits()
        var wanted: EventLoop.Readiness = []
        if descriptor.events & Int16(POLLIN) != 0 { wanted.insert(.readable) }
        if descriptor.events & Int16(POLLOUT) != 0 { wanted.insert(.writable) }
        if wanted != watched, let watch {
            try loop.change(watch, to: wanted)
            watched = wanted
        }
        let due = isIn ? deadline : min(deadline, openingEnds)
        let now = BusClock.now()
        if due == .max { timer?.clear() } else { timer?.set(microseconds: due - min(due, now)) }
    }
}
