import Dispatch
import Foundation
import Glibc
import QuiesceCore
import QuiesceFiles
import Synchronization

/// The record of everything that the core was told: what `quiesce replay` plays again.
///
/// A journal is a folder of segments, each a file of JSON lines: the core's full state, then one
/// event per line. An appended line survives the daemon's SIGKILL, as it is in the page cache; a
/// power cut may take the last seconds. All methods are safe on any thread; `append` and `rotate`
/// are for the daemon's loop and don't wait for other threads' disk work.
public final class Journal<State: Codable & Sendable, Event: Codable & Sendable>: Sendable {
    private struct Writing {
        var fd: Int32 = -1
        var number: UInt64
        var bytes = 0
        /// A part of a line stands at the end and couldn't be cut off.
        var isTorn = false
        /// Events are missing: only a new segment's state makes the journal whole.
        var hasGap = false
        /// Appends until another rotation is asked for, after one failed.
        var appendsToWait = 0
        var rotation: Rotation?
    }

    /// A rotation under way.
    private struct Rotation {
        /// Those appended since its state was taken.
        var lines = Data()
        /// Too many came, the disk is stuck: the old segment goes on.
        var isAbandoned = false

        mutating func add(_ line: Data) {
            if lines.count > Limits.journalSegmentBytes {
                isAbandoned = true
                lines = Data()
            }
            if !isAbandoned { lines.append(line) }
        }
    }

    private let directory: Int32
    private let segmentBytes: Int
    private let totalBytes: Int
    private let writing: Mutex<Writing>
    private let encoder = JournalLine.encoder()
    private let hot: @Sendable (Event, inout PlainLine) -> Bool
    private let background = DispatchQueue(label: "quiesce.journal", qos: .utility)

    /// Opens the folder. Nothing can be appended before `start` or `resume`.
    /// - Throws: `JournalError`.
    public convenience init(
        directory path: String, segmentBytes: Int = Limits.journalSegmentBytes,
        totalBytes: Int = Limits.journalTotalBytes
    ) throws(JournalError) {
        try self.init(
            directory: path, segmentBytes: segmentBytes, totalBytes: totalBytes,
            hot: { _, _ in false })
    }

    /// - Parameter hot: writes an event's JSON quicker than JSONEncoder does; false, having written
    ///   nothing, for the events that it leaves to that.
    init(
        directory path: String, segmentBytes: Int = Limits.journalSegmentBytes,
        totalBytes: Int = Limits.journalTotalBytes,
        hot: @escaping @Sendable (Event, inout PlainLine) -> Bool
    ) throws(JournalError) {
        let fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard fd >= 0 else { throw JournalError(SystemCallError("open \(path)")) }
        do {
            let last = try JournalReader<State, Event>.segments(in: fd).last?.number ?? 0
            writing = Mutex(Writing(number: last))
            for name in try Files.names(in: fd) where name.hasSuffix(".jsonl.tmp") {
                unlinkat(fd, name, 0)  // Of a daemon that died while it wrote it.
            }
        } catch let error as SystemCallError {
            close(fd)
            throw JournalError(error)
        } catch {
            close(fd)
            throw (error as? JournalError) ?? JournalError(message: "\(error)")
        }
        directory = fd
        self.hot = hot
        self.segmentBytes = segmentBytes
        self.totalBytes = totalBytes
    }

    deinit {
        let fd = writing.withLock { $0.fd }
        if fd >= 0 { close(fd) }
        close(directory)
    }

    /// Starts a new segment with the core's state after the event `seq`. Blocks.
    /// - Throws: `JournalError`; what was current stays so.
    public func start(seq: UInt64, moment: Moment, state: State) throws(JournalError) {
        writing.withLock { $0.rotation = Rotation() }
        try build(seq: seq, moment: moment, state: state)
    }

    /// Goes on in the segment that `contents` ends with, after cutting off a torn last line.
    /// - Returns: false when only a new segment will do: events are missing or unreadable there.
    /// - Throws: `JournalError`.
    public func resume(_ contents: JournalContents<State, Event>) throws(JournalError) -> Bool {
        guard contents.damage.isEmpty else { return false }
        do throws(SystemCallError) {
            return try writing.withLock { writing throws(SystemCallError) in
                guard writing.fd < 0, writing.number == contents.lastSegment else { return false }
                let name = JournalSegment.name(contents.lastSegment)
                let fd = try Files.open(name, in: directory, O_WRONLY | O_APPEND)
                guard ftruncate(fd, off_t(contents.validBytes)) == 0 else {
                    let error = SystemCallError("truncate \(name)")
                    close(fd)
                    throw error
                }
                writing.fd = fd
                writing.bytes = contents.validBytes
                return true
            }
        } catch {
            throw JournalError(error)
        }
    }

    /// Whether `rotate` should be called: the segment is full, or has a gap.
    public var needsRotation: Bool {
        writing.withLock {
            ($0.bytes >= segmentBytes || $0.hasGap) && $0.rotation == nil
                && $0.appendsToWait == 0
        }
    }

    /// Writes one event with one system call.
    ///
    /// - Parameter previous: what the core did about the event before, for `quiesce replay`.
    /// - Throws: `JournalError` when it isn't in the journal. The file stays readable; the gap
    ///   closes with the next rotation, which `needsRotation` then asks for.
    public func append(
        seq: UInt64, moment: Moment, event: Event, previous: Fingerprint? = nil
    ) throws(JournalError) {
        let line = try encode(seq, moment, event, previous)
        do throws(SystemCallError) {
            try writing.withLock { writing throws(SystemCallError) in
                if writing.appendsToWait > 0 { writing.appendsToWait -= 1 }
                writing.rotation?.add(line)
                do throws(SystemCallError) {
                    try Self.append(line, to: &writing)
                } catch {
                    writing.hasGap = true
                    throw error
                }
            }
        } catch {
            throw JournalError(error)
        }
    }

    /// Starts the next segment without making the caller wait for it.
    ///
    /// - Parameters:
    ///   - state: the core's state after the event `seq`, which is the last one appended.
    ///   - completion: called on a background thread. After a failure the old segment goes on.
    /// - Returns: false when a rotation is under way already.
    @discardableResult
    public func rotate(
        seq: UInt64, moment: Moment, state: State,
        completion: (@Sendable (Result<Void, JournalError>) -> Void)? = nil
    ) -> Bool {
        let isFirst = writing.withLock { writing in
            guard writing.rotation == nil else { return false }
            writing.rotation = Rotation()
            return true
        }
        guard isFirst else { return false }
        background.async { [self] in
            do throws(JournalError) {
                try build(seq: seq, moment: moment, state: state)
                completion?(.success(()))
            } catch {
                completion?(.failure(error))
            }
        }
        return true
    }

    /// Puts what was appended on the disk. Blocks.
    /// - Throws: `JournalError`.
    public func sync() throws(JournalError) {
        // A duplicate, as the disk may be slow and the segment may be replaced meanwhile.
        let fd = writing.withLock { fcntl($0.fd, F_DUPFD_CLOEXEC, 0) }
        guard fd >= 0 else { throw JournalError(SystemCallError("sync")) }
        defer { close(fd) }
        guard fdatasync(fd) == 0 else { throw JournalError(SystemCallError("sync")) }
    }

    // MARK: - Writing

    private func encode(
        _ seq: UInt64, _ moment: Moment, _ event: Event, _ previous: Fingerprint?
    ) throws(JournalError) -> Data {
        var plain = PlainLine()
        plain.put(#"{"seq":"#)
        plain.put(seq)
        plain.put(#","moment":"#)
        plain.put(moment)
        plain.put(#","event":"#)
        if hot(event, &plain) {
            if let previous { plain.put(previous) }
            plain.put("}\n")
            return Data(plain.bytes)
        }
        do {
            var line = try encoder.encode(
                JournalLine.Entry(seq: seq, moment: moment, event: event, h: previous))
            line.append(JournalLine.newline)
            return line
        } catch {
            throw JournalError(message: "event \(seq) can't be journalled: \(error)")
        }
    }

    private static func append(_ line: Data, to writing: inout Writing) throws(SystemCallError) {
        guard writing.fd >= 0 else { throw SystemCallError("append", errno: EBADF) }
        do throws(SystemCallError) {
            // A line of its own for what couldn't be cut off.
            let text = writing.isTorn ? Data([JournalLine.newline]) + line : line
            try Files.write(text, to: writing.fd)
            writing.isTorn = false
            writing.bytes += text.count
        } catch {
            // Part of the line may be there, and the next one would be glued to it.
            writing.isTorn = ftruncate(writing.fd, off_t(writing.bytes)) != 0
            throw error
        }
    }

    /// Writes the next segment beside the current one and puts it in place.
    private func build(seq: UInt64, moment: Moment, state: State) throws(JournalError) {
        do {
            var header = try JournalLine.encoder().encode(
                JournalLine.Header(
                    version: JournalLine.version, seq: seq, moment: moment, state: state))
            header.append(JournalLine.newline)
            try install(header)
        } catch {
            writing.withLock {
                $0.rotation = nil
                $0.appendsToWait = Limits.eventsBetweenRotationAttempts
            }
            if let error = error as? SystemCallError { throw JournalError(error) }
            throw JournalError(message: "the core's state can't be journalled: \(error)")
        }
    }

    private func install(_ header: Data) throws(SystemCallError) {
        let number = writing.withLock { $0.number } + 1
        let name = JournalSegment.name(number)
        let temporary = name + ".tmp"
        makeRoom(for: header.count)
        let fd = try Files.open(
            temporary, in: directory, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND)
        do {
            try Files.write(header, to: fd)
            var bytes = header.count
            // Most of what came meanwhile is written before the loop has to wait for the rest.
            while let lines = takeMany() {
                try Files.write(lines, to: fd)
                bytes += lines.count
            }
            let old = try writing.withLock { writing throws(SystemCallError) in
                guard let rotation = writing.rotation, !rotation.isAbandoned else {
                    throw SystemCallError("rotate", errno: ETIMEDOUT)
                }
                let lines = rotation.lines
                try Files.write(lines, to: fd)
                guard renameat(directory, temporary, directory, name) == 0 else {
                    throw SystemCallError("rename \(temporary)")
                }
                let old = writing.fd
                writing = Writing(fd: fd, number: number, bytes: bytes + lines.count)
                return old
            }
            if old >= 0 { close(old) }
        } catch {
            unlinkat(directory, temporary, 0)
            close(fd)
            throw error
        }
    }

    private func takeMany() -> Data? {
        writing.withLock { writing in
            guard let lines = writing.rotation?.lines, lines.count > 65_536 else { return nil }
            writing.rotation?.lines = Data()
            return lines
        }
    }

    /// Deletes the oldest segments that don't fit beside `bytes` more; never the current one.
    private func makeRoom(for bytes: Int) {
        guard var segments = try? JournalReader<State, Event>.segments(in: directory) else {
            return
        }
        var total = segments.reduce(bytes) { $0 + $1.bytes }
        while total > totalBytes, segments.count > 1 {
            let oldest = segments.removeFirst()
            total -= oldest.bytes
            unlinkat(directory, oldest.name, 0)
        }
    }
}
