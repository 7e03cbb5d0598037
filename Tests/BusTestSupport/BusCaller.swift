import Glibc
import QuiesceBus
import Testing

/// A connection to the test's bus that calls a service, and hears its signals.
package final class BusCaller {
    package struct Answer {
        package var error: String?
        package var errorText: String?
        package var signature = ""
        package var values: [BusTree]
    }

    package struct Signal {
        package var name: String
        package var signature: String
        package var values: [BusTree]
    }

    private let bus: MessageBus
    private let service: String
    private let path: String
    private var answers: [Int: Answer] = [:]
    private var signals: [Signal] = []
    private var last = 0

    package init(_ address: String, service: String, path: String) throws {
        self.service = service
        self.path = path
        bus = try MessageBus(address: address)
        // From now on calls leave at once, also while the test waits for somebody else.
        try serve { bus.isReady }
    }

    /// Sends a call, whose answer `answer` waits for.
    package func begin(
        _ interface: String, _ method: String, to name: String? = nil, path: String? = nil,
        _ fill: (borrowing BusMessage) throws(BusError) -> Void = { _ in }
    ) throws -> Int {
        last += 1
        let number = last
        let message = try bus.call(
            name ?? service, path: path ?? self.path, interface: interface, method: method)
        try fill(message)
        try bus.send(message, seconds: 120) { [unowned self] answer in
            var values: [BusTree] = []
            let (error, text) = (answer.errorName, answer.errorText)
            let signature = answer.signature
            while let value = answer.tree() { values.append(value) }
            answers[number] = Answer(
                error: error, errorText: text, signature: signature, values: values)
        }
        return number
    }

    package func answer(_ number: Int) throws -> Answer {
        try serve { answers[number] != nil }
        return try #require(answers[number])
    }

    package func call(
        _ interface: String, _ method: String, to name: String? = nil, path: String? = nil,
        _ fill: (borrowing BusMessage) throws(BusError) -> Void = { _ in }
    ) throws -> Answer {
        try answer(begin(interface, method, to: name, path: path, fill))
    }

    /// Whether it has an answer, as far as the bus has brought one.
    package func isAnswered(_ number: Int) throws -> Bool {
        // A call to the bus itself and back: what came before it is here.
        _ = try isServiceThere()
        return answers[number] != nil
    }

    package func isServiceThere() throws -> Bool {
        try call("org.freedesktop.DBus", "NameHasOwner", to: "org.freedesktop.DBus", path: "/") {
            [service] message throws(BusError) in try message.append(service)
        }.values.first?.flag ?? false
    }

    /// Keeps these signals of the service's from now on.
    package func hear(_ names: [String], of interface: String) throws {
        for name in names {
            try bus.hear(name, of: interface, path: path, from: service) { [unowned self] signal in
                let signature = signal.signature
                var values: [BusTree] = []
                while let value = signal.tree() { values.append(value) }
                signals.append(Signal(name: name, signature: signature, values: values))
            }
        }
        _ = try isServiceThere()
    }

    /// The first signal that it is so of, once it is here; others wait for their turn.
    package func signal(_ what: Comment, _ isMeant: (Signal) -> Bool) throws -> Signal {
        var at: Int?
        try serve(what) {
            at = signals.firstIndex(where: isMeant)
            return at != nil
        }
        let found = try #require(at, what)
        return signals.remove(at: found)
    }

    /// Serves the bus until that is so; two minutes fail the test.
    private func serve(
        _ what: Comment = "the bus brings an answer", until isSo: () -> Bool
    ) throws {
        let end = ContinuousClock.now + .seconds(120)
        while !isSo() {
            try #require(ContinuousClock.now < end, what)
            if try bus.process() { continue }
            let (descriptor, deadline) = try bus.waits()
            var wait = descriptor
            poll(&wait, 1, deadline == 0 ? 0 : 1_000)
        }
    }
}
