extension ControlRequest {
    /// Background transfers, the user's own among them.
    // derive: tag=type
    public enum Transfer: Sendable, Hashable {
        /// Background transfers, a `TransferRow` each.
        case transfers(app: String?)
        /// As `transfers`, and then a row for each change, until the client closes: of one app's,
        /// or of one transfer.
        case followTransfers(app: String?, transfer: UInt64?)
        /// The decisions about a transfer, as far as they are remembered: a `TransferWhyAnswer`.
        // json: _0=transfer
        case whyTransfer(UInt64)
        /// Pauses, goes on with, or cancels one.
        // json: _0=transfer, _1=control
        case controlTransfer(UInt64, TransferControl)
        /// Begins a transfer of the user's own. Answered by its row once it is on disk.
        // json: _0=order
        indirect case get(GetOrder)
    }
}
