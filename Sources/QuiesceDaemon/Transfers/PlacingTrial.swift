import CQuiesceLinux
import Foundation
import Glibc
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceLinux

/// Under which name a file of the user's was tried last, and which file that was. It is on disk
/// before the name is: a daemon that is killed before it could tell anybody knows its own file
/// again by it, among others that have the name that was asked for. A plain rename to that very
/// name needs none.
struct PlacingTrial: Equatable {
    var copy: Int
    var inode: UInt64

    init(copy: Int, inode: UInt64) {
        self.copy = copy
        self.inode = inode
    }

    /// The last one; nil: none that can be read.
    init?(of id: TransferID, in transfers: CInt) {
        let opened = ql_open_beneath(transfers, AgentFiles.place(id), O_RDONLY | O_NONBLOCK, 0)
        guard opened >= 0 else { return nil }
        let file = OwnedDescriptor(opened)
        guard let text = try? Files.read(file.number, limit: 64) else { return nil }
        let numbers = String(decoding: text, as: UTF8.self).split(separator: " ")
        guard numbers.count == 2, let copy = Int(numbers[0]), let inode = UInt64(numbers[1]),
            (0..<Limits.placeNames).contains(copy)
        else { return nil }
        self.init(copy: copy, inode: inode)
    }

    /// Once it returns, it is on disk.
    func write(of id: TransferID, in transfers: CInt) throws(SystemCallError) {
        let name = AgentFiles.place(id)
        let new = name + ".new"
        // The agent listens to servers: what it may have put there isn't written through.
        unlinkat(transfers, new, 0)
        let file = OwnedDescriptor(try Files.open(new, in: transfers, O_WRONLY | O_CREAT | O_EXCL))
        try Files.write(Data("\(copy) \(inode)".utf8), to: file.number)
        guard fsync(file.number) == 0, renameat(transfers, new, transfers, name) == 0,
            fsync(transfers) == 0
        else { throw SystemCallError("write \(name)") }
    }

    /// Whether it came to be: the file has that name.
    func isDone(in folder: CInt, _ name: String) -> Bool {
        var status = stat()
        return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
            && UInt64(status.st_ino) == inode
    }

    static func forget(_ id: TransferID, in transfers: CInt) {
        unlinkat(transfers, AgentFiles.place(id), 0)
    }
}
