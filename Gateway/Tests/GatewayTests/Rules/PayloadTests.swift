import GatewayRules
import Testing

@Suite struct PayloadTests {
    @Test(
        "A JSON object is a payload",
        arguments: [
            #"{}"#, #" {"aps":{"alert":"Hi"}} "#, #"{"a":[1,-2.5e+3,0,true,false,null,{"b":[]}]}"#,
            #"{"a":"\u00e9\n\"\\"}"#, #"{"ä":"日本"}"#,
        ])
    func objects(text: String) throws {
        try Payload.check(Array(text.utf8), nil)
    }

    @Test(
        "What isn't a JSON object is none",
        arguments: [
            "", " ", "[]", "\"text\"", "{", "{}}", "{} x", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
            #"{a:1}"#, #"{"a":01}"#, #"{"a":1.}"#, #"{"a":+1}"#, #"{"a":"\x"}"#, #"{"a":"\u00g0"}"#,
            #"{"a":tru}"#, #"{'a':1}"#, "{\"a\":\"\u{1}\"}", #"{"a":[1,]}"#, #"{"a":"b}"#,
            #"{"a":-}"#,
            #"{"a":1e}"#,
        ])
    func others(text: String) {
        #expect(throws: Reason.payloadEmpty) { try Payload.check(Array(text.utf8), nil) }
    }

    @Test("Bytes that aren't UTF-8 are no payload")
    func notText() {
        #expect(throws: Reason.payloadEmpty) {
            try Payload.check(Array(#"{"a":""#.utf8) + [0xFF] + Array(#""}"#.utf8), nil)
        }
    }

    @Test("Nesting has an end")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: #"{"a":"#, count: depth) + "1"
                    + String(repeating: "}", count: depth)).utf8)
        }
        try Payload.check(nested(Limits.payloadDepth - 1), nil)
        #expect(throws: Reason.payloadEmpty) {
            try Payload.check(nested(Limits.payloadDepth), nil)
        }
    }

    @Test(
        "The largest payload is taken, one byte more isn't",
        arguments: [(PushType?.none, 4_096), (.alert, 4_096), (.voip, 5_120)])
    func size(type: PushType?, bytes: Int) throws {
        let frame = #"{"a":""}"#.utf8.count
        func payload(_ count: Int) -> [UInt8] {
            Array((#"{"a":""# + String(repeating: "x", count: count - frame) + #""}"#).utf8)
        }
        try Payload.check(payload(bytes), type)
        #expect(throws: Reason.payloadTooLarge) { try Payload.check(payload(bytes + 1), type) }
    }
}
