import Foundation
import GatewayRules
import NATS

extension JetStreamStore {
    public func issueToken(
        for topic: String, on device: DeviceID, at now: Moment
    ) async throws -> DeviceToken? {
        guard let known = try await self.device(device), known.revoked == nil else { return nil }
        return try await attempt {
            let key = Names.key(Names.topics, device.rawValue, Names.hash(topic))
            if let message = try await topicBucket.last(key) { return try message.decoded() }
            guard try await mayHaveMore(device) else { return nil }
            let token = DeviceToken(rawValue: hexDigits(32))
            // A token that no topic has, if we end here, was told to nobody.
            try await put(TokenForm(device: device, topic: topic), for: token)
            let stored = try await topicBucket.store(
                key, Array(try JSONEncoder().encode(token)), after: 0)
            guard case .new(let sequence) = stored else {
                // Another gateway was asked at the same time.
                return try await topicBucket.last(key)?.decoded()
            }
            // Revoked meanwhile: whoever did it may have looked at the tokens before.
            guard try await self.device(device)?.revoked == nil else {
                if let message = try await topicBucket.message(sequence) {
                    try await retire(message, at: now)
                }
                return nil
            }
            return token
        }
    }

    private func mayHaveMore(_ device: DeviceID) async throws -> Bool {
        var count = 0
        try await each(Names.key(Names.topics, device.rawValue, "*"), in: topicBucket) { _ in
            count += 1
        }
        return count < Limits.tokensPerDevice
    }

    public func retireToken(for topic: String, on device: DeviceID, at now: Moment) async throws {
        try await attempt {
            let key = Names.key(Names.topics, device.rawValue, Names.hash(topic))
            guard let message = try await topicBucket.last(key) else { return }
            try await retire(message, at: now)
            let dropped = try await pushes.purge(Names.pushes(of: device, topic: topic))
            counters.add(dropped, to: \.dropped)
        }
    }

    /// Ends the token that a device's topic has.
    func retire(_ topic: JetStream.Message, at now: Moment) async throws {
        let token: DeviceToken = try topic.decoded()
        if var form = try await self.token(token), form.retired == nil {
            form.retired = now
            try await put(form, for: token)
        }
        // Last: whatever ends before this is done again.
        _ = try await topicBucket.delete(topic.sequence)
    }

    public func holder(of token: DeviceToken) async throws -> TokenHolder {
        try await attempt {
            guard let form = try await self.token(token) else { return .nobody }
            return form.retired.map { .retired($0) } ?? .topic(form.topic)
        }
    }

    func token(_ token: DeviceToken) async throws -> TokenForm? {
        try await tokenBucket.last(Names.key(Names.tokens, token.rawValue))?.decoded()
    }

    private func put(_ form: TokenForm, for token: DeviceToken) async throws {
        _ = try await tokenBucket.store(
            Names.key(Names.tokens, token.rawValue), Array(try JSONEncoder().encode(form)))
    }
}
