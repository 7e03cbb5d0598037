import Foundation
import TestSupport
import Testing

@testable import QuiesceWire

/// The quick way of reading and writing agrees with Foundation's.
@Suite struct PlainFormTests {
    static let hotFromApp: [MessageFromApp] = [
        .handled(seq: 0), .handled(seq: .max), .beginTask(request: 1, task: 2, name: nil),
        .beginTask(request: 1, task: 2, name: #"a "b" \ c/d"#), .endTask(request: 3, task: 4),
        .completeWake(request: 5, wake: 6, result: .failed),
    ]
    static let hotToApp: [MessageToApp] = [
        .ack(request: 9), .backgroundTime(deadline: nil), .backgroundTime(deadline: .max),
        .deliver(.init(seq: 1, call: .didBecomeActive)),
        .deliver(.init(seq: 2, redelivered: true, call: .willResignActive)),
        .deliver(.init(seq: 3, call: .didEnterBackground(deadline: 12))),
        .deliver(.init(seq: 4, call: .didEnterBackground(deadline: nil))),
        .deliver(.init(seq: 5, call: .willEnterForeground)),
        .deliver(.init(seq: 6, call: .willTerminate)),
        .deliver(.init(seq: 7, call: .performFetch(wake: 3))),
        .deliver(.init(seq: 8, call: .remoteNotification(wake: 4, payload: #"{"a":"b\\/"}"#))),
    ]

    @Test("The hot messages of an app are written and read the quick way", arguments: hotFromApp)
    func fromApp(message: MessageFromApp) throws {
        let plain = Data(try #require(message.plainForm))
        #expect(PlainFields(plain).flatMap(MessageFromApp.init) == message)
        let coder = WireCoder()
        #expect(try coder.decode(anyOf: MessageFromApp.self, from: plain) == message)
        #expect(
            try PlainFields(coder.encode(anyOf: message)).flatMap(MessageFromApp.init) == message)
    }

    @Test("The hot messages to an app are written and read the quick way", arguments: hotToApp)
    func toApp(message: MessageToApp) throws {
        let plain = Data(try #require(message.plainForm))
        #expect(PlainFields(plain).flatMap(MessageToApp.init) == message)
        let coder = WireCoder()
        #expect(try coder.decode(anyOf: MessageToApp.self, from: plain) == message)
        #expect(
            try PlainFields(coder.encode(anyOf: message)).flatMap(MessageToApp.init) == message)
    }

    @Test(
        "What isn't plain is left to Foundation",
        arguments: [
            "", "{", "{}", "{}x", #"{ "type":"ack"}"#, #"{"type":"ack","request":01}"#,
            #"{"type":"ack","request":18446744073709551616}"#, #"{"type":"ack","request":-1}"#,
            #"{"type":"ack","request":1,"request":2}"#, #"{"type":"ack","request":1.0}"#,
            #"{"type":"ack","request":1,"more":2}"#, #"{"type":"a\u0063k","request":1}"#,
            #"{"type":"ack","request":1,}"#, #"{"type":"ack\","request":1}"#,
        ])
    func notPlain(text: String) {
        #expect(PlainFields(Data(text.utf8)).flatMap(MessageToApp.init) == nil)
    }

    @Test("A plain message over the limit is too large, either way", .behaviour("reliability A3"))
    func tooLarge() {
        let payload = String(repeating: "a", count: AppProtocol.datagramBytes)
        let message = MessageToApp.deliver(
            .init(seq: 1, call: .remoteNotification(wake: 1, payload: payload)))
        #expect(throws: WireError.self) { try WireCoder().encode(message) }
        let datagram = Data(message.plainForm ?? [])
        let error = #expect(throws: WireError.self) {
            try WireCoder().decode(MessageToApp.self, from: datagram)
        }
        #expect(error?.code == .tooLarge)
    }

    @Test("What the quick way reads, Foundation reads alike", .behaviour("reliability A3"))
    func damaged() throws {
        let coder = WireCoder()
        let alphabet = Array(#"{}[]":,\/0123456789.-+eEtrue aknl"#.utf8) + [0, 0x7f, 0x80, 0xff]
        var random = Steps(state: 20_261_121)
        var read = 0
        for datagram in try Self.hotToApp.map(coder.encode) {
            for _ in 0..<3_000 {
                var damaged = [UInt8](datagram)
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    let place = Int.random(in: 0..<damaged.count, using: &random)
                    let byte = alphabet.randomElement(using: &random) ?? 0
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: damaged[place] = byte
                    case 1: damaged.insert(byte, at: place)
                    case _: damaged.remove(at: place)
                    }
                }
                guard let quick = PlainFields(Data(damaged)).flatMap(MessageToApp.init) else {
                    continue
                }
                read += 1
                let slow = try coder.decode(anyOf: MessageToApp.self, from: Data(damaged))
                #expect(quick == slow, "\(String(decoding: damaged, as: UTF8.self))")
            }
        }
        #expect(read > 100)
    }

    /// The same numbers in each run (splitmix64).
    private struct Steps: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
            return mixed ^ (mixed >> 31)
        }
    }
}
