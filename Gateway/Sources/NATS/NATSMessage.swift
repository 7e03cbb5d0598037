import CNats

/// A message of a NATS server, as it came.
public struct NATSMessage: Sendable {
    public var subject: String
    /// Where its sender waits for an answer, if it does.
    public var reply: String?
    public var headers: [String: String]
    public var body: [UInt8]

    /// The status that the server sends instead of a message, as 404, or 503 if nobody is there to
    /// answer.
    public var status: Int? { headers["Status"].flatMap { Int($0) } }

    /// Copies `message`, which stays the caller's.
    init(_ message: OpaquePointer?) {
        subject = natsMsg_GetSubject(message).map { String(cString: $0) } ?? ""
        reply = natsMsg_GetReply(message).map { String(cString: $0) }
        let bytes = UnsafeRawBufferPointer(
            start: natsMsg_GetData(message), count: Int(natsMsg_GetDataLength(message)))
        body = Array(bytes)
        headers = Self.headers(of: message)
    }

    private static func headers(of message: OpaquePointer?) -> [String: String] {
        var keys: UnsafeMutablePointer<UnsafePointer<CChar>?>?
        var count: Int32 = 0
        guard natsMsgHeader_Keys(message, &keys, &count) == NATS_OK, let keys else { return [:] }
        // The list is ours, the names in it are the message's.
        defer { free(keys) }
        var headers: [String: String] = [:]
        for index in 0..<Int(count) {
            var value: UnsafePointer<CChar>?
            guard let key = keys[index], natsMsgHeader_Get(message, key, &value) == NATS_OK,
                let value
            else { continue }
            headers[String(cString: key)] = String(cString: value)
        }
        return headers
    }
}

/// Why the server didn't do what it was asked.
public enum NATSFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// It can't be reached, or says that it can't now. Whether it did is not known.
    case unavailable(String)
    /// It says no, with a number of JetStream's, 0 for none.
    case refused(code: Int, String)

    public var description: String {
        switch self {
        case .unavailable(let text): text
        case .refused(_, let text): text
        }
    }
}
