import QuiesceBus
import QuiesceCore

/// The calls. All but the first go to the GeoClue that gave us our client, by its unique name:
/// another one must not be started for them.
extension GeoClue {
    /// Starts GeoClue, where the bus can.
    static func getClient(on bus: MessageBus) throws(BusError) -> BusMessage {
        try bus.call(name, path: manager, interface: managerInterface, method: "GetClient")
    }

    static func start(
        _ client: String, of owner: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        try bus.call(owner, path: client, interface: clientInterface, method: "Start")
    }

    static func stop(
        _ client: String, of owner: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        try bus.call(owner, path: client, interface: clientInterface, method: "Stop")
    }

    static func delete(
        _ client: String, of owner: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        let call = try bus.call(
            owner, path: manager, interface: managerInterface, method: "DeleteClient")
        try call.append(path: client)
        return call
    }

    static func getAll(
        _ location: String, of owner: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        let call = try bus.call(owner, path: location, interface: properties, method: "GetAll")
        try call.append(locationInterface)
        return call
    }

    static func setDesktopId(
        _ client: String, of owner: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        let call = try set("DesktopId", client, of: owner, on: bus)
        try call.variant("s") { () throws(BusError) in try call.append(desktopId) }
        return call
    }

    static func setLevel(
        _ wish: LocationWish, _ client: String, of owner: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        try set("RequestedAccuracyLevel", level(wish), client, of: owner, on: bus)
    }

    static func setThreshold(
        _ wish: LocationWish, _ client: String, of owner: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        try set("DistanceThreshold", threshold(wish), client, of: owner, on: bus)
    }

    private static func set(
        _ property: String, _ number: UInt32, _ client: String, of owner: String,
        on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        let call = try set(property, client, of: owner, on: bus)
        try call.variant("u") { () throws(BusError) in try call.append(number) }
        return call
    }

    private static func set(
        _ property: String, _ client: String, of owner: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        let call = try bus.call(owner, path: client, interface: properties, method: "Set")
        try call.append(clientInterface)
        try call.append(property)
        return call
    }
}
