import Foundation
import QuiesceWire

/// The domain of Core Bluetooth's errors.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBErrorDomain = "CBErrorDomain"
/// The domain of the attribute protocol's errors.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let CBATTErrorDomain = "CBATTErrorDomain"

/// Why something of Bluetooth failed (B1, B2).
public struct CBError: Error, Sendable, Hashable, CustomNSError, LocalizedError {
    /// The values are Core Bluetooth's.
    public enum Code: Int, Sendable {
        /// Nothing more is known.
        case unknown = 0
        /// A parameter can't be right.
        case invalidParameters = 1
        /// There is no such attribute.
        case invalidHandle = 2
        /// The peripheral isn't connected.
        case notConnected = 3
        /// The device has no room for more.
        case outOfSpace = 4
        /// It was called off.
        case operationCancelled = 5
        /// The peripheral didn't answer in time.
        case connectionTimeout = 6
        /// It hung up, or is out of range.
        case peripheralDisconnected = 7
        /// The system keeps this identifier for itself.
        case uuidNotAllowed = 8
        /// The app advertises already.
        case alreadyAdvertising = 9
        /// The peripheral couldn't be reached.
        case connectionFailed = 10
        /// As many are connected as may be.
        case connectionLimitReached = 11
        /// No such peripheral is known.
        case unknownDevice = 12
        /// The peripheral, or the device, can't do it.
        case operationNotSupported = 13
        /// The peripheral has forgotten that it was paired.
        case peerRemovedPairingInformation = 14
        /// The peripheral didn't agree on a key in time.
        case encryptionTimedOut = 15
        /// The device is paired with as many as it can be.
        case tooManyLEPairedDevices = 16
    }

    /// Why.
    public let code: Code

    /// An error of this code.
    public init(_ code: Code) { self.code = code }

    /// `CBErrorDomain`
    public static var errorDomain: String { CBErrorDomain }
    /// The code's value.
    public var errorCode: Int { code.rawValue }
    /// The code in words, for a log.
    public var errorDescription: String? { "CoreBluetooth: \(code) (\(code.rawValue))" }
}

/// The attribute protocol's answer to a read or a write (B1, B2).
public struct CBATTError: Error, Sendable, Hashable, CustomNSError, LocalizedError {
    /// The values are the protocol's.
    public enum Code: Int, Sendable {
        /// It was done.
        case success = 0
        /// There is no such attribute.
        case invalidHandle = 1
        /// The value can't be read.
        case readNotPermitted = 2
        /// The value can't be written.
        case writeNotPermitted = 3
        /// The request wasn't understood.
        case invalidPdu = 4
        /// It asks for a peer that has proved who it is.
        case insufficientAuthentication = 5
        /// The server doesn't know this request.
        case requestNotSupported = 6
        /// The value isn't that long.
        case invalidOffset = 7
        /// The peer may not.
        case insufficientAuthorization = 8
        /// Too many writes wait to be carried out.
        case prepareQueueFull = 9
        /// None was found in the range that was asked for.
        case attributeNotFound = 10
        /// The value can't be read in parts.
        case attributeNotLong = 11
        /// The key is too short.
        case insufficientEncryptionKeySize = 12
        /// The value has a length that this attribute can't have.
        case invalidAttributeValueLength = 13
        /// Nothing more is known.
        case unlikelyError = 14
        /// It asks for an encrypted connection.
        case insufficientEncryption = 15
        /// Services aren't grouped like that.
        case unsupportedGroupType = 16
        /// The server has no room for it.
        case insufficientResources = 17
    }

    /// Why.
    public let code: Code

    /// An error of this code.
    public init(_ code: Code) { self.code = code }

    /// `CBATTErrorDomain`
    public static var errorDomain: String { CBATTErrorDomain }
    /// The code's value.
    public var errorCode: Int { code.rawValue }
    /// The code in words, for a log.
    public var errorDescription: String? { "CoreBluetooth: ATT \(code) (\(code.rawValue))" }
}

extension BluetoothFailure {
    /// As Core Bluetooth has it.
    ///
    /// - Parameter attempt: of a read, where nothing is said to be permitted.
    func error(reading attempt: Bool = false) -> any Error {
        switch self {
        case .notConnected: CBError(.notConnected)
        case .lost: CBError(.peripheralDisconnected)
        case .timeout: CBError(.connectionTimeout)
        case .failed: CBError(.connectionFailed)
        case .notPermitted: CBATTError(attempt ? .readNotPermitted : .writeNotPermitted)
        case .notSupported: CBATTError(.requestNotSupported)
        case .notAllowed: CBError(.operationCancelled)
        case .tooMany: CBError(.connectionLimitReached)
        }
    }
}
