import Foundation

/// Something that must be true again after a restart, as the core recorded it. What `value` means
/// is the core's affair.
public struct StoredFact: Sendable, Hashable {
    public var key: String
    public var value: Data
    /// The event that recorded it.
    public var seq: UInt64

    public init(key: String, value: Data, seq: UInt64) {
        self.key = key
        self.value = value
        self.seq = seq
    }
}

/// One change of what the store holds.
public enum StoreChange: Sendable, Hashable {
    case put(key: String, value: Data)
    case delete(key: String)
    /// Payloads, of a push for example, are kept beside the facts, which name them by handle.
    case putPayload(handle: UInt64, body: Data)
    case deletePayload(handle: UInt64)

    /// The target of a change: of two changes with one target, the later wins.
    enum Target: Hashable {
        case fact(String)
        case payload(UInt64)
    }

    var target: Target {
        switch self {
        case .put(let key, _), .delete(let key): .fact(key)
        case .putPayload(let handle, _), .deletePayload(let handle): .payload(handle)
        }
    }

    /// The payload that it puts or deletes.
    var payload: UInt64? {
        switch self {
        case .putPayload(let handle, _), .deletePayload(let handle): handle
        case .put, .delete: nil
        }
    }

    /// Bytes that it keeps in memory until it is written.
    var size: Int {
        switch self {
        case .put(let key, let value): key.utf8.count + value.count
        case .delete(let key): key.utf8.count
        case .putPayload(_, let body): 8 + body.count
        case .deletePayload: 8
        }
    }
}

/// Why changes aren't in the store.
public enum StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The disk is full. None of the submission's changes took effect.
    case noSpace
    /// The disk failed. The database was opened again and doesn't hold the submission's changes;
    /// or the disk fails still, and only the next successful commit will tell. Who refuses on this
    /// error submits the opposite change, which is kept until it is stored.
    case ioFailed(String)
    /// More is waiting than `Limits.pendingSubmissions` or `pendingStoreBytes` allow.
    case overloaded
    /// The store was closed before.
    case closed

    public var description: String {
        switch self {
        case .noSpace: "the disk is full"
        case .ioFailed(let what): "the store's disk failed: \(what)"
        case .overloaded: "too much is waiting to be stored"
        case .closed: "the store is closed"
        }
    }
}

/// A report on the opening of the store, for the daemon's log and the apps concerned.
public struct OpenReport: Sendable, Hashable {
    /// A damaged database, out of the way.
    public struct MovedAside: Sendable, Hashable {
        /// Where it is now; its WAL lies beside it.
        public var path: String
        public var reason: String
    }

    /// Set when the store started afresh: apps must register again (reliability D7).
    public var movedAside: MovedAside?
    /// Rows that hold no fact at all, and were left out (reliability D10).
    public var unreadableRows = 0

    /// News for the owner, a line each.
    var notes: [String] {
        var notes: [String] = []
        if let movedAside {
            notes.append(
                "the store was damaged (\(movedAside.reason)) and is now \(movedAside.path)"
            )
        }
        if unreadableRows > 0 {
            notes.append("\(unreadableRows) rows of the store can't be read and were left out")
        }
        return notes
    }
}
