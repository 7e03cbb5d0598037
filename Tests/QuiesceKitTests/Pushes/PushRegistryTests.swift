import Foundation
import QuiesceWire
import TestSupport
import Testing

/// `PKPushRegistry`, with the daemon that a test plays.
@Suite("Push registries") struct PushRegistryTests {
    private static let payload = #"{"from":"Ann"}"#

    @Test("One that wants voip pushes gets a token, which ends with the wish", .behaviour("R1"))
    func token() throws {
        let app = try NotifyingApp()
        app.tell("calls ask")
        #expect(try app.daemon.pushRequest() == .registerVoIP)
        #expect(try app.answer("calls token") == "calls token none")
        try app.deliver(.push(.voipRegistered(token: "00ff10aB")))
        #expect(try app.line() == "call token 00ff10ab PKPushTypeVoIP main")
        #expect(try app.answer("calls token") == "calls token 00ff10ab")
        #expect(try app.answer("pushes") == "pushes false")
        app.tell("calls end")
        #expect(try app.daemon.pushRequest() == .unregisterVoIP)
        #expect(try app.answer("calls token") == "calls token none")
    }

    @Test("A token that is no more is told, and so is the next", .behaviour("R1"))
    func invalidated() throws {
        let app = try NotifyingApp()
        app.tell("calls ask")
        _ = try app.daemon.pushRequest()
        try app.deliver(.push(.voipRegistered(token: "01")))
        try app.deliver(.push(.voipInvalidated))
        try app.deliver(.push(.voipRegistered(token: "02")))
        #expect(
            try app.lines(3) == [
                "call token 01 PKPushTypeVoIP main", "call token is no more main",
                "call token 02 PKPushTypeVoIP main",
            ])
    }

    @Test("Why there is none is in the app's output", .behaviour("R1", "O4"))
    func refused() throws {
        let app = try NotifyingApp()
        app.tell("calls ask")
        try app.deliver(.push(.voipNotRegistered(why: "declare the mode")))
        #expect(try app.complaint().contains("no token for voip pushes: declare the mode"))
    }

    @Test("Another registry has the token, too, and one request is enough")
    func another() throws {
        let app = try NotifyingApp()
        app.tell("calls ask")
        #expect(try app.daemon.pushRequest() == .registerVoIP)
        try app.deliver(.push(.voipRegistered(token: "01")))
        _ = try app.line()
        app.tell("calls ask old")
        #expect(try app.line() == "call token 01 old")
        app.tell("calls end")
        #expect(try app.daemon.pushRequest() == .unregisterVoIP)
    }

    @Test(
        "A push comes to the delegate, and its completion handler ends the wake-up, once",
        .behaviour("V1", "R5"),
        arguments: ["main", "queue", "old", "async", "async queue"])
    func received(how: String) throws {
        let app = try NotifyingApp()
        app.tell("calls ask \(how)")
        _ = try app.daemon.pushRequest()
        try app.deliver(.push(.voipReceived(wake: 4, payload: Self.payload)))
        #expect(try app.line() == "called by Ann \(how)")
        #expect(try app.daemon.completion() == .completeWake(request: 2, wake: 4, result: .newData))
    }

    @Test("One that nobody wants is over at once, and that is said", .behaviour("R5"))
    func nobody() throws {
        let app = try NotifyingApp()
        try app.deliver(.push(.voipReceived(wake: 4, payload: Self.payload)))
        #expect(try app.daemon.completion() == .completeWake(request: 1, wake: 4, result: .noData))
        #expect(try app.complaint().contains("no PKPushRegistry with a delegate wants one"))
        app.tell("calls ask")
        _ = try app.daemon.pushRequest()
        app.tell("calls forget")
        #expect(try app.answer("calls token") == "calls token none")
        try app.deliver(.push(.voipReceived(wake: 5, payload: Self.payload)))
        #expect(try app.daemon.completion() == .completeWake(request: 3, wake: 5, result: .noData))
    }

    @Test("A launch for one has no options, and the push comes after it", .behaviour("V1", "S4"))
    func launched() throws {
        let daemon = try FakeDaemon()
        let app = try ChildApp.testApp(daemon)
        try daemon.welcome()
        try daemon.deliverAndWait(
            1, .finishLaunching(.init(state: .background, reason: .voipPush)))
        let lines = try app.lines(through: "notification didFinishLaunching")
        #expect(lines.contains("didFinishLaunching background"))
        #expect(lines.contains("pushed false"))
    }
}

extension FakeDaemon {
    /// The next wake-up that the app completes.
    fileprivate func completion() throws -> MessageFromApp {
        while true {
            let message = try receive()
            if case .completeWake = message { return message }
        }
    }
}
