import Dispatch
import Foundation
import Glibc
import QuiesceCore
import QuiesceJournal
import QuiesceLinux
import Synchronization

/// The record of everything that the core was told: what `quiesce replay` plays again.
///
/// A journal is a folder of segments, each a file of JSON lines: the core's full state, then one
/// event per line, and where the segment was ended in order, what came of the last. An appended
/// line survives the daemon's SIGKILL, as it is in the page cache; a power cut may take the last
/// seconds. All methods are safe on any thread; `append` and `rotate` are for the daemon's loop and
/// don't wait for other threads' disk work.
public final class Journal<State: JSONValued & Sendable, Event: JSONValued & Sendable>: Sendable {
    struct Writing {
        var fd: Int32 = -1
        /// The segment before, until it is known what came of its last event.
        var ended: Int32 = -1
        var number: UInt64
        var bytes = 0
        /// The part of `bytes` that is the segment's state, at its beginning.
        var stateBytes = 0
        /// The last event in it; nil before the first.
        var lastSeq: UInt64?
        /// A part of a line stands at the end and couldn't be cut off.
        var isTorn = false
        /// Events are missing: only a new segment's state makes the journal whole.
        var hasGap = false
        /// Appends until another rotation is asked for, after one failed.
        var appendsToWait = 0
        var rotation: Rotation?
    }

    let directory: Int32
    private let segmentBytes: Int
    let totalBytes: Int
    let writing: Mutex<Writing>
    let background = DispatchQueue(label: "quiesce.journal", qos: .utility)

    /// Opens the folder. Nothing can be appended before `start` or `resume`.
    /// - Throws: `JournalError`.
    public init(
        directory path: String, segmentBytes: Int = Limits.journalSegmentBytes,
        totalBytes: Int = Limits.journalTotalBytes
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
        self.segmentBytes = segmentBytes
        self.totalBytes = totalBytes
    }

    deinit {
        for fd in writing.withLock({ [$0.fd, $0.ended] }) where fd >= 0 { close(fd) }
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
                writing.stateBytes = contents.stateBytes
                writing.lastSeq = contents.lastSeq
                return true
            }
        } catch {
            throw JournalError(error)
        }
    }

    /// Whether `rotate` should be called: the segment is full, or has a gap. It isn't full before
    /// it has as much of events as of the state: a large one would otherwise be written again for
    /// every event.
    public var needsRotation: Bool {
        writing.withLock {
            let isFull = $0.bytes - $0.stateBytes >= max(segmentBytes, $0.stateBytes)
            return (isFull || $0.hasGap) && $0.rotation == nil && $0.appendsToWait == 0
        }
    }

    /// Events are missing: what is appended can't be read again before a rotation has ended.
    public var hasGap: Bool { writing.withLock { $0.hasGap } }

    /// Writes one event with one system call.
    ///
    /// - Parameters:
    ///   - previous: what the core did about the event before, for `quiesce replay`.
    ///   - payload: a push's, where it is to be kept.
    /// - Throws: `JournalError` when it isn't in the journal. The file stays readable; the gap
    ///   closes with the next rotation, which `needsRotation` then asks for.
    public func append(
        seq: UInt64, moment: Moment, event: Event, previous: Fingerprint? = nil,
        payload: String? = nil
    ) throws(JournalError) {
        let line = Data(
            JournalLine.text(
                JournalLine.Entry(
                    seq: seq, moment: moment, event: event, h: previous, payload: payload)))
        do throws(SystemCallError) {
            try writing.withLock { writing throws(SystemCallError) in
                if writing.appendsToWait > 0 { writing.appendsToWait -= 1 }
                Self.closeEnded(&writing, previous)
                do throws(SystemCallError) {
                    try Self.append(line, to: &writing)
                    writing.rotation?.add(line)
                    writing.lastSeq = seq
                } catch {
                    writing.rotation?.abandon()
                    writing.hasGap = true
                    throw error
                }
            }
        } catch {
            throw JournalError(error)
        }
    }

    /// Ends the current segment in order: nothing is appended to it any more.
    ///
    /// - Parameter last: what the core did about the last event.
    /// - Throws: `JournalError`; the journal is whole all the same.
    public func finish(_ last: Fingerprint?) throws(JournalError) {
        guard let last else { return }
        do throws(SystemCallError) {
            try writing.withLock { writing throws(SystemCallError) in
                Self.closeEnded(&writing, last)
                guard !writing.hasGap, let seq = writing.lastSeq else { return }
                let line = Self.closing(seq, last)
                try Self.append(line, to: &writing)
                writing.rotation?.add(line)
                writing.lastSeq = nil
            }
        } catch {
            throw JournalError(error)
        }
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

    private static func closing(_ seq: UInt64, _ last: Fingerprint) -> Data {
        Data(JournalLine.text(JournalLine.Closing(end: seq, h: last)))
    }

    /// Writes into the segment before what came of its last event, which the next one's line tells.
    private static func closeEnded(_ writing: inout Writing, _ last: Fingerprint?) {
        guard writing.ended >= 0 else { return }
        // The current segment has it as well: if this fails, the other one only proves less alone.
        if let last, let seq = writing.lastSeq {
            try? Files.write(closing(seq, last), to: writing.ended)
        }
        close(writing.ended)
        writing.ended = -1
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
}

extension Journal where State == SystemMachine, Event == QuiesceCore.Event {
    /// A device's journal.
    /// - Throws: `JournalError`.
    public static func ofDevice(
        directory path: String, segmentBytes: Int = Limits.journalSegmentBytes
    ) throws(JournalError) -> Journal {
        try Journal(directory: path, segmentBytes: segmentBytes)
    }
}
