import Foundation

/// A SIP request or response, as far as a phone needs it (RFC 3261): a first line, headers, a body.
struct SIPMessage {
    var firstLine: String
    /// In their order, as some come more than once.
    var headers: [(name: String, value: String)] = []
    var body = ""

    init(_ firstLine: String, _ headers: [(String, String)] = [], body: String = "") {
        self.firstLine = firstLine
        self.headers = headers.map { (name: $0.0, value: $0.1) }
        self.body = body
    }

    /// Takes the first whole message off a stream's bytes; nil: more is to come.
    init?(takenOff bytes: inout Data) {
        // Between messages a stream has line ends that keep it alive.
        while bytes.first == 13 || bytes.first == 10 { bytes.removeFirst() }
        guard let end = bytes.range(of: Data("\r\n\r\n".utf8)),
            let head = String(data: bytes[..<end.lowerBound], encoding: .utf8)
        else { return nil }
        let lines = head.components(separatedBy: "\r\n")
        self.init(lines.first ?? "")
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers.append(
                (
                    line[..<colon].trimmingCharacters(in: .whitespaces),
                    line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                ))
        }
        let length = self["Content-Length"].flatMap(Int.init) ?? 0
        guard bytes.distance(from: end.upperBound, to: bytes.endIndex) >= length else { return nil }
        let after = bytes.index(end.upperBound, offsetBy: length)
        body = String(decoding: bytes[end.upperBound..<after], as: UTF8.self)
        bytes = Data(bytes[after...])
    }

    subscript(name: String) -> String? {
        headers.first { $0.name.caseInsensitiveCompare(name) == .orderedSame }?.value
    }

    /// `INVITE`, for example; nil: it is a response.
    var method: String? {
        firstLine.hasPrefix("SIP/2.0 ")
            ? nil : firstLine.split(separator: " ").first.map(String.init)
    }

    /// The number of a response.
    var status: Int? {
        method == nil ? firstLine.split(separator: " ").dropFirst().first.flatMap { Int($0) } : nil
    }

    var data: Data {
        var text = firstLine + "\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        text += "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        return Data(text.utf8)
    }

    /// A response to it, which goes the way that it came.
    func response(_ line: String, tag: String, body: String = "") -> SIPMessage {
        var response = SIPMessage("SIP/2.0 " + line, body: body)
        for (name, value) in headers
        where ["via", "from", "call-id", "cseq", "record-route"].contains(name.lowercased()) {
            response.headers.append((name, value))
        }
        let to = self["To"] ?? ""
        response.headers.append(("To", to.contains(";tag=") ? to : "\(to);tag=\(tag)"))
        response.headers.append(("Contact", "<sip:phone@127.0.0.1>"))
        if !body.isEmpty { response.headers.append(("Content-Type", "application/sdp")) }
        return response
    }
}
