import Foundation
import GatewayRules
import GatewayStore
import Logging
import Synchronization

/// The provider API: who may send what is pushed to whom.
final class ProviderService: Sendable {
    private let store: any PushStore
    private let directory: ProviderDirectory
    private let now: @Sendable () -> Moment
    private let logger: Logger
    private let providerRates: Mutex<RateLimiter<KeyID>>
    private let deviceRates: Mutex<RateLimiter<DeviceToken>>

    init(
        store: any PushStore, directory: ProviderDirectory, providerRate: Rate, deviceRate: Rate,
        now: @escaping @Sendable () -> Moment, logger: Logger
    ) {
        self.store = store
        self.directory = directory
        self.now = now
        self.logger = logger
        providerRates = Mutex(RateLimiter(providerRate))
        deviceRates = Mutex(RateLimiter(deviceRate))
    }

    private struct Refusal: Error {
        let reason: Reason
        /// Since when the token counts no more.
        var since: Moment?
    }

    /// The body of the answer to a refused push.
    private struct Body: Encodable {
        var reason: String
        var timestamp: Int64?
    }

    func respond(to request: HTTPRequest, from peer: Peer) async -> HTTPResponse {
        // The sender's own, if it can be read at all.
        let id = PushHead.id(of: request.headers) ?? UUID().uuidString.lowercased()
        do {
            try await store(request, id: id, from: peer)
            return .whole(status: 200, headers: [("apns-id", id)], body: "")
        } catch {
            return Self.refuse(error.reason, id: id, since: error.since)
        }
    }

    static func refuse(_ reason: Reason, id: String?, since: Moment? = nil) -> HTTPResponse {
        .whole(
            status: reason.status,
            headers: [("content-type", "application/json")] + (id.map { [("apns-id", $0)] } ?? []),
            body: JSON.text(Body(reason: reason.rawValue, timestamp: since?.milliseconds)))
    }

    /// Returns once the push is on disk.
    private func store(_ request: HTTPRequest, id: String, from peer: Peer) async throws(Refusal) {
        let moment = now()
        let push = try checked(request, id: id, from: peer, at: moment)
        let acceptance: Acceptance
        do { acceptance = try await store.append(push) } catch {
            logger.error("a push was not stored", metadata: ["error": "\(error)"])
            let isAway = (error as? StoreFailure)?.isUnavailable ?? false
            throw Refusal(reason: isAway ? .serviceUnavailable : .internalServerError)
        }
        switch acceptance {
        case .stored(let device, let sequence):
            logger.debug(
                "push stored",
                metadata: ["id": "\(id)", "device": "\(device)", "sequence": "\(sequence)"])
        case .repeated: logger.debug("push repeated", metadata: ["id": "\(id)"])
        case .unknownToken: throw Refusal(reason: .badDeviceToken)
        case .otherTopic: throw Refusal(reason: .deviceTokenNotForTopic)
        case .unregistered(let since): throw Refusal(reason: .unregistered, since: since)
        }
    }

    private func checked(
        _ request: HTTPRequest, id: String, from peer: Peer, at moment: Moment
    ) throws(Refusal) -> Push {
        do throws(Reason) {
            return try push(request, id: id, from: peer, at: moment)
        } catch {
            logger.debug(
                "push refused", metadata: ["id": "\(id)", "reason": "\(error.rawValue)"])
            throw Refusal(reason: error)
        }
    }

    private func push(
        _ request: HTTPRequest, id: String, from peer: Peer, at moment: Moment
    ) throws(Reason) -> Push {
        let head = try PushHead(
            method: request.method, path: request.path, headers: request.headers)
        let provider = try authenticate(head, peer, at: moment)
        peer.isTrusted.store(true, ordering: .relaxed)
        let topic = try provider.topic(head.topic)
        let type = try PushType.checked(head.type, for: topic, head.priority)
        if request.isLate { throw .idleTimeout }
        if request.isTooLarge { throw .payloadTooLarge }
        try Payload.check(request.body, type)
        guard providerRates.withLock({ $0.take(provider.id, at: moment) }),
            deviceRates.withLock({ $0.take(head.token, at: moment) })
        else { throw .tooManyRequests }
        return Push(
            id: id, token: head.token, topic: topic, type: type, priority: head.priority,
            expiration: head.expiration, collapseID: head.collapseID, sent: moment,
            payload: request.body)
    }

    /// Finds the provider that sends, by its token, or else by its certificate.
    private func authenticate(
        _ head: PushHead, _ peer: Peer, at moment: Moment
    ) throws(Reason) -> Provider {
        guard let text = head.providerToken else { return try certified(peer, at: moment) }
        let token = try directory.token(text, at: moment)
        guard let provider = directory.provider(token.keyID, at: moment), provider.revoked == nil
        else { throw .invalidProviderToken }
        let refusal = peer.session.withLock { session -> Reason? in
            do throws(Reason) {
                try session.present(token, text, at: moment)
                return nil
            } catch { return error }
        }
        if let refusal { throw refusal }
        return provider
    }

    private func certified(_ peer: Peer, at moment: Moment) throws(Reason) -> Provider {
        switch peer.known {
        case .unknown: throw .missingProviderToken
        case .device, .other: throw .badCertificate
        case .provider(let id):
            guard let provider = directory.provider(id, at: moment), provider.kind == .certificate,
                provider.revoked == nil
            else { throw .badCertificate }
            return provider
        }
    }
}
