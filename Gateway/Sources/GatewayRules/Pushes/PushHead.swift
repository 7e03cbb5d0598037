/// The head of a request to send a push: its path and its `apns-` headers, checked.
public struct PushHead: Sendable, Hashable {
    public var token: DeviceToken
    public var id: String?
    public var topic: String?
    public var type: PushType?
    public var priority: PushPriority
    public var expiration: Expiration
    public var collapseID: String?
    /// The text that follows `bearer ` in `authorization`.
    public var providerToken: String?

    /// The path that pushes are posted to, without the token.
    public static let path = "/3/device/"

    /// The `apns-id` alone, as an answer has it even if it is no good: clients find their request
    /// by it.
    public static func id(of headers: [(name: String, value: String)]) -> String? {
        headers.first { $0.name == "apns-id" }.map(\.value).flatMap {
            $0.utf8.count <= 64 ? $0 : nil
        }
    }

    /// Throws the `Reason` for which it can't be sent. Header names are lowercase, as HTTP/2's are.
    public init(method: String, path: String, headers: [(name: String, value: String)])
        throws(Reason)
    {
        guard method == "POST" else { throw .methodNotAllowed }
        if path + "/" == Self.path { throw .missingDeviceToken }
        guard path.hasPrefix(Self.path) else { throw .badPath }
        let text = path.dropFirst(Self.path.count)
        guard !text.isEmpty else { throw .missingDeviceToken }

        var values: [String: String] = [:]
        for header in headers where Self.known.contains(header.name) {
            guard values.updateValue(header.value, forKey: header.name) == nil else {
                throw .duplicateHeaders
            }
        }
        providerToken = values["authorization"].flatMap(Self.bearer)
        id = try Self.checkedID(values["apns-id"])
        token = try Self.token(text)
        topic = try Self.topic(values["apns-topic"])
        type = try Self.type(values["apns-push-type"])
        priority = try Self.priority(values["apns-priority"], type)
        expiration = try Self.expiration(values["apns-expiration"])
        collapseID = try Self.collapseID(values["apns-collapse-id"])
    }

    /// The headers that are read. Others are no concern of ours.
    private static let known: Set<String> = [
        "authorization", "apns-id", "apns-topic", "apns-push-type", "apns-priority",
        "apns-expiration", "apns-collapse-id",
    ]

    private static func bearer(_ value: String) -> String? {
        guard value.count > 7, value.prefix(7).lowercased() == "bearer " else { return nil }
        return String(value.dropFirst(7))
    }

    private static func checkedID(_ value: String?) throws(Reason) -> String? {
        guard let value else { return nil }
        guard isUUID(value) else { throw .badMessageID }
        return value
    }

    private static func token(_ text: Substring) throws(Reason) -> DeviceToken {
        guard Limits.tokenDigits.contains(text.utf8.count), text.utf8.count.isMultiple(of: 2),
            text.utf8.allSatisfy(isHexDigit)
        else { throw .badDeviceToken }
        return DeviceToken(rawValue: text.lowercased())
    }

    private static func topic(_ value: String?) throws(Reason) -> String? {
        guard let value else { return nil }
        guard isTopic(value) else { throw .badTopic }
        return value
    }

    private static func type(_ value: String?) throws(Reason) -> PushType? {
        guard let value else { return nil }
        guard let type = PushType(rawValue: value) else { throw .invalidPushType }
        return type
    }

    private static func priority(_ value: String?, _ type: PushType?) throws(Reason) -> PushPriority
    {
        guard let value else { return type == .background ? .considerate : .immediate }
        guard let number = Int(value), let priority = PushPriority(rawValue: number),
            // "Using priority 10 is an error" with a background push.
            !(type == .background && priority == .immediate)
        else { throw .badPriority }
        return priority
    }

    private static func expiration(_ value: String?) throws(Reason) -> Expiration {
        guard let value else { return .unstated }
        // No later than what milliseconds in 64 bits can say.
        guard let seconds = Int64(value), (0...9_000_000_000_000).contains(seconds) else {
            throw .badExpirationDate
        }
        return Expiration(unixSeconds: seconds)
    }

    private static func collapseID(_ value: String?) throws(Reason) -> String? {
        guard let value else { return nil }
        guard (1...Limits.collapseIDBytes).contains(value.utf8.count) else { throw .badCollapseID }
        return value
    }

    /// Whether it is a UUID in canonical form: 32 hex digits as 8-4-4-4-12.
    static func isUUID(_ text: String) -> Bool {
        guard text.utf8.count == 36 else { return false }
        return text.utf8.enumerated().allSatisfy { place, digit in
            [8, 13, 18, 23].contains(place) ? digit == UInt8(ascii: "-") : isHexDigit(digit)
        }
    }

    /// Whether it can be a bundle's id, perhaps with a suffix.
    public static func isTopic(_ text: String) -> Bool {
        (1...Limits.topicBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { digit in
                switch digit {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                case _: false
                }
            }
    }

    static func isHexDigit(_ digit: UInt8) -> Bool {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        case _: false
        }
    }
}
