/// What the gateway is still to be told of tokens, in order and one after the other, so that a token that
/// is given up and asked for again ends as it should.
struct TokenQueue {
    enum Request: Hashable {
        case request(app: String)
        case retire(app: String)

        var app: String {
            switch self {
            case .request(let app), .retire(let app): app
            }
        }
    }

    private(set) var requests: [Request] = []

    /// The last word for an app counts.
    mutating func add(_ request: Request) {
        // The first may be under way.
        guard requests.last(where: { $0.app == request.app }) != request else { return }
        requests.append(request)
    }

    var first: Request? { requests.first }

    mutating func removeFirst() { requests.removeFirst() }

    /// The line has ended. Whoever asks for tokens asks again on the next; what is given up is given up.
    mutating func keepRetired() {
        requests.removeAll { if case .request = $0 { true } else { false } }
    }
}
