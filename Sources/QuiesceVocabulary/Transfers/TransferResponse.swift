/// The head of a response, as the app sees it.
// derive: json
public struct TransferResponse: Sendable, Hashable {
    /// After redirects.
    public var url: String
    public var status: Int
    /// `1.1`, `2`
    public var version: String
    public var headers: [TransferRequest.Header]

    public init(url: String, status: Int, version: String, headers: [TransferRequest.Header]) {
        self.url = url
        self.status = status
        self.version = version
        self.headers = headers
    }
}
