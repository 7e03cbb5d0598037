import CQuiesceLinux
import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceLinux
import QuiesceShell

/// Moves finished files from the agent's folder to their owners: by one rename where the file
/// system is the same, else by a copy that gets its name when it is whole and on disk. What was
/// done before is done. On a worker's thread.
struct FilePlacing: Sendable {
    /// The agent's folder, open.
    let transfers: CInt
    /// The agent's user, who may also own files in the folder.
    var agent: uid_t?

    /// Where files of a container go (B6): nobody else names them.
    private static let folders = FinishedFile.folders
    private static func name(_ id: TransferID) -> String { FinishedFile.name(id) }

    /// Into a container.
    ///
    /// - Parameters:
    ///   - containers: the folder of all containers.
    ///   - owner: the app's own user.
    func place(
        _ id: TransferID, into app: AppID, of containers: CInt, owner: SpawnRequest.User?
    ) throws(TransferFailure) {
        do throws(SystemCallError) {
            let folder = try Self.folder(of: app, in: containers, owner: owner, making: true)
            try move(
                id, to: folder.number, Self.name(id), owner: owner, mode: 0o600, replacing: true)
        } catch {
            throw TransferFailure(error)
        }
    }

    /// To where `quiesce get` wants it, beside whatever has got that name meanwhile.
    ///
    /// - Returns: with which number behind its name; 0: under that name.
    func place(_ id: TransferID, at path: String) throws(TransferFailure) -> Int {
        let (directory, wanted) = Self.split(path)
        let last = PlacingTrial(of: id, in: transfers)
        do throws(SystemCallError) {
            let folder = try OwnedDescriptor(
                checking: Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC),
                "open \(directory)")
            if let done = finished(id, in: folder.number, wanted, last) { return done }
            for number in 0..<Limits.placeNames {
                do throws(SystemCallError) {
                    try move(
                        id, to: folder.number, TransferredFile.name(wanted, copy: number),
                        owner: .init(uid: geteuid(), gid: getegid()), mode: 0o644,
                        replacing: false
                    ) { [transfers] (inode, isCopy) throws(SystemCallError) in
                        guard isCopy || number > 0 || last != nil else { return }
                        try PlacingTrial(copy: number, inode: inode).write(of: id, in: transfers)
                    }
                    return number
                } catch {
                    guard error.errno == EEXIST else { throw error }
                }
            }
            throw SystemCallError("rename \(path)", errno: EEXIST)
        } catch {
            throw TransferFailure(error)
        }
    }

    /// The number of a placing that an earlier daemon finished, but could tell nobody any more.
    private func finished(
        _ id: TransferID, in folder: CInt, _ wanted: String, _ last: PlacingTrial?
    ) -> Int? {
        let body = AgentFiles.body(id)
        let name = TransferredFile.name(wanted, copy: last?.copy ?? 0)
        if faccessat(transfers, body, F_OK, AT_SYMLINK_NOFOLLOW) == 0 {
            // Copied, and its own name not yet taken away.
            guard let last, last.isDone(in: folder, name), fsync(folder) == 0 else { return nil }
            unlinkat(transfers, body, 0)
        } else if faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 {
            return nil
        }
        fsync(folder)
        return last?.copy ?? 0
    }

    /// Deletes what `place` put into a container.
    static func unplace(_ id: TransferID, from app: AppID, of containers: CInt) {
        guard let folder = try? folder(of: app, in: containers, owner: nil, making: false) else {
            return
        }
        unlinkat(folder.number, name(id), 0)
    }

    /// Deletes what was put into a container for transfers that nobody knows any more.
    static func keep(only transfers: Set<TransferID>, in app: AppID, of containers: CInt) {
        guard let folder = try? folder(of: app, in: containers, owner: nil, making: false) else {
            return
        }
        for name in (try? Files.names(in: folder.number)) ?? [] where name.hasSuffix(".download") {
            guard let number = UInt64(name.dropLast(9)), !transfers.contains(TransferID(number))
            else { continue }
            unlinkat(folder.number, name, 0)
        }
    }

    // MARK: Within

    /// The folder in the container that holds them, step by step: the app may put links there (B3).
    private static func folder(
        of app: AppID, in containers: CInt, owner: SpawnRequest.User?, making: Bool
    ) throws(SystemCallError) -> OwnedDescriptor {
        var at = try open(app.name, in: containers)
        for name in folders {
            if making, mkdirat(at.number, name, 0o700) == 0 {
                let made = try open(name, in: at.number)
                if let owner, fchown(made.number, owner.uid, owner.gid) != 0 {
                    throw SystemCallError("chown \(name)")
                }
                fsync(at.number)
                at = made
            } else {
                at = try open(name, in: at.number)
            }
        }
        return at
    }

    private static func open(
        _ name: String, in directory: CInt
    ) throws(SystemCallError) -> OwnedDescriptor {
        try OwnedDescriptor(
            checkingNegative: ql_open_beneath(directory, name, O_RDONLY | O_DIRECTORY, 0),
            "open \(name)")
    }

    /// Called before a file gets its name, with its inode, and whether it is a copy.
    private typealias WillName = (UInt64, Bool) throws(SystemCallError) -> Void

    private func move(
        _ id: TransferID, to folder: CInt, _ name: String, owner: SpawnRequest.User?, mode: mode_t,
        replacing: Bool, willName: WillName = { _, _ in }
    ) throws(SystemCallError) {
        let body = AgentFiles.body(id)
        let opened = ql_open_beneath(transfers, body, O_RDONLY | O_NONBLOCK, 0)
        guard opened >= 0 else {
            // Moved before, by a daemon that could tell nobody.
            if opened == -ENOENT, replacing,
                faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0
            {
                return
            }
            throw SystemCallError("open \(body)", errno: -opened)
        }
        let file = OwnedDescriptor(opened)
        let inode = try check(file.number, body, owner)
        if let owner, fchown(file.number, owner.uid, owner.gid) != 0 {
            throw SystemCallError("chown \(body)")
        }
        guard fchmod(file.number, mode) == 0 else { throw SystemCallError("chmod \(body)") }
        try willName(inode, false)
        do throws(SystemCallError) {
            try Self.rename(body, in: transfers, to: name, in: folder, replacing: replacing)
        } catch {
            guard error.errno == EXDEV else { throw error }
            try copy(
                file.number, to: folder, name, id, owner, mode, replacing: replacing, willName)
            unlinkat(transfers, body, 0)
        }
        guard fsync(folder) == 0 else { throw SystemCallError("fsync of the folder") }
    }

    /// The agent listens to servers: what it left is looked at like anybody's.
    ///
    /// - Returns: its inode.
    private func check(
        _ file: CInt, _ name: String, _ owner: SpawnRequest.User?
    ) throws(SystemCallError) -> UInt64 {
        let status = try Files.status(file)
        let owners = [geteuid(), agent, owner?.uid].compactMap { $0 }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
            owners.contains(status.st_uid)
        else {
            throw SystemCallError(
                "use \(name), which is not a regular file, or has a second name", errno: EPERM)
        }
        return UInt64(status.st_ino)
    }

    private func copy(
        _ file: CInt, to folder: CInt, _ name: String, _ id: TransferID,
        _ owner: SpawnRequest.User?, _ mode: mode_t, replacing: Bool, _ willName: WillName
    ) throws(SystemCallError) {
        // Named for the transfer: what an interrupted copy left is replaced.
        let part = ".quiesce-\(id).part"
        unlinkat(folder, part, 0)
        let copy = try OwnedDescriptor(
            checkingNegative: ql_open_beneath(folder, part, O_WRONLY | O_CREAT | O_EXCL, 0o600),
            "create \(part)")
        do throws(SystemCallError) {
            while case let count = ql_copy_range(file, copy.number, 1 << 30), count != 0 {
                guard count > 0 else { throw SystemCallError("copy", errno: CInt(-count)) }
            }
            if let owner, fchown(copy.number, owner.uid, owner.gid) != 0 {
                throw SystemCallError("chown \(part)")
            }
            guard fchmod(copy.number, mode) == 0, fsync(copy.number) == 0 else {
                throw SystemCallError("fsync \(part)")
            }
            try willName(UInt64(try Files.status(copy.number).st_ino), true)
            try Self.rename(part, in: folder, to: name, in: folder, replacing: replacing)
        } catch {
            unlinkat(folder, part, 0)
            throw error
        }
    }

    private static func rename(
        _ name: String, in directory: CInt, to newName: String, in newDirectory: CInt,
        replacing: Bool
    ) throws(SystemCallError) {
        if replacing {
            guard renameat(directory, name, newDirectory, newName) == 0 else {
                throw SystemCallError("rename \(name)")
            }
            return
        }
        let answer = ql_rename_new(directory, name, newDirectory, newName)
        guard answer == 0 else { throw SystemCallError("rename \(name)", errno: -answer) }
    }

    /// An absolute path as folder and name.
    static func split(_ path: String) -> (folder: String, name: String) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }
}

extension TransferFailure {
    init(_ error: SystemCallError) {
        let isFull = [ENOSPC, EDQUOT].contains(error.errno)
        self.init(isFull ? .noSpace : .diskFailed, code: Int(error.errno))
    }
}
