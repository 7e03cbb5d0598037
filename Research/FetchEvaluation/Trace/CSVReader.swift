/// The records of a CSV file (RFC 4180): fields may be quoted, lines end in LF or CRLF, and lines
/// without anything are passed over.
struct CSVReader {
    struct Record {
        /// The line on which it begins, from 1.
        var line: Int
        var fields: [String]
    }

    private let path: String
    private let bytes: [UInt8]
    private var position: Int
    private var line = 1

    private static let quote = UInt8(ascii: "\"")
    private static let lf = UInt8(ascii: "\n")
    private static let cr = UInt8(ascii: "\r")

    /// - Parameter path: for errors.
    init(_ bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next record; nil at the end.
    mutating func next() throws(TraceError) -> Record? {
        while position < bytes.count {
            var record = Record(line: line, fields: [])
            repeat { record.fields.append(try field()) } while takeComma()
            endLine()
            if record.fields != [""] { return record }
        }
        return nil
    }

    private mutating func takeComma() -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return false }
        position += 1
        return true
    }

    private var isAtEndOfLine: Bool {
        guard position < bytes.count else { return true }
        if bytes[position] == Self.lf { return true }
        return bytes[position] == Self.cr
            && (position + 1 == bytes.count || bytes[position + 1] == Self.lf)
    }

    private mutating func endLine() {
        while position < bytes.count {
            position += 1
            if bytes[position - 1] == Self.lf {
                line += 1
                return
            }
        }
    }

    private mutating func field() throws(TraceError) -> String {
        if position < bytes.count, bytes[position] == Self.quote { return try quotedField() }
        let start = position
        while !isAtEndOfLine, bytes[position] != UInt8(ascii: ",") { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quotedField() throws(TraceError) -> String {
        let first = line
        var content: [UInt8] = []
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte != Self.quote {
                if byte == Self.lf { line += 1 }
                content.append(byte)
            } else if position < bytes.count, bytes[position] == Self.quote {
                content.append(byte)
                position += 1
            } else {
                guard isAtEndOfLine || bytes[position] == UInt8(ascii: ",") else {
                    throw .malformed(
                        path, line: line,
                        "text after a field's closing quote; write a quote inside as two")
                }
                return String(decoding: content, as: UTF8.self)
            }
        }
        throw .malformed(path, line: first, "a quote is opened and not closed; close it")
    }
}
