import Foundation
import QuiesceCore

// Pushes, and the token by which servers reach the app.
extension VirtualDevice {
    /// A push arrives (R1, R2). What it shows is in
    /// ``notifications``, and what the app makes of it in ``wakes``.
    ///
    /// - Parameter payload: a JSON object, such as
    ///   `["aps": ["alert": "A letter", "content-available": 1]]`; at most 4096 bytes as JSON.
    /// - Throws: ``VirtualDeviceError``: `refused` when it neither shows anything nor may wake the
    ///   app.
    public func send(push payload: [String: any Sendable]) async throws {
        try await send(payload, .remote, atMost: Limits.pushPayloadBytes)
    }

    private func send(
        _ payload: [String: any Sendable], _ type: PushType, atMost bytes: Int
    ) async throws {
        guard JSONSerialization.isValidJSONObject(payload) else {
            throw VirtualDeviceError.invalidPush("it is no JSON object")
        }
        let data = try JSONSerialization.data(withJSONObject: payload)
        guard data.count <= bytes else {
            throw VirtualDeviceError.invalidPush("it is over \(bytes) bytes")
        }
        let id = try id
        try await perform(for: id) { world, reply in world.send(data, type, to: id, reply: reply) }
    }

    /// A voip push arrives, and the app hears of it at once. What it makes of it is in ``wakes``.
    ///
    /// - Parameter payload: a JSON object, such as `["from": "Ann"]`; at most 5120 bytes as JSON.
    /// - Throws: ``VirtualDeviceError``: `refused` when the app hasn't asked for voip pushes, or
    ///   may not be woken.
    public func send(voipPush payload: [String: any Sendable]) async throws {
        try await send(payload, .voip, atMost: Limits.voipPayloadBytes)
    }

    /// The token by which a server sends voip pushes to the app, as hexadecimal digits; nil: it has
    /// none.
    public var voipPushToken: String? {
        guard let world, let id = try? id else { return nil }
        return world.machine.pushToken(of: id, .voip)
    }

    /// The token by which a server reaches the app, as hexadecimal digits; nil: it has none (R1).
    public var pushToken: String? {
        guard let world, let id = try? id else { return nil }
        return world.machine.pushToken(of: id)
    }

    /// The device joins a push gateway, as it has at first, or leaves the one that it has joined:
    /// then no app has a token any more, and none gets one (R1).
    ///
    /// - Throws: ``VirtualDeviceError``
    public func joinGateway(_ isJoined: Bool = true) async throws {
        gateway.isJoined = isJoined
        try await advance(by: Self.moment)
    }
}
