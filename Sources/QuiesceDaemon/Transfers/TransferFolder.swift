import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceLinux

/// `$QUIESCE_HOME/transfers`: where the agent works. Safe on any thread.
final class TransferFolder: Sendable {
    static let name = "transfers"

    let path: String
    /// Open as long as this object is.
    let descriptor: CInt
    /// The agent's own user, under a root daemon.
    let user: SpawnRequest.User?

    /// Makes it, or checks that nobody else could have put something there.
    ///
    /// - Throws: `ConfigurationError` for what the owner has to put right.
    init(home: CInt, at homePath: String, user: SpawnRequest.User?) throws {
        path = "\(homePath)/\(Self.name)"
        self.user = user
        guard mkdirat(home, Self.name, 0o700) == 0 || errno == EEXIST else {
            throw ConfigurationError(message: "can't make \(path): \(describe(errno: errno))")
        }
        do throws(SystemCallError) {
            descriptor = try Files.open(Self.name, in: home, O_RDONLY | O_DIRECTORY)
        } catch {
            throw ConfigurationError(
                message: "can't use \(path): \(error); move away the file of that name")
        }
        do {
            try check()
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    private func check() throws {
        let status = try Files.status(descriptor)
        guard status.st_uid == geteuid() || user.map({ status.st_uid == $0.uid }) == true else {
            throw ConfigurationError(
                message: "\(path) belongs to user \(status.st_uid); change its owner, or remove it")
        }
        let owner = user ?? SpawnRequest.User(uid: geteuid(), gid: getegid())
        guard fchmod(descriptor, 0o700) == 0, fchown(descriptor, owner.uid, owner.gid) == 0 else {
            throw ConfigurationError(message: "can't use \(path): \(describe(errno: errno))")
        }
        guard user != nil || geteuid() == 0 else { return }
        // Takes over files that an earlier agent with another user left.
        for name in (try? Files.names(in: descriptor)) ?? [] {
            fchownat(descriptor, name, owner.uid, owner.gid, AT_SYMLINK_NOFOLLOW)
        }
    }

    /// Removes what belongs to no transfer that is known. Before the agent runs.
    func keep(only transfers: Set<TransferID>) {
        for name in (try? Files.names(in: descriptor)) ?? [] where name != AgentFiles.lock {
            if let id = Self.transfer(of: name), transfers.contains(id) { continue }
            unlinkat(descriptor, name, 0)
        }
    }

    /// The transfer that a file belongs to: `12.body` is 12's.
    static func transfer(of name: String) -> TransferID? {
        guard let dot = name.firstIndex(of: "."), let number = UInt64(name[..<dot]) else {
            return nil
        }
        let id = TransferID(number)
        let names = [AgentFiles.body(id), AgentFiles.record(id), AgentFiles.place(id)]
        return names.contains(name) ? id : nil
    }
}
