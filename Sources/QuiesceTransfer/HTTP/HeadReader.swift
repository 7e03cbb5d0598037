import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

/// Gathers the lines of a response's head, as libcurl hands them over.
struct HeadReader {
    private(set) var version = ""
    private(set) var head = ReplyHead(status: 0)
    /// Bytes of all heads of one request.
    private var bytes = 0

    enum Line {
        /// There is more.
        case more
        /// The head is whole.
        case end
        /// Nobody sends as much who means well.
        case tooLong
    }

    mutating func take(_ line: UnsafeRawBufferPointer) -> Line {
        bytes += line.count
        if bytes > Limits.headBytes { return .tooLong }
        let text = Self.text(line)
        if text.isEmpty { return head.status == 0 ? .more : .end }
        if text.hasPrefix("HTTP/"), !text.prefix(while: { $0 != " " }).contains(":") {
            // A new head: an interim one, or a challenge that libcurl answered, was before it.
            let words = text.split(separator: " ", maxSplits: 2)
            version = String(words[0].dropFirst(5))
            head = ReplyHead(status: words.count > 1 ? Int(words[1]) ?? 0 : 0)
            return .more
        }
        if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            head.fields.append(ReplyHead.Field(String(text[..<colon]), String(value)))
        } else if line.first == 0x20 || line.first == 0x09, !head.fields.isEmpty {
            head.fields[head.fields.count - 1].value += " " + text
        }
        return .more
    }

    /// As the app is told, of a length that fits a datagram.
    func response(from url: String) -> TransferResponse {
        var left = Limits.toldHeadBytes
        var headers: [TransferRequest.Header] = []
        for field in head.fields {
            left -= field.name.utf8.count + field.value.utf8.count + 8
            if left < 0 { break }
            headers.append(TransferRequest.Header(name: field.name, value: field.value))
        }
        return TransferResponse(url: url, status: head.status, version: version, headers: headers)
    }

    /// Without the line's end, and without what would end one inside it.
    private static func text(_ line: UnsafeRawBufferPointer) -> String {
        var end = line.count
        while end > 0, line[end - 1] <= 0x20 { end -= 1 }
        let kept = line[..<end]
        guard kept.contains(where: { $0 < 0x20 && $0 != 0x09 }) else {
            return String(decoding: kept, as: UTF8.self)
        }
        return String(decoding: kept.filter { $0 >= 0x20 || $0 == 0x09 }, as: UTF8.self)
    }
}
