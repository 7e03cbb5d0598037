import CQuiesceLinux
import Glibc
import QuiesceAgent
import QuiesceBus
import QuiesceTerminal

/// The distributor: stands between a push server and the connectors on the session's bus. One
/// thread does it all.
final class Distributor: UpstreamHost {
    let store: Store
    let bus: MessageBus
    private let epoll: Int32
    private let signals: Int32
    private var busDescriptor: Int32 = -1
    private var couriers: [String: Courier] = [:]
    /// Messages that are done with, which the store doesn't know yet.
    private var settled: [(number: Int64, token: String, isHanded: Bool)] = []
    private(set) var upstream: (any Upstream)?
    private var isEnding = false
    var trouble: Failure?

    init(store: Store, bus: MessageBus, settings: Settings?) throws {
        self.store = store
        self.bus = bus
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        signals = Signals.descriptor()
        switch settings {
        case nil: break
        case .ntfy(let url, let token)?:
            upstream = NtfyUpstream(url: url, token: token, host: self)
        case .gateway(let url, let certificate, let publicURL)?:
            upstream = GatewayUpstream(
                url: url, publicURL: publicURL ?? url, authority: certificate, host: self)
        }
        watch(signals)
        try bus.serve(BusName.path) { [unowned self] in answer($0) }
        for registration in store.registrations.values where !registration.isLeaving {
            announce(registration)
        }
        for (number, token) in try store.waiting() { deliver(.message(number), to: token) }
        upstream?.update()
    }

    // MARK: The loop

    /// Works until it is told to end, or the bus ends.
    func work() throws(Failure) {
        var events = [epoll_event](repeating: epoll_event(), count: 16)
        while !isEnding {
            do throws(BusError) {
                let patience = try arm()
                let count = epoll_wait(epoll, &events, Int32(events.count), patience)
                for event in events.prefix(Int(max(count, 0))) where event.data.fd == signals {
                    isEnding = true
                }
                while try bus.process() {}
            } catch {
                throw .refused("the message bus has ended (\(error)); the next session has another")
            }
            if let trouble { throw trouble }
            upstream?.work()
            commit()
            for courier in couriers.values { courier.work() }
        }
    }

    /// Waits for what the bus waits for; milliseconds until something is due.
    private func arm() throws(BusError) -> Int32 {
        let (wanted, deadline) = try bus.waits()
        var event = epoll_event()
        event.events = UInt32(UInt16(bitPattern: wanted.events))
        event.data.fd = wanted.fd
        let isNew = busDescriptor != wanted.fd
        busDescriptor = wanted.fd
        _ = epoll_ctl(epoll, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, wanted.fd, &event)
        var due = deadline == .max ? UInt64.max : deadline * 1_000
        due = min(due, upstream?.deadline ?? .max)
        for courier in couriers.values { due = min(due, courier.deadline ?? .max) }
        guard due != .max else { return -1 }
        let now = Monotonic.now
        return due <= now ? 0 : Int32(clamping: (due - now + 999_999) / 1_000_000)
    }

    func watch(_ descriptor: Int32) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        event.data.fd = descriptor
        _ = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    }

    /// Writes news and deliveries to the disk; then the push server may forget the news, and
    /// connectors get the messages.
    private func commit() {
        if !settled.isEmpty {
            do {
                try store.settle(settled)
                settled = []
            } catch { say(trouble: "deliveries can't be stored: \(error)") }
        }
        guard let upstream else { return }
        guard !upstream.batch.isEmpty else { return upstream.stored() }
        do {
            let taken = try store.take(upstream.batch)
            upstream.stored()
            for (number, token) in taken { deliver(.message(number), to: token) }
        } catch {
            say(trouble: "messages can't be stored, and their server keeps them: \(error)")
            upstream.failedToStore("\(error)")
        }
    }

    // MARK: Connectors

    func deliver(_ kind: Delivery.Kind, to token: String) {
        guard let service = store.registrations[token]?.service else { return }
        deliver(Delivery(token: token, kind: kind), to: service)
    }

    func deliver(_ delivery: Delivery, to service: String) {
        do throws(BusError) { try courier(service).add(delivery) } catch {
            say(trouble: "\(service) can't be watched: \(error)")
        }
    }

    private func courier(_ service: String) throws(BusError) -> Courier {
        if let courier = couriers[service] { return courier }
        let courier = try Courier(
            service, on: bus, store, done: { [unowned self] in done($0, isHanded: $1) },
            say: { [unowned self] in say(trouble: $0) })
        couriers[service] = courier
        return courier
    }

    private func done(_ delivery: Delivery, isHanded: Bool) {
        switch delivery.kind {
        case .message(let number): settled.append((number, delivery.token, isHanded))
        case .newEndpoint:
            guard var registration = store.registrations[delivery.token], isHanded,
                !registration.isAnnounced
            else { return }
            registration.isAnnounced = true
            do { try store.put(registration) } catch {
                say(trouble: "a delivery can't be stored: \(error)")
            }
        case .unregistered: break
        }
    }

    private func announce(_ registration: Registration) {
        if registration.endpoint != nil, !registration.isAnnounced {
            deliver(.newEndpoint, to: registration.token)
        }
    }

    // MARK: The push server's client

    func change(_ registration: Registration) {
        do {
            try store.put(registration)
            announce(registration)
        } catch { say(trouble: "a registration can't be stored: \(error)") }
    }

    func left(_ token: String) {
        do { try store.remove(token) } catch {
            say(trouble: "a registration can't be removed: \(error)")
        }
    }

    /// Kept for `status`; what can't be kept is only not told.
    func say(line: String) {
        guard store[.line] != line else { return }
        try? store.set([.line: line])
    }

    func say(trouble: String) {
        tell("quiesce-unifiedpush: \(oneLine(trouble))\n")
        guard store[.lastError] != trouble else { return }
        try? store.set([.lastError: trouble])
    }
}
