/// A transfer's place among those that wait to run: by priority, then by when it was resumed.
struct Turn: Sendable, Hashable, Comparable {
    /// The lesser runs first.
    let rank: UInt64
    let id: TransferID

    init(_ transfer: Transfer) {
        let priority = min(max(transfer.priority, 0), 100)
        rank = UInt64(100 - priority) << 56 | (transfer.order & (1 << 56 - 1))
        id = transfer.id
    }

    static func < (a: Turn, b: Turn) -> Bool { a.rank == b.rank ? a.id < b.id : a.rank < b.rank }
}

/// A transfer's demands on the network and the battery (X4, X9).
enum TransferNeeds: Int, Sendable, Hashable, CaseIterable {
    /// Any network.
    case network
    /// One that costs nothing by the byte.
    case wifi
    /// A network that costs nothing by the byte, and good power.
    case discretionary
}

/// The key to the limits on connections that a transfer shares: those of a session, to one host.
struct LaneKey: Sendable, Hashable {
    var session: SessionKey
    var origin: String
}
