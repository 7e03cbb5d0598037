import CQuiesceLinux
import Glibc
import Logging
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// The machine's accessories: terminals of USB devices that the owner's map names, told of by the
/// kernel's events, and pseudo-terminals that tools connect. Belongs to the loop's thread; at rest
/// nothing wakes up.
final class MachineAccessories: DaemonService {
    private unowned let device: Device
    private let loop: EventLoop
    private let worker: Worker
    private let logger: Logger
    private let places: AccessoryPlaces
    private var map = AccessoryMap()
    private var events: OwnedDescriptor?
    /// Those that the kernel shows, by their identity.
    private var usb: [String: USBTerminal] = [:]
    /// Those that tools have connected, likewise: open for as long as they are connected.
    private var simulated: [String: SimulatedTerminal] = [:]
    /// Those that are open, or are being opened, by their connection.
    private var wires: [UInt64: OpenWire] = [:]
    private var hasListed = false

    init(
        _ places: AccessoryPlaces, _ device: Device, loop: EventLoop, worker: Worker,
        logger: Logger
    ) {
        self.places = places
        self.device = device
        self.loop = loop
        self.worker = worker
        self.logger = logger
        device.accessories.port = AccessoryPort(
            follow: { [unowned self] in follow($0) },
            open: { [unowned self] in open($0, $1) },
            simulate: { [unowned self] in try simulate($0) },
            forget: { [unowned self] in simulated[$0.identity] = nil })
    }

    var notes: [String] { map.mistakes }

    // MARK: What is connected

    /// Says what is connected: what a tool had connected to an earlier daemon, if it is still
    /// there, and what the kernel shows.
    func begin() {
        map = places.readMap()
        if events == nil,
            let socket = try? OwnedDescriptor(
                checkingNegative: ql_uevent_socket(), "socket")
        {
            watch(socket)
        }
        for view in device.machine.accessoryViews where view.plugged.isSimulated {
            resume(view.plugged)
        }
        hasListed = false
        look()
    }

    /// The device was restarted: nothing simulated is connected any more.
    func ended() {
        simulated = [:]
        usb = [:]
    }

    func shutdown() {
        for wire in wires.values { close(wire) }
        wires = [:]
        simulated = [:]
    }

    private func watch(_ socket: consuming OwnedDescriptor) {
        let number = socket.number
        events = consume socket
        _ = try? loop.watch(number) { [unowned self] _ in
            var isOfTerminal = false
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 8_192) { buffer in
                guard let bytes = buffer.baseAddress else { return }
                while case let count = recv(number, bytes, buffer.count, 0), count != 0 {
                    // ENOBUFS: some were lost, and may have been a terminal's.
                    if count < 0, errno != ENOBUFS { break }
                    isOfTerminal =
                        isOfTerminal || count < 0 || ql_uevent_is_of(bytes, count, "tty")
                }
            }
            if isOfTerminal { look() }
        }
    }

    /// Reports what has come and gone since it looked last.
    func look() {
        let (places, map) = (places, map)
        loop.perform(on: worker) {
            USBTerminal.all(places.sys, dev: places.dev, map)
        } then: { [unowned self] found in
            let known = usb
            usb = Dictionary(
                found.map { ($0.plugged.identity, $0) }, uniquingKeysWith: { first, _ in first })
            for identity in known.keys.sorted() where usb[identity] == nil {
                device.unplugged(identity)
            }
            // A new daemon reports every terminal that is there, known or not.
            for terminal in found where !hasListed || known[terminal.plugged.identity] == nil {
                device.plugged(terminal.plugged)
            }
            if !hasListed {
                hasListed = true
                device.take(.accessory(.listed))
                for wire in wires.values.sorted(by: { $0.wire.connection < $1.wire.connection }) {
                    start(wire)
                }
            }
        }
    }

    /// Something of a terminal is over: it was pulled out, or whoever played the accessory has
    /// closed it.
    private func hungUp(_ identity: String) {
        simulated[identity] = nil
        usb[identity] = nil
        device.unplugged(identity)
    }

    // MARK: Simulated ones

    private func simulate(_ wanted: SimulatedAccessory) throws -> PluggedAccessory {
        let made = try SimulatedTerminal(at: wanted.path)
        let plugged = PluggedAccessory(
            wanted.accessory, identity: made.terminal.identity, path: made.path, isSimulated: true)
        // Connected already, under another name.
        guard simulated[plugged.identity] == nil else {
            throw SystemCallError("open \(made.path)", errno: EBUSY)
        }
        simulated[plugged.identity] = made
        return plugged
    }

    /// An earlier daemon had it. One between whose ends that daemon stood is gone with it.
    private func resume(_ plugged: PluggedAccessory) {
        if simulated[plugged.identity] == nil {
            guard let path = plugged.path, let terminal = try? SimulatedTerminal(at: path),
                terminal.terminal.identity == plugged.identity
            else { return }
            simulated[plugged.identity] = terminal
        }
        device.plugged(plugged)
    }

    // MARK: Terminals

    /// Those in which apps have sessions stay open, and simulated ones, whose end is known by that
    /// alone.
    private func follow(_ wanted: [AccessoryWire]) {
        let kept = Set(wanted.lazy.filter { $0.isOpen || $0.isSimulated }.map(\.connection))
        for (connection, wire) in wires where !kept.contains(connection) {
            close(wire)
            wires[connection] = nil
        }
        for identity in simulated.keys where !wanted.contains(where: { $0.identity == identity }) {
            // Disconnected by a tool; one that is being connected is made known right after this.
            if simulated[identity]?.wasWanted == true { simulated[identity] = nil }
        }
        for wire in wanted where kept.contains(wire.connection) {
            simulated[wire.identity]?.wasWanted = true
            let open = wires[wire.connection] ?? begin(wire)
            if open.isInSession, !wire.isOpen { open.forgetInput() }
            open.isInSession = wire.isOpen
            rewatch(open, wire.isWatched)
        }
    }

    private func begin(_ wire: AccessoryWire) -> OpenWire {
        let open = OpenWire(wire)
        wires[wire.connection] = open
        // A new daemon first learns what is there.
        if hasListed { start(open) }
        return open
    }

    private func start(_ open: OpenWire) {
        guard !open.isClosed, !open.isStarted else { return }
        open.isStarted = true
        let wire = open.wire
        if let terminal = simulated[wire.identity] {
            let (descriptor, code) = terminal.terminal.another()
            return finish(open, descriptor, code)
        }
        guard let terminal = usb[wire.identity], !wire.isSimulated else {
            return finish(open, -1, ENODEV)
        }
        let path = wire.path
        loop.perform(on: worker) { () -> (CInt, Int32?) in
            do throws(SystemCallError) {
                let opened = try Terminal(
                    opening: path, device: terminal.device, speed: terminal.speed,
                    isExclusive: true)
                return opened.another()
            } catch {
                return (-1, error.errno)
            }
        } then: { [unowned self] descriptor, code in
            // Nobody wants it any more.
            if open.isClosed {
                if descriptor >= 0 { _ = Glibc.close(descriptor) }
                return
            }
            finish(open, descriptor, code)
        }
    }

    private func finish(_ open: OpenWire, _ descriptor: CInt, _ code: Int32?) {
        let waiting = open.waiting
        open.waiting = []
        guard code == nil else {
            open.failure = code
            logger.warning(
                "an accessory's terminal can't be opened",
                metadata: ["path": "\(open.wire.path)", "why": "\(describe(errno: code ?? 0))"])
            for reply in waiting { reply(-1, code) }
            let connection = open.wire.connection
            // The core may be at an event that wants it.
            loop.later { [unowned self] in
                device.take(.accessory(.wireFailed(connection: connection, code: code ?? EIO)))
            }
            return
        }
        open.descriptor = descriptor
        open.watch = try? loop.watch(descriptor, for: []) { [unowned self, weak open] ready in
            guard let open else { return }
            served(open, ready)
        }
        rewatch(open, open.isWatched)
        for reply in waiting { give(open, reply) }
    }

    private func served(_ open: OpenWire, _ ready: EventLoop.Readiness) {
        // Bytes that arrived before the hang-up are read first, by an app that is woken for them.
        if ready.contains(.readable), open.isWatched {
            rewatch(open, false)
            return device.readable(open.wire.connection)
        }
        guard ready.contains(.hangUp) || ready.contains(.failed) else { return }
        if let watch = open.watch { loop.unwatch(watch) }
        open.watch = nil
        hungUp(open.wire.identity)
    }

    private func rewatch(_ open: OpenWire, _ isWatched: Bool) {
        open.isWatched = isWatched
        guard let watch = open.watch else { return }
        try? loop.change(watch, to: isWatched ? .readable : [])
    }

    private func open(_ wire: AccessoryWire, _ reply: @escaping (CInt, Int32?) -> Void) {
        let open = wires[wire.connection] ?? begin(wire)
        if let failure = open.failure { return reply(-1, failure) }
        guard open.descriptor >= 0 else { return open.waiting.append(reply) }
        give(open, reply)
    }

    private func give(_ open: OpenWire, _ reply: (CInt, Int32?) -> Void) {
        let copy = fcntl(open.descriptor, F_DUPFD_CLOEXEC, 0)
        if copy >= 0 { reply(copy, nil) } else { reply(-1, errno) }
    }

    private func close(_ open: OpenWire) {
        open.isClosed = true
        if let watch = open.watch { loop.unwatch(watch) }
        open.watch = nil
        guard open.descriptor >= 0 else { return }
        if open.isInSession { open.forgetInput() }
        _ = Glibc.close(open.descriptor)
        open.descriptor = -1
    }
}
