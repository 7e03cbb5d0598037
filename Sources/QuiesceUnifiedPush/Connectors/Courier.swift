import QuiesceAgent
import QuiesceBus
import QuiescePush

/// Hands one connector its calls, in order. Belongs to the loop's thread.
///
/// Each call goes to the connection that has the connector's name, never to the name: if the
/// connector ends, what it hadn't answered fails, and no later call may reach its successor before
/// that. A call that waits for an answer also tells a device that the connector is to be thawed;
/// nothing here is held up by the answer.
final class Courier {
    private enum State {
        case idle
        /// The bus is starting the connector, or looking for it.
        case resolving
        case ready(String)
        /// The connector ended: what it was sent is being answered by the bus.
        case settling
        /// In `Monotonic` nanoseconds.
        case waiting(until: UInt64)
    }

    private struct Flight {
        var number: UInt64
        var delivery: Delivery
        var sent: UInt64
    }

    private let service: String
    private unowned let bus: MessageBus
    private let store: Store
    private let done: (Delivery, _ isHanded: Bool) -> Void
    private let say: (String) -> Void
    private var state = State.idle
    private var queue: [Delivery] = []
    private var flying: [Flight] = []
    private var failed: [Flight] = []
    private var sent: UInt64 = 0
    private var backoff = Backoff()

    /// - Parameters:
    ///   - done: the connector has it, or it was given up.
    ///   - say: one line about what is wrong with the connector.
    init(
        _ service: String, on bus: MessageBus, _ store: Store,
        done: @escaping (Delivery, _ isHanded: Bool) -> Void, say: @escaping (String) -> Void
    ) throws(BusError) {
        self.service = service
        self.bus = bus
        self.store = store
        self.done = done
        self.say = say
        try bus.hearOwnerChanges(of: service) { [weak self] message in
            guard message.string() != nil, message.string() != nil, let owner = message.string()
            else { return }
            self?.ownerChanged(owner)
        }
    }

    var deadline: UInt64? {
        if case .waiting(let until) = state { until } else { nil }
    }

    func add(_ delivery: Delivery) {
        // An endpoint that is on its way needn't be told twice; the newest is read when it is sent.
        if delivery.kind == .newEndpoint,
            queue.contains(where: { $0.token == delivery.token && $0.kind == .newEndpoint })
        {
            return
        }
        queue.append(delivery)
    }

    func work() {
        switch state {
        case .idle: if !queue.isEmpty { resolve() }
        case .ready(let owner): send(to: owner)
        case .waiting(let until):
            guard Monotonic.now >= until else { return }
            state = .idle
            if !queue.isEmpty { resolve() }
        case .resolving, .settling: break
        }
    }

    // MARK: The connector

    private func ownerChanged(_ owner: String) {
        backoff.reset()
        switch state {
        case .idle, .resolving, .settling: break
        case .waiting: state = .idle
        case .ready(let old): if owner != old { state = flying.isEmpty ? .idle : .settling }
        }
        work()
    }

    /// Finds the connector, or has the bus start it: a bus knows of no running program that it
    /// couldn't have started.
    private func resolve() {
        state = .resolving
        findOwner { [weak self] why in
            guard let self else { return }
            // Nobody is started to hear that he isn't registered any more.
            if let first = queue.first, case .unregistered = first.kind { return unreachable(why) }
            start()
        }
    }

    private func start() {
        do throws(BusError) {
            let start = try BusName.ask(bus, "StartServiceByName", service)
            try start.append(0 as UInt32)
            try bus.send(start, seconds: Limits.startSeconds) { [weak self] answer in
                guard let self else { return }
                if let name = answer.errorName { return unreachable(answer.errorText ?? name) }
                findOwner { [weak self] in self?.unreachable($0) }
            }
        } catch { unreachable("\(error)") }
    }

    private func findOwner(otherwise: @escaping (String) -> Void) {
        do throws(BusError) {
            let call = try BusName.ask(bus, "GetNameOwner", service)
            try bus.send(call, seconds: Limits.busSeconds) { [weak self] answer in
                guard answer.errorName == nil, let owner = answer.string() else {
                    return otherwise(answer.errorText ?? "it has ended")
                }
                self?.state = .ready(owner)
                self?.work()
            }
        } catch { otherwise("\(error)") }
    }

    private func unreachable(_ why: String) {
        if let first = queue.first, case .unregistered = first.kind {
            done(queue.removeFirst(), true)
            state = .idle
            return work()
        }
        say("\(service) can't be reached: \(why)")
        wait()
    }

    private func wait() {
        state = .waiting(until: Monotonic.now + backoff.next() * 1_000_000)
    }

    // MARK: Its calls

    private func send(to owner: String) {
        while flying.count < Limits.flyingMessages, !queue.isEmpty, case .ready = state {
            let delivery = queue.removeFirst()
            do {
                guard let call = try delivery.call(to: owner, on: bus, store) else { continue }
                sent += 1
                let number = sent
                try bus.send(call, seconds: Limits.answerSeconds) { [weak self] answer in
                    self?.answered(number, answer.errorName, answer.errorText)
                }
                flying.append(Flight(number: number, delivery: delivery, sent: Monotonic.now))
            } catch {
                queue.insert(delivery, at: 0)
                say("\(service) can't be called: \(error)")
                return wait()
            }
        }
    }

    private func answered(_ number: UInt64, _ error: String?, _ text: String?) {
        guard let index = flying.firstIndex(where: { $0.number == number }) else { return }
        let flight = flying.remove(at: index)
        if isLost(flight, error) {
            say("\(service) didn't take a call: \(text ?? error ?? "")")
            failed.append(flight)
            state = .settling
        } else {
            backoff.reset()
            done(flight.delivery, true)
        }
        guard case .settling = state else { return work() }
        if flying.isEmpty { settle() }
    }

    /// Whether the connector hasn't had it. Any other error is the connector's own: it has read the
    /// call.
    private func isLost(_ flight: Flight, _ error: String?) -> Bool {
        guard let error, error.hasPrefix("org.freedesktop.DBus.Error.") else { return false }
        switch error.dropFirst("org.freedesktop.DBus.Error.".count) {
        case "ServiceUnknown", "NameHasNoOwner", "Disconnected", "UnknownObject",
            "UnknownInterface", "UnknownMethod":
            return true
        case "NoReply":
            // Nobody waits longer for one that is alive and answers nothing.
            let waited = Monotonic.now - flight.sent
            return waited < (Limits.answerSeconds - 1) * 1_000_000_000
        case _: return false
        }
    }

    /// Everything that was sent has an answer: the rest begins with what failed.
    private func settle() {
        var again: [Delivery] = []
        for (place, flight) in failed.sorted(by: { $0.number < $1.number }).enumerated() {
            var delivery = flight.delivery
            // The first is the one over which the connector may have ended.
            if place == 0 { delivery.tries += 1 }
            if delivery.tries >= Limits.triesOfMessage {
                say("\(service) ended over a message \(delivery.tries) times; it was given up")
                done(delivery, false)
            } else {
                again.append(delivery)
            }
        }
        failed = []
        queue = again + queue
        guard !queue.isEmpty else {
            state = .idle
            return
        }
        wait()
    }
}
