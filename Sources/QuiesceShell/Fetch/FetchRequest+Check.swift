import QuiesceCore
import QuiesceWire

extension FetchRequest {
    /// As of notifications.
    package func check() throws(WireError) {
        switch self {
        case .setMinimumInterval(let seconds):
            guard seconds.map({ $0.isFinite && $0 >= 0 }) ?? true else {
                throw WireError.malformed("a fetch interval is at least 0 seconds")
            }
        case .submit(let task): try Self.check(identifier: task.identifier)
        case .cancel(let identifier): if let identifier { try Self.check(identifier: identifier) }
        }
    }

    private static func check(identifier: String) throws(WireError) {
        guard (1...Limits.notificationNameBytes).contains(identifier.utf8.count) else {
            throw WireError.malformed(
                "a background task's identifier has 1 to \(Limits.notificationNameBytes) bytes")
        }
    }
}
