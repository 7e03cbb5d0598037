/// Why a datagram couldn't be written or read.
public struct WireError: Error, Sendable, Hashable {
    public var code: ProtocolErrorCode
    public var message: String

    public init(code: ProtocolErrorCode, message: String) {
        self.code = code
        self.message = message
    }
}
