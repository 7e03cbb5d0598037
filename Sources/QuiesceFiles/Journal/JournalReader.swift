import Foundation
import Glibc
import QuiesceCore

/// What a journal tells: a state of the core, and the events after it.
public struct JournalContents<State: Codable & Sendable, Event: Codable & Sendable>: Sendable {
    /// One event, with its number and time.
    public struct Entry: Sendable {
        public var seq: UInt64
        public var moment: Moment
        public var event: Event
        /// What the daemon's core did about the event before; nil for its first.
        public var previous: Fingerprint?
    }

    /// The event after which `state` was taken, and when.
    public var seq: UInt64
    public var moment: Moment
    public var state: State
    /// The events after it, without a gap.
    public var entries: [Entry]
    /// What couldn't be read, one line each. A torn tail isn't damage: it was never acknowledged.
    public var damage: [String]
    /// The last segment that was read, and how many bytes of it are whole lines.
    package var lastSegment: UInt64
    package var validBytes: Int

    /// The last event that is known.
    public var lastSeq: UInt64 { entries.last?.seq ?? seq }
}

/// Reads the journal of a daemon that is gone, or one segment for `quiesce replay`.
public struct JournalReader<State: Codable & Sendable, Event: Codable & Sendable> {
    private let decoder = JSONDecoder()

    public init() {}

    /// The segments in `directory`, oldest first.
    /// - Throws: `JournalError`.
    public static func segments(_ directory: String) throws(JournalError) -> [JournalSegment] {
        try withDirectory(directory) { descriptor throws(JournalError) in
            try segments(in: descriptor)
        }
    }

    /// Reads the newest state that can be read, and every event after it.
    ///
    /// - Returns: nil when no segment starts with a state of this version.
    /// - Throws: `JournalError` when the directory or a file in it can't be read at all.
    public func load(_ directory: String) throws(JournalError) -> JournalContents<State, Event>? {
        try Self.withDirectory(directory) { descriptor throws(JournalError) in
            let segments = try Self.segments(in: descriptor)
            var damage: [String] = []
            for (index, segment) in segments.enumerated().reversed() {
                let bytes = try Self.read(segment, in: descriptor)
                guard var contents = parse(segment, bytes, &damage) else { continue }
                for later in segments[(index + 1)...] {
                    append(later, try Self.read(later, in: descriptor), to: &contents)
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

    /// What `bytes`, the whole of the segment file `path`, tell.
    /// - Throws: `JournalError` when they don't start with a state.
    package func segment(
        _ path: String, _ bytes: Data
    ) throws(JournalError) -> JournalContents<State, Event> {
        var damage: [String] = []
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let segment = JournalSegment(number: JournalSegment.number(name) ?? 0, bytes: bytes.count)
        if let contents = parse(segment, bytes, &damage) { return contents }
        throw JournalError(message: "\(path): " + damage.joined(separator: "; "))
    }

    // MARK: - Lines

    /// - Returns: nil, with the reason in `damage`, when the first line isn't a header.
    private func parse(_ segment: JournalSegment, _ bytes: Data, _ damage: inout [String])
        -> JournalContents<State, Event>?
    {
        guard let end = bytes.firstIndex(of: JournalLine.newline) else {
            damage.append("\(segment.name):1: no whole line")
            return nil
        }
        let line = bytes[..<end]
        guard let any = try? decoder.decode(JournalLine.AnyHeader.self, from: line) else {
            damage.append("\(segment.name):1: no header")
            return nil
        }
        guard any.version == JournalLine.version else {
            damage.append(
                "\(segment.name):1: version \(any.version), where \(JournalLine.version) is read")
            return nil
        }
        do {
            let header = try decoder.decode(JournalLine.Header<State>.self, from: line)
            var contents = JournalContents<State, Event>(
                seq: header.seq, moment: header.moment, state: header.state, entries: [],
                damage: [], lastSegment: segment.number, validBytes: 0)
            append(segment, bytes, to: &contents)
            return contents
        } catch {
            damage.append("\(segment.name):1: the state can't be read: \(error)")
            return nil
        }
    }

    /// Adds the events of a segment; stops at the first that doesn't follow.
    private func append(
        _ segment: JournalSegment, _ bytes: Data, to contents: inout JournalContents<State, Event>
    ) {
        guard contents.damage.isEmpty, let header = bytes.firstIndex(of: JournalLine.newline) else {
            return
        }
        contents.lastSegment = segment.number
        var start = header + 1
        var number = 1
        contents.validBytes = start
        while let end = bytes[start...].firstIndex(of: JournalLine.newline) {
            let line = bytes[start..<end]
            start = end + 1
            number += 1
            guard let entry = try? decoder.decode(JournalLine.Entry<Event>.self, from: line) else {
                contents.damage.append("\(segment.name):\(number): not an event")
                return
            }
            // Segments overlap by the events that came while the next one was written.
            if entry.seq > contents.lastSeq {
                guard entry.seq - 1 == contents.lastSeq else {
                    contents.damage.append(
                        "\(segment.name):\(number): event \(entry.seq) follows \(contents.lastSeq)")
                    return
                }
                contents.entries.append(
                    .init(
                        seq: entry.seq, moment: entry.moment, event: entry.event,
                        previous: entry.h))
            }
            contents.validBytes = start
        }
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
