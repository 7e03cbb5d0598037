import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceLinux

/// `$QUIESCE_HOME/gateway/account.json`: the push gateway that the device has joined, and its key
/// there.
struct GatewayAccountFile: Sendable {
    static let name = "account.json"

    let directory: CInt

    /// Reads the account on disk.
    ///
    /// - Returns: nil where there is no account, or one that can't be read, which is set aside with
    ///   a note.
    func load() throws -> (account: GatewayAccount?, note: String?) {
        let file = openat(directory, Self.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return (nil, nil) }
            throw SystemCallError("open \(Self.name)")
        }
        defer { close(file) }
        let bytes = try Files.read(file, limit: Limits.gatewayAccountBytes)
        if let account = try? GatewayAccount.read(Array(bytes)) {
            return (account, nil)
        }
        let aside = Self.name + ".damaged"
        guard renameat(directory, Self.name, directory, aside) == 0 else {
            throw SystemCallError("rename \(Self.name)")
        }
        return (
            nil,
            "the account at the push gateway can't be read, and was moved to gateway/\(aside); join again with `quiesce gateway join`"
        )
    }

    /// On disk when it returns.
    func store(_ account: GatewayAccount) throws {
        try Files.replace(Self.name, in: directory, with: Data(account.json))
    }

    func remove() throws(SystemCallError) {
        guard unlinkat(directory, Self.name, 0) == 0 || errno == ENOENT else {
            throw SystemCallError("remove \(Self.name)")
        }
        guard fsync(directory) == 0 else { throw SystemCallError("fsync of the directory") }
    }
}
