import QuiesceCore

/// The names of the agent's files in its folder, `$QUIESCE_HOME/transfers`.
public enum AgentFiles {
    /// The bytes so far, or all of them.
    public static func body(_ transfer: TransferID) -> String { "\(transfer).body" }
    /// The description of the bytes, and how many can be relied on.
    public static func record(_ transfer: TransferID) -> String { "\(transfer).record" }
    /// The daemon's: under which name it is putting the file where the user wants it.
    public static func place(_ transfer: TransferID) -> String { "\(transfer).place" }
    /// Held while an agent works in the folder: the next waits for it.
    public static let lock = "lock"
}
