import QuiesceCore

/// The machine's accessories; at first there are none. It reports by `Device.plugged(_:)` and the
/// like.
package struct AccessoryPort {
    /// Takes the terminals that are wanted, when they have changed: which stay open, and which the
    /// port reports once there is something to read. The port never reads from one.
    package var follow: ([AccessoryWire]) -> Void
    /// Another descriptor of an accessory's terminal, for an app; the completion closes it. Or an
    /// error number. It may be called at once.
    package var open: (AccessoryWire, @escaping (CInt, _ code: Int32?) -> Void) -> Void
    /// Makes what a tool wants to be connected (D1).
    package var simulate: (SimulatedAccessory) throws -> PluggedAccessory
    /// Gives up an accessory that `simulate` has made, and nobody wanted after all.
    package var forget: (PluggedAccessory) -> Void

    package init(
        follow: @escaping ([AccessoryWire]) -> Void = { _ in },
        open: @escaping (AccessoryWire, @escaping (CInt, Int32?) -> Void) -> Void = { _, reply in
            reply(-1, 0)
        },
        simulate: @escaping (SimulatedAccessory) throws -> PluggedAccessory = {
            PluggedAccessory($0.accessory, identity: "simulated:\($0.accessory.name)", path: nil)
        },
        forget: @escaping (PluggedAccessory) -> Void = { _ in }
    ) {
        self.follow = follow
        self.open = open
        self.simulate = simulate
        self.forget = forget
    }
}

/// An accessory that a tool wants to be connected.
package struct SimulatedAccessory: Sendable, Hashable {
    package var accessory: Accessory
    /// The terminal behind which it is; nil: the machine makes one.
    package var path: String?

    package init(_ accessory: Accessory, path: String?) {
        self.accessory = accessory
        self.path = path
    }
}

/// The wish that the terminals' port was given last. The proxy decides nothing, and a new daemon's
/// has been asked for nothing.
package struct AccessoryProxy {
    package var port = AccessoryPort()
    private var wires: [AccessoryWire] = []

    package init() {}

    mutating func follow(_ wires: [AccessoryWire]) {
        guard wires != self.wires else { return }
        self.wires = wires
        port.follow(wires)
    }
}
