/// A name on a bus, for as long as anybody needs it: whoever has called may follow signals until
/// they leave the bus. Belongs to the bus's thread.
package final class ServedName {
    private enum State { case absent, here, leaving, gone }

    /// Why the bus doesn't give it.
    package enum Refusal: Sendable {
        case hasAnother
        case error(String)
    }

    private static let bus = "org.freedesktop.DBus"
    private static let path = "/org/freedesktop/DBus"
    private static let patience: UInt64 = 30
    /// Connections whose end is waited for: more than any session has programs that look on.
    private static let followers = 256

    private unowned let bus: MessageBus
    private let name: String
    private let idleSeconds: UInt64
    private let isBusy: () -> Bool
    private var state = State.absent
    private var followers: Set<String> = []
    private var lastWork = BusClock.now()
    package private(set) var refusal: Refusal?

    /// Doesn't ask for it yet.
    ///
    /// - Parameters:
    ///   - idleSeconds: so long without work, and followed by nobody, it is given back.
    ///   - isBusy: there is work that hasn't ended.
    package init(
        _ name: String, on bus: MessageBus, idleSeconds: UInt64, isBusy: @escaping () -> Bool
    ) throws(BusError) {
        self.name = name
        self.bus = bus
        self.idleSeconds = idleSeconds
        self.isBusy = isBusy
        try bus.hear("NameOwnerChanged", of: Self.bus, path: Self.path, from: Self.bus) {
            [unowned self] signal in
            guard let name = signal.string(), signal.string() != nil,
                signal.string()?.isEmpty == true
            else { return }
            if followers.remove(name) != nil { works() }
        }
    }

    package func claim() throws(BusError) {
        state = .here
        works()
        let request = try call("RequestName")
        // Not queued: another one serves the bus already.
        try request.append(4 as UInt32)
        try bus.send(request, seconds: Self.patience) { [unowned self] answer in
            if let why = answer.errorText {
                refusal = .error(why)
            } else if answer.uint32() != 1 {
                refusal = .hasAnother
            }
        }
    }

    package var isTaken: Bool { state != .absent }

    /// It was given back: nobody needs it.
    package var isOver: Bool { state == .gone }

    package func works() { lastWork = BusClock.now() }

    /// - Parameter caller: a unique name.
    package func isCalled(by caller: String?) {
        works()
        if let caller, followers.count < Self.followers { followers.insert(caller) }
    }

    private var isIdle: Bool { followers.isEmpty && !isBusy() }

    /// The time of the next turn, in microseconds of CLOCK_MONOTONIC.
    package var deadline: UInt64 {
        isIdle && state == .here ? lastWork + idleSeconds * 1_000_000 : .max
    }

    /// Gives it back if its time has come. A call that is on its way is served, and the next one
    /// starts another process.
    package func turn() throws(BusError) {
        guard BusClock.now() >= deadline else { return }
        state = .leaving
        try bus.send(try call("ReleaseName"), seconds: Self.patience) { [unowned self] _ in
            state = isIdle ? .gone : .here
            // Without a connection there is no name either, which the next turn of the bus says.
            if state == .here { try? claim() }
        }
    }

    private func call(_ method: String) throws(BusError) -> BusMessage {
        let call = try bus.call(Self.bus, path: Self.path, interface: Self.bus, method: method)
        try call.append(name)
        return call
    }
}
