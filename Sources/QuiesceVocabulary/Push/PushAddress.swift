/// The type of a push, which decides what the device does with it.
// derive: json
public enum PushType: String, Sendable, Hashable, CaseIterable {
    /// A remote notification: something to show, something to fetch, or both (R1, R2).
    case remote
    /// A call: its app hears of it at once, and nothing is shown by the system.
    case voip
}

/// The address that a token reaches: an app, by pushes of one type. Servers and gateways name the
/// address by its topic.
public struct PushAddress: Sendable, Hashable, Comparable {
    public var app: AppID
    public var type: PushType

    public init(_ app: AppID, _ type: PushType) {
        self.app = app
        self.type = type
    }

    public static func remote(_ app: AppID) -> PushAddress { PushAddress(app, .remote) }
    public static func voip(_ app: AppID) -> PushAddress { PushAddress(app, .voip) }

    /// The end of a topic of voip pushes, as Apple has it.
    public static let voipSuffix = ".voip"

    /// The app's id, with `.voip` behind it for voip pushes.
    public var topic: String {
        switch type {
        case .remote: app.name
        case .voip: app.name + Self.voipSuffix
        }
    }

    /// - Returns: nil for what is no topic of an app.
    public init?(topic: String) {
        let isVoIP = topic.hasSuffix(Self.voipSuffix)
        let name = isVoIP ? String(topic.dropLast(Self.voipSuffix.count)) : topic
        guard let app = AppID(name) else { return nil }
        self.init(app, isVoIP ? .voip : .remote)
    }

    /// The address is its topic's. One of an app whose id ends with `.voip` isn't: the topic is
    /// that of another app's voip pushes.
    public var isUnambiguous: Bool { PushAddress(topic: topic) == self }

    public static func < (a: PushAddress, b: PushAddress) -> Bool {
        a.app == b.app ? a.type == .remote && b.type == .voip : a.app < b.app
    }
}

extension PushAddress: WrittenAs {
    public var written: String { topic }
    public init?(written: String) { self.init(topic: written) }
}
