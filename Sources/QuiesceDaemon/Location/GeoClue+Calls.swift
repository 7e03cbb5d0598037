import QuiesceBus
import QuiesceCore

/// The calls. All but the first go to the GeoClue that gave us our client, by its unique name: another one must not be started for them.
extension GeoClue {
    /// Starts GeoClue, where the bus can.
    static func getClient(on bus: MessageBus) throws(BusError) -> BusMessage {
        try bus.call(name, path: manager, interface: managerInterface, method: "GetClient")
    }

    /// Stop, too, as another method.
    static func start(
        _ client: String, of owner: String, on bus: MessageBus, method: String = "Start"
    ) throws(BusError) -> BusMessage {
        try bus.call(owner, path: client, interface: clientInterface, method: method)
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
        let call = try set("RequestedAccuracyLevel", client, of: owner, on: bus)
        try call.variant("u") { () throws(BusError) in try call.append(level(wish)) }
        return call
    }

    static func setThreshold(
        _ wish: LocationWish, _ client: String, of owner: String, on bus: MessageBus
    ) throws(BusError) -> BusMessage {
        let call = try set("DistanceThreshold", client, of: owner, on: bus)
        try call.variant("u") { () throws(BusError) in try call.append(threshold(wish)) }
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
