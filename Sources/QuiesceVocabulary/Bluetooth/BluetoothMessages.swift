// Bluetooth between an app and the daemon. A manager's name is its restore identifier, or one that
// no restore identifier is; a peripheral's and a central's is a UUID in capital letters; a
// characteristic's is its handle in its peripheral.

/// On which side of a connection a manager is.
// derive: json
public enum BluetoothRole: String, Sendable, Hashable, CaseIterable {
    case central, peripheral
}

/// An app's request about Bluetooth.
// derive: tag=action
public enum BluetoothRequest: Sendable, Hashable {
    /// There is a manager; the user is asked whether the app may (U4). `restores`: it outlasts the
    /// launch (B3).
    // json: restores unless false
    case open(manager: String, role: BluetoothRole, restores: Bool)
    case close(manager: String, role: BluetoothRole)
    /// Peripherals that advertise one of these services; none: all, which nobody out of sight is
    /// told.
    // json: duplicates unless false
    case scan(manager: String, services: [String], duplicates: Bool)
    case stopScan(manager: String)
    /// Without an end in time, until it is taken back.
    case connect(manager: String, peripheral: String)
    case disconnect(manager: String, peripheral: String)
    /// Asks for the services that a connected peripheral offers.
    case discover(peripheral: String)
    case read(peripheral: String, handle: UInt16)
    /// `value`: base64. `isAcknowledged`: the peripheral answers.
    // json: isAcknowledged=acknowledged
    case write(peripheral: String, handle: UInt16, value: String, isAcknowledged: Bool)
    case notify(peripheral: String, handle: UInt16, isOn: Bool)
    case readSignal(peripheral: String)

    // As a peripheral
    case publish(manager: String, service: PublishedService)
    case unpublish(manager: String, service: String)
    case advertise(manager: String, BluetoothAdvertisement)
    case stopAdvertising(manager: String)
    /// Tells its subscribers; `value`: base64.
    case update(manager: String, path: PublishedPath, value: String)
    /// The answer to an `asked`: an error of the attribute protocol, or 0 and what was read, in
    /// base64.
    case respond(call: UInt64, code: Int, value: String?)
}

/// Why something of Bluetooth came to nothing.
// derive: json
public enum BluetoothFailure: String, Sendable, Hashable, CaseIterable {
    /// The peripheral isn't connected, or the app isn't connected to it.
    case notConnected
    /// It is out of range, has hung up, or the adapter is gone.
    case lost
    case timeout
    /// It, or the adapter, said no.
    case failed
    /// The peripheral doesn't allow it.
    case notPermitted
    /// There is no such characteristic, or it can't do that.
    case notSupported
    /// The user doesn't let the app.
    case notAllowed
    /// As many as may be are there already.
    case tooMany
}

/// News of Bluetooth for an app that executes, of which the next one is worth more. Nobody
/// acknowledges them.
// derive: tag=kind
public enum BluetoothUpdate: Sendable, Hashable {
    /// After `open`, and whenever it changes.
    case adapter(AdapterState)

    package var isReplaceable: Bool { false }
}

/// A peripheral as apps know it.
// derive: json
public struct KnownPeripheral: Sendable, Hashable {
    public var identifier: String
    public var name: String?
    // json: isConnected unless false
    public var isConnected: Bool

    public init(_ identifier: String, name: String? = nil, isConnected: Bool = false) {
        self.identifier = identifier
        self.name = name
        self.isConnected = isConnected
    }
}

/// The state of a manager of an earlier launch, for a later manager of that name (B3).
// derive: json
public struct RestoredManager: Sendable, Hashable {
    // json: unless []
    public var peripherals: [RestoredPeripheral]
    /// The services that it scans for; nil: it doesn't scan.
    public var scan: [String]?
    // json: unless []
    public var services: [PublishedService]
    public var advertisement: BluetoothAdvertisement?

    public init(
        peripherals: [RestoredPeripheral] = [], scan: [String]? = nil,
        services: [PublishedService] = [], advertisement: BluetoothAdvertisement? = nil
    ) {
        self.peripherals = peripherals
        self.scan = scan
        self.services = services
        self.advertisement = advertisement
    }
}

// derive: json
public struct RestoredPeripheral: Sendable, Hashable {
    // json: flat
    public var peripheral: KnownPeripheral
    /// The services that the peripheral offers, as far as they were discovered.
    // json: unless []
    public var services: [GATTService]
    /// Handles of characteristics that notify.
    // json: unless []
    public var notifying: [UInt16]

    public init(_ peripheral: KnownPeripheral, services: [GATTService], notifying: [UInt16]) {
        self.peripheral = peripheral
        self.services = services
        self.notifying = notifying
    }
}

/// News that an app is called back with, and is woken or launched for: acknowledged by the
/// callback's return.
// derive: tag=kind
public enum BluetoothNews: Sendable, Hashable {
    /// A manager is known, and hears from now on.
    case opened(manager: String, role: BluetoothRole)
    /// The state that a manager of that name had in an earlier launch. This comes before any other
    /// news for the manager.
    case restored(manager: String, role: BluetoothRole, RestoredManager)
    /// `signal`: dBm.
    case discovered(
        manager: String, peripheral: KnownPeripheral, BluetoothAdvertisement, signal: Int)
    case connected(peripheral: String, name: String?)
    case connectFailed(peripheral: String, failure: BluetoothFailure)
    /// failure: nil: as the app asked for.
    case disconnected(peripheral: String, failure: BluetoothFailure?)
    case services(peripheral: String, [GATTService], failure: BluetoothFailure?)
    /// Read, or notified; base64.
    case value(peripheral: String, handle: UInt16, value: String)
    case readFailed(peripheral: String, handle: UInt16, failure: BluetoothFailure)
    case written(peripheral: String, handle: UInt16, failure: BluetoothFailure?)
    // json: isOn=on
    case notifies(peripheral: String, handle: UInt16, isOn: Bool, failure: BluetoothFailure?)
    case signal(peripheral: String, signal: Int?, failure: BluetoothFailure?)

    // As a peripheral
    case published(manager: String, service: String, failure: BluetoothFailure?)
    case advertising(manager: String, failure: BluetoothFailure?)
    /// A central reads, or writes what `value` has, in base64; `call` is answered by `respond`.
    case asked(
        manager: String, call: UInt64, central: String, path: PublishedPath, offset: Int,
        value: String?)
    // json: isOn=on
    case subscribed(manager: String, central: String, path: PublishedPath, isOn: Bool)
    /// Subscribers can be told more.
    case ready(manager: String)
}
