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
        case unknown = 0
        case invalidParameters = 1
        case invalidHandle = 2
        /// The peripheral isn't connected.
        case notConnected = 3
        case outOfSpace = 4
        case operationCancelled = 5
        case connectionTimeout = 6
        /// It hung up, or is out of range.
        case peripheralDisconnected = 7
        case uuidNotAllowed = 8
        case alreadyAdvertising = 9
        case connectionFailed = 10
        /// As many are connected as may be.
        case connectionLimitReached = 11
        case unknownDevice = 12
        case operationNotSupported = 13
        case peerRemovedPairingInformation = 14
        case encryptionTimedOut = 15
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

/// What the attribute protocol says to a read or a write (B1, B2).
public struct CBATTError: Error, Sendable, Hashable, CustomNSError, LocalizedError {
    /// The values are the protocol's.
    public enum Code: Int, Sendable {
        case success = 0
        case invalidHandle = 1
        case readNotPermitted = 2
        case writeNotPermitted = 3
        case invalidPdu = 4
        case insufficientAuthentication = 5
        case requestNotSupported = 6
        case invalidOffset = 7
        case insufficientAuthorization = 8
        case prepareQueueFull = 9
        case attributeNotFound = 10
        case attributeNotLong = 11
        case insufficientEncryptionKeySize = 12
        case invalidAttributeValueLength = 13
        case unlikelyError = 14
        case insufficientEncryption = 15
        case unsupportedGroupType = 16
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
