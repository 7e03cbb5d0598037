import CQuiesceLinux
import Glibc
import Synchronization

/// Makes what was written to many files safe from a power cut at once: a flush of the disk for each
/// would take longer than a small transfer.
///
/// On ext4 with a journal a file's new blocks and length are in the file system's journal as soon
/// as its pages are on the disk. One commit of the journal, which flushes the disk first, then
/// stands for all; a change to the length of `marker` is in the same transaction or a later one,
/// and so forces it. Elsewhere the whole file system is synced.
final class GroupCommit: Sendable {
    private let marker: Int32
    private let isJournaled: Bool
    private let commits: Atomic<Int>

    convenience init(marker: Int32) {
        self.init(marker: marker, isJournaled: ql_has_ext4_journal(marker))
    }

    init(marker: Int32, isJournaled: Bool) {
        self.marker = marker
        self.isJournaled = isJournaled
        var status = stat()
        commits = Atomic(fstat(marker, &status) == 0 ? Int(status.st_size) : 0)
    }

    /// Whether what is committed is on the disk in the order in which it was settled.
    var isOrdered: Bool { isJournaled }

    /// The pages of one file, before a `commit`.
    func settle(_ file: Int32) throws {
        guard isJournaled else { return }
        let result = ql_finish_sync(file)
        if result < 0 { throw DiskError(-result) }
    }

    func commit() throws {
        guard isJournaled else {
            let result = ql_sync_file_system(marker)
            if result < 0 { throw DiskError(-result) }
            return
        }
        // Never the length that it has.
        let number = commits.add(1, ordering: .relaxed).newValue
        try check(ftruncate(marker, off_t(1 + number % 4_096)))
        try check(fdatasync(marker))
    }
}
