/// All transfers of a device: which runs now, which waits for what, and who is to be told.
struct Transfers: Sendable, Hashable, Codable {
    /// The newest transfer's number.
    var last: UInt64 = 0
}

extension SystemMachine {
    mutating func transfer(_ event: TransferEvent, _ now: Moment, _ out: inout Recorder) {}
}
