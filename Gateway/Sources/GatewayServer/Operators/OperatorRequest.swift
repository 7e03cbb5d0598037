import GatewayRules
import GatewayStore

/// An operator's request to a gateway, one line of JSON on its socket.
public struct OperatorRequest: Sendable, Codable {
    public enum What: String, Sendable, Codable {
        case status, devices, revokeDevice, push
    }

    public var what: What
    /// A device's, or an `apns-id`.
    public var id: String?

    public init(_ what: What, id: String? = nil) {
        self.what = what
        self.id = id
    }
}

/// The gateway's answer; only the parts that were asked for are there.
public struct OperatorAnswer: Sendable, Codable {
    public var counts: Counts?
    /// Devices that are connected to this gateway; nil if it isn't running.
    public var connected: Int?
    public var devices: [Device]?
    public var revoked: Bool?
    public var fates: [Fate]?
    /// Why there is no answer.
    public var failure: String?

    public init() {}
}

/// Answers operators, in a gateway that runs, or, with none, from its store.
public struct OperatorService: Sendable {
    let store: any PushStore
    let connected: (@Sendable () -> Int)?

    public init(store: any PushStore) {
        self.store = store
        connected = nil
    }

    init(store: any PushStore, connected: @escaping @Sendable () -> Int) {
        self.store = store
        self.connected = connected
    }

    public func answer(_ request: OperatorRequest) async -> OperatorAnswer {
        var answer = OperatorAnswer()
        do {
            switch request.what {
            case .status:
                answer.counts = try await store.counts()
                answer.connected = connected?()
                answer.devices = try await store.devices()
            case .devices: answer.devices = try await store.devices()
            case .revokeDevice:
                let id = DeviceID(rawValue: request.id ?? "")
                guard try await store.device(id) != nil else {
                    answer.failure =
                        "there is no device \(id); `quiesce-gateway devices` lists them"
                    break
                }
                answer.revoked = try await store.revoke(id, at: .now)
            case .push: answer.fates = try await store.fates(of: request.id ?? "")
            }
        } catch { answer.failure = "\(error)" }
        return answer
    }
}
