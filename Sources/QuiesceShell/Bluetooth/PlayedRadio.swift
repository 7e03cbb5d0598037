import QuiesceCore

/// An adapter that a tool plays, with the peripherals and centrals around it. It answers as a real
/// one does, but at once.
package struct PlayedRadio {
    private struct Peripheral {
        var services: [GATTService]
        var values: [UInt16: String]
        var manufacturerData: String?
        var isConnected = false
        var notifying: Set<UInt16> = []
        /// Since the scan began, or it came into range.
        var isSeen = false

        func properties(of handle: UInt16) -> UInt16 {
            services.lazy.flatMap(\.characteristics).first { $0.handle == handle }?.properties ?? 0
        }
    }

    private var peripherals: [String: Peripheral] = [:]
    private var isOn = true
    private var demand: BluetoothDemand?
    private var lastCall: UInt64 = 0
    /// Answers of apps to centrals, and updates to their subscribers, the oldest first, for the
    /// tool that plays them.
    package private(set) var answers: [(call: UInt64, code: Int, value: String?)] = []
    package private(set) var updates: [(path: PublishedPath, value: String)] = []

    package init() {}

    // MARK: What is asked of it

    mutating package func follow(_ demand: BluetoothDemand?) -> [BluetoothEvent] {
        let before = self.demand
        self.demand = demand
        guard let demand else {
            hangUp()
            return []
        }
        guard isOn else { return before == nil ? [.adapter(.off)] : [] }
        var events: [BluetoothEvent] = before == nil ? begin() : []
        if demand.scan?.services != before?.scan?.services {
            for name in peripherals.keys { peripherals[name]?.isSeen = false }
        }
        for service in demand.services where before?.services.contains(service) != true {
            events.append(
                .reported(
                    .published(
                        service.app, manager: service.manager, service: service.service.uuid, nil)))
        }
        for advertisement in demand.advertisements
        where before?.advertisements.contains(advertisement) != true {
            events.append(
                .reported(
                    .advertising(advertisement.app, manager: advertisement.manager, nil)))
        }
        return events + settle()
    }

    mutating package func perform(_ command: BluetoothCommand) -> [BluetoothEvent] {
        switch command {
        case .read(let operation, let peripheral, let handle):
            guard let (name, at) = connected(peripheral) else { return failed(operation) }
            guard at.properties(of: handle) & 0x02 != 0,
                let value = peripherals[name]?.values[handle]
            else { return [.reported(.done(operation, .failed(.notPermitted)))] }
            return [.reported(.done(operation, .value(value)))]
        case .write(let operation, let peripheral, let handle, let value, _):
            guard let (name, at) = connected(peripheral) else { return failed(operation) }
            guard at.properties(of: handle) & 0x0C != 0 else {
                return [.reported(.done(operation, .failed(.notPermitted)))]
            }
            peripherals[name]?.values[handle] = value
            return [.reported(.done(operation, .written))]
        case .readSignal(let operation, let peripheral):
            return connected(peripheral) == nil
                ? failed(operation) : [.reported(.done(operation, .signal(-50)))]
        case .update(_, _, let path, let value):
            updates = updates.suffix(255) + [(path, value)]
            return []
        case .respond(let call, let code, let value):
            answers = answers.suffix(255) + [(call, code, value)]
            return []
        }
    }

    // MARK: What happens around it

    mutating package func play(_ played: PlayedBluetooth) -> [BluetoothEvent] {
        switch played {
        case .auto: return []
        case .adapter(let isOn):
            guard isOn != self.isOn else { return [] }
            self.isOn = isOn
            guard demand != nil else { return [] }
            guard isOn else {
                hangUp()
                return [.adapter(.off)]
            }
            return begin() + settle()
        case .near(let name, let services, let values, let data):
            let events = lose(name)
            peripherals[name] = Peripheral(
                services: services, values: values, manufacturerData: data)
            return events + settle()
        case .gone(let name):
            let events = lose(name)
            peripherals[name] = nil
            return events
        case .value(let name, let characteristic, let value):
            guard let peripheral = peripherals[name] else { return [] }
            let identifier = PlayedBluetooth.identifier(of: name)
            let handles = peripheral.services.flatMap(\.characteristics).filter {
                $0.uuid == characteristic
            }.map(\.handle)
            for handle in handles { peripherals[name]?.values[handle] = value }
            return handles.filter(peripheral.notifying.contains).map {
                .reported(.value(identifier, handle: $0, value))
            }
        case .asks(let name, let path, let value):
            return owners(of: path).map { app, manager in
                lastCall += 1
                return .reported(
                    .question(
                        app, manager: manager, call: lastCall,
                        central: PlayedBluetooth.identifier(of: name), path, offset: 0, value: value
                    ))
            }
        case .subscribes(let name, let path, let isOn):
            return owners(of: path).map { app, manager in
                .reported(
                    .subscribed(
                        app, manager: manager, central: PlayedBluetooth.identifier(of: name), path,
                        isOn: isOn))
            }
        }
    }

    private func owners(of path: PublishedPath) -> [(AppID, String)] {
        guard isOn else { return [] }
        return (demand?.services ?? []).filter { owner in
            owner.service.uuid == path.service
                && owner.service.characteristics.contains { $0.uuid == path.characteristic }
        }.map { ($0.app, $0.manager) }
    }

    // MARK: Its part

    private func begin() -> [BluetoothEvent] { [.adapter(.on), .reported(.present([]))] }

    private mutating func hangUp() {
        for name in peripherals.keys {
            peripherals[name]?.isConnected = false
            peripherals[name]?.notifying = []
            peripherals[name]?.isSeen = false
        }
    }

    /// Does what is wanted and can be.
    private mutating func settle() -> [BluetoothEvent] {
        guard isOn, let demand else { return [] }
        var events: [BluetoothEvent] = []
        for name in peripherals.keys.sorted() {
            guard var peripheral = peripherals[name] else { continue }
            let identifier = PlayedBluetooth.identifier(of: name)
            let known = KnownPeripheral(identifier, name: name)
            if let scan = demand.scan, !peripheral.isSeen, !peripheral.isConnected {
                let services = peripheral.services.map(\.uuid)
                if scan.services.isEmpty || scan.services.contains(where: services.contains) {
                    peripheral.isSeen = true
                    let advertisement = BluetoothAdvertisement(
                        name: name, services: services,
                        manufacturerData: peripheral.manufacturerData)
                    events.append(.reported(.discovered(known, advertisement, signal: -50)))
                }
            }
            let isWanted = demand.connections.contains(identifier)
            if isWanted, !peripheral.isConnected {
                peripheral.isConnected = true
                events.append(.reported(.connected(known)))
                events.append(.reported(.services(identifier, peripheral.services)))
            } else if !isWanted, peripheral.isConnected {
                peripheral.isConnected = false
                peripheral.notifying = []
                events.append(.reported(.disconnected(identifier, nil)))
            }
            let wanted = Set(
                demand.notifying.filter { $0.peripheral == identifier }.map(\.handle))
            if peripheral.isConnected {
                for handle in wanted.subtracting(peripheral.notifying).sorted() {
                    events.append(
                        .reported(.notifies(identifier, handle: handle, isOn: true, nil)))
                }
                peripheral.notifying = wanted
            }
            peripherals[name] = peripheral
        }
        return events
    }

    private mutating func lose(_ name: String) -> [BluetoothEvent] {
        guard peripherals[name]?.isConnected == true else { return [] }
        peripherals[name]?.isConnected = false
        peripherals[name]?.notifying = []
        return [.reported(.disconnected(PlayedBluetooth.identifier(of: name), .lost))]
    }

    private func connected(_ identifier: String) -> (String, Peripheral)? {
        peripherals.first {
            PlayedBluetooth.identifier(of: $0.key) == identifier && $0.value.isConnected
        }.map { ($0.key, $0.value) }
    }

    private func failed(_ operation: UInt64) -> [BluetoothEvent] {
        [.reported(.done(operation, .failed(.notConnected)))]
    }
}
