import QuiesceCore

/// How well somebody wants to know where the device is: what all apps want together (G2).
struct LocationDemand: Sendable, Hashable {
    /// Metres; 0: as well as the source can.
    var accuracy: Double
    /// Metres of movement before the next fix is of use; 0: each is.
    var distance: Double
}

/// What the sources of location say. On the loop's thread.
enum LocationReport: Sendable, Hashable {
    case fix(LocationFix)
    /// No source answers any more, and why, with what its owner may do. Once, until one is found.
    case lost(String)
    /// A source answers from now on: its name.
    case found(String)
}

/// Where sources of location are.
struct LocationPlaces: Sendable, Hashable {
    /// The system bus's address.
    var bus: String
    /// gpsd's port on 127.0.0.1.
    var gpsd: UInt16

    init(bus: String, gpsd: UInt16 = 2947) {
        self.bus = bus
        self.gpsd = gpsd
    }

    /// As the environment says: `DBUS_SYSTEM_BUS_ADDRESS`, else where every system has its bus.
    init(environment: [String: String]) {
        let named = environment["DBUS_SYSTEM_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 }
        self.init(bus: named ?? "unix:path=/run/dbus/system_bus_socket")
    }
}
