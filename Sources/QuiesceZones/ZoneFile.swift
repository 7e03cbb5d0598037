import QuiesceCore

/// The contents of a compiled file of the time zone database: TZif, RFC 9636.
package enum ZoneFile {
    /// - Returns: nil unless `bytes` are such a file of version 2 or later, whole and without leap
    ///   seconds.
    package static func zone(_ bytes: [UInt8]) -> Zone? {
        var reader = ByteReader(bytes)
        // The first block is for readers who know no 64-bit times.
        guard let old = Header(&reader), reader.skip(old.bytes(time: 4)),
            let header = Header(&reader), header.leapSeconds == 0, header.types > 0,
            let times = reader.numbers(header.times, bytes: 8),
            let types = reader.numbers(header.times, bytes: 1),
            let offsets = readOffsets(header.types, &reader),
            reader.skip(header.names + header.standardMarks + header.utcMarks)
        else { return nil }
        var changes: [Zone.Change] = []
        for (at, type) in zip(times, types) {
            guard offsets.indices.contains(Int(type)), changes.last.map({ $0.at < at }) ?? true
            else { return nil }
            changes.append(Zone.Change(at: at, seconds: offsets[Int(type)]))
        }
        guard let footer = reader.line() else { return nil }
        let rule = DaylightRule(footer)
        guard footer.isEmpty || rule != nil else { return nil }
        return Zone(first: offsets[0], changes: changes, rule: rule)
    }

    /// The offset of each type of local time. Skips its other fields: whether it is summer time,
    /// and its name's place.
    private static func readOffsets(_ count: Int, _ reader: inout ByteReader) -> [Int32]? {
        var offsets: [Int32] = []
        for _ in 0..<count {
            guard let offset = reader.number(bytes: 4), reader.skip(2) else { return nil }
            offsets.append(Int32(truncatingIfNeeded: offset))
        }
        return offsets
    }

    private struct Header {
        var utcMarks, standardMarks, leapSeconds, times, types, names: Int

        init?(_ reader: inout ByteReader) {
            guard reader.number(bytes: 4) == 0x545a_6966,  // TZif
                let version = reader.number(bytes: 1), version >= 0x32, reader.skip(15),
                let counts = reader.numbers(6, bytes: 4),
                counts.allSatisfy({ (0...ZoneDatabase.fileBytes).contains(Int($0)) })
            else { return nil }
            (utcMarks, standardMarks) = (Int(counts[0]), Int(counts[1]))
            (leapSeconds, times) = (Int(counts[2]), Int(counts[3]))
            (types, names) = (Int(counts[4]), Int(counts[5]))
        }

        func bytes(time: Int) -> Int {
            times * (time + 1) + types * 6 + names + leapSeconds * (time + 4) + standardMarks
                + utcMarks
        }
    }
}

/// Takes numbers from the front of bytes, the highest byte first.
private struct ByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// With its sign, if it fills 4 or 8 bytes.
    mutating func number(bytes count: Int) -> Int64? {
        guard rest.count >= count else { return nil }
        let value = rest.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        rest = rest.dropFirst(count)
        return count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }

    mutating func numbers(_ count: Int, bytes: Int) -> [Int64]? {
        guard rest.count >= count * bytes else { return nil }
        return (0..<count).compactMap { _ in number(bytes: bytes) }
    }

    mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    /// The text between two ends of line.
    mutating func line() -> String? {
        guard rest.first == UInt8(ascii: "\n") else { return nil }
        let line = rest.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        guard line.endIndex < rest.endIndex else { return nil }
        return String(decoding: line, as: UTF8.self)
    }
}
