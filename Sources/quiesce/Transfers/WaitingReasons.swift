import Foundation
import QuiesceTerminal
import QuiesceWire

/// Why a download waits, as lines for who can't see one drawn again and again: one each time that
/// it is another reason, or the same one again after something has come.
struct WaitingReasons {
    /// The failure, or the other reason to wait, of the last time.
    private(set) var lastFailure: String?
    private var told: String?
    private var received: UInt64 = 0

    /// - Returns: a line, where there is something new to say.
    mutating func news(
        _ row: TransferRow, now: Date = Date(), zone: TimeZone = .current
    ) -> String? {
        let received = row.received ?? 0
        if row.state == "running", received > self.received { told = nil }
        self.received = received
        // The agent's start is no reason, unless it has to be started again later.
        guard row.state == "waiting", row.wait != "agent" || row.until != nil else { return nil }
        lastFailure = row.sentence.components(separatedBy: "; to be tried").first
        guard told != row.sentence else { return nil }
        told = row.sentence
        return "transfer \(row.transfer): \(oneLine(TransferText.state(row, now: now, zone: zone)))"
    }
}
