import Foundation
import Glibc
import QuiesceClient
import QuiesceCore
import QuiesceTerminal
import QuiesceWire

/// Tells how a wake-up ended that was asked for, if that is soon.
struct WakeFollower {
    /// Seconds that somebody likes to wait in front of a terminal. Handlers have more.
    static let patience = 2.0
    /// How a wake-up ends; its app may be killed over it, too.
    private static let ends: Set<String> = [
        Reason.completedNewData, .completedNoData, .completedFailed, .appEnded,
    ].reduce(into: []) { $0.insert($1.rawValue) }

    private let app: String
    private let client: ControlClient
    /// The newest decision before it was asked for.
    private let mark: UInt64

    /// To be made before the wake-up is asked for.
    init(_ app: String, _ client: ControlClient) throws {
        self.app = app
        self.client = client
        mark =
            try client.rows(.log(app: app, follow: false, limit: 1), as: LogRow.self).last?.seq ?? 0
    }

    /// - Parameter message: what came of it so far; nil: the daemon doesn't say, and isn't asked.
    /// - Returns: that, with how it ended, or that it goes on.
    func follow(_ message: String?) throws -> String? {
        guard let message else { return nil }
        try client.send(.log(app: app, follow: true, limit: nil))
        // "fetch 2": as the log names it once it was accepted.
        var wake: Substring?
        let end = ContinuousClock.now + .seconds(Self.patience)
        while true {
            let left = end - ContinuousClock.now
            var event = pollfd(fd: client.socket, events: Int16(POLLIN), revents: 0)
            let count = poll(&event, 1, Int32(max(0, left / .milliseconds(1))))
            if count < 0, errno == EINTR { continue }
            guard count > 0, case .item(let text) = try client.receive() else {
                return message + "; it has not completed it yet"
            }
            let row: LogRow = try decodeRow(text)
            guard row.seq > mark else { continue }
            if row.kind == "wake", let detail = row.detail {
                if Self.ends.contains(row.reason), let wake, detail.hasPrefix(wake + " after ") {
                    return "\(message), \(Self.words(row))"
                }
                if wake == nil, !Self.ends.contains(row.reason) {
                    wake = detail.prefix { $0 != "," }
                }
            }
            if row.kind == "kill" { return message + ", and killed: \(row.reason)" }
        }
    }

    private static func words(_ row: LogRow) -> String {
        let result =
            switch row.reason {
            case Reason.completedNewData.rawValue: "completed with new data"
            case Reason.completedNoData.rawValue: "completed without new data"
            case Reason.completedFailed.rawValue: "completed as failed"
            case _: "and ended before it completed"
            }
        // "fetch 3 after 2 ms"
        let took = row.detail?.components(separatedBy: " after ").last
        return result + (took.map { " after \($0)" } ?? "")
    }
}
