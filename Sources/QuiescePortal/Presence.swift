import QuiesceBus

/// Whether anybody needs the process: whoever has called it may follow its signal until they leave
/// the bus.
struct Presence {
    enum State { case here, leaving, gone }

    static let bus = "org.freedesktop.DBus"
    static let path = "/org/freedesktop/DBus"

    var state = State.here
    private var followers: Set<String> = []
    private var lastWork = BusClock.now()

    var isFollowed: Bool { !followers.isEmpty }

    mutating func works() { lastWork = BusClock.now() }

    mutating func calls(_ name: String?) {
        works()
        if let name, followers.count < PortalLimits.followers { followers.insert(name) }
    }

    mutating func left(_ name: String) {
        if followers.remove(name) != nil { works() }
    }

    /// The time at which it ends, if nothing happens.
    func end(_ seconds: UInt64) -> UInt64 { lastWork + seconds * 1_000_000 }

    static func call(
        _ method: String, _ name: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        let call = try bus.call(Self.bus, path: path, interface: Self.bus, method: method)
        try call.append(name)
        return call
    }
}
