import QuiesceCore

/// Something to do with one transfer's files, off the loop.
struct DiskJob: Sendable {
    enum Work: Sendable {
        /// Write, and go on.
        case write
        /// Write, and leave it so that a later attempt goes on from there.
        case rest
        /// Write: it was the last. Say so, on disk.
        case finish
    }

    /// The number of the attempt's run, given back with the result.
    var run: UInt64
    var store: BodyStore
    /// Comes first.
    var start: BodyStart?
    var block: Block?
    var work: Work
}

struct DiskResult: Sendable {
    var run: UInt64
    var block: Block?
    var work: DiskJob.Work
    /// Bytes that are there.
    var size: UInt64
    var failure: TransferFailure?
}
