import Foundation
import QuiesceCore

// Pushes, and the token by which servers reach the app.
extension VirtualDevice {
    /// A push arrives (R1, R2). What it shows is in ``notifications``, and what the app makes of it in ``wakes``.
    ///
    /// - Parameter payload: a JSON object, such as `["aps": ["alert": "A letter", "content-available": 1]]`;
    ///   at most 4096 bytes as JSON.
    /// - Throws: ``VirtualDeviceError``: `refused` when it neither shows anything nor may wake the app.
    public func send(push payload: [String: any Sendable]) async throws {
        guard JSONSerialization.isValidJSONObject(payload) else {
            throw VirtualDeviceError.invalidPush("it is no JSON object")
        }
        let data = try JSONSerialization.data(withJSONObject: payload)
        guard data.count <= Limits.pushPayloadBytes else {
            throw VirtualDeviceError.invalidPush("it is over \(Limits.pushPayloadBytes) bytes")
        }
        let id = try id
        try await perform(for: id) { world, reply in world.send(data, to: id, reply: reply) }
    }

    /// The token by which a server reaches the app, as hexadecimal digits; nil: it has none (R1).
    public var pushToken: String? {
        guard let world, let id = try? id else { return nil }
        return world.machine.pushToken(of: id)
    }

    /// The device joins a push gateway, as it has at first, or leaves the one that it has joined: then no app
    /// has a token any more, and none gets one (R1).
    ///
    /// - Throws: ``VirtualDeviceError``
    public func joinGateway(_ isJoined: Bool = true) async throws {
        gateway.isJoined = isJoined
        try await advance(by: Self.moment)
    }
}
