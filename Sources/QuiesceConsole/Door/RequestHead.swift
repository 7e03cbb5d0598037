/// The first lines of an HTTP request, read so strictly that the server behind reads the same.
package struct RequestHead: Sendable, Hashable {
    package let method: String
    package let path: String
    private let headers: [(name: String, value: String)]

    package static func == (one: RequestHead, other: RequestHead) -> Bool {
        one.lines == other.lines
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(lines) }

    /// - Parameter bytes: up to and with the empty line.
    /// - Returns: nil where the bytes are none, or could be read in two ways.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= ConsoleLimits.headBytes, bytes.suffix(4) == [13, 10, 13, 10],
            // Nothing but printable ASCII, a tab, and whole line ends.
            bytes.allSatisfy({ (32...126).contains($0) || [9, 10, 13].contains($0) })
        else { return nil }
        var lines: [String] = []
        var line: [UInt8] = []
        var at = 0
        while at < bytes.count - 2 {
            switch bytes[at] {
            case 13:
                guard bytes[at + 1] == 10 else { return nil }
                lines.append(String(decoding: line, as: UTF8.self))
                line = []
                at += 2
            case 10: return nil
            case let byte:
                line.append(byte)
                at += 1
            }
        }
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1", words[1].hasPrefix("/"),
            !words[0].isEmpty
        else { return nil }
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
            let name = line[..<colon].lowercased()
            guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
                return nil
            }
            let value = line[line.index(after: colon)...]
                .trimmingPrefix { $0 == " " || $0 == "\t" }
            headers.append((name, String(value)))
        }
        let names = headers.map(\.name)
        let single = [
            "host", "origin", "cookie", "content-length", "connection", "upgrade",
            "sec-fetch-site", "sec-fetch-mode",
        ]
        guard single.allSatisfy({ name in names.count(where: { $0 == name }) <= 1 }),
            !names.contains("transfer-encoding")
        else { return nil }
        method = String(words[0])
        path = String(words[1])
        self.headers = headers
    }

    package subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// nil: the length isn't one.
    package var bodyBytes: Int? {
        guard let text = self["content-length"] else { return 0 }
        return text.allSatisfy(\.isNumber) ? Int(text) : nil
    }

    package var upgrades: Bool { self["upgrade"]?.lowercased() == "websocket" }

    /// The value of a cookie. Of several with that name none counts.
    package func cookie(_ name: String) -> String? {
        let found = (self["cookie"] ?? "").split(separator: ";").compactMap { pair -> String? in
            let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && parts[0] == name ? String(parts[1]) : nil
        }
        return found.count == 1 ? found[0] : nil
    }

    /// The bytes for the server behind. One connection carries one request; `connection` says
    /// which it is.
    package func forwarded(as connection: UInt64) -> [UInt8] {
        let own = ["connection", Self.connectionHeader]
        var lines = ["\(method) \(path) HTTP/1.1"]
        lines += headers.filter { !own.contains($0.name) }.map { "\($0.name): \($0.value)" }
        lines.append("connection: \(upgrades ? "upgrade, " : "")close")
        lines.append("\(Self.connectionHeader): \(connection)")
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    package static let connectionHeader = "x-quiesce-connection"

    private var lines: [String] {
        ["\(method) \(path)"] + headers.map { "\($0.name): \($0.value)" }
    }
}
