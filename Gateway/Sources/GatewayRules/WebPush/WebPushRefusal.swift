/// Why a Web Push message is refused, with the status that RFC 8030 and RFC 8292 have for it.
public enum WebPushRefusal: String, Sendable, CaseIterable, Error {
    case badEncoding = "BadEncoding"
    case badTopic = "BadTopic"
    case badTTL = "BadTTL"
    case badUrgency = "BadUrgency"
    case badVAPID = "BadVAPID"
    case duplicateHeaders = "DuplicateHeaders"
    case idleTimeout = "IdleTimeout"
    case internalServerError = "InternalServerError"
    case methodNotAllowed = "MethodNotAllowed"
    case missingVAPID = "MissingVAPID"
    case payloadEmpty = "PayloadEmpty"
    case payloadTooLarge = "PayloadTooLarge"
    case serviceUnavailable = "ServiceUnavailable"
    case tooManyRequests = "TooManyRequests"
    case unknown = "Unknown"
    case unregistered = "Unregistered"

    /// The HTTP status that goes with it.
    public var status: Int {
        switch self {
        case .badTTL, .badTopic, .badUrgency, .duplicateHeaders, .idleTimeout, .payloadEmpty: 400
        case .missingVAPID: 401
        case .badVAPID: 403
        case .unknown: 404
        case .methodNotAllowed: 405
        case .unregistered: 410
        case .payloadTooLarge: 413
        case .badEncoding: 415
        case .tooManyRequests: 429
        case .internalServerError: 500
        case .serviceUnavailable: 503
        }
    }
}
