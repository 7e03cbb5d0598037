import Foundation
import QuiesceWire
import TestSupport
import Testing

/// An app's tokens and pushes, with the daemon that a test plays.
@Suite struct PushTests {
    private static let payload = #"{"word":"hi","aps":{"alert":"Hi"}}"#

    @Test("Registering asks for a token, which comes as bytes", .behaviour("R1"))
    func registers() throws {
        let app = try NotifyingApp()
        #expect(try app.answer("pushes") == "pushes false")
        app.tell("pushes register")
        #expect(try app.daemon.pushRequest() == .register)
        try app.deliver(.push(.registered(token: "00ff10aB")))
        #expect(try app.line() == "token 00ff10ab")
        #expect(try app.answer("pushes") == "pushes true")
        app.tell("pushes unregister")
        #expect(try app.daemon.pushRequest() == .unregister)
        #expect(try app.answer("pushes") == "pushes false")
    }

    @Test("Why there is no token is told", .behaviour("R1"))
    func fails() throws {
        let app = try NotifyingApp()
        app.tell("pushes register")
        try app.deliver(.push(.notRegistered(why: "no gateway: join one")))
        #expect(try app.line() == "no token: no gateway: join one")
        #expect(try app.answer("pushes") == "pushes false")
    }

    @Test(
        "What an earlier launch registered is known, and what was taken back is, before its daemon knows it",
        .behaviour("R1", "reliability P8"))
    func remembers() throws {
        let app = try NotifyingApp(registeredForPushes: true)
        #expect(try app.answer("pushes") == "pushes true")
        app.tell("pushes unregister")
        #expect(try app.daemon.pushRequest() == .unregister)
        app.daemon.disconnect()
        let hello = try app.daemon.welcome(registeredForPushes: true)
        #expect(hello.outbox == 1)
        #expect(try app.daemon.pushRequest() == .unregister)
        #expect(try app.answer("pushes") == "pushes false")
        try app.daemon.send(.ack(request: 1))
        app.daemon.disconnect()
        #expect(try app.daemon.welcome(lastRequest: 1, registeredForPushes: true).outbox == 0)
        try app.deliver(.willResignActive)
        _ = try app.lines(2)
        #expect(try app.answer("pushes") == "pushes true")
    }

    @Test(
        "One that comes in front, or that the user chose, comes to the method with the handler",
        .behaviour("R1"))
    func received() throws {
        let app = try NotifyingApp()
        try app.deliver(.push(.received(payload: Self.payload, opened: false)))
        #expect(try app.line() == "push hi active")
        // Nobody waits for it.
        #expect(try app.answer("complete") == "completed")
        try app.deliver(.willResignActive)
        try app.deliver(.didEnterBackground(deadline: nil))
        try app.deliver(.willEnterForeground)
        try app.deliver(.push(.received(payload: Self.payload, opened: true)))
        try app.daemon.send(
            .deliver(
                .init(
                    seq: app.seq, redelivered: true,
                    call: .push(.received(payload: Self.payload, opened: true)))))
        try app.deliver(.didBecomeActive)
        let lines = try app.lines(through: "notification didBecomeActive")
        #expect(
            lines.suffix(4) == [
                "willEnterForeground background", "push hi inactive", "didBecomeActive active",
                "notification didBecomeActive",
            ])
        app.tell("pushes register")
        #expect(try app.daemon.pushRequest() == .register)
    }

    @Test(
        "A launch by the user's choice has it in its options and then calls the method with the handler",
        .behaviour("R1"))
    func launchedByChoice() throws {
        var context = MessageToApp.LaunchContext(state: .inactive, reason: .remoteNotification)
        context.push = Self.payload
        let daemon = try FakeDaemon()
        let app = try ChildApp.testApp(daemon)
        try daemon.welcome()
        #expect(try daemon.deliverAndWait(1, .finishLaunching(context)) == [.handled(seq: 1)])
        #expect(
            try app.lines(7) == [
                "willFinishLaunching inactive", "previous none", "pushed true",
                "launched by push hi", "didFinishLaunching inactive",
                "notification didFinishLaunching", "push hi inactive",
            ])
    }

    @Test(
        "A launch by one that wakes the app has it in its options, and the handler is that of the wake-up",
        .behaviour("R2", "S4"))
    func launchedInBackground() throws {
        var context = MessageToApp.LaunchContext(state: .background, reason: .remoteNotification)
        context.push = Self.payload
        let daemon = try FakeDaemon()
        let app = try ChildApp.testApp(daemon)
        try daemon.welcome()
        try daemon.deliverAndWait(1, .finishLaunching(context))
        try daemon.deliverAndWait(2, .remoteNotification(wake: 4, payload: Self.payload))
        let lines = try app.lines(through: "push hi background")
        #expect(lines.filter { $0.hasPrefix("push hi") }.count == 1)
        #expect(lines.contains("launched by push hi"))
        app.command("complete")
        #expect(try daemon.receive() == .completeWake(request: 1, wake: 4, result: .newData))
    }

    @Test(
        "A delegate without the handler is told in front and by choice, but not in the background",
        .behaviour("R1", "S10"))
    func withoutHandler() throws {
        var context = MessageToApp.LaunchContext(state: .inactive, reason: .remoteNotification)
        context.push = Self.payload
        let daemon = try FakeDaemon()
        let app = try ChildApp.testApp(daemon, "--old")
        try daemon.welcome()
        try daemon.deliverAndWait(1, .finishLaunching(context))
        try daemon.deliverAndWait(2, .didBecomeActive)
        #expect(try app.lines(2) == ["launched by hi", "didBecomeActive"])
        #expect(
            try daemon.deliverAndWait(3, .remoteNotification(wake: 6, payload: #"{"word":"a"}"#))
                == [.handled(seq: 3)])
        #expect(try daemon.receive() == .completeWake(request: 1, wake: 6, result: .noData))
        try daemon.deliverAndWait(
            4, .push(.received(payload: #"{"word":"b"}"#, opened: false)))
        try daemon.deliverAndWait(5, .willResignActive)
        try daemon.deliverAndWait(6, .didEnterBackground(deadline: nil))
        #expect(
            try daemon.deliverAndWait(7, .remoteNotification(wake: 7, payload: #"{"word":"c"}"#))
                == [.handled(seq: 7)])
        #expect(try daemon.receive() == .completeWake(request: 2, wake: 7, result: .noData))
        try daemon.deliverAndWait(8, .willEnterForeground)
        try daemon.deliverAndWait(
            9, .push(.received(payload: #"{"word":"d"}"#, opened: true)))
        #expect(try app.lines(3) == ["push a active", "push b active", "push d inactive"])
    }
}

extension FakeDaemon {
    /// The app's next request about its pushes.
    func pushRequest() throws -> PushRequest {
        while true {
            if case .push(_, let request) = try receive() { return request }
        }
    }
}
