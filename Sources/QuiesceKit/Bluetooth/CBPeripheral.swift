import Foundation
import QuiesceWire

/// Where a connection stands.
public enum CBPeripheralState: Int, Sendable {
    /// It isn't connected, and nobody has asked for it.
    case disconnected = 0
    /// The app has asked for it.
    case connecting = 1
    /// It is connected for this app.
    case connected = 2
    /// The app has given it up, and it isn't gone yet.
    case disconnecting = 3
}

/// A remote Bluetooth device.
@preconcurrency @MainActor open class CBPeer {
    /// By which this device knows it.
    public let identifier: UUID

    init(_ identifier: UUID) { self.identifier = identifier }
}

/// A peripheral that the app has found, or is connected to (B1). On the main thread, as its
/// delegate.
@preconcurrency @MainActor open class CBPeripheral: CBPeer {
    /// The object that is told of the peripheral's events. The peripheral doesn't retain it: the
    /// app does.
    open weak var delegate: (any CBPeripheralDelegate)?
    /// As it calls itself; nil: it hasn't said.
    open internal(set) var name: String?
    /// Whether this app is connected to it.
    open internal(set) var state = CBPeripheralState.disconnected
    /// nil: they haven't been discovered.
    open private(set) var services: [CBService]?
    /// Always: the daemon takes what can't be sent yet.
    open var canSendWriteWithoutResponse: Bool { state == .connected }

    private unowned let room: BluetoothServices
    /// All that it has, discovered or not.
    private var offered: [CBService] = []
    /// Filters of discoveries that haven't been answered, the oldest first.
    private var discoveries: [[CBUUID]?] = []

    init(_ identifier: UUID, name: String?, _ room: BluetoothServices) {
        self.name = name
        self.room = room
        super.init(identifier)
    }

    private var wire: String { identifier.uuidString }

    // MARK: Discovering

    /// The delegate is told of its services; nil: of all.
    open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
        discoveries.append(serviceUUIDs)
        room.ask(.discover(peripheral: wire))
    }

    /// There are none: included services stand beside the others.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {
        room.soon { [self] in
            service.includedServices = []
            delegate?.peripheral(self, didDiscoverIncludedServicesFor: service, error: nil)
        }
    }

    /// The delegate is told of the service's characteristics; nil: of all.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
        room.soon { [self] in
            guard state == .connected else {
                delegate?.peripheral(
                    self, didDiscoverCharacteristicsFor: service, error: CBError(.notConnected))
                return
            }
            service.discover(characteristicUUIDs)
            delegate?.peripheral(self, didDiscoverCharacteristicsFor: service, error: nil)
        }
    }

    /// There are none: the daemon tells of no descriptors.
    open func discoverDescriptors(for characteristic: CBCharacteristic) {
        room.soon { [self] in
            characteristic.descriptors = []
            delegate?.peripheral(self, didDiscoverDescriptorsFor: characteristic, error: nil)
        }
    }

    // MARK: Values

    /// The delegate is told its value by `didUpdateValueFor`.
    open func readValue(for characteristic: CBCharacteristic) {
        room.ask(.read(peripheral: wire, handle: characteristic.handle))
    }

    /// With a response, the delegate is told what became of it; without one it is sent, and nobody
    /// says so.
    open func writeValue(
        _ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType
    ) {
        guard data.count <= maximumWriteValueLength(for: .withResponse) else {
            return room.soon { [self] in
                delegate?.peripheral(
                    self, didWriteValueFor: characteristic,
                    error: CBATTError(.invalidAttributeValueLength))
            }
        }
        room.ask(
            .write(
                peripheral: wire, handle: characteristic.handle, value: AttributeValue.base64(data),
                isAcknowledged: type == .withResponse))
    }

    /// From now on its changes are told, also to a suspended app that has the mode
    /// `bluetooth-central` (B1), or no more.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
        room.ask(.notify(peripheral: wire, handle: characteristic.handle, isOn: enabled))
    }

    /// The delegate is told how strong its signal is.
    open func readRSSI() { room.ask(.readSignal(peripheral: wire)) }

    /// Bytes. Without a response as many as any connection takes.
    open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
        switch type {
        case .withResponse: 512
        case .withoutResponse: 20
        }
    }

    // MARK: What the daemon says

    func restore(_ restored: RestoredPeripheral) {
        name = restored.peripheral.name ?? name
        state = restored.peripheral.isConnected ? .connected : .connecting
        guard !restored.services.isEmpty else { return }
        learn(restored.services)
        services = offered
        for service in offered { service.discover(nil) }
        for handle in restored.notifying { characteristic(handle)?.isNotifying = true }
    }

    /// A connection ended: what was discovered and asked is gone.
    func forget() {
        state = .disconnected
        discoveries = []
        for service in offered {
            for characteristic in service.characteristics ?? [] {
                characteristic.isNotifying = false
            }
        }
    }

    /// Handles of characteristics that notify.
    var notifying: [UInt16] {
        offered.flatMap { $0.characteristics ?? [] }.filter(\.isNotifying).map(\.handle)
    }

    func discovered(_ found: [GATTService], _ failure: BluetoothFailure?) {
        guard !discoveries.isEmpty else { return }
        let filter = discoveries.removeFirst()
        if failure == nil {
            learn(found)
            services = offered.filter { filter?.contains($0.uuid) ?? true }
        }
        delegate?.peripheral(self, didDiscoverServices: failure?.error())
    }

    private func learn(_ found: [GATTService]) {
        offered = found.map { service in
            offered.first { $0.handle == service.handle && $0.uuid.canonical == service.uuid }
                ?? CBService(service, of: self)
        }
    }

    private func characteristic(_ handle: UInt16) -> CBCharacteristic? {
        for service in offered {
            if let found = service.characteristics?.first(where: { $0.handle == handle }) {
                return found
            }
        }
        return nil
    }

    func take(_ news: BluetoothNews) {
        switch news {
        case .value(_, let handle, let value):
            guard let characteristic = characteristic(handle),
                let bytes = AttributeValue.bytes(base64: value)
            else { return }
            characteristic.value = Data(bytes)
            delegate?.peripheral(self, didUpdateValueFor: characteristic, error: nil)
        case .readFailed(_, let handle, let failure):
            guard let characteristic = characteristic(handle) else { return }
            delegate?.peripheral(
                self, didUpdateValueFor: characteristic, error: failure.error(reading: true))
        case .written(_, let handle, let failure):
            guard let characteristic = characteristic(handle) else { return }
            delegate?.peripheral(
                self, didWriteValueFor: characteristic, error: failure?.error())
        case .notifies(_, let handle, let isOn, let failure):
            guard let characteristic = characteristic(handle) else { return }
            characteristic.isNotifying = isOn
            delegate?.peripheral(
                self, didUpdateNotificationStateFor: characteristic, error: failure?.error())
        case .signal(_, let signal, let failure):
            delegate?.peripheral(
                self, didReadRSSI: NSNumber(value: signal ?? 127), error: failure?.error())
        case .services(_, let services, let failure): discovered(services, failure)
        case .opened, .restored, .discovered, .connected, .connectFailed, .disconnected, .published,
            .advertising, .asked, .subscribed, .ready:
            break
        }
    }
}

extension CBService {
    /// nil: all.
    fileprivate func discover(_ filter: [CBUUID]?) {
        let known = characteristics ?? []
        let found = offered.filter { one in
            filter?.contains { $0.canonical == one.uuid } ?? true
        }.map { one in
            known.first { $0.handle == one.handle } ?? CBCharacteristic(one, of: self)
        }
        // Characteristics that were discovered before stay.
        characteristics = known.filter { one in !found.contains { $0 === one } } + found
    }
}

/// Hears of a peripheral, on the main thread. What it doesn't implement does nothing.
@preconcurrency @MainActor public protocol CBPeripheralDelegate: AnyObject {
    /// Never called: a name is known before the peripheral is.
    func peripheralDidUpdateName(_ peripheral: CBPeripheral)
    /// Never called: services are discovered anew with each connection.
    func peripheral(_ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService])
    /// Its signal, in dBm.
    func peripheral(_ peripheral: CBPeripheral, didReadRSSI signal: NSNumber, error: (any Error)?)
    /// `services` is there.
    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?)
    /// `includedServices` is there.
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService,
        error: (any Error)?)
    /// `characteristics` is there.
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
        error: (any Error)?)
    /// A value was read, or has changed (B1).
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
        error: (any Error)?)
    /// A value was written, with a response.
    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
        error: (any Error)?)
    /// Its changes are told from now on, or no more.
    func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?)
    /// `descriptors` is there.
    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?)
    /// Never called, as it always is.
    func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral)
}

// Methods that a delegate doesn't implement do nothing.
extension CBPeripheralDelegate {
    public func peripheralDidUpdateName(_ peripheral: CBPeripheral) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]
    ) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didReadRSSI signal: NSNumber, error: (any Error)?
    ) {}
    public func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverIncludedServicesFor service: CBService,
        error: (any Error)?
    ) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
        error: (any Error)?
    ) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {}
    public func peripheral(
        _ peripheral: CBPeripheral, didDiscoverDescriptorsFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {}
    public func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {}
}
