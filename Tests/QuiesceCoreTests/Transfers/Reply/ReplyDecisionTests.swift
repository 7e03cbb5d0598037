import QuiesceCore
import TestSupport
import Testing

private let ours = "\"v1\""
private let length: UInt64 = 1_000

private func reply(_ status: Int, _ fields: (String, String)...) -> ReplyHead {
    ReplyHead(status: status, fields: fields.map { ReplyHead.Field($0.0, $0.1) })
}

/// The rest of 1,000 bytes was asked for, from byte 400 of version `"v1"`.
private func rest(restarts: Int = 0, total: UInt64? = length) -> ResumeRequest {
    ResumeRequest(offset: 400, validator: .etag(ours), total: total, restarts: restarts)
}

/// The decision table of `docs/transfers.md`, row by row.
@Suite struct ReplyDecisionTests {
    @Test(
        "A 206 is appended only if it is the rest of the same version", .behaviour("X3"),
        arguments: [
            (range: "bytes 400-999/1000", etag: ours, .append(end: 1_000, total: 1_000)),
            ("bytes 400-499/1000", ours, .append(end: 500, total: 1_000)),
            ("bytes 400-999/*", ours, .append(end: 1_000, total: 1_000)),
            ("bytes 400-899/*", ours, .askWhole(.lengthChanged)),
            ("bytes 0-999/1000", ours, .askWhole(.rangeMismatch)),
            ("bytes 401-999/1000", ours, .askWhole(.rangeMismatch)),
            ("bytes 399-999/1000", ours, .askWhole(.rangeMismatch)),
            ("bytes 400-999/1001", ours, .askWhole(.lengthChanged)),
            ("bytes 400-998/999", ours, .askWhole(.lengthChanged)),
            ("bytes 400-999/1000", "\"v2\"", .askWhole(.entityChanged)),
            ("bytes 400-999/1000", "W/\"v1\"", .askWhole(.entityChanged)),
            ("bytes 400-999/1000", nil, .askWhole(.noValidator)),
            (nil, ours, .askWhole(.noContentRange)),
            ("", ours, .askWhole(.noContentRange)),
            ("bytes */1000", ours, .askWhole(.noContentRange)),
            ("pages 400-999/1000", ours, .askWhole(.noContentRange)),
            ("bytes 999-400/1000", ours, .askWhole(.noContentRange)),
            ("bytes 400-1000/1000", ours, .askWhole(.noContentRange)),
            ("bytes 400-999/18446744073709551616", ours, .askWhole(.noContentRange)),
            ("bytes -400-999/1000", ours, .askWhole(.noContentRange)),
        ] as [(String?, String?, ReplyDecision)])
    func partial(range: String?, etag: String?, decision: ReplyDecision) {
        var head = reply(206)
        if let range { head.fields.append(.init("content-range", range)) }
        if let etag { head.fields.append(.init("ETAG", etag)) }
        #expect(ReplyDecision(head, to: rest()) == decision)
        // Asked for the whole since, the server gives neither.
        if case .askWhole = decision {
            #expect(
                ReplyDecision(head, to: rest(restarts: 1))
                    == .fail(TransferFailure(.serverInconsistent)))
        }
    }

    @Test("A 206 in several parts, or compressed, is none to append", .behaviour("X3"))
    func otherPartials() {
        let range = ("Content-Range", "bytes 400-999/1000")
        let several = reply(
            206, range, ("ETag", ours), ("Content-Type", "multipart/byteranges; boundary=x"))
        #expect(ReplyDecision(several, to: rest()) == .askWhole(.noContentRange))
        let compressed = reply(206, range, ("ETag", ours), ("Content-Encoding", "gzip"))
        #expect(ReplyDecision(compressed, to: rest()) == .askWhole(.encodingChanged))
        let plain = reply(206, range, ("ETag", ours), ("Content-Encoding", "identity"))
        #expect(ReplyDecision(plain, to: rest()) == .append(end: 1_000, total: 1_000))
        let twice = reply(206, range, ("ETag", ours), ("Content-Range", "bytes 0-999/1000"))
        #expect(ReplyDecision(twice, to: rest()) == .askWhole(.noContentRange))
        let longer = reply(206, range, ("ETag", ours), ("Content-Length", "601"))
        #expect(ReplyDecision(longer, to: rest()) == .askWhole(.rangeMismatch))
    }

    @Test("The rest of a file of unknown length is one once its length is told", .behaviour("X3"))
    func unknownTotal() {
        let head = reply(206, ("Content-Range", "bytes 400-999/1000"), ("ETag", ours))
        #expect(ReplyDecision(head, to: rest(total: nil)) == .append(end: 1_000, total: 1_000))
        let star = reply(206, ("Content-Range", "bytes 400-999/*"), ("ETag", ours))
        #expect(ReplyDecision(star, to: rest(total: nil)) == .askWhole(.lengthChanged))
    }

    @Test("A date that isn't repeated in a 206 stands", .behaviour("X3"))
    func datedPartial() {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let request = ResumeRequest(offset: 400, validator: .lastModified(date), total: 1_000)
        let range = ("Content-Range", "bytes 400-999/1000")
        #expect(
            ReplyDecision(reply(206, range), to: request) == .append(end: 1_000, total: 1_000))
        #expect(
            ReplyDecision(reply(206, range, ("Last-Modified", date)), to: request)
                == .append(end: 1_000, total: 1_000))
        #expect(
            ReplyDecision(
                reply(206, range, ("Last-Modified", "Mon, 07 Nov 1994 08:49:37 GMT")), to: request)
                == .askWhole(.entityChanged))
        #expect(
            ReplyDecision(reply(206, range, ("ETag", "\"new\"")), to: request)
                == .askWhole(.entityChanged))
    }

    @Test("A 200 in place of the rest is taken from its first byte", .behaviour("X3"))
    func wholeInstead() {
        #expect(
            ReplyDecision(reply(200, ("ETag", ours), ("Content-Length", "1000")), to: rest())
                == .takeWhole(length: 1_000, because: .rangesUnsupported))
        #expect(
            ReplyDecision(reply(200, ("ETag", "\"v2\""), ("Content-Length", "7")), to: rest())
                == .takeWhole(length: 7, because: .entityChanged))
        #expect(
            ReplyDecision(reply(200), to: rest())
                == .takeWhole(length: nil, because: .entityChanged))
        #expect(
            ReplyDecision(reply(404, ("Content-Length", "9")), to: rest())
                == .takeWhole(length: 9, because: .entityChanged))
    }

    @Test(
        "A 416 means that all is there only if the lengths say so", .behaviour("X3"),
        arguments: [
            (range: "bytes */400", etag: nil, total: nil, .complete),
            ("bytes */400", nil, 400, .complete),
            ("bytes */400", ours, nil, .complete),
            ("bytes */400", "\"v2\"", nil, .askWhole(.entityChanged)),
            ("bytes */400", nil, 1_000, .askWhole(.lengthChanged)),
            ("bytes */399", nil, nil, .askWhole(.rangeNotSatisfiable)),
            ("bytes */401", nil, nil, .askWhole(.rangeNotSatisfiable)),
            ("bytes */*", nil, nil, .askWhole(.rangeNotSatisfiable)),
            (nil, nil, nil, .askWhole(.rangeNotSatisfiable)),
        ] as [(String?, String?, UInt64?, ReplyDecision)])
    func unsatisfiable(range: String?, etag: String?, total: UInt64?, decision: ReplyDecision) {
        var head = reply(416)
        if let range { head.fields.append(.init("Content-Range", range)) }
        if let etag { head.fields.append(.init("ETag", etag)) }
        #expect(ReplyDecision(head, to: rest(total: total)) == decision)
        if case .askWhole = decision {
            #expect(
                ReplyDecision(head, to: rest(restarts: 1, total: total))
                    == .fail(TransferFailure(.serverInconsistent)))
        }
    }

    @Test("What nobody asked for is refused: 206 without a range, 304 without a condition")
    func unasked() {
        let whole = ResumeRequest()
        let partial = reply(206, ("Content-Range", "bytes 0-9/10"))
        #expect(
            ReplyDecision(partial, to: whole)
                == .fail(TransferFailure(.badServerResponse, code: 206)))
        #expect(
            ReplyDecision(reply(304), to: whole)
                == .fail(TransferFailure(.badServerResponse, code: 304)))
        #expect(
            ReplyDecision(reply(304), to: rest())
                == .fail(TransferFailure(.badServerResponse, code: 304)))
        // An app that asks for a part itself gets it.
        let own = ResumeRequest(isConditional: true)
        #expect(ReplyDecision(partial, to: own) == .takeWhole(length: nil, because: nil))
        #expect(ReplyDecision(reply(304), to: own) == .takeWhole(length: nil, because: nil))
        #expect(ReplyDecision(reply(416), to: own) == .takeWhole(length: nil, because: nil))
    }

    @Test(
        "A Content-Length that can't be is refused before a byte is written",
        arguments: [
            ["-1"], ["+5"], ["5x"], ["x"], [""], ["0x10"], ["5", "6"], ["5, 6"], ["5,"],
            ["9223372036854775808"], ["18446744073709551616"], ["99999999999999999999999"],
        ])
    func badLengths(lengths: [String]) {
        let fields = lengths.map { ReplyHead.Field("Content-Length", $0) }
        for status in [200, 206, 404, 416, 503] {
            #expect(
                ReplyDecision(ReplyHead(status: status, fields: fields), to: ResumeRequest())
                    == .fail(TransferFailure(.badServerResponse)))
        }
    }

    @Test("A Content-Length is what it says, also twice, unless chunks say where the body ends")
    func goodLengths() {
        func length(_ fields: (String, String)...) -> BodyLength {
            ReplyHead(status: 200, fields: fields.map { ReplyHead.Field($0.0, $0.1) }).bodyLength
        }
        #expect(length(("Content-Length", " 5 ")) == .known(5))
        #expect(length(("Content-Length", "5"), ("content-length", "5")) == .known(5))
        #expect(length(("Content-Length", "5, 5")) == .known(5))
        #expect(length(("Content-Length", "9223372036854775807")) == .known(UInt64(Int64.max)))
        #expect(length() == .unknown)
        #expect(length(("Content-Length", "5"), ("Transfer-Encoding", "chunked")) == .unknown)
        #expect(length(("Content-Length", "-5"), ("Transfer-Encoding", "chunked")) == .invalid)
    }

    @Test("A body longer than is taken is refused before a byte is written")
    func tooLarge() {
        let limited = ResumeRequest(sizeLimit: 100)
        #expect(
            ReplyDecision(reply(200, ("Content-Length", "101")), to: limited)
                == .fail(TransferFailure(.tooLarge)))
        #expect(
            ReplyDecision(reply(200, ("Content-Length", "100")), to: limited)
                == .takeWhole(length: 100, because: nil))
        var more = rest()
        more.sizeLimit = 999
        #expect(
            ReplyDecision(
                reply(206, ("Content-Range", "bytes 400-999/1000"), ("ETag", ours)), to: more)
                == .fail(TransferFailure(.tooLarge)))
    }

    @Test("A server that is busy is asked again, whatever was there", .behaviour("X2"))
    func busy() {
        for status in [408, 425, 429, 500, 502, 503, 504, 599] {
            #expect(ReplyDecision(reply(status), to: ResumeRequest()) == .busy)
            #expect(ReplyDecision(reply(status), to: rest()) == .busy)
        }
        for status in [200, 201, 204, 400, 401, 403, 404, 410, 418, 451, 600] {
            #expect(
                ReplyDecision(reply(status), to: ResumeRequest())
                    == .takeWhole(length: nil, because: nil))
        }
    }

    @Test("Nothing but a strong version's own plain bytes is gone on with", .behaviour("X3"))
    func plans() {
        func plan(_ offset: UInt64, _ validator: EntityValidator?, _ isPlain: Bool) -> String {
            "\(ResumeRequest.plan(offset: offset, validator: validator, isPlain: isPlain))"
        }
        #expect(plan(400, .etag(ours), true) == "(offset: 400, discards: nil)")
        #expect(plan(0, nil, false) == "(offset: 0, discards: nil)")
        let none = RestartReason.noValidator
        #expect(plan(400, nil, true) == "(offset: 0, discards: \(Optional(none) as Any))")
        let encoded = RestartReason.encodingChanged
        #expect(
            plan(400, .etag(ours), false) == "(offset: 0, discards: \(Optional(encoded) as Any))")
    }

    @Test(
        "Whatever a reply says, nothing is appended but the rest of the same version",
        .behaviour("X3"))
    func everyCombination() {
        var appended = 0
        for status in [200, 206, 304, 404, 416, 503] {
            for range in [nil, "bytes 400-999/1000", "bytes 0-999/1000", "bytes */400", "rubbish"] {
                for etag in [nil, ours, "\"v2\"", "W/\"v1\""] {
                    for encoding in [nil, "gzip"] {
                        for length in [nil, "600", "1000", "-1"] {
                            var head = reply(status)
                            if let range { head.fields.append(.init("Content-Range", range)) }
                            if let etag { head.fields.append(.init("ETag", etag)) }
                            if let encoding {
                                head.fields.append(.init("Content-Encoding", encoding))
                            }
                            if let length { head.fields.append(.init("Content-Length", length)) }
                            guard case .append = ReplyDecision(head, to: rest()) else { continue }
                            appended += 1
                            #expect(
                                status == 206 && range == "bytes 400-999/1000" && etag == ours
                                    && encoding == nil && length != "1000" && length != "-1")
                        }
                    }
                }
            }
        }
        #expect(appended == 2)
    }
}
