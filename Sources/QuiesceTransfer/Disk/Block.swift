import Glibc

/// Bytes of one transfer that wait for the disk: gathered here from the network in small pieces.
///
/// One owner at a time: the loop fills it, then a disk job has it until its result is there.
final class Block: @unchecked Sendable {
    let bytes: UnsafeMutableRawPointer
    /// Where its first byte belongs in the file.
    private(set) var offset: UInt64 = 0
    private(set) var count = 0
    /// A block ends where the file's next aligned one begins, so the first may be shorter.
    private(set) var capacity = 0

    init() {
        // Whole pages, which the kernel supplies as they are touched: a small file costs few.
        let memory = mmap(
            nil, Limits.blockBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        precondition(memory != MAP_FAILED, "no memory for a block")
        bytes = memory!
    }

    deinit { munmap(bytes, Limits.blockBytes) }

    var end: UInt64 { offset + UInt64(count) }
    var isFull: Bool { count == capacity }
    /// Bytes that still fit.
    var room: Int { capacity - count }

    /// Bytes that would fit a block which begins there.
    static func room(at offset: UInt64) -> Int {
        Limits.blockBytes - Int(offset % UInt64(Limits.blockBytes))
    }

    func begin(at offset: UInt64) {
        self.offset = offset
        count = 0
        capacity = Self.room(at: offset)
    }

    /// Takes as much as fits; returns how much that was.
    func append(_ source: UnsafeRawPointer, _ length: Int) -> Int {
        let taken = min(length, capacity - count)
        memcpy(bytes + count, source, taken)
        count += taken
        return taken
    }
}

/// Blocks that nobody uses, the last used first: its pages are warm.
struct BlockPool {
    private var free: [Block] = []

    mutating func take(at offset: UInt64) -> Block {
        let block = free.popLast() ?? Block()
        block.begin(at: offset)
        return block
    }

    mutating func give(_ block: Block) {
        if free.count < Limits.freeBlocks { free.append(block) }
    }
}
