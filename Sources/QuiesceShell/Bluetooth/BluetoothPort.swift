import QuiesceCore

/// The machine's Bluetooth adapter; at first there is none. It reports by `Device.bluetooth(_:)`,
/// later than it was called.
package struct BluetoothPort {
    /// Scans, connects, subscribes and offers just that; nil: it is off, and nothing of it is left.
    package var want: (BluetoothDemand?) -> Void
    package var perform: (BluetoothCommand) -> Void

    package init(
        want: @escaping (BluetoothDemand?) -> Void = { _ in },
        perform: @escaping (BluetoothCommand) -> Void = { _ in }
    ) {
        self.want = want
        self.perform = perform
    }
}

/// The demand that the adapter was given last. The proxy decides nothing, and a new daemon's is
/// off.
package struct BluetoothProxy {
    package var port = BluetoothPort()
    private(set) var demand: BluetoothDemand?
    /// A tool plays adapter and peripherals, and the real one is off meanwhile.
    var played: PlayedRadio?
    /// The adapter's last state, while a tool speaks for the adapter.
    var adapter = AdapterState.unknown

    package init() {}

    /// - Returns: what a played adapter says to it.
    mutating func follow(_ demand: BluetoothDemand?) -> [BluetoothEvent] {
        guard demand != self.demand else { return [] }
        self.demand = demand
        guard played == nil else { return played?.follow(demand) ?? [] }
        port.want(demand)
        return []
    }

    mutating func perform(_ command: BluetoothCommand) -> [BluetoothEvent] {
        guard played == nil else { return played?.perform(command) ?? [] }
        port.perform(command)
        return []
    }

    /// - Returns: what happens with it.
    mutating func play(_ played: PlayedBluetooth) -> [BluetoothEvent] {
        if case .auto = played {
            guard self.played != nil else { return [] }
            self.played = nil
            port.want(demand)
            return [.adapter(.unsupported)]
        }
        guard self.played != nil else {
            port.want(nil)
            var radio = PlayedRadio()
            let events = radio.follow(demand) + radio.play(played)
            self.played = radio
            // Whatever a real adapter was connected to isn't any more.
            return [.adapter(.unsupported)] + events
        }
        return self.played?.play(played) ?? []
    }
}
