import CQuiesceLinux
import Glibc

/// The file that says what a body is of and how much of it can be relied on: two slots, then two
/// places for heads. A head is written where the slots in force don't look, then a slot names it.
struct Record {
    private let file: Int32
    private(set) var slot: RecordSlot
    /// Where the head is that the last slot on the file names.
    private var placeInForce: UInt64?

    private static let headsStart: UInt64 = 1_024
    private static let placeBytes: UInt64 = 128 << 10

    /// The contents of an earlier attempt's record.
    struct Found {
        var slot: RecordSlot
        var head: RecordHead

        /// The bytes of the body that can be relied on, given the number that the disk has.
        func offset(bodyBytes: UInt64, boot: BootID) -> UInt64 {
            min(slot.boot == boot ? slot.written : slot.synced, bodyBytes)
        }
    }

    /// - Returns: nil: none, or none that can be used.
    static func find(_ name: String, in folder: Int32) -> Found? {
        let file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { return nil }
        defer { _ = Glibc.close(file) }
        for slot in slots(file) {
            guard slot.headBytes <= placeBytes else { continue }
            let head = read(file, Int(slot.headBytes), at: place(slot.headPlace))
            if head.count == slot.headBytes, checksum(head) == slot.headSum,
                let head = RecordHead(head)
            {
                return Found(slot: slot, head: head)
            }
        }
        return nil
    }

    /// Opens a record to write to it, and makes it where there is none.
    init(_ name: String, in folder: Int32) throws {
        file = try check(
            openat(folder, name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600))
        let found = Self.slots(file).first
        slot = found ?? RecordSlot()
        placeInForce = found?.headPlace
        slot.boot = .current
    }

    func close() { _ = Glibc.close(file) }

    /// Sets the description of the body from now on. No slot names it before the next `save`.
    mutating func setHead(_ head: RecordHead) throws {
        let bytes = head.encoded
        let place = placeInForce.map { 1 - $0 } ?? 0
        try bytes.withUnsafeBytes {
            try writeAll(file, $0.baseAddress!, $0.count, at: Self.place(place))
        }
        slot.headPlace = place
        slot.headBytes = UInt64(bytes.count)
        slot.headSum = checksum(bytes)
    }

    mutating func save(written: UInt64, synced: UInt64? = nil, isFinished: Bool = false) throws {
        slot.generation += 1
        slot.written = written
        slot.synced = min(synced ?? slot.synced, written)
        slot.isFinished = isFinished
        let at = (slot.generation % 2) * UInt64(RecordSlot.bytes)
        try slot.encoded.withUnsafeBytes {
            try writeAll(file, $0.baseAddress!, $0.count, at: at)
        }
        placeInForce = slot.headPlace
    }

    /// Begins to write to the disk, and doesn't wait.
    func startSync() { _ = ql_start_sync(file) }

    func settle(_ group: GroupCommit) throws { try group.settle(file) }

    func sync() throws { try check(fdatasync(file)) }

    private static func place(_ number: UInt64) -> UInt64 { headsStart + number * placeBytes }

    /// The valid ones, the newest first.
    private static func slots(_ file: Int32) -> [RecordSlot] {
        let bytes = read(file, 2 * RecordSlot.bytes, at: 0)
        guard bytes.count == 2 * RecordSlot.bytes else {
            return bytes.count >= RecordSlot.bytes
                ? [RecordSlot(bytes[..<RecordSlot.bytes])].compactMap { $0 } : []
        }
        return [RecordSlot(bytes[..<RecordSlot.bytes]), RecordSlot(bytes[RecordSlot.bytes...])]
            .compactMap { $0 }.sorted { $0.generation > $1.generation }
    }

    private static func read(_ file: Int32, _ count: Int, at offset: UInt64) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized =
                count == 0 ? 0 : (try? readAll(file, buffer.baseAddress!, count, at: offset)) ?? 0
        }
    }
}
