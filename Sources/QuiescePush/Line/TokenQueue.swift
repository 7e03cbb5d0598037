/// Requests about tokens that the gateway is still to be sent, in order and one after the other, so
/// that a token that is given up and asked for again ends as it should.
package struct TokenQueue {
    package enum Request: Hashable {
        case request(topic: String)
        case retire(topic: String)

        var topic: String {
            switch self {
            case .request(let topic), .retire(let topic): topic
            }
        }
    }

    private(set) var requests: [Request] = []

    /// The last word for a topic counts.
    mutating func add(_ request: Request) {
        // The first may be under way.
        guard requests.last(where: { $0.topic == request.topic }) != request else { return }
        requests.append(request)
    }

    var first: Request? { requests.first }

    mutating func removeFirst() { requests.removeFirst() }

    /// The line has ended. Whoever asks for tokens asks again on the next; what is given up is
    /// given up.
    mutating func keepRetired() {
        requests.removeAll { if case .request = $0 { true } else { false } }
    }
}
