import Foundation
import Glibc
import QuiesceCore
import QuiesceLinux

/// The contents of a journal: a state of the core, and the events after it.
public struct JournalContents<State: JSONValued & Sendable, Event: JSONValued & Sendable>: Sendable
{
    /// One event, with its number and time.
    public struct Entry: Sendable {
        public var seq: UInt64
        public var moment: Moment
        public var event: Event
        /// The reaction of the daemon's core to the event before; nil for its first.
        public var previous: Fingerprint?
        /// A push's payload, if it was to be kept.
        public var payload: String?
    }

    /// The event after which `state` was taken, and when.
    public var seq: UInt64
    public var moment: Moment
    public var state: State
    /// The events after it, without a gap.
    public var entries: [Entry]
    /// The core's reaction to the last event; nil when the daemon runs still, or was killed.
    public var closing: Fingerprint?
    /// The unreadable parts, one line each. A torn tail isn't damage: it was never acknowledged.
    public var damage: [String]
    /// The last segment that was read, and how many bytes of it are whole lines.
    package var lastSegment: UInt64
    package var validBytes: Int
    /// The part of `validBytes` that is the state, with which the segment begins.
    package var stateBytes = 0

    /// The last event that is known.
    public var lastSeq: UInt64 { entries.last?.seq ?? seq }
}

/// Reads the journal of a daemon that is gone, or one segment for `quiesce replay`.
public struct JournalReader<State: JSONValued & Sendable, Event: JSONValued & Sendable> {
    private let versions: ClosedRange<Int>

    /// - Parameter oldest: states from this version on are read, by who goes on from them. What an
    ///   older core made of its events is another matter: this core's replay may differ.
    public init(from oldest: Int = SystemMachine.stateVersion) {
        versions = oldest...JournalLine.version
    }

    /// The segments in `directory`, oldest first.
    /// - Throws: `JournalError`.
    public static func segments(_ directory: String) throws(JournalError) -> [JournalSegment] {
        try withDirectory(directory) { descriptor throws(JournalError) in
            try segments(in: descriptor)
        }
    }

    /// Reads the newest state that can be read, and every event after it.
    ///
    /// - Returns: nil when no segment starts with a state that this reader reads.
    /// - Throws: `JournalError` when the directory or a file in it can't be read at all.
    public func load(_ directory: String) throws(JournalError) -> JournalContents<State, Event>? {
        try Self.withDirectory(directory) { descriptor throws(JournalError) in
            let segments = try Self.segments(in: descriptor)
            var damage: [String] = []
            for (index, segment) in segments.enumerated().reversed() {
                let bytes = try Self.read(segment, in: descriptor)
                guard var contents = parse(segment, named: segment.name, bytes, &damage) else {
                    continue
                }
                for later in segments[(index + 1)...] {
                    append(
                        later, named: later.name, try Self.read(later, in: descriptor),
                        to: &contents)
                }
                contents.damage = damage.reversed() + contents.damage
                return contents
            }
            return nil
        }
    }

    /// Reads one segment file alone.
    /// - Throws: `JournalError` when it can't be read or doesn't start with a state.
    public func loadSegment(_ path: String) throws(JournalError) -> JournalContents<State, Event> {
        let fd = open(path, O_RDONLY | O_CLOEXEC)
        guard fd >= 0 else { throw JournalError(SystemCallError("open \(path)")) }
        defer { close(fd) }
        let bytes: Data
        do {
            bytes = try Files.read(fd)
        } catch {
            throw JournalError(error)
        }
        return try segment(path, bytes)
    }

    /// Reads `bytes`, the whole of the segment file `path`.
    /// - Throws: `JournalError` when they don't start with a state.
    package func segment(
        _ path: String, _ bytes: Data
    ) throws(JournalError) -> JournalContents<State, Event> {
        var damage: [String] = []
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let segment = JournalSegment(number: JournalSegment.number(name) ?? 0, bytes: bytes.count)
        if let contents = parse(segment, named: name, bytes, &damage) { return contents }
        // Each begins with the file's name.
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        throw JournalError(message: folder + damage.joined(separator: "; "))
    }

    // MARK: - Lines

    /// - Returns: nil, with the reason in `damage`, when the first line isn't a header.
    private func parse(
        _ segment: JournalSegment, named name: String, _ bytes: Data, _ damage: inout [String]
    ) -> JournalContents<State, Event>? {
        guard let end = bytes.firstIndex(of: JournalLine.newline) else {
            damage.append("\(name):1: the first line is incomplete")
            return nil
        }
        let line = Array(bytes[..<end])
        guard let any = try? JournalLine.AnyHeader.read(line) else {
            damage.append("\(name):1: no header")
            return nil
        }
        guard versions.contains(any.version) else {
            damage.append(
                "\(name):1: it has version \(any.version); this program reads \(JournalLine.version)"
            )
            return nil
        }
        do {
            let header = try JournalLine.Header<State>.read(line)
            var contents = JournalContents<State, Event>(
                seq: header.seq, moment: header.moment, state: header.state, entries: [],
                damage: [], lastSegment: segment.number, validBytes: 0)
            append(segment, named: name, bytes, to: &contents)
            return contents
        } catch {
            damage.append("\(name):1: the state can't be read: \(error)")
            return nil
        }
    }

    /// Adds the events of a segment; stops at the first that doesn't follow.
    private func append(
        _ segment: JournalSegment, named name: String, _ bytes: Data,
        to contents: inout JournalContents<State, Event>
    ) {
        guard contents.damage.isEmpty, let header = bytes.firstIndex(of: JournalLine.newline) else {
            return
        }
        contents.lastSegment = segment.number
        contents.closing = nil
        contents.validBytes = header + 1
        contents.stateBytes = header + 1
        bytes.withUnsafeBytes { bytes in
            var start = header + 1
            var number = 1
            while let end = Self.newline(in: bytes, from: start) {
                let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
                start = end + 1
                number += 1
                if let problem = append(line, to: &contents) {
                    contents.damage.append("\(name):\(number): \(problem)")
                    return
                }
                // The next daemon goes on in place of a closing line.
                if contents.closing == nil { contents.validBytes = start }
            }
        }
    }

    /// - Returns: what is wrong with the line.
    private func append(
        _ line: UnsafeRawBufferPointer, to contents: inout JournalContents<State, Event>
    ) -> String? {
        guard contents.closing == nil else { return "more after the end" }
        if let entry = try? JournalLine.Entry<Event>.read(line) {
            return append(
                .init(
                    seq: entry.seq, moment: entry.moment, event: entry.event, previous: entry.h,
                    payload: entry.payload), to: &contents)
        }
        guard let closing = try? JournalLine.Closing.read(line) else {
            return "not an event"
        }
        guard closing.end == contents.lastSeq else {
            return "event \(closing.end) is the last, after \(contents.lastSeq)"
        }
        contents.closing = closing.h
        return nil
    }

    private func append(
        _ entry: JournalContents<State, Event>.Entry,
        to contents: inout JournalContents<State, Event>
    ) -> String? {
        // Segments overlap by the events that came while the next one was written.
        guard entry.seq > contents.lastSeq else { return nil }
        guard entry.seq - 1 == contents.lastSeq else {
            return "event \(entry.seq) follows \(contents.lastSeq)"
        }
        contents.entries.append(entry)
        return nil
    }

    private static func newline(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, CInt(JournalLine.newline), bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    // MARK: - Files

    private static func withDirectory<Result>(
        _ path: String, _ body: (Int32) throws(JournalError) -> Result
    ) throws(JournalError) -> Result {
        let fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard fd >= 0 else { throw JournalError(SystemCallError("open \(path)")) }
        defer { close(fd) }
        return try body(fd)
    }

    package static func segments(in directory: Int32) throws(JournalError) -> [JournalSegment] {
        do {
            var segments: [JournalSegment] = []
            for name in try Files.names(in: directory) {
                guard let number = JournalSegment.number(name) else { continue }
                var status = stat()
                guard fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                    status.st_mode & S_IFMT == S_IFREG
                else { continue }
                segments.append(.init(number: number, bytes: Int(clamping: status.st_size)))
            }
            return segments.sorted()
        } catch {
            throw JournalError(error)
        }
    }

    private static func read(_ segment: JournalSegment, in directory: Int32) throws(JournalError)
        -> Data
    {
        do throws(SystemCallError) {
            let fd = try Files.open(segment.name, in: directory, O_RDONLY)
            defer { close(fd) }
            return try Files.read(fd)
        } catch {
            throw JournalError(error)
        }
    }
}
