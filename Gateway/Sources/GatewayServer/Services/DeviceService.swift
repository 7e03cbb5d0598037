import Foundation
import GatewayRules
import GatewayStore
import Logging
import Synchronization
import X509

/// Answers the requests of devices: to join, for tokens, for their pushes.
final class DeviceService: Sendable {
    private let store: any PushStore
    private let authority: Authority
    private let now: @Sendable () -> Moment
    private let logger: Logger
    let connected = ConnectedDevices()
    private let registrations: Mutex<RateLimiter<String>>

    init(
        store: any PushStore, authority: Authority, registrationRate: Rate,
        now: @escaping @Sendable () -> Moment, logger: Logger
    ) {
        self.store = store
        self.authority = authority
        self.now = now
        self.logger = logger
        registrations = Mutex(RateLimiter(registrationRate))
    }

    static let path = "/device/"

    /// Why a device is refused.
    enum Refusal: String, Error {
        case badRequest = "BadRequest"
        case badSignature = "BadSignature"
        case missingCertificate = "MissingCertificate"
        case notADevice = "NotADevice"
        case revoked = "Revoked"
        case tooManyTokens = "TooManyTokens"
        case badTopic = "BadTopic"
        case badPath = "BadPath"
        case methodNotAllowed = "MethodNotAllowed"
        case payloadTooLarge = "PayloadTooLarge"
        case idleTimeout = "IdleTimeout"
        case tooManyRequests = "TooManyRequests"
        case internalServerError = "InternalServerError"
        case serviceUnavailable = "ServiceUnavailable"

        var status: Int {
            switch self {
            case .badRequest, .badTopic, .idleTimeout: 400
            case .badSignature, .missingCertificate, .notADevice, .revoked, .tooManyTokens: 403
            case .badPath: 404
            case .methodNotAllowed: 405
            case .payloadTooLarge: 413
            case .tooManyRequests: 429
            case .internalServerError: 500
            case .serviceUnavailable: 503
            }
        }
    }

    func respond(to request: HTTPRequest, from peer: Peer) async -> HTTPResponse {
        do {
            if request.isLate { throw Refusal.idleTimeout }
            if request.isTooLarge { throw Refusal.payloadTooLarge }
            return try await answer(request, from: peer)
        } catch let refusal as Refusal {
            return .json(refusal.status, JSON.text(["reason": refusal.rawValue]))
        } catch {
            logger.error("a device's request failed", metadata: ["error": "\(error)"])
            let failure = error as? StoreFailure
            let isAway = failure?.isUnavailable ?? false
            let refusal: Refusal =
                failure?.isRefusal == true
                ? .badRequest : isAway ? .serviceUnavailable : .internalServerError
            return .json(refusal.status, JSON.text(["reason": refusal.rawValue]))
        }
    }

    private func answer(_ request: HTTPRequest, from peer: Peer) async throws -> HTTPResponse {
        let name = request.path.dropFirst(Self.path.count)
        let topic = name.hasPrefix("tokens/") ? String(name.dropFirst("tokens/".count)) : nil
        switch (request.method, name) {
        case ("POST", "register"): return try await register(request, from: peer)
        case ("POST", "tokens"): return try await issueToken(request, to: try await device(peer))
        case ("POST", "acknowledgements"):
            return try await acknowledge(request, by: try await device(peer))
        case ("GET", "pushes"): return try await pushes(request, of: try await device(peer))
        case ("DELETE", _) where topic != nil:
            return try await retireToken(topic ?? "", of: try await device(peer))
        case (_, "register"), (_, "tokens"), (_, "acknowledgements"), (_, "pushes"):
            throw Refusal.methodNotAllowed
        case (_, _): throw topic == nil ? Refusal.badPath : .methodNotAllowed
        }
    }

    /// The device at the other end, by its certificate.
    private func device(_ peer: Peer) async throws -> DeviceID {
        switch peer.known {
        case .unknown: throw Refusal.missingCertificate
        case .provider, .other: throw Refusal.notADevice
        case .device(let id):
            guard let device = try await store.device(id) else { throw Refusal.notADevice }
            guard device.revoked == nil else { throw Refusal.revoked }
            peer.isTrusted.store(true, ordering: .relaxed)
            return id
        }
    }

    private func register(_ request: HTTPRequest, from peer: Peer) async throws -> HTTPResponse {
        let moment = now()
        guard registrations.withLock({ $0.take(peer.address, at: moment) }) else {
            logger.warning("too many registrations", metadata: ["address": "\(peer.address)"])
            throw Refusal.tooManyRequests
        }
        let registration: Registration = try decode(request)
        guard registration.name.utf8.count <= Limits.deviceNameBytes else {
            throw Refusal.badRequest
        }
        guard let key = registration.checkedKey else { throw Refusal.badSignature }
        // One key has one form, however the PEM that it came in was laid out.
        let device = try await store.register(
            publicKey: key.pemRepresentation, name: registration.name, at: moment)
        guard device.revoked == nil else { throw Refusal.revoked }
        let certificate = try authority.issueClient(
            device.id.rawValue, key: key, at: moment, for: Limits.deviceCertificate)
        logger.info("device joined", metadata: ["device": "\(device.id)"])
        return .json(
            201,
            JSON.text([
                "device": device.id.rawValue,
                "certificate": try certificate.serializeAsPEM().pemString + "\n",
            ]))
    }

    private struct TokenRequest: Decodable {
        var topic: String
    }

    private func issueToken(_ request: HTTPRequest, to device: DeviceID) async throws
        -> HTTPResponse
    {
        let topic = (try decode(request) as TokenRequest).topic
        guard PushHead.isTopic(topic) else { throw Refusal.badTopic }
        guard let token = try await store.issueToken(for: topic, on: device, at: now()) else {
            throw Refusal.tooManyTokens
        }
        return .json(200, JSON.text(["topic": topic, "token": token.rawValue]))
    }

    private func retireToken(_ topic: String, of device: DeviceID) async throws -> HTTPResponse {
        guard PushHead.isTopic(topic) else { throw Refusal.badTopic }
        try await store.retireToken(for: topic, on: device, at: now())
        return .empty(204)
    }

    private struct Acknowledgements: Decodable {
        var sequences: [Int64]
    }

    private func acknowledge(_ request: HTTPRequest, by device: DeviceID) async throws
        -> HTTPResponse
    {
        let acknowledged: Acknowledgements = try decode(request)
        try await store.acknowledge(acknowledged.sequences, by: device, at: now())
        return .empty(204)
    }

    private func pushes(_ request: HTTPRequest, of device: DeviceID) async throws -> HTTPResponse {
        let said = request.headers.first { $0.name == "last-event-id" }.map { Int64($0.value) }
        guard let last = said ?? 0 else { throw Refusal.badRequest }
        let stream = connected.counting(
            try await store.stream(of: device, after: last, at: now()))
        logger.info("device connected", metadata: ["device": "\(device)"])
        return .pushes(stream, hello: JSON.text(["hello": ["device": device.rawValue]]))
    }

    private func decode<T: Decodable>(_ request: HTTPRequest) throws -> T {
        do { return try JSONDecoder().decode(T.self, from: Data(request.body)) } catch {
            throw Refusal.badRequest
        }
    }
}
