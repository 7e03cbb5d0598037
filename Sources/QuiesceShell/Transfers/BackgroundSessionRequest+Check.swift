import Foundation
import QuiesceCore
import QuiesceWire

extension BackgroundSessionRequest {
    /// Whether it is within bounds and can be what an app means.
    ///
    /// - Throws: for its sender, whose connection ends. A wrong URL or file isn't here: those are
    ///   verdicts.
    package func check() throws(WireError) {
        switch self {
        case .openSession(let session): try session.check()
        case .closeSession(let session, _), .resume(let session, _), .suspend(let session, _),
            .cancel(let session, _, _), .setEarliestBegin(let session, _, _):
            try Self.check(session: session)
        case .create(let order): try order.check()
        case .setPriority(let session, _, let priority):
            try Self.check(session: session)
            try Self.check(priority: priority)
        case .setDescription(let session, _, let description):
            try Self.check(session: session)
            try Self.check(description: description)
        case .handled, .answer: break
        }
    }

    fileprivate static func check(session: String) throws(WireError) {
        guard (1...Limits.sessionNameBytes).contains(session.utf8.count),
            !session.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f })
        else {
            throw WireError.malformed(
                "a session's identifier has 1 to \(Limits.sessionNameBytes) bytes without control characters"
            )
        }
    }

    fileprivate static func check(priority: Int) throws(WireError) {
        guard (0...100).contains(priority) else {
            throw WireError.malformed("a priority is from 0 to 100, not \(priority)")
        }
    }

    fileprivate static func check(description: String?) throws(WireError) {
        guard (description?.utf8.count ?? 0) <= Limits.transferTextBytes else {
            throw WireError.malformed(
                "a task's description has at most \(Limits.transferTextBytes) bytes")
        }
    }
}

extension SessionConfiguration {
    fileprivate func check() throws(WireError) {
        try BackgroundSessionRequest.check(session: identifier)
        guard (1...1_000).contains(settings.connectionsPerHost) else {
            throw WireError.malformed("connectionsPerHost is from 1 to 1000")
        }
        guard settings.resourceTimeout.isFinite,
            (1...Limits.resourceTimeoutSeconds).contains(settings.resourceTimeout)
        else {
            throw WireError.malformed(
                "resourceTimeout is from 1 to \(Int(Limits.resourceTimeoutSeconds)) seconds")
        }
    }
}

extension TransferOrder {
    fileprivate func check() throws(WireError) {
        try BackgroundSessionRequest.check(session: session)
        try BackgroundSessionRequest.check(priority: priority)
        try BackgroundSessionRequest.check(description: description)
        guard kind == .upload || uploadFile == nil else {
            throw WireError.malformed("only an upload has a file")
        }
        try request.check()
    }
}

extension TransferRequest {
    /// - Throws: for whoever asked for it.
    package func check() throws(WireError) {
        guard Self.isToken(method), method.utf8.count <= 32 else {
            throw WireError.malformed("\"\(method.printable.prefix(40))\" is not an HTTP method")
        }
        for header in headers {
            guard Self.isToken(header.name), Self.isLine(header.value) else {
                throw WireError.malformed(
                    "the header \"\(header.name.printable.prefix(40))\" can't be sent")
            }
        }
        guard cookies.map(Self.isLine) ?? true else {
            throw WireError.malformed("the cookies can't be sent")
        }
        guard requestTimeout.isFinite,
            (1...Limits.resourceTimeoutSeconds).contains(requestTimeout)
        else { throw WireError.malformed("requestTimeout is at least a second") }
        if let checksum, !Self.isChecksum(checksum) {
            throw WireError.malformed("a checksum is sha256: and 64 hexadecimal digits")
        }
    }

    private static func isChecksum(_ text: String) -> Bool {
        let digits = text.dropFirst("sha256:".count)
        return text.hasPrefix("sha256:") && digits.utf8.count == 64
            && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
    }

    /// Whether RFC 9110 calls `text` a token.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                byte > 0x20 && byte < 0x7f && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
            }
    }

    /// Nothing that could end the line and begin another.
    private static func isLine(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
    }
}
