import QuiesceWire

/// Gathers the lines of a response's head.
struct ResponseHead {
    private var status = 0
    private var version = ""
    private var headers: [TransferRequest.Header] = []

    /// - Parameter line: as libcurl has it, with its end.
    /// - Returns: whether the head is whole.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        let text = Self.trimmed(Substring(decoding: line, as: UTF8.self))
        if text.isEmpty { return status > 0 }
        if text.hasPrefix("HTTP/") {
            // Another head may have been before it.
            let words = text.split(separator: " ", maxSplits: 2)
            self = ResponseHead()
            version = String(words[0].dropFirst(5))
            status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        } else if let colon = text.firstIndex(of: ":") {
            let value = Self.trimmed(text[text.index(after: colon)...])
            headers.append(.init(name: String(text[..<colon]), value: String(value)))
        }
        return false
    }

    /// An interim response, or one that libcurl follows: another comes.
    var isFollowed: Bool {
        (100..<200).contains(status)
            || (300..<400).contains(status)
                && headers.contains { $0.name.lowercased() == "location" && !$0.value.isEmpty }
    }

    func response(from url: String) -> TransferResponse {
        TransferResponse(url: url, status: status, version: version, headers: headers)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop { $0.isWhitespace }
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}
