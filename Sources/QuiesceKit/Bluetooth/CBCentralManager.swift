import Foundation
import QuiesceWire

/// Finds peripherals, and connects to them (B1).
///
/// With the mode `bluetooth-central` a suspended app is woken for what its peripherals say, and for
/// their connections and disconnections, for ten seconds, which a background task extends. With a
/// restore identifier an app that has ended is launched for it, too, unless the user has force-quit
/// it (B3): a manager of the same identifier is told by `willRestoreState`, first of all. Without
/// the mode news wait until the app executes. On the main thread, as its delegate, whatever `queue`
/// is.
@preconcurrency @MainActor open class CBCentralManager: CBManager {
    /// The object that is told of the manager's events. The manager doesn't retain it: the app
    /// does.
    open weak var delegate: (any CBCentralManagerDelegate)?
    /// It looks for peripherals.
    open private(set) var isScanning = false

    private var scan: (services: [String], duplicates: Bool)?
    /// Those that it is connected to, or to be.
    private var wished: [CBPeripheral] = []
    private var known: [UUID: Weak] = [:]

    private struct Weak { weak var peripheral: CBPeripheral? }

    /// Asks the user whether the app may use Bluetooth, the first time (U4).
    ///
    /// - Parameter queue: of no effect: the delegate is called on the main thread.
    public convenience init(
        delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?,
        options: [String: Any]? = nil
    ) {
        self.init(UIApplication.shared.room(), delegate, options)
    }

    /// Without a delegate.
    public convenience init() { self.init(delegate: nil, queue: nil) }

    init(
        _ services: BluetoothServices, _ delegate: (any CBCentralManagerDelegate)?,
        _ options: [String: Any]?
    ) {
        self.delegate = delegate
        super.init(
            services,
            restoreIdentifier: options?[CBCentralManagerOptionRestoreIdentifierKey] as? String)
        services.add(self)
    }

    isolated deinit { services.released(name, .central) }

    override var role: BluetoothRole { .central }
    override func stateChanged() { delegate?.centralManagerDidUpdateState(self) }

    // MARK: Scans and connections

    /// Peripherals that advertise one of these services are told by `didDiscover`, each once; nil:
    /// all, but only while the app is in front (B1). It goes on until `stopScan()`.
    open func scanForPeripherals(
        withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil
    ) {
        let duplicates = options?[CBCentralManagerScanOptionAllowDuplicatesKey] as? Bool ?? false
        let wanted = (serviceUUIDs ?? []).map(\.canonical)
        scan = (wanted, duplicates)
        isScanning = true
        services.ask(.scan(manager: name, services: wanted, duplicates: duplicates))
    }

    /// No more are told.
    open func stopScan() {
        scan = nil
        isScanning = false
        services.ask(.stopScan(manager: name))
    }

    /// As soon as it is in range, however long that takes; `didConnect` or `didFailToConnect`
    /// tells.
    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
        guard peripheral.state != .connected else { return }
        peripheral.state = .connecting
        keep(peripheral)
        services.ask(.connect(manager: name, peripheral: peripheral.identifier.uuidString))
    }

    /// No more, or not any more; `didDisconnectPeripheral` tells of one that was connected.
    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
        if peripheral.state == .connected {
            peripheral.state = .disconnecting
        } else if peripheral.state == .connecting {
            peripheral.forget()
            wished.removeAll { $0 === peripheral }
        }
        services.ask(.disconnect(manager: name, peripheral: peripheral.identifier.uuidString))
    }

    /// Those of that identifier, which an earlier launch may have kept. Whether they can be
    /// connected to shows when that is tried.
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
        identifiers.map { peripheral($0, nil) }
    }

    /// Those that this app is connected to and that have one of the services, as far as they were
    /// discovered.
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
        wished.filter { peripheral in
            peripheral.state == .connected
                && peripheral.services?.contains { serviceUUIDs.contains($0.uuid) } ?? false
        }
    }

    private func keep(_ peripheral: CBPeripheral) {
        if !wished.contains(where: { $0 === peripheral }) { wished.append(peripheral) }
        known[peripheral.identifier] = Weak(peripheral: peripheral)
    }

    private func peripheral(_ identifier: UUID, _ name: String?) -> CBPeripheral {
        if let found = known[identifier]?.peripheral {
            found.name = name ?? found.name
            return found
        }
        known = known.filter { $0.value.peripheral != nil }
        let made = CBPeripheral(identifier, name: name, services)
        known[identifier] = Weak(peripheral: made)
        return made
    }

    private func wished(_ identifier: String) -> CBPeripheral? {
        wished.first { $0.identifier.uuidString == identifier }
    }

    // MARK: The daemon

    override var wanted: [BluetoothRequest] {
        var requests: [BluetoothRequest] = []
        if let scan {
            requests.append(
                .scan(manager: name, services: scan.services, duplicates: scan.duplicates))
        }
        for peripheral in wished where peripheral.state != .disconnecting {
            let identifier = peripheral.identifier.uuidString
            requests.append(.connect(manager: name, peripheral: identifier))
            for handle in peripheral.notifying {
                requests.append(.notify(peripheral: identifier, handle: handle, isOn: true))
            }
        }
        return requests
    }

    override func take(_ news: BluetoothNews) {
        switch news {
        case .restored(_, _, let restored): restore(restored)
        case .discovered(_, let found, let advertisement, let signal):
            guard isScanning, let identifier = UUID(uuidString: found.identifier) else { return }
            delegate?.centralManager(
                self, didDiscover: peripheral(identifier, found.name),
                advertisementData: advertisement.dictionary, rssi: NSNumber(value: signal))
        case .connected(let identifier, let name):
            guard let peripheral = wished(identifier), peripheral.state == .connecting else {
                return
            }
            peripheral.name = name ?? peripheral.name
            peripheral.state = .connected
            delegate?.centralManager(self, didConnect: peripheral)
        case .connectFailed(let identifier, let failure):
            guard let peripheral = wished(identifier) else { return }
            drop(peripheral)
            delegate?.centralManager(
                self, didFailToConnect: peripheral, error: failure.error())
        case .disconnected(let identifier, let failure):
            guard let peripheral = wished(identifier) else { return }
            drop(peripheral)
            delegate?.centralManager(
                self, didDisconnectPeripheral: peripheral, error: failure?.error())
        case .services(let identifier, _, _), .value(let identifier, _, _),
            .readFailed(let identifier, _, _), .written(let identifier, _, _),
            .notifies(let identifier, _, _, _), .signal(let identifier, _, _):
            wished(identifier)?.take(news)
        case .opened, .published, .advertising, .asked, .subscribed, .ready: break
        }
    }

    private func drop(_ peripheral: CBPeripheral) {
        peripheral.forget()
        wished.removeAll { $0 === peripheral }
    }

    private func restore(_ restored: RestoredManager) {
        var state: [String: Any] = [:]
        let peripherals = restored.peripherals.compactMap { restored -> CBPeripheral? in
            guard let identifier = UUID(uuidString: restored.peripheral.identifier) else {
                return nil
            }
            let peripheral = peripheral(identifier, restored.peripheral.name)
            peripheral.restore(restored)
            keep(peripheral)
            return peripheral
        }
        if !peripherals.isEmpty {
            state[CBCentralManagerRestoredStatePeripheralsKey] = peripherals
        }
        if let services = restored.scan {
            scan = (services, false)
            isScanning = true
            state[CBCentralManagerRestoredStateScanServicesKey] = services.map(
                CBUUID.init(canonical:))
        }
        delegate?.centralManager(self, willRestoreState: state)
    }
}

extension BluetoothAdvertisement {
    /// As a delegate is told it.
    var dictionary: [String: Any] {
        var data: [String: Any] = [
            CBAdvertisementDataIsConnectable: NSNumber(value: isConnectable)
        ]
        data[CBAdvertisementDataLocalNameKey] = name
        if !services.isEmpty {
            data[CBAdvertisementDataServiceUUIDsKey] = services.map(CBUUID.init(canonical:))
        }
        data[CBAdvertisementDataManufacturerDataKey] =
            manufacturerData.flatMap(AttributeValue.bytes(base64:)).map { Data($0) }
        if !serviceData.isEmpty {
            data[CBAdvertisementDataServiceDataKey] = Dictionary(
                serviceData.map {
                    (
                        CBUUID(canonical: $0.service),
                        Data(AttributeValue.bytes(base64: $0.data) ?? [])
                    )
                }, uniquingKeysWith: { first, _ in first })
        }
        data[CBAdvertisementDataTxPowerLevelKey] = txPower.map { NSNumber(value: $0) }
        return data
    }
}

/// Hears of a central manager, on the main thread. What it doesn't implement does nothing.
@preconcurrency @MainActor public protocol CBCentralManagerDelegate: AnyObject {
    /// `state` has changed; with `.poweredOn` the manager can be used.
    func centralManagerDidUpdateState(_ central: CBCentralManager)
    /// Passes the state that a manager of the same restore identifier had in an earlier launch
    /// (B3). This callback comes before anything else.
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any])
    /// A peripheral that it scans for is near. Keep it, to connect to it.
    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi: NSNumber)
    /// It is connected (B1).
    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral)
    /// It can't be connected to.
    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral,
        error: (any Error)?)
    /// It isn't connected any more (B1); error: nil: as the app has asked.
    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?)
}

// Methods that a delegate doesn't implement do nothing.
extension CBCentralManagerDelegate {
    public func centralManager(
        _ central: CBCentralManager, willRestoreState dict: [String: Any]
    ) {}
    public func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi: NSNumber
    ) {}
    public func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {}
    public func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral,
        error: (any Error)?
    ) {}
    public func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
    ) {}
}
