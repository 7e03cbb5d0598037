import QuiesceCore

/// How many bytes of each transfer have come, and how many of them come again.
struct ByteWatch {
    private struct Progress {
        /// Bytes that had come, of the version that is there.
        var reached: UInt64 = 0
        /// How often the agent has died over it since.
        var deaths: UInt64 = 0
    }

    private var transfers: [TransferID: Progress] = [:]

    mutating func reached(_ id: TransferID, _ count: UInt64, dies: Bool) {
        transfers[id, default: Progress()].reached = count
        if dies { transfers[id]?.deaths += 1 }
    }

    /// - Returns: what is wrong with going on there, if anything is.
    mutating func goesOn(_ id: TransferID, at offset: UInt64) -> String? {
        guard let before = transfers.removeValue(forKey: id), before.reached > offset else {
            return nil
        }
        let again = before.reached - offset
        guard again > before.deaths * SimulatedAgent.block else { return nil }
        return "\(again) bytes of transfer \(id) come again, after \(before.deaths) deaths"
    }

    /// Forgets a transfer's bytes, which are of no use, for a reason that is said.
    mutating func startsAnew(_ id: TransferID) { transfers[id] = nil }
    mutating func powerFails() { transfers = [:] }
}
