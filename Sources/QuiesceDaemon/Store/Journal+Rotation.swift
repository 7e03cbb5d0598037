import CQuiesceLinux
import Dispatch
import Foundation
import Glibc
import QuiesceCore
import QuiesceJournal
import QuiesceLinux

// The next segment, made while events come.
extension Journal {
    /// A rotation under way.
    struct Rotation {
        /// Those appended since its state was taken.
        var lines = Data()
        /// The old segment goes on: too many came, as the disk is stuck; or one couldn't be
        /// written, and the event may not have been taken at all.
        var isAbandoned = false

        mutating func add(_ line: Data) {
            if lines.count > Limits.journalSegmentBytes { abandon() }
            if !isAbandoned { lines.append(line) }
        }

        mutating func abandon() {
            isAbandoned = true
            lines = Data()
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
            let result: Result<Void, JournalError>
            do throws(JournalError) {
                try build(seq: seq, moment: moment, state: state)
                result = .success(())
            } catch {
                result = .failure(error)
            }
            // To encode a large state takes ten times its size, which the heap would keep for the
            // next time.
            if writing.withLock({ $0.stateBytes }) > Limits.smallStateBytes { malloc_trim(0) }
            completion?(result)
        }
        return true
    }

    /// Writes the next segment beside the current one and puts it in place.
    func build(seq: UInt64, moment: Moment, state: State) throws(JournalError) {
        let header = JournalLine.Header(
            version: JournalLine.version, seq: seq, moment: moment, state: state)
        do {
            try install(Data(JournalLine.text(header)), after: seq)
        } catch {
            writing.withLock {
                $0.rotation = nil
                $0.appendsToWait =
                    $0.hasGap ? Limits.eventsBetweenRepairs : Limits.eventsBetweenRotationAttempts
            }
            throw JournalError(error)
        }
    }

    private func install(_ header: Data, after seq: UInt64) throws(SystemCallError) {
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
            let unneeded = try writing.withLock { writing throws(SystemCallError) in
                guard let rotation = writing.rotation, !rotation.isAbandoned else {
                    throw SystemCallError("rotate", errno: ETIMEDOUT)
                }
                let lines = rotation.lines
                try Files.write(lines, to: fd)
                guard renameat(directory, temporary, directory, name) == 0 else {
                    throw SystemCallError("rename \(temporary)")
                }
                let old = writing
                writing = Writing(
                    fd: fd, number: number, bytes: bytes + lines.count, stateBytes: header.count)
                writing.lastSeq = max(seq, old.lastSeq ?? 0)
                let isWhole = !old.hasGap && !old.isTorn && old.lastSeq != nil
                writing.ended = isWhole ? old.fd : -1
                return [old.ended, isWhole ? -1 : old.fd]
            }
            for fd in unneeded where fd >= 0 { close(fd) }
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
