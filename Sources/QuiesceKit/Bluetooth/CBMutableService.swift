import Foundation
import QuiesceWire

/// The ways in which a central may access a characteristic that this app offers.
public struct CBAttributePermissions: OptionSet, Sendable, Hashable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The value can be read.
    public static let readable = Self(rawValue: 0x01)
    /// The value can be written.
    public static let writeable = Self(rawValue: 0x02)
    /// The value can be read over an encrypted connection.
    public static let readEncryptionRequired = Self(rawValue: 0x04)
    /// The value can be written over an encrypted connection.
    public static let writeEncryptionRequired = Self(rawValue: 0x08)
}

/// A service that this app offers (B2).
@preconcurrency @MainActor open class CBMutableService: CBService {
    /// Primary, or one that others include.
    public init(type UUID: CBUUID, primary isPrimary: Bool) {
        super.init(
            GATTService(handle: 0, uuid: UUID.canonical, isPrimary: isPrimary), of: nil)
    }

    /// Before the service is added.
    open override var characteristics: [CBCharacteristic]? {
        get { super.characteristics }
        set {
            super.characteristics = newValue
            for characteristic in newValue ?? [] { characteristic.service = self }
        }
    }

    var published: PublishedService {
        PublishedService(
            uuid: uuid.canonical, isPrimary: isPrimary,
            characteristics: (characteristics ?? []).map { characteristic in
                PublishedCharacteristic(
                    uuid: characteristic.uuid.canonical,
                    properties: UInt16(truncatingIfNeeded: characteristic.properties.rawValue),
                    value: (characteristic as? CBMutableCharacteristic)?.fixed.map {
                        AttributeValue.base64($0)
                    })
            })
    }
}

/// A characteristic that this app offers (B2).
@preconcurrency @MainActor open class CBMutableCharacteristic: CBCharacteristic {
    /// The ways in which centrals may access the characteristic.
    open var permissions: CBAttributePermissions
    /// Whom its changes are told. BlueZ says that there are some, and not who: one stands for all
    /// of them.
    open internal(set) var subscribedCentrals: [CBCentral]?
    /// The value that centrals read without the app being asked; nil: the app is asked each time.
    let fixed: Data?

    /// - Parameter value: nil: the app is asked each time.
    public init(
        type UUID: CBUUID, properties: CBCharacteristicProperties, value: Data?,
        permissions: CBAttributePermissions
    ) {
        self.permissions = permissions
        fixed = value
        super.init(
            GATTCharacteristic(
                handle: 0, uuid: UUID.canonical,
                properties: UInt16(truncatingIfNeeded: properties.rawValue)), of: nil)
        self.value = value
    }
}

/// A central that has connected to this device (B2).
@preconcurrency @MainActor open class CBCentral: CBPeer {
    /// Bytes of an update.
    open var maximumUpdateValueLength: Int { 512 }
}

/// A central's request to read or write a value (B2). Answer it with `respond(to:withResult:)`.
@preconcurrency @MainActor open class CBATTRequest {
    /// The central that asks.
    public let central: CBCentral
    /// The characteristic that is read or written.
    public let characteristic: CBCharacteristic
    /// The first byte that is read or written.
    public let offset: Int
    /// The value that is written; of a read, the value that the app answers.
    open var value: Data?
    let call: UInt64

    init(
        _ central: CBCentral, _ characteristic: CBCharacteristic, offset: Int, value: Data?,
        call: UInt64
    ) {
        self.central = central
        self.characteristic = characteristic
        self.offset = offset
        self.value = value
        self.call = call
    }
}
