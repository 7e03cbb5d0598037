/// The name that a lasting thing has in every run, whichever number the thing has in one.
struct DurableName: Hashable, Comparable, CustomStringConvertible {
    var kind: DurableKind
    /// Empty: there is but one.
    var words = ""

    /// Wake-ups for fetches of an app.
    var isOfFetches: Bool { kind == .wake && words.hasSuffix(" fetch") }
    /// Wake-ups for pushes of an app.
    var isOfPushes: Bool { kind == .wake && words.hasSuffix(" push") }
    /// Wake-ups for the transfers of one of its sessions.
    var isOfTransfers: Bool { kind == .wake && words.contains(" transfers of ") }
    /// Wake-ups for a background task of an app.
    var isOfTasks: Bool { kind == .wake && words.contains(" task.") }

    var description: String { words.isEmpty ? kind.rawValue : "\(kind.rawValue) \(words)" }

    static func < (a: Self, b: Self) -> Bool { (a.kind, a.words) < (b.kind, b.words) }
}
