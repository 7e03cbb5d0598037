import Foundation
import QuiesceVocabulary
import TestSupport
import Testing

/// JSON is written and read here as everybody else does.
@Suite struct JSONTests {
    private func read<Value: JSONReadable>(_: Value.Type, _ text: String) throws(JSONError) -> Value
    {
        try JSONText.read([UInt8](text.utf8)) { value throws(JSONError) in try Value(json: value) }
    }

    private func written(_ value: some Described) -> String {
        String(decoding: value.json, as: UTF8.self)
    }

    @Test(
        "A text is written with the escapes that JSON asks for, and no others",
        arguments: [
            ("", "\"\""), ("a/b", "\"a/b\""), ("\"\\", "\"\\\"\\\\\""),
            ("\u{8}\t\n\u{c}\r\u{0}\u{1f}\u{7f}", "\"\\b\\t\\n\\f\\r\\u0000\\u001f\u{7f}\""),
            ("Grüße 😀", "\"Grüße 😀\""),
        ])
    func text(text: String, json: String) throws {
        #expect(written(text) == json)
        #expect(try read(String.self, json) == text)
    }

    @Test(
        "A text may be escaped otherwise than it is written here",
        arguments: [
            ("\"\\u0041\\/\"", "A/"), ("\"\\ud83d\\ude00\"", "😀"), ("\"\\u00fc\"", "ü"),
            (" \"a\" ", "a"),
        ])
    func escapes(json: String, text: String) throws {
        #expect(try read(String.self, json) == text)
    }

    @Test("Numbers are whole where they can be, and keep all of their digits")
    func numbers() throws {
        #expect(written(UInt64.max) == "18446744073709551615")
        #expect(written(Int64.min) == "-9223372036854775808")
        #expect(written(320.0) == "320")
        #expect(written(-0.1) == "-0.1")
        #expect(written(1e300) == "1e+300")
        #expect(written([Double.nan, .infinity]) == "[null,null]")
        #expect(try read(UInt64.self, "18446744073709551615") == .max)
        #expect(try read(Int64.self, "-9223372036854775808") == .min)
        #expect(try read(UInt64.self, "1e3") == 1_000)
        #expect(try read(Int.self, "2.0") == 2)
        #expect(try read(Double.self, "0.1") == 0.1)
        for text in ["18446744073709551616", "-1", "1.5", "\"1\"", "true", "1e30"] {
            #expect(throws: JSONError.unexpected) { try read(UInt64.self, text) }
        }
    }

    @Test(
        "What is no JSON text is malformed, whatever is asked of it",
        arguments: [
            "", " ", "{", "{}x", "[1,]", "{\"a\":1,}", "{\"a\"}", "{a:1}", "01", "1.", ".5", "1e",
            "+1", "-", "nul", "truee", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\ud800\"", "\"\\ude00\"",
            "\"\u{1}\"", "[1 2]", "'a'", "NaN",
        ])
    func malformed(text: String) {
        #expect(throws: JSONError.malformed) { try read(Bool.self, text) }
    }

    @Test("Bytes that are no UTF-8 are malformed", .behaviour("reliability A3"))
    func notUTF8() {
        for bytes: [UInt8] in [
            [0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80],
        ] {
            let text = [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]
            #expect(throws: JSONError.malformed) {
                try JSONText.read(text) { value throws(JSONError) in try String(json: value) }
            }
        }
    }

    @Test("Nesting has an end, and doesn't exhaust the stack", .behaviour("reliability A3"))
    func nesting() throws {
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(throws: JSONError.unexpected) { try read(Bool.self, deep) }
        #expect(throws: JSONError.malformed) { try read(Bool.self, "[" + deep + "]") }
        let endless = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        #expect(throws: JSONError.malformed) {
            try JSONText.read(endless) { value throws(JSONError) in try Bool(json: value) }
        }
    }

    @Test(
        "A field that is missing or has a wrong value is named, and one that nobody knows is passed over"
    )
    func fields() throws {
        let task = BackgroundTaskRequest(kind: .appRefresh, identifier: "a")
        let known = #"{"identifier":"a","more":{"x":[1]},"kind":"appRefresh","earliestBegin":null}"#
        #expect(try read(BackgroundTaskRequest.self, known) == task)
        #expect(throws: JSONError.missing("identifier")) {
            try read(BackgroundTaskRequest.self, #"{"kind":"processing"}"#)
        }
        #expect(throws: JSONError.wrong("kind")) {
            try read(BackgroundTaskRequest.self, #"{"kind":1,"identifier":"a"}"#)
        }
        #expect(
            throws: JSONError.refused(
                "\"a\" is not a kind of background task; there are appRefresh and processing")
        ) { try read(BackgroundTaskRequest.self, #"{"kind":"a","identifier":"a"}"#) }
        #expect(throws: JSONError.unknownWord("b")) {
            try read(MessageFromApp.self, #"{"type":"b"}"#)
        }
        #expect(throws: JSONError.wrong("action")) {
            try read(FetchRequest.self, #"{"action":"b"}"#)
        }
    }

    @Test("Of damaged messages the same are JSON to Foundation", .behaviour("reliability A3"))
    func damaged() throws {
        let messages: [MessageToApp] = [
            // A number of more digits might get an exponent that Foundation can't hold.
            .backgroundTime(deadline: 12),
            .deliver(.init(seq: 2, redelivered: true, call: .didEnterBackground(deadline: 12))),
            .deliver(.init(seq: 8, call: .remoteNotification(wake: 4, payload: #"{"a":"b\\/ü"}"#))),
        ]
        let alphabet = Array(#"{}[]":,\/0123456789.-+eEtrue aknl"#.utf8) + [0x7f, 0x80, 0xc3, 0xff]
        var random = SeededGenerator(seed: 20_261_123)
        var (taken, refused) = (0, 0)
        for message in messages {
            for _ in 0..<5_000 {
                var text = message.json
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    let place = Int.random(in: 0..<text.count, using: &random)
                    let byte = alphabet.randomElement(using: &random) ?? 0
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: text[place] = byte
                    case 1: text.insert(byte, at: place)
                    case _: text.remove(at: place)
                    }
                }
                // Foundation takes a comma before the end of an object.
                let isLenient = zip(text, text.dropFirst()).contains {
                    $0 == UInt8(ascii: ",") && [UInt8(ascii: "}"), UInt8(ascii: "]")].contains($1)
                }
                if isLenient { continue }
                let isOurs: Bool = (try? JSONText.read(text) { _ in true }) ?? false
                let isTheirs =
                    (try? JSONSerialization.jsonObject(
                        with: Data(text), options: .fragmentsAllowed)) != nil
                #expect(isOurs == isTheirs, "\(String(decoding: text, as: UTF8.self))")
                if isOurs { taken += 1 } else { refused += 1 }
            }
        }
        #expect(taken > 500)
        #expect(refused > 500)
    }
}
