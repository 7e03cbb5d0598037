import QuiesceCore

/// The transfers that had ended when their app was woken for them and, by its own fault, did
/// nothing about it: its app isn't woken for them again, before it is for another or the device
/// restarts (X6).
struct MissedTransfers {
    /// By the events with which that was known, and with which it was over; a daemon that goes on
    /// from a journal without them knows nothing of either.
    private struct Span {
        var since: UInt64
        var until: UInt64?
    }

    private var spans: [TransferID: [Span]] = [:]

    func contains(_ id: TransferID) -> Bool {
        spans[id].flatMap(\.last).map { $0.until == nil } ?? false
    }

    mutating func insert(_ id: TransferID, at seq: UInt64) {
        guard !contains(id) else { return }
        spans[id, default: []].append(Span(since: seq))
    }

    mutating func remove(_ id: TransferID, at seq: UInt64) {
        guard contains(id), let last = spans[id]?.indices.last else { return }
        spans[id]?[last].until = seq
    }

    mutating func removeAll(at seq: UInt64) {
        for id in spans.keys { remove(id, at: seq) }
    }

    /// Another daemon goes on from what was so up to an event.
    mutating func goOn(from last: UInt64) {
        spans = spans.mapValues { spans in
            spans.filter { $0.since <= last }.map { span in
                let isOver = span.until.map { $0 <= last } ?? false
                return isOver ? span : Span(since: span.since)
            }
        }
    }
}
