import QuiesceCore

extension TransferredFile {
    /// Where a file of the user's is that was wanted at `path`.
    package static func name(_ path: String, copy: Int) -> String {
        copy == 0 ? path : "\(path).\(copy)"
    }
}

/// Where a finished file is in its app's container.
package enum FinishedFile {
    package static let folders = ["Library", "Caches", "Transfers"]
    package static func name(_ id: TransferID) -> String { "\(id).download" }
    package static func path(_ id: TransferID) -> String {
        (folders + [name(id)]).joined(separator: "/")
    }
}
