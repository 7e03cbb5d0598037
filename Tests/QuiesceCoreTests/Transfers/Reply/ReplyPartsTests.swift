import QuiesceCore
import TestSupport
import Testing

/// The meaning of a reply's header fields: dates, validators, and when to retry.
@Suite struct ReplyPartsTests {
    @Test(
        "A date is read in each of HTTP's three forms",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
            ("Fri, 31 Dec 2100 23:59:60 GMT", 4_133_980_800),
            ("Wednesday, 01-Jan-31 00:00:00 GMT", 1_924_992_000),
            ("Sun, 06 Nov 1994 08:49:37 +0100", nil), ("Sun, 06 Nov 1994 24:49:37 GMT", nil),
            ("Sun, 32 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Foo 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 94 08:49:37 GMT", nil), ("", nil), ("yesterday", nil), ("0", nil),
        ] as [(String, Int64?)])
    func dates(text: String, seconds: Int64?) {
        #expect(HTTPDate.seconds(text, now: 1_795_000_000) == seconds)
    }

    @Test(
        "Only a strong validator vouches for a version", .behaviour("X3"),
        arguments: [
            (etag: "\"a\"", modified: nil, date: nil, .etag("\"a\"")),
            ("\"\"", nil, nil, .etag("\"\"")),
            ("W/\"a\"", nil, nil, nil),
            ("a", nil, nil, nil),
            ("\"a\"b\"", nil, nil, nil),
            ("\"a b\"", nil, nil, nil),
            // A weak ETag says that there is a better judge than the date, and what it says.
            ("W/\"a\"", "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 09:49:37 GMT", nil),
            (
                nil, "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:50:37 GMT",
                .lastModified("Sun, 06 Nov 1994 08:49:37 GMT")
            ),
            (nil, "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:50:36 GMT", nil),
            (nil, "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 07:49:37 GMT", nil),
            (nil, "Sun, 06 Nov 1994 08:49:37 GMT", nil, nil),
            (nil, "once", "Sun, 06 Nov 1994 08:50:37 GMT", nil),
            (nil, nil, nil, nil),
        ] as [(String?, String?, String?, EntityValidator?)])
    func validators(etag: String?, modified: String?, date: String?, is expected: EntityValidator?)
    {
        var head = ReplyHead(status: 200)
        if let etag { head.fields.append(.init("ETag", etag)) }
        if let modified { head.fields.append(.init("Last-Modified", modified)) }
        if let date { head.fields.append(.init("Date", date)) }
        #expect(EntityValidator(head) == expected)
    }

    @Test("Two ETags that differ vouch for nothing", .behaviour("X3"))
    func twoValidators() {
        let head = ReplyHead(status: 200, fields: [.init("ETag", "\"a\""), .init("ETag", "\"b\"")])
        #expect(EntityValidator(head) == nil)
    }

    @Test(
        "Retry-After is seconds or a date, and never more than a day",
        arguments: [
            ("0", nil, 0), ("120", nil, 120_000), ("86399", nil, 86_399_000),
            ("86400", nil, 86_400_000), ("99999999999999999999999999", nil, 86_400_000),
            ("-5", nil, nil), ("soon", nil, nil), ("", nil, nil), ("1.5", nil, nil),
            ("Sun, 06 Nov 1994 08:50:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", 60_000),
            ("Sun, 06 Nov 1994 08:48:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", 0),
            ("Fri, 31 Dec 2100 23:59:59 GMT", "Sun, 06 Nov 1994 08:49:37 GMT", 86_400_000),
            ("Sun, 06 Nov 1994 08:50:37 GMT", nil, 59_000),
        ] as [(String, String?, Int64?)])
    func retryAfter(text: String, date: String?, milliseconds: Int64?) {
        var head = ReplyHead(status: 503, fields: [.init("Retry-After", text)])
        if let date { head.fields.append(.init("Date", date)) }
        #expect(RetryAfter.milliseconds(head, now: 784_111_778) == milliseconds)
    }

    @Test("Without Retry-After, a server has asked for nothing")
    func noRetryAfter() {
        #expect(RetryAfter.milliseconds(ReplyHead(status: 503), now: 0) == nil)
    }

    @Test(
        "What isn't an address on the web is named",
        arguments: [
            ("x", .malformed), ("", .malformed), ("http:/x", .malformed), ("http://", .malformed),
            ("ftp://a/x", .unsupported("ftp")), ("FILE:///x", .unsupported("file")),
        ] as [(String, WebAddress.Problem)])
    func badAddresses(text: String, problem: WebAddress.Problem) {
        #expect(throws: problem) { try WebAddress(text) }
    }

    @Test("A credential is for a host, or for one of its ports", .behaviour("X9"))
    func origins() throws {
        let address = try WebAddress("https://A.example/")
        #expect(address.isOf(origin: "a.Example"))
        #expect(address.isOf(origin: "a.example:443"))
        #expect(!address.isOf(origin: "a.example:80"))
        #expect(!address.isOf(origin: "example"))
    }
}
