import QuiesceCore

/// Things that are no more, and are deleted once the disk knows that. After a power cut before,
/// they would be there again: an app without its bundle, a transfer whose verdict is told again
/// without its file.
struct Deletions {
    /// Files of transfers.
    var files: [(TransferID, AppID)] = []
    /// Uninstalled apps.
    var apps: [AppID] = []
    /// Uninstalled apps of which something is left. One that was installed anew isn't among them:
    /// what it had was deleted before that.
    var uninstalled: Set<AppID> = []
    /// The disk is being asked whether it has taken that they are no more.
    var isAsking = false

    /// Nothing waits.
    var isEmpty: Bool { files.isEmpty && apps.isEmpty }
}
