import QuiesceBus
import QuiesceCore

/// The objects of bluetoothd, their interfaces and the properties of these, as bluetoothd told
/// them.
struct BlueZObjects {
    private(set) var all: [String: [String: BusTree]] = [:]

    /// Interfaces that anybody here asks for.
    private static let known: Set<String> = [
        BlueZ.adapter, BlueZ.device, BlueZ.service, BlueZ.characteristic, BlueZ.gattManager,
        BlueZ.advertisingManager,
    ]

    /// The answer to GetManagedObjects.
    init?(_ answer: BusTree?) {
        guard case .entries(let objects)? = answer else { return nil }
        for (path, interfaces) in objects { add(path, interfaces) }
    }

    init() {}

    mutating func add(_ path: String, _ interfaces: BusTree) {
        guard all[path] != nil || all.count < Limits.bluezObjects else { return }
        for (name, properties) in interfaces.entries where Self.known.contains(name) {
            all[path, default: [:]][name] = properties
        }
    }

    mutating func remove(_ path: String, _ interfaces: [String]) {
        for name in interfaces { all[path]?[name] = nil }
        if all[path]?.isEmpty == true { all[path] = nil }
    }

    mutating func change(_ path: String, _ interface: String, _ changed: BusTree) {
        guard let before = all[path]?[interface] else { return }
        all[path]?[interface] = .entries(before.entries.merging(changed.entries) { _, new in new })
    }

    subscript(path: String, interface: String) -> BusTree? { all[path]?[interface] }

    var hasAdapter: Bool { all.values.contains { $0[BlueZ.adapter] != nil } }

    /// The first adapter that is on.
    var firstOn: String? { all.keys.filter(isOn).min() }

    func isOn(_ adapter: String) -> Bool { all[adapter]?[BlueZ.adapter]?["Powered"]?.flag == true }

    /// The peripherals of an adapter, by identifier.
    func devices(of adapter: String) -> [String: (path: String, properties: BusTree)] {
        var found: [String: (path: String, properties: BusTree)] = [:]
        for (path, interfaces) in all where path.hasPrefix(adapter + "/") {
            guard let properties = interfaces[BlueZ.device],
                let identifier = properties["Address"]?.text.flatMap(
                    BlueZ.identifier(ofAddress:))
            else { continue }
            found[identifier] = (path, properties)
        }
        return found
    }

    /// The services that a peripheral offers.
    func services(of device: String) -> [GATTService] {
        var services: [GATTService] = []
        for (path, interfaces) in all where path.hasPrefix(device + "/") {
            guard let properties = interfaces[BlueZ.service],
                let handle = BlueZ.handle(path, "service"),
                let uuid = properties["UUID"]?.text.flatMap(BluetoothUUID.canonical)
            else { continue }
            services.append(
                GATTService(
                    handle: handle, uuid: uuid, isPrimary: properties["Primary"]?.flag ?? true,
                    characteristics: characteristics(of: path)))
        }
        return services.sorted { $0.handle < $1.handle }
    }

    private func characteristics(of service: String) -> [GATTCharacteristic] {
        var found: [GATTCharacteristic] = []
        for (path, interfaces) in all where path.hasPrefix(service + "/") {
            guard let properties = interfaces[BlueZ.characteristic],
                let handle = BlueZ.handle(path, "char"),
                let uuid = properties["UUID"]?.text.flatMap(BluetoothUUID.canonical)
            else { continue }
            found.append(
                GATTCharacteristic(
                    handle: handle, uuid: uuid,
                    properties: BlueZ.properties(properties["Flags"]?.texts ?? [])))
        }
        return found.sorted { $0.handle < $1.handle }
    }

    /// Where a peripheral's characteristic is.
    func path(of handle: UInt16, in device: String) -> String? {
        all.first { path, interfaces in
            path.hasPrefix(device + "/") && interfaces[BlueZ.characteristic] != nil
                && BlueZ.handle(path, "char") == handle
        }?.key
    }
}
