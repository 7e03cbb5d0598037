import Foundation

/// A type of pushes, as a `PKPushRegistry` asks for them.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A call: the app is woken or launched for it at once.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
}

/// The token by which a server sends pushes of a type to this app on this device.
public final class PKPushCredentials: Sendable {
    /// Its kind: of a call.
    public let type: PKPushType
    /// Its bytes: servers send to their hexadecimal digits, with the app's id and `.voip` as the
    /// topic. It is another one than that of remote notifications.
    public let token: Data

    init(type: PKPushType, token: Data) {
        self.type = type
        self.token = token
    }
}

/// A push that has come.
///
/// Unchecked, as a JSON object's values are made once and never change.
public final class PKPushPayload: @unchecked Sendable {
    /// Its kind: of a call.
    public let type: PKPushType
    /// The push's JSON object: numbers, texts, `NSNull`, arrays and dictionaries.
    public let dictionaryPayload: [AnyHashable: Any]

    init(type: PKPushType, dictionaryPayload: [AnyHashable: Any]) {
        self.type = type
        self.dictionaryPayload = dictionaryPayload
    }
}
