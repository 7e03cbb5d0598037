import QuiesceBus
import QuiesceCore

/// Services that apps offer to centrals, as objects of ours on the bus that bluetoothd asks (B2),
/// and the apps' advertisements.
final class BlueZServer {
    /// The path that all of our objects are below.
    static let root = "/org/quiesce/bluetooth"
    /// The identifier of every subscriber, as bluetoothd doesn't say which central subscribes.
    private static let somebody = PlayedBluetooth.identifierBase + "000000000000"

    /// The radio that the server belongs to, which outlives the server.
    unowned var radio: BlueZRadio!
    /// The services that bluetoothd was told of last, with the number of the application's path.
    private var offered: [BluetoothDemand.Service] = []
    private var generation = 0
    private var advertised: [Int: BluetoothDemand.Advertisement] = [:]
    private var lastAdvertisement = 0
    private var lastCall: UInt64 = 0
    /// Requests of centrals, until the app has answered.
    private var calls: [UInt64: KeptCall] = [:]

    private var application: String { "\(Self.root)/app\(generation)" }

    func forget() {
        offered = []
        advertised = [:]
        calls = [:]
    }

    // MARK: Registering

    func settle(_ demand: BluetoothDemand, _ adapter: String) {
        if demand.services != offered { register(demand.services, adapter) }
        for (number, advertisement) in advertised
        where !demand.advertisements.contains(advertisement) {
            advertised[number] = nil
            radio.attempt { bus, owner throws(BusError) in
                let call = try bus.call(
                    owner, path: adapter, interface: BlueZ.advertisingManager,
                    method: "UnregisterAdvertisement")
                try call.append(path: "\(Self.root)/advertisement\(number)")
                try bus.send(unanswered: call)
            }
        }
        for advertisement in demand.advertisements
        where !advertised.values.contains(advertisement) {
            advertise(advertisement, adapter)
        }
    }

    private func register(_ services: [BluetoothDemand.Service], _ adapter: String) {
        let before = offered
        offered = services
        radio.attempt { bus, owner throws(BusError) in
            if !before.isEmpty {
                let call = try bus.call(
                    owner, path: adapter, interface: BlueZ.gattManager,
                    method: "UnregisterApplication")
                try call.append(path: application)
                try bus.send(unanswered: call)
            }
            guard !services.isEmpty else { return }
            // Another path, as bluetoothd looks at an application once.
            generation += 1
            let call = try bus.call(
                owner, path: adapter, interface: BlueZ.gattManager, method: "RegisterApplication")
            try call.append(path: application)
            try call.begin(BusType.array, "{sv}")
            try call.end()
            try bus.send(call, seconds: Limits.bluezAnswerSeconds) { [weak self] answer in
                let failure = answer.errorName.map(BlueZ.failure)
                for service in services where !before.contains(service) {
                    self?.radio.report(
                        .reported(
                            .published(
                                service.app, manager: service.manager,
                                service: service.service.uuid, failure)))
                }
            }
        }
    }

    private func advertise(_ advertisement: BluetoothDemand.Advertisement, _ adapter: String) {
        lastAdvertisement += 1
        advertised[lastAdvertisement] = advertisement
        radio.attempt { bus, owner throws(BusError) in
            let call = try bus.call(
                owner, path: adapter, interface: BlueZ.advertisingManager,
                method: "RegisterAdvertisement")
            try call.append(path: "\(Self.root)/advertisement\(lastAdvertisement)")
            try call.begin(BusType.array, "{sv}")
            try call.end()
            try bus.send(call, seconds: Limits.bluezAnswerSeconds) { [weak self] answer in
                self?.radio.report(
                    .reported(
                        .advertising(
                            advertisement.app, manager: advertisement.manager,
                            answer.errorName.map(BlueZ.failure))))
            }
        }
    }

    // MARK: Calls

    /// A call to one of our objects. Only bluetoothd is answered: others would read for a central
    /// that never was.
    func called(_ call: borrowing BusMessage) {
        guard let path = call.object, let method = call.method else { return }
        guard call.sender == radio.owner else {
            return refuse(call, "org.freedesktop.DBus.Error.AccessDenied", "only for bluetoothd")
        }
        switch (method.interface, method.name) {
        case (BlueZ.objectManager, "GetManagedObjects"):
            radio.link?.attempt { bus throws(BusError) in
                try bus.answer(call) { answer throws(BusError) in try describe(answer) }
            }
        case (BlueZ.properties, "GetAll"): describe(path, call)
        case (BlueZ.characteristic, "ReadValue"): asked(path, call, writes: false)
        case (BlueZ.characteristic, "WriteValue"): asked(path, call, writes: true)
        case (BlueZ.characteristic, "StartNotify"): subscribed(path, call, isOn: true)
        case (BlueZ.characteristic, "StopNotify"): subscribed(path, call, isOn: false)
        case (BlueZ.advertisement, "Release"): acknowledge(call)
        case _: refuse(call, "org.freedesktop.DBus.Error.UnknownMethod", "there is none like that")
        }
    }

    private func acknowledge(_ call: borrowing BusMessage) {
        radio.link?.attempt { bus throws(BusError) in
            try bus.answer(call) { _ throws(BusError) in }
        }
    }

    private func refuse(_ call: borrowing BusMessage, _ error: String, _ text: String) {
        radio.link?.attempt { bus throws(BusError) in try bus.refuse(call, error, text) }
    }

    private func asked(_ path: String, _ call: borrowing BusMessage, writes: Bool) {
        guard let (owner, characteristic) = characteristic(path) else {
            return refuse(call, "org.bluez.Error.Failed", "nobody offers that")
        }
        let value = writes ? call.tree()?.bytes.map { AttributeValue.base64($0.prefix(512)) } : nil
        guard !writes || value != nil else {
            return refuse(call, "org.bluez.Error.InvalidValueLength", "there is no value")
        }
        let options = call.tree()
        let offset = Int(options?["offset"]?.number ?? 0)
        if !writes, let fixed = characteristic.value.flatMap(AttributeValue.bytes(base64:)) {
            return answer(call, Array(fixed.dropFirst(offset)))
        }
        lastCall += 1
        calls[lastCall] = KeptCall(call)
        radio.report(
            .reported(
                .question(
                    owner.app, manager: owner.manager, call: lastCall,
                    central: central(options), owner.path(of: characteristic), offset: offset,
                    value: value)))
    }

    private func central(_ options: BusTree?) -> String {
        options?["device"]?.text.flatMap { radio.objects[$0, BlueZ.device]?["Address"]?.text }
            .flatMap(BlueZ.identifier(ofAddress:)) ?? Self.somebody
    }

    private func subscribed(_ path: String, _ call: borrowing BusMessage, isOn: Bool) {
        guard let (owner, characteristic) = characteristic(path) else {
            return refuse(call, "org.bluez.Error.Failed", "nobody offers that")
        }
        acknowledge(call)
        radio.report(
            .reported(
                .subscribed(
                    owner.app, manager: owner.manager, central: Self.somebody,
                    owner.path(of: characteristic), isOn: isOn)))
    }

    private func answer(_ call: borrowing BusMessage, _ bytes: [UInt8]) {
        radio.link?.attempt { bus throws(BusError) in
            try bus.answer(call) { answer throws(BusError) in try answer.append(bytes: bytes) }
        }
    }

    // MARK: What apps say

    func respond(_ number: UInt64, _ code: Int, _ value: String?) {
        guard let call = calls.removeValue(forKey: number) else { return }
        guard code == 0 else {
            return refuse(call.message, Self.error(code), "the app says \(code)")
        }
        if call.message.method?.name == "ReadValue" {
            answer(call.message, value.flatMap(AttributeValue.bytes(base64:)) ?? [])
        } else {
            acknowledge(call.message)
        }
    }

    private static func error(_ code: Int) -> String {
        switch code {
        case 0x02, 0x03: "org.bluez.Error.NotPermitted"
        case 0x05, 0x08, 0x0F: "org.bluez.Error.NotAuthorized"
        case 0x06: "org.bluez.Error.NotSupported"
        case 0x07: "org.bluez.Error.InvalidOffset"
        case 0x0D: "org.bluez.Error.InvalidValueLength"
        case _: "org.bluez.Error.Failed"
        }
    }

    func update(_ app: AppID, _ manager: String, _ path: PublishedPath, _ value: String) {
        guard let bytes = AttributeValue.bytes(base64: value),
            let service = offered.firstIndex(where: {
                $0.app == app && $0.manager == manager && $0.service.uuid == path.service
            }),
            let characteristic = offered[service].service.characteristics.firstIndex(where: {
                $0.uuid == path.characteristic
            })
        else { return }
        radio.link?.attempt { bus throws(BusError) in
            try bus.signal(
                "PropertiesChanged", of: BlueZ.properties,
                path: self.path(service, characteristic)
            ) { signal throws(BusError) in
                try signal.append(BlueZ.characteristic)
                try signal.begin(BusType.array, "{sv}")
                try signal.entry("Value", "ay") { () throws(BusError) in
                    try signal.append(bytes: bytes)
                }
                try signal.end()
                try signal.append([])
            }
        }
    }

    // MARK: Objects

    private func path(_ service: Int, _ characteristic: Int) -> String {
        "\(application)/service\(service)/char\(characteristic)"
    }

    private func characteristic(
        _ path: String
    ) -> (BluetoothDemand.Service, PublishedCharacteristic)? {
        for (at, service) in offered.enumerated() {
            for (place, characteristic) in service.service.characteristics.enumerated()
            where self.path(at, place) == path {
                return (service, characteristic)
            }
        }
        return nil
    }

    /// `a{oa{sa{sv}}}`
    private func describe(_ answer: borrowing BusMessage) throws(BusError) {
        try answer.begin(BusType.array, "{oa{sa{sv}}}")
        for (at, service) in offered.enumerated() {
            let path = "\(application)/service\(at)"
            try object(path, BlueZ.service, answer) { () throws(BusError) in
                try answer.entry("UUID", "s") { () throws(BusError) in
                    try answer.append(BluetoothUUID.full(service.service.uuid))
                }
                try answer.entry("Primary", "b") { () throws(BusError) in
                    try answer.append(service.service.isPrimary)
                }
            }
            for (place, characteristic) in service.service.characteristics.enumerated() {
                try object(self.path(at, place), BlueZ.characteristic, answer) {
                    () throws(BusError) in
                    try answer.entry("UUID", "s") { () throws(BusError) in
                        try answer.append(BluetoothUUID.full(characteristic.uuid))
                    }
                    try answer.entry("Service", "o") { () throws(BusError) in
                        try answer.append(path: path)
                    }
                    try answer.entry("Flags", "as") { () throws(BusError) in
                        try answer.append(BlueZ.flags(characteristic.properties))
                    }
                }
            }
        }
        try answer.end()
    }

    private func object(
        _ path: String, _ interface: String, _ answer: borrowing BusMessage,
        _ properties: () throws(BusError) -> Void
    ) throws(BusError) {
        try answer.begin(BusType.entry, "oa{sa{sv}}")
        try answer.append(path: path)
        try answer.begin(BusType.array, "{sa{sv}}")
        try answer.begin(BusType.entry, "sa{sv}")
        try answer.append(interface)
        try answer.begin(BusType.array, "{sv}")
        try properties()
        try answer.end()
        try answer.end()
        try answer.end()
        try answer.end()
    }

    /// The properties of an advertisement, which bluetoothd asks for; what a service and its
    /// characteristics are it was told.
    private func describe(_ path: String, _ call: borrowing BusMessage) {
        let number = path.split(separator: "/").last.flatMap {
            $0.hasPrefix("advertisement") ? Int($0.dropFirst("advertisement".count)) : nil
        }
        guard let advertisement = number.flatMap({ advertised[$0] })?.advertisement else {
            return refuse(call, "org.freedesktop.DBus.Error.UnknownObject", "there is none")
        }
        radio.link?.attempt { bus throws(BusError) in
            try bus.answer(call) { answer throws(BusError) in
                try answer.begin(BusType.array, "{sv}")
                try answer.entry("Type", "s") { () throws(BusError) in
                    try answer.append("peripheral")
                }
                // Others don't look at it otherwise; iOS says so of all that it advertises, too.
                try answer.entry("Discoverable", "b") { () throws(BusError) in
                    try answer.append(true)
                }
                try answer.entry("ServiceUUIDs", "as") { () throws(BusError) in
                    try answer.append(advertisement.services.map(BluetoothUUID.full))
                }
                if let name = advertisement.name {
                    try answer.entry("LocalName", "s") { () throws(BusError) in
                        try answer.append(name)
                    }
                }
                try answer.end()
            }
        }
    }
}

extension BluetoothDemand.Service {
    fileprivate func path(of characteristic: PublishedCharacteristic) -> PublishedPath {
        PublishedPath(service: service.uuid, characteristic: characteristic.uuid)
    }
}
