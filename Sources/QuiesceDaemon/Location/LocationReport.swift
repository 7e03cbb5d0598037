import QuiesceCore

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

    init(bus: String, gpsd: UInt16) {
        self.bus = bus
        self.gpsd = gpsd
    }

    /// As the environment says: `DBUS_SYSTEM_BUS_ADDRESS`, else where every system has its bus.
    init(environment: [String: String], gpsd: UInt16) {
        let named = environment["DBUS_SYSTEM_BUS_ADDRESS"].flatMap { $0.isEmpty ? nil : $0 }
        self.init(bus: named ?? "unix:path=/run/dbus/system_bus_socket", gpsd: gpsd)
    }
}
