import QuiesceCore

/// News from the sources of location. On the loop's thread.
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

    /// As the environment says.
    init(environment: [String: String], gpsd: UInt16) {
        self.init(bus: BusLink.systemBus(environment), gpsd: gpsd)
    }
}
