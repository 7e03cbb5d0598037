import Foundation
import Glibc
import QuiesceFiles

/// Payloads on their way to the store, in a file beside the journal: one `write()` each, which survives the
/// daemon's SIGKILL, so that the next daemon has what the events in the journal name. The file is emptied
/// whenever the store has them all. Belongs to the loop's thread.
///
/// One after the other: handle and length (8 bytes each, little endian), then the bytes. The end may be torn.
final class StagedPayloads {
    static let name = "payloads.staged"

    private let file: CInt
    /// What the store doesn't have yet, as far as anybody knows.
    private var waiting: [UInt64: Data] = [:]

    /// Opens the file, or makes it, and reads what an earlier daemon left.
    init(in directory: CInt) throws(SystemCallError) {
        file = try Files.open(Self.name, in: directory, O_RDWR | O_CREAT | O_APPEND)
        do throws(SystemCallError) {
            read(try Files.read(file))
        } catch {
            Glibc.close(file)
            throw error
        }
    }

    deinit { Glibc.close(file) }

    private func read(_ bytes: Data) {
        var rest = bytes[...]
        func number() -> UInt64? {
            guard rest.count >= 8 else { return nil }
            defer { rest = rest.dropFirst(8) }
            return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        while let handle = number(), let length = number(), length <= rest.count {
            waiting[handle] = Data(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
        }
    }

    /// Keeps a payload until it is `stored`. When the file can't be written it is kept in memory only.
    func keep(_ handle: UInt64, _ body: Data) throws(SystemCallError) {
        waiting[handle] = body
        var record = Data(capacity: 16 + body.count)
        for number in [handle, UInt64(body.count)] {
            withUnsafeBytes(of: number.littleEndian) { record.append(contentsOf: $0) }
        }
        record.append(body)
        let end = try Files.status(file).st_size
        do {
            try Files.write(record, to: file)
        } catch {
            // Half a record would hide those after it.
            ftruncate(file, end)
            throw error
        }
    }

    /// nil: the store has it, or nobody does.
    func payload(_ handle: UInt64) -> Data? { waiting[handle] }

    /// The store has them, or nobody wants them any more.
    func stored(_ handles: some Sequence<UInt64>) {
        var isChanged = false
        for handle in handles where waiting.removeValue(forKey: handle) != nil { isChanged = true }
        if isChanged, waiting.isEmpty { ftruncate(file, 0) }
    }

    /// What an earlier daemon left of those that are in use; the others are dropped.
    func takeOver(_ inUse: Set<UInt64>) -> [(handle: UInt64, body: Data)] {
        stored(waiting.keys.filter { !inUse.contains($0) })
        if waiting.isEmpty { ftruncate(file, 0) }
        return waiting.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
