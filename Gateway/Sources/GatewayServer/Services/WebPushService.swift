import Foundation
import GatewayRules
import GatewayStore
import Logging
import Synchronization

/// Web Push (RFC 8030) to programs whose distributor is a device here: a message is handed on
/// unread, as its sender has encrypted it.
final class WebPushService: Sendable {
    private let store: any PushStore
    private let now: @Sendable () -> Moment
    private let logger: Logger
    private let rates: Mutex<RateLimiter<DeviceToken>>

    init(
        store: any PushStore, deviceRate: Rate, now: @escaping @Sendable () -> Moment,
        logger: Logger
    ) {
        self.store = store
        self.now = now
        self.logger = logger
        rates = Mutex(RateLimiter(deviceRate))
    }

    /// The payload of a message, for the distributor.
    private struct Payload: Encodable {
        var webpush: Data
    }

    func respond(to request: HTTPRequest, from peer: Peer) async -> HTTPResponse {
        let moment = now()
        let id = UUID().uuidString.lowercased()
        do throws(WebPushRefusal) {
            let head = try WebPushHead(
                method: request.method, path: request.path, headers: request.headers, at: moment)
            if request.isLate { throw .idleTimeout }
            if request.isTooLarge { throw .payloadTooLarge }
            guard !request.body.isEmpty else { throw .payloadEmpty }
            let topic = try await topic(of: head.token)
            try authenticate(head, for: topic, authority: request.authority, at: moment)
            peer.isTrusted.store(true, ordering: .relaxed)
            guard rates.withLock({ $0.take(head.token, at: moment) }) else {
                throw .tooManyRequests
            }
            let payload = JSON.text(Payload(webpush: Data(request.body)))
            try await append(
                Push(
                    id: id, token: head.token, topic: topic, type: nil, priority: head.priority,
                    expiration: head.expiration, collapseID: head.collapseID, sent: moment,
                    payload: Array(payload.utf8)))
            let location = "https://\(request.authority)\(WebPushHead.path)messages/\(id)"
            return .whole(
                status: 201, headers: [("location", location), ("ttl", String(head.ttl))], body: "")
        } catch {
            logger.debug("web push refused", metadata: ["reason": "\(error.rawValue)"])
            return .json(error.status, JSON.text(["reason": error.rawValue]))
        }
    }

    private func topic(of token: DeviceToken) async throws(WebPushRefusal) -> String {
        let holder: TokenHolder
        do { holder = try await store.holder(of: token) } catch { throw failure(error) }
        switch holder {
        case .topic(let topic) where WebPushTopic.isOne(topic): return topic
        case .topic, .nobody: throw .unknown
        case .retired: throw .unregistered
        }
    }

    private func authenticate(
        _ head: WebPushHead, for topic: String, authority: String, at moment: Moment
    ) throws(WebPushRefusal) {
        let wanted = WebPushTopic.keyHash(topic)
        guard let authorization = head.authorization else {
            if wanted != nil { throw .missingVAPID }
            return
        }
        let shown = try VAPID(authorization, authority: authority, at: moment)
        if let wanted, shown.keyHash != wanted { throw .badVAPID }
    }

    private func append(_ push: Push) async throws(WebPushRefusal) {
        let acceptance: Acceptance
        do { acceptance = try await store.append(push) } catch { throw failure(error) }
        switch acceptance {
        case .stored, .repeated: break
        case .unknownToken, .otherTopic: throw .unknown
        case .unregistered: throw .unregistered
        }
    }

    private func failure(_ error: any Error) -> WebPushRefusal {
        logger.error("a web push was not stored", metadata: ["error": "\(error)"])
        let isAway = (error as? StoreFailure)?.isUnavailable ?? false
        return isAway ? .serviceUnavailable : .internalServerError
    }
}
