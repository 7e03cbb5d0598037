import Foundation
import Glibc
import QuiesceLinux
import Synchronization

/// Payloads on their way to the store, in a file beside the journal: one `write()` each, which
/// survives the daemon's SIGKILL, so that the next daemon has what the events in the journal name.
/// The file is emptied whenever the store has them all. All methods are safe on any thread.
///
/// One after the other: handle and length (8 bytes each, little endian), then the bytes. The end
/// may be torn.
final class StagedPayloads: Sendable {
    static let name = "payloads.staged"

    private let file: CInt
    /// Payloads that the store doesn't have yet, as far as anybody knows.
    private let waiting: Mutex<[UInt64: Data]>

    /// Opens the file, or makes it, and reads what an earlier daemon left.
    init(in directory: CInt) throws(SystemCallError) {
        file = try Files.open(Self.name, in: directory, O_RDWR | O_CREAT | O_APPEND)
        do throws(SystemCallError) {
            waiting = Mutex(Self.read(try Files.read(file)))
        } catch {
            Glibc.close(file)
            throw error
        }
    }

    deinit { Glibc.close(file) }

    private static func read(_ bytes: Data) -> [UInt64: Data] {
        var found: [UInt64: Data] = [:]
        var rest = bytes[...]
        func number() -> UInt64? {
            guard rest.count >= 8 else { return nil }
            defer { rest = rest.dropFirst(8) }
            return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        while let handle = number(), let length = number(), length <= rest.count {
            found[handle] = Data(rest.prefix(Int(length)))
            rest = rest.dropFirst(Int(length))
        }
        return found
    }

    /// Keeps a payload until it is `stored`. When the file can't be written it is kept in memory
    /// only.
    func keep(_ handle: UInt64, _ body: Data) throws(SystemCallError) {
        var record = Data(capacity: 16 + body.count)
        for number in [handle, UInt64(body.count)] {
            withUnsafeBytes(of: number.littleEndian) { record.append(contentsOf: $0) }
        }
        record.append(body)
        try waiting.withLock { (waiting) throws(SystemCallError) in
            waiting[handle] = body
            let end = try Files.status(file).st_size
            do throws(SystemCallError) {
                try Files.write(record, to: file)
            } catch {
                // Half a record would hide those after it.
                ftruncate(file, end)
                throw error
            }
        }
    }

    /// nil: the store has it, or nobody does.
    func payload(_ handle: UInt64) -> Data? { waiting.withLock { $0[handle] } }

    /// The store has them, or has it that nobody wants them any more.
    func stored(_ handles: some Sequence<UInt64>) {
        waiting.withLock { waiting in
            var isChanged = false
            for handle in handles where waiting.removeValue(forKey: handle) != nil {
                isChanged = true
            }
            if isChanged, waiting.isEmpty { ftruncate(file, 0) }
        }
    }

    /// All payloads here, by handle: at a start, those that an earlier daemon left.
    var all: [(handle: UInt64, body: Data)] {
        waiting.withLock { $0.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
    }
}
