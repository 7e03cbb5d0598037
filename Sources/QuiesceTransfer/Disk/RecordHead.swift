import QuiesceAgentProtocol
import QuiesceCore
import QuiesceWire

/// The description of a body: the request that it answers and the response that it came with.
struct RecordHead: Hashable, Sendable {
    var url: String
    var method: String
    var validator: EntityValidator?
    /// The whole file's length.
    var total: UInt64?
    /// The bytes are the file's own, not compressed ones.
    var isPlain: Bool
    /// How often the rest of it was asked for and didn't fit; over when a rest did.
    var misfits: Int
    var response: TransferResponse

    /// Lines, as none of the values can have one's end in it.
    var encoded: [UInt8] {
        let validator =
            switch validator {
            case .etag(let text): "e\(text)"
            case .lastModified(let text): "m\(text)"
            case nil: ""
            }
        var lines = [
            url, method, validator, total.map(String.init) ?? "", isPlain ? "plain" : "encoded",
            String(misfits), String(response.status), response.version, response.url,
        ]
        for header in response.headers {
            lines.append(header.name)
            lines.append(header.value)
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    init(
        url: String, method: String, validator: EntityValidator?, total: UInt64?, isPlain: Bool,
        misfits: Int = 0, response: TransferResponse
    ) {
        self.url = url
        self.method = method
        self.validator = validator
        self.total = total
        self.isPlain = isPlain
        self.misfits = misfits
        self.response = response
    }

    init?(_ bytes: some Sequence<UInt8>) {
        let lines = Array(bytes).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        )
        .map { String(decoding: $0, as: UTF8.self) }
        guard lines.count >= 9, lines.count % 2 == 1, let misfits = Int(lines[5]),
            let status = Int(lines[6])
        else { return nil }
        url = lines[0]
        method = lines[1]
        switch lines[2].first {
        case "e": validator = .etag(String(lines[2].dropFirst()))
        case "m": validator = .lastModified(String(lines[2].dropFirst()))
        case nil: validator = nil
        case _: return nil
        }
        total = UInt64(lines[3])
        isPlain = lines[4] == "plain"
        self.misfits = misfits
        response = TransferResponse(
            url: lines[8], status: status, version: lines[7],
            headers: stride(from: 9, to: lines.count, by: 2).map {
                TransferRequest.Header(name: lines[$0], value: lines[$0 + 1])
            })
    }
}
