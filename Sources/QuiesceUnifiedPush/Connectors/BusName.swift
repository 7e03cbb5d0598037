import QuiesceBus

/// The bus's own methods, and the names of UnifiedPush.
enum BusName {
    static let own = "org.unifiedpush.Distributor.quiesce"
    static let path = "/org/unifiedpush/Distributor"
    static let interface = "org.unifiedpush.Distributor"
    static let connectorPath = "/org/unifiedpush/Connector"
    static let connectorInterface = "org.unifiedpush.Connector"

    /// A call of the bus's, with a name as its first argument.
    static func ask(
        _ bus: MessageBus, _ method: String, _ name: String
    ) throws(BusError) -> BusMessage {
        let call = try bus.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
            interface: "org.freedesktop.DBus", method: method)
        try call.append(name)
        return call
    }

    /// Whether it can be a program's name on a bus, other than its connection's.
    static func isWellKnown(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return name.utf8.count <= Limits.nameBytes && parts.count > 1
            && parts.allSatisfy { part in
                !part.isEmpty && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(part.first!)
                    && part.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"),
                            UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
                            UInt8(ascii: "-"):
                            true
                        case _: false
                        }
                    }
            }
    }
}
