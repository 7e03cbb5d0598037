/// What the gateway is still to be told of tokens, in order and one after the other, so that a token that
/// is given up and asked for again ends as it should.
struct TokenQueue {
    enum Demand: Hashable {
        case request(app: String)
        case retire(app: String)

        var app: String {
            switch self {
            case .request(let app), .retire(let app): app
            }
        }
    }

    private(set) var demands: [Demand] = []

    /// The last word for an app counts.
    mutating func add(_ demand: Demand) {
        // The first may be under way.
        guard demands.last(where: { $0.app == demand.app }) != demand else { return }
        demands.append(demand)
    }

    var first: Demand? { demands.first }

    mutating func removeFirst() { demands.removeFirst() }

    /// The line has ended. Whoever asks for tokens asks again on the next; what is given up is given up.
    mutating func keepRetired() {
        demands.removeAll { if case .request = $0 { true } else { false } }
    }
}
