import QuiesceCore

/// Actions of an app with its pushes, and of its server or a tool with them, when a step says so.
// derive: cases
public enum AppPushAction: Sendable, Hashable {
    /// If it runs.
    case register
    case unregister
    /// As above, for voip pushes.
    case registerVoIP
    case unregisterVoIP
    /// Its server posts so many, if the gateway has a token for the app.
    case post(PostedPush, times: Int)
    /// A tool sends it, without a gateway.
    case send(PostedPush)
}

/// A push as a server posts it.
// derive: json
public struct PostedPush: Sendable, Hashable {
    /// The text; nil: none is shown.
    public var alert: String?
    public var badge: Int?
    public var contentAvailable: Bool
    // json: isVoIP unless false
    public var isVoIP: Bool
    /// `apns-collapse-id`
    public var collapse: String?
    /// Seconds, by the gateway's clock, until it is worthless; nil: it is kept.
    public var expiresAfter: Int64?

    public init(
        alert: String? = nil, badge: Int? = nil, contentAvailable: Bool = false,
        isVoIP: Bool = false, collapse: String? = nil, expiresAfter: Int64? = nil
    ) {
        self.alert = alert
        self.badge = badge
        self.contentAvailable = contentAvailable
        self.isVoIP = isVoIP
        self.collapse = collapse
        self.expiresAfter = expiresAfter
    }

    var type: PushType { isVoIP ? .voip : .remote }

    /// Its JSON object.
    var payload: String {
        var aps: [String] = []
        if let alert { aps.append("\"alert\":\"\(alert)\"") }
        if let badge { aps.append("\"badge\":\(badge)") }
        if contentAvailable { aps.append("\"content-available\":1") }
        return "{\"aps\":{\(aps.joined(separator: ","))}}"
    }
}

extension AppPushAction: AppAction {
    var isDoneOnce: Bool { if case .post = self { true } else { false } }

    func perform(in process: ScriptedApp?, of app: AppID, on device: SimulatedDevice) {
        device.push(self, to: app)
        process?.push(self)
    }
}

extension ScriptedApp {
    fileprivate func push(_ action: AppPushAction) {
        guard runs else { return }
        switch action {
        case .register: session.ask(.register)
        case .unregister: session.ask(.unregister)
        case .registerVoIP: session.ask(.registerVoIP)
        case .unregisterVoIP: session.ask(.unregisterVoIP)
        case .post, .send: return
        }
        flush()
    }
}
