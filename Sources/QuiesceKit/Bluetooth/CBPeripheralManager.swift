import Foundation
import QuiesceWire

/// Offers services to others, and advertises them (B2).
///
/// With the mode `bluetooth-peripheral` a suspended app is woken for what centrals ask, for ten
/// seconds, which a background task extends; with a restore identifier one that has ended is
/// launched (B3). On the main thread, as its delegate, whatever `queue` is.
@preconcurrency @MainActor open class CBPeripheralManager: CBManager {
    /// The object that is told of the manager's events. The manager doesn't retain it: the app
    /// does.
    open weak var delegate: (any CBPeripheralManagerDelegate)?
    /// Others can find this device by what it advertises.
    open private(set) var isAdvertising = false

    private var offered: [CBMutableService] = []
    private var advertisement: BluetoothAdvertisement?
    private var centrals: [String: CBCentral] = [:]

    /// Asks the user whether the app may use Bluetooth, the first time (U4).
    ///
    /// - Parameter queue: of no effect: the delegate is called on the main thread.
    public convenience init(
        delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?,
        options: [String: Any]? = nil
    ) {
        self.init(UIApplication.shared.room(), delegate, options)
    }

    /// Without a delegate.
    public convenience init() { self.init(delegate: nil, queue: nil) }

    init(
        _ services: BluetoothServices, _ delegate: (any CBPeripheralManagerDelegate)?,
        _ options: [String: Any]?
    ) {
        self.delegate = delegate
        super.init(
            services,
            restoreIdentifier: options?[CBPeripheralManagerOptionRestoreIdentifierKey] as? String)
        services.add(self)
    }

    isolated deinit { services.released(name, .peripheral) }

    override var role: BluetoothRole { .peripheral }
    override func stateChanged() { delegate?.peripheralManagerDidUpdateState(self) }

    // MARK: What it offers

    /// Others see it from now on; `didAdd` tells.
    open func add(_ service: CBMutableService) {
        guard !offered.contains(where: { $0 === service }) else { return }
        offered.append(service)
        services.ask(.publish(manager: name, service: service.published))
    }

    /// Others don't see it any more.
    open func remove(_ service: CBMutableService) {
        guard offered.contains(where: { $0 === service }) else { return }
        offered.removeAll { $0 === service }
        services.ask(.unpublish(manager: name, service: service.uuid.canonical))
    }

    /// Others see none of them any more.
    open func removeAllServices() { for service in offered { remove(service) } }

    /// `CBAdvertisementDataLocalNameKey` and `CBAdvertisementDataServiceUUIDsKey` are advertised,
    /// and nothing else.
    open func startAdvertising(_ advertisementData: [String: Any]?) {
        let uuids = advertisementData?[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? []
        let advertisement = BluetoothAdvertisement(
            name: advertisementData?[CBAdvertisementDataLocalNameKey] as? String,
            services: uuids.map(\.canonical))
        self.advertisement = advertisement
        services.ask(.advertise(manager: name, advertisement))
    }

    /// This device isn't found any more.
    open func stopAdvertising() {
        advertisement = nil
        isAdvertising = false
        services.ask(.stopAdvertising(manager: name))
    }

    /// Tells subscribers. BlueZ tells all of them, whoever is named.
    ///
    /// - Returns: true: it is sent.
    @discardableResult
    open func updateValue(
        _ value: Data, for characteristic: CBMutableCharacteristic,
        onSubscribedCentrals centrals: [CBCentral]?
    ) -> Bool {
        guard let path = characteristic.path else { return false }
        characteristic.value = value
        services.ask(
            .update(manager: name, path: path, value: AttributeValue.base64(value.prefix(512))))
        return true
    }

    /// Answers what a central asked: once for each read, and once for all writes that came
    /// together.
    open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
        services.ask(
            .respond(
                call: request.call, code: result.rawValue,
                value: request.value.map { AttributeValue.base64($0.prefix(512)) }))
    }

    // MARK: The daemon

    override var wanted: [BluetoothRequest] {
        var requests: [BluetoothRequest] = offered.map {
            .publish(manager: name, service: $0.published)
        }
        if let advertisement { requests.append(.advertise(manager: name, advertisement)) }
        return requests
    }

    override func take(_ news: BluetoothNews) {
        switch news {
        case .restored(_, _, let restored): restore(restored)
        case .published(_, let uuid, let failure):
            guard let service = offered.first(where: { $0.uuid.canonical == uuid }) else { return }
            if failure != nil { offered.removeAll { $0 === service } }
            delegate?.peripheralManager(self, didAdd: service, error: failure?.error())
        case .advertising(_, let failure):
            guard advertisement != nil else { return }
            isAdvertising = failure == nil
            if failure != nil { advertisement = nil }
            delegate?.peripheralManagerDidStartAdvertising(self, error: failure?.error())
        case .asked(_, let call, let central, let path, let offset, let value):
            asked(call, central, path, offset, value)
        case .subscribed(_, let name, let path, let isOn):
            guard let characteristic = characteristic(path) else { return }
            let central = central(name)
            if isOn {
                let others = characteristic.subscribedCentrals ?? []
                if !others.contains(where: { $0 === central }) {
                    characteristic.subscribedCentrals = others + [central]
                }
                delegate?.peripheralManager(
                    self, central: central, didSubscribeTo: characteristic)
            } else {
                characteristic.subscribedCentrals?.removeAll { $0 === central }
                delegate?.peripheralManager(
                    self, central: central, didUnsubscribeFrom: characteristic)
            }
        case .ready: delegate?.peripheralManagerIsReady(toUpdateSubscribers: self)
        case .opened, .discovered, .connected, .connectFailed, .disconnected, .services, .value,
            .readFailed, .written, .notifies, .signal:
            break
        }
    }

    private func asked(
        _ call: UInt64, _ central: String, _ path: PublishedPath, _ offset: Int, _ value: String?
    ) {
        guard let characteristic = characteristic(path), let delegate else {
            return services.ask(
                .respond(call: call, code: CBATTError.Code.unlikelyError.rawValue, value: nil))
        }
        let request = CBATTRequest(
            self.central(central), characteristic, offset: offset,
            value: value.flatMap(AttributeValue.bytes(base64:)).map { Data($0) }, call: call)
        if value == nil {
            delegate.peripheralManager(self, didReceiveRead: request)
        } else {
            delegate.peripheralManager(self, didReceiveWrite: [request])
        }
    }

    private func central(_ name: String) -> CBCentral {
        if let known = centrals[name] { return known }
        let made = CBCentral(UUID(uuidString: name) ?? UUID())
        centrals[name] = made
        return made
    }

    private func characteristic(_ path: PublishedPath) -> CBMutableCharacteristic? {
        for service in offered where service.uuid.canonical == path.service {
            for case let found as CBMutableCharacteristic in service.characteristics ?? []
            where found.uuid.canonical == path.characteristic {
                return found
            }
        }
        return nil
    }

    private func restore(_ restored: RestoredManager) {
        offered = restored.services.map { published in
            let service = CBMutableService(
                type: CBUUID(canonical: published.uuid), primary: published.isPrimary)
            service.characteristics = published.characteristics.map { one in
                CBMutableCharacteristic(
                    type: CBUUID(canonical: one.uuid),
                    properties: CBCharacteristicProperties(rawValue: UInt(one.properties)),
                    value: one.value.flatMap(AttributeValue.bytes(base64:)).map { Data($0) },
                    permissions: [.readable, .writeable])
            }
            return service
        }
        advertisement = restored.advertisement
        isAdvertising = advertisement != nil
        var state: [String: Any] = [:]
        if !offered.isEmpty { state[CBPeripheralManagerRestoredStateServicesKey] = offered }
        state[CBPeripheralManagerRestoredStateAdvertisementDataKey] = advertisement?.dictionary
        delegate?.peripheralManager(self, willRestoreState: state)
    }
}

extension CBMutableCharacteristic {
    /// nil: it is of no service.
    fileprivate var path: PublishedPath? {
        service.map {
            PublishedPath(service: $0.uuid.canonical, characteristic: uuid.canonical)
        }
    }
}

/// Hears of a peripheral manager, on the main thread. What it doesn't implement does nothing.
@preconcurrency @MainActor public protocol CBPeripheralManagerDelegate: AnyObject {
    /// `state` has changed; with `.poweredOn` the manager can be used.
    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager)
    /// Passes the state that a manager of the same restore identifier had in an earlier launch
    /// (B3). This callback comes before anything else.
    func peripheralManager(
        _ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])
    /// It advertises, or can't.
    func peripheralManagerDidStartAdvertising(
        _ peripheral: CBPeripheralManager, error: (any Error)?)
    /// Others see the service, or can't.
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?)
    /// A central wants to be told of changes (B2).
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didSubscribeTo characteristic: CBCharacteristic)
    /// It doesn't any more.
    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic)
    /// `updateValue` works again.
    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager)
    /// A central reads (B2): set the request's `value`, and respond.
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest)
    /// A central writes (B2): respond to the first of them.
    func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest])
}

// Methods that a delegate doesn't implement do nothing.
extension CBPeripheralManagerDelegate {
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any]
    ) {}
    public func peripheralManagerDidStartAdvertising(
        _ peripheral: CBPeripheralManager, error: (any Error)?
    ) {}
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) {}
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didSubscribeTo characteristic: CBCharacteristic
    ) {}
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) {}
    public func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {}
    /// Says that it can't be read.
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest
    ) { peripheral.respond(to: request, withResult: .readNotPermitted) }
    /// Says that it can't be written.
    public func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
    ) {
        for request in requests { peripheral.respond(to: request, withResult: .writeNotPermitted) }
    }
}
