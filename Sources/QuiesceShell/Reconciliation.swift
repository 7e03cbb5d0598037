import QuiesceCore

/// What the journal knew at a start and the store didn't. Until the disk has it nothing is acknowledged: that
/// would be for what the app said to the daemon before, too, and the app wouldn't say it again.
struct Reconciliation {
    let changes: [StorePort.Change]
    /// It is on its way to the disk.
    var isUnderway = false
    /// By process, the newest request whose acknowledgement waits.
    private var held: [ProcessKey: UInt64] = [:]

    init(_ changes: [StorePort.Change]) { self.changes = changes }

    mutating func hold(_ request: UInt64, of key: ProcessKey) {
        held[key] = max(held[key] ?? 0, request)
    }

    /// What may be acknowledged once it is there.
    var acknowledgements: [(key: ProcessKey, request: UInt64)] {
        held.map { ($0.key, $0.value) }.sorted {
            ($0.key.app, $0.key.launch.number) < ($1.key.app, $1.key.launch.number)
        }
    }
}
