import Foundation
import QuiesceWire
import TestSupport
import Testing

@Suite struct AppProtocolTests {
    static let fromApp: [MessageFromApp] = [
        .hello(.init(lastReceived: 3, lastHandled: 2, openTasks: [1, 4], outbox: 1)),
        .handled(seq: 7), .beginTask(request: 1, task: 1, name: "save"),
        .beginTask(request: 2, task: 2, name: nil), .endTask(request: 3, task: 1),
        .completeWake(request: 4, wake: 9, result: .newData),
        .scene(nil), .scene(SceneTests.scene),
    ]
    static let toApp: [MessageToApp] = [
        .welcome(
            .init(launch: 3, lastRequest: 0, multitaskingSupported: true, openTasksLimit: 1000)),
        .ack(request: 4), .backgroundTime(deadline: 5), .backgroundTime(deadline: nil),
        .backgroundTime(deadline: 5, isOver: true),
        .error(code: .malformed, message: "what"),
        .deliver(
            .init(
                seq: 1,
                call: .finishLaunching(
                    .init(state: .inactive, reason: .user, previousExit: "crashed")))),
        .deliver(.init(seq: 2, redelivered: true, call: .didEnterBackground(deadline: 12))),
        .deliver(.init(seq: 3, call: .expireTasks([1, 2]))),
        .deliver(.init(seq: 4, call: .performFetch(wake: 8))),
        .deliver(.init(seq: 5, call: .remoteNotification(wake: 8, payload: "{\"aps\":{}}"))),
        .deliver(.init(seq: 6, call: .didBecomeActive)),
        .deliver(.init(seq: 7, call: .willResignActive)),
        .deliver(.init(seq: 8, call: .willEnterForeground)),
        .deliver(.init(seq: 9, call: .willTerminate)),
        .deliver(.init(seq: 10, call: .input(.touch(.began, x: 1.5, y: -0.1)))),
        .deliver(.init(seq: 11, call: .input(.shake))),
        .deliver(.init(seq: 12, call: .input(.remoteControl(.togglePlayPause)))),
    ]

    @Test("Every message from an app comes back from its datagram as it was", arguments: fromApp)
    func roundTrip(message: MessageFromApp) throws {
        let coder = WireCoder()
        #expect(try coder.decode(MessageFromApp.self, from: coder.encode(message)) == message)
    }

    @Test("Every message to an app comes back from its datagram as it was", arguments: toApp)
    func roundTripToApp(message: MessageToApp) throws {
        let coder = WireCoder()
        #expect(try coder.decode(MessageToApp.self, from: coder.encode(message)) == message)
    }

    @Test(
        "A datagram that is no message gets one typed error", .behaviour("reliability A3"),
        arguments: [
            ("", "malformed"), ("{", "malformed"), ("[]", "malformed"), ("null", "malformed"),
            ("{\"type\":7}", "malformed"), ("{\"type\":\"handled\"}", "malformed"),
            ("{\"type\":\"handled\",\"seq\":-1}", "malformed"),
            ("{\"type\":\"handled\",\"seq\":1e300}", "malformed"),
            ("{\"type\":\"handled\",\"seq\":1}x", "malformed"),
            ("{\"type\":\"nonsense\"}", "unknownType"),
        ])
    func wrong(datagram: String, code: String) {
        let error = #expect(throws: WireError.self) {
            try WireCoder().decode(MessageFromApp.self, from: Data(datagram.utf8))
        }
        #expect(error?.code.rawValue == code)
    }

    @Test(
        "An unknown message's name is shown in one line of bounded length",
        .behaviour("reliability A3"),
        arguments: [
            "tele\\nport", "\\u001b[31mhello", "a" + String(repeating: "\u{301}", count: 20_000),
        ])
    func unknownKind(name: String) throws {
        let error = #expect(throws: WireError.self) {
            try WireCoder().decode(
                MessageFromApp.self, from: Data("{\"type\":\"\(name)\"}".utf8))
        }
        #expect(error?.code == .unknownType)
        let message = try #require(error?.message)
        #expect(message.utf8.allSatisfy { (0x20..<0x7f).contains($0) })
        #expect(message.utf8.count < 1_024)
    }

    @Test(
        "Nesting that fills a datagram is malformed, and doesn't exhaust the stack",
        .behaviour("reliability A3"))
    func deepNesting() {
        let error = #expect(throws: WireError.self) {
            try WireCoder().decode(
                MessageFromApp.self, from: Data(repeating: UInt8(ascii: "["), count: 60_000))
        }
        #expect(error?.code == .malformed)
    }

    @Test("A datagram over the limit is refused unread", .behaviour("reliability A3"))
    func tooLarge() {
        let error = #expect(throws: WireError.self) {
            try WireCoder().decode(
                MessageFromApp.self, from: Data(count: AppProtocol.datagramBytes + 1))
        }
        #expect(error?.code == .tooLarge)
    }

    @Test("Bytes that are not UTF-8 are malformed", .behaviour("reliability A3"))
    func notUTF8() {
        let error = #expect(throws: WireError.self) {
            try WireCoder().decode(
                MessageFromApp.self,
                from: Data(
                    Array("{\"type\":\"beginTask\",\"request\":1,\"task\":1,\"name\":\"".utf8) + [
                        0xff, 0xfe,
                    ] + Array("\"}".utf8)))
        }
        #expect(error?.code == .malformed)
    }
}
