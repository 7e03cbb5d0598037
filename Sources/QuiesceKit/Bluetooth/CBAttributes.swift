import Foundation
import QuiesceWire

/// The base class of services, characteristics and descriptors.
@preconcurrency @MainActor open class CBAttribute {
    /// The UUID of the attribute's type.
    open private(set) var uuid: CBUUID

    init(_ uuid: CBUUID) { self.uuid = uuid }
}

/// A service of a peripheral.
@preconcurrency @MainActor open class CBService: CBAttribute {
    /// The peripheral that has the service; nil: this app offers it.
    open private(set) weak var peripheral: CBPeripheral?
    /// It isn't one that others include.
    open internal(set) var isPrimary: Bool
    /// nil: they haven't been discovered.
    open internal(set) var characteristics: [CBCharacteristic]?
    /// nil: they haven't been discovered. There are none: included services stand beside the
    /// others.
    open internal(set) var includedServices: [CBService]?
    let handle: UInt16
    /// All that it has, discovered or not.
    var offered: [GATTCharacteristic]

    init(_ service: GATTService, of peripheral: CBPeripheral?) {
        self.peripheral = peripheral
        isPrimary = service.isPrimary
        handle = service.handle
        offered = service.characteristics
        super.init(CBUUID(canonical: service.uuid))
    }
}

/// The operations that a characteristic supports.
public struct CBCharacteristicProperties: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value may be part of advertisements.
    public static let broadcast = Self(rawValue: 0x01)
    /// The value can be read.
    public static let read = Self(rawValue: 0x02)
    /// The value can be written, and nobody says whether it was.
    public static let writeWithoutResponse = Self(rawValue: 0x04)
    /// The value can be written, and the peripheral says whether it was.
    public static let write = Self(rawValue: 0x08)
    /// The value can be subscribed to, unacknowledged.
    public static let notify = Self(rawValue: 0x10)
    /// The value can be subscribed to, and each is acknowledged.
    public static let indicate = Self(rawValue: 0x20)
    /// The value can be written with a signature.
    public static let authenticatedSignedWrites = Self(rawValue: 0x40)
    /// There is a descriptor that says more.
    public static let extendedProperties = Self(rawValue: 0x80)
    /// As `notify`, of peers whose connection is encrypted.
    public static let notifyEncryptionRequired = Self(rawValue: 0x100)
    /// As `indicate`, of peers whose connection is encrypted.
    public static let indicateEncryptionRequired = Self(rawValue: 0x200)
}

/// Whether a write is answered.
public enum CBCharacteristicWriteType: Int, Sendable {
    /// The peripheral says whether the value was written.
    case withResponse = 0
    /// Nobody says whether the value was written.
    case withoutResponse = 1
}

/// A value of a service, which can be read, written or notified.
@preconcurrency @MainActor open class CBCharacteristic: CBAttribute {
    /// The service that has the characteristic.
    open internal(set) weak var service: CBService?
    /// The operations that the characteristic supports.
    open internal(set) var properties: CBCharacteristicProperties
    /// As it was read or notified last; nil: it wasn't.
    open internal(set) var value: Data?
    /// nil: they haven't been discovered. The daemon tells of none.
    open internal(set) var descriptors: [CBDescriptor]?
    /// Its changes are told.
    open internal(set) var isNotifying = false
    let handle: UInt16

    init(_ characteristic: GATTCharacteristic, of service: CBService?) {
        self.service = service
        properties = CBCharacteristicProperties(rawValue: UInt(characteristic.properties))
        handle = characteristic.handle
        super.init(CBUUID(canonical: characteristic.uuid))
    }
}

/// A description of a characteristic. The daemon tells of no descriptors: BlueZ itself keeps those
/// that it needs.
@preconcurrency @MainActor open class CBDescriptor: CBAttribute {
    /// The characteristic that is described.
    open private(set) weak var characteristic: CBCharacteristic?
    /// As it was read last.
    open private(set) var value: Any?
}
