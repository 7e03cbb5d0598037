import CQuiesceLinux
import Glibc
import QuiesceAgent
import QuiesceAgentProtocol
import QuiesceCore
import QuiesceCrypto
import Synchronization

/// The body that an attempt begins to write: in place of all bytes that are there, or behind them.
struct BodyStart: Sendable {
    var head: RecordHead
    /// 0: in place of all.
    var offset: UInt64
    /// The body's whole length, where it is known.
    var expected: UInt64?
}

/// One transfer's two files.
///
/// One owner at a time: an attempt hands it to one disk job after the other, and never to two.
final class BodyStore: @unchecked Sendable {
    private let folder: Int32
    private let id: TransferID
    /// `sha256:…` of the whole, if it is to be checked.
    private let checksum: String?
    /// `ql_set_aside`, or what a test puts in its place.
    private let take: @Sendable (Int32, off_t) -> Int32

    private var body: Int32 = -1
    /// The same file, past the page cache; -2: the file system has no such thing.
    private var direct: Int32 = -1
    private var record: Record?
    private var head: RecordHead?
    private var expected: UInt64?
    /// The whole of it has its place on the disk.
    private var isSetAside = false
    /// Two transfers would take the same room for theirs.
    private static let settingAside = Mutex(())
    /// Bytes that the kernel has.
    private var written: UInt64 = 0
    private var lastSync = Monotonic.now
    private var hasher = SHA256()
    /// Bytes that the hasher has had, in order.
    private var hashed: UInt64 = 0

    /// Whether a record is on the disk.
    private(set) var isKnown: Bool

    init(
        _ id: TransferID, in folder: Int32, checksum: String?, isKnown: Bool,
        take: @escaping @Sendable (Int32, off_t) -> Int32 = ql_set_aside
    ) {
        self.take = take
        self.isKnown = isKnown
        self.id = id
        self.folder = folder
        self.checksum = checksum
    }

    deinit { close() }

    // MARK: While bytes come

    /// - Parameter isWhole: the body is whole in memory and comes next, so no record but that of
    ///   the finished transfer needs to be written.
    func begin(_ start: BodyStart, isWhole: Bool) throws {
        head = start.head
        expected = start.expected
        isSetAside = false
        if isWhole, !isKnown, start.offset == 0 {
            try openBody()
            try check(ftruncate(body, 0))
            return
        }
        try openRecord()
        if start.offset == 0, record!.slot.written > 0 || record!.slot.isFinished {
            // Nothing may be written over bytes that a record on the disk still vouches for.
            try record!.save(written: 0)
            try record!.sync()
        }
        try openBody()
        if start.offset == 0 {
            hasher = SHA256()
            hashed = 0
        }
        // With what an attempt that was killed had set aside.
        try check(ftruncate(body, off_t(start.offset)))
        written = start.offset
        try record!.setHead(start.head)
        try record!.save(written: written)
        try setAside()
    }

    /// Writes a block behind what is there, and says so in the record.
    func write(_ block: Block) throws {
        try place(block)
        try record?.save(written: written)
        let now = Monotonic.now
        guard let synced = record?.slot.synced,
            written - synced >= Limits.syncBytes || now - lastSync >= Limits.syncNanoseconds
        else { return }
        try check(fdatasync(body))
        try record?.save(written: written, synced: written)
        lastSync = now
    }

    /// Keeps what there is for a later attempt, and gives back what was set aside for more.
    func rest() throws {
        guard body >= 0 else { return }
        try check(ftruncate(body, off_t(written)))
        try record?.save(written: written)
    }

    // MARK: The end, in steps that many transfers take together

    func finishBody(_ block: Block?) throws {
        if let block { try place(block) }
        if record != nil { try check(ftruncate(body, off_t(written))) }
        try verify()
        _ = ql_start_sync(body)
    }

    func settleBody(_ group: GroupCommit) throws {
        // Blocks of a large file were set aside, and are its own only once that is said of each.
        if isLarge { try check(fdatasync(body)) } else { try group.settle(body) }
    }

    func finishRecord() throws {
        try openRecord()
        if record!.slot.headBytes == 0, let head { try record!.setHead(head) }
        try record!.save(written: written, synced: written, isFinished: true)
        record!.startSync()
    }

    func settleRecord(_ group: GroupCommit) throws { try record?.settle(group) }

    /// Bytes that are there.
    var size: UInt64 { written }

    /// Discards the bytes that are there: they are of no use to anybody.
    func discard() throws {
        try record?.save(written: 0)
        if body >= 0 { try check(ftruncate(body, 0)) }
        written = 0
    }

    func close() {
        record?.close()
        record = nil
        if direct >= 0 { _ = Glibc.close(direct) }
        if body >= 0 { _ = Glibc.close(body) }
        direct = -1
        body = -1
    }

    // MARK: Inside

    private func openBody() throws {
        if body >= 0 { return }
        body = try check(
            openat(
                folder, AgentFiles.body(id), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600))
    }

    private func openRecord() throws {
        if record != nil { return }
        record = try Record(AgentFiles.record(id), in: folder)
        isKnown = true
    }

    private var isLarge: Bool { (expected ?? 0) >= Limits.largeBytes }

    /// Makes sure of the room for what is announced; where there is none, nothing is taken.
    private func setAside() throws {
        guard let expected, expected > written else { return }
        try Self.settingAside.withLock { _ in
            try DiskRoom(of: body).check(length: expected, missing: expected - written)
            guard isLarge else { return }
            let answer = -take(body, off_t(clamping: expected))
            isSetAside = answer == 0
            if [ENOSPC, EDQUOT, EFBIG].contains(answer) {
                // The kernel may have taken all that there was.
                try check(ftruncate(body, off_t(written)))
                throw DiskError(answer)
            }
            // Else it is a file system that can't.
        }
    }

    private func place(_ block: Block) throws {
        do {
            if !isSetAside {
                try DiskRoom(of: body).check(length: block.end, missing: UInt64(block.count))
            }
            try put(block)
        } catch let error as DiskError where error.isFull {
            if expected == nil {
                // It may never fit: while it waits, others have the room.
                try discard()
            } else {
                try check(ftruncate(body, off_t(written)))
            }
            throw error
        }
    }

    private func put(_ block: Block) throws {
        guard block.count > 0 else { return }
        if checksum != nil, hashed == block.offset {
            hasher.update(UnsafeRawBufferPointer(start: block.bytes, count: block.count))
            hashed = block.end
        }
        let page = 4_096
        // A tail that isn't whole pages goes through the page cache.
        let aligned =
            block.offset % UInt64(page) == 0 && isLarge
            ? block.count / page * page : 0
        if aligned > 0, try putDirect(block, aligned) {
            try writeAll(
                body, block.bytes + aligned, block.count - aligned,
                at: block.offset + UInt64(aligned))
        } else {
            try writeAll(body, block.bytes, block.count, at: block.offset)
        }
        written = block.end
    }

    /// - Returns: false where the file system refuses it.
    private func putDirect(_ block: Block, _ count: Int) throws -> Bool {
        if direct == -1 {
            let opened = openat(
                folder, AgentFiles.body(id), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | QL_O_DIRECT)
            direct = opened >= 0 ? opened : -2
        }
        if direct == -2 { return false }
        do {
            try writeAll(direct, block.bytes, count, at: block.offset)
            return true
        } catch let error as DiskError where error.number == EINVAL {
            _ = Glibc.close(direct)
            direct = -2
            return false
        }
    }

    private func verify() throws {
        guard let checksum else { return }
        let chunk = 1 << 20
        if hashed < written {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 4_096)
            defer { buffer.deallocate() }
            while hashed < written {
                let wanted = Int(min(UInt64(chunk), written - hashed))
                let got = try readAll(body, buffer.baseAddress!, wanted, at: hashed)
                if got == 0 { throw DiskError(EIO) }
                hasher.update(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
                hashed += UInt64(got)
            }
        }
        let sum = "sha256:" + hasher.finalize().map { hexadecimal($0) }.joined()
        guard sum == checksum.lowercased() else {
            try discard()
            throw TransferFailure(.checksumMismatch)
        }
    }

    private func hexadecimal(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16)
        return text.count == 1 ? "0" + text : text
    }
}
