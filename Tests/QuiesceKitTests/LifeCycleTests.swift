import QuiesceWire
import TestSupport
import Testing

/// An app's life cycle as the app sees it, with a daemon that the test plays.
@Suite struct LifeCycleTests {
    static let foreground = MessageToApp.Call.finishLaunching(
        .init(state: .inactive, reason: .user, previousExit: "taskExpired"))

    @Test(
        "A launch to the foreground is inactive in both finish methods, then active",
        .behaviour("S2", "S3"))
    func foregroundLaunch() throws {
        let daemon = try FakeDaemon()
        let app = try ChildApp.testApp(daemon)
        let hello = try daemon.welcome()
        #expect(hello == .init())
        #expect(try daemon.deliverAndWait(1, Self.foreground) == [.handled(seq: 1)])
        try daemon.deliverAndWait(2, .didBecomeActive)
        #expect(
            try app.lines(7) == [
                "willFinishLaunching inactive", "previous taskExpired", "pushed false",
                "didFinishLaunching inactive", "notification didFinishLaunching",
                "didBecomeActive active", "notification didBecomeActive",
            ])
    }

    @Test("A launch into the background finds the app in the background", .behaviour("S4"))
    func backgroundLaunch() throws {
        let daemon = try FakeDaemon()
        let app = try ChildApp.testApp(daemon)
        try daemon.welcome()
        try daemon.deliverAndWait(
            1, .finishLaunching(.init(state: .background, reason: .remoteNotification)))
        #expect(
            try app.lines(5) == [
                "willFinishLaunching background", "previous none", "pushed true",
                "didFinishLaunching background", "notification didFinishLaunching",
            ])
    }

    @Test(
        "Leaving and returning pass through inactive, each with its notification",
        .behaviour("S2", "S5", "S6"))
    func leaveAndReturn() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        try daemon.deliverAndWait(3, .willResignActive)
        try daemon.deliverAndWait(4, .didEnterBackground(deadline: 1))
        try daemon.deliverAndWait(5, .willEnterForeground)
        try daemon.deliverAndWait(6, .didBecomeActive)
        #expect(
            try app.lines(9) == [
                "willResignActive active", "notification willResignActive",
                "didEnterBackground background", "remaining true",
                "notification didEnterBackground",
                "notification willEnterForeground", "willEnterForeground background",
                "didBecomeActive active", "notification didBecomeActive",
            ])
    }

    @Test(
        "After willTerminate, in which no task can be begun, the app exits with 0",
        .behaviour("W3", "T1"))
    func terminate() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        #expect(try daemon.deliverAndWait(3, .willTerminate) == [.handled(seq: 3)])
        #expect(
            try app.lines(3) == [
                "willTerminate active", "task 0", "notification willTerminate",
            ])
        #expect(try app.exitStatus() == 0)
    }

    @Test("A delegate that implements nothing goes through every state", .behaviour("S10"))
    func emptyDelegate() throws {
        let daemon = try FakeDaemon()
        let app = try ChildApp.testApp(daemon, "--idle")
        try daemon.welcome()
        let calls: [MessageToApp.Call] = [
            Self.foreground, .didBecomeActive, .willResignActive,
            .didEnterBackground(deadline: nil), .willEnterForeground, .didBecomeActive,
            .expireTasks([7]),
        ]
        for (index, call) in calls.enumerated() {
            let seq = UInt64(index + 1)
            #expect(try daemon.deliverAndWait(seq, call) == [.handled(seq: seq)])
        }
        // A completion comes behind all that its turn asked for.
        #expect(try daemon.deliverAndWait(8, .performFetch(wake: 5)) == [.handled(seq: 8)])
        #expect(try daemon.receive() == .completeWake(request: 1, wake: 5, result: .noData))
        #expect(
            try daemon.deliverAndWait(9, .remoteNotification(wake: 6, payload: "{}"))
                == [.handled(seq: 9)])
        #expect(try daemon.receive() == .completeWake(request: 2, wake: 6, result: .noData))
        try daemon.deliverAndWait(10, .willTerminate)
        #expect(try app.exitStatus() == 0)
    }

    @Test("A wake-up's callback returns, and its completion handler counts once")
    func wakeUps() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        #expect(try daemon.deliverAndWait(3, .performFetch(wake: 9)) == [.handled(seq: 3)])
        app.command("complete")
        #expect(
            try daemon.receive() == .completeWake(request: 1, wake: 9, result: .newData))
        #expect(try app.lines(2) == ["performFetch active", "completed"])
        try daemon.deliverAndWait(4, .remoteNotification(wake: 10, payload: #"{"word":"hi"}"#))
        app.command("complete")
        #expect(
            try daemon.receive() == .completeWake(request: 2, wake: 10, result: .newData))
        #expect(try app.lines(2) == ["push hi active", "completed"])
        #expect(try app.complaint().contains("called again"))
    }

    @Test("UIApplicationMain makes the classes that it is given the names of", .behaviour("S3"))
    func applicationMain() throws {
        let daemon = try FakeDaemon()
        let app = try ChildApp.testApp(daemon, "--application-main")
        try daemon.welcome()
        try daemon.deliverAndWait(1, Self.foreground)
        #expect(try app.lines(2) == ["own application", "willFinishLaunching inactive"])
    }

    @Test("An app without scenes ends in front where the system requires them", .behaviour("O5"))
    func scenesRequired() throws {
        let daemon = try FakeDaemon()
        let app = try ChildApp.testApp(daemon)
        try daemon.welcome(scenesRequired: true)
        try daemon.deliver(1, Self.foreground)
        #expect(try app.complaint().contains("requires scenes"))
        #expect(try app.exitStatus() > 128)
    }

    @Test("A process that Quiesce didn't start says so and exits with 78")
    func withoutQuiesce() throws {
        let app = try ChildApp(ChildApp.products + "/KitTestApp", environment: [:])
        #expect(try app.complaint().contains("run `quiesce open ID`"))
        #expect(try app.exitStatus() == 78)
    }

    @Test("What runs on the main queue and run loop from other threads is served at once")
    func mainLoopServesAll() throws {
        let daemon = try FakeDaemon()
        let app = try launched(by: daemon)
        for _ in 0..<20 {
            for work in ["async", "timer", "actor", "perform"] {
                app.command(work)
                #expect(try app.line() == "served \(work)")
            }
        }
    }
}

/// The test app, active, with its two first callbacks handled and read.
func launched(by daemon: FakeDaemon, multitasking: Bool = true, limit: Int = 1_000) throws
    -> ChildApp
{
    let app = try ChildApp.testApp(daemon)
    try daemon.welcome(multitasking: multitasking, openTasksLimit: limit)
    try daemon.deliverAndWait(1, LifeCycleTests.foreground)
    try daemon.deliverAndWait(2, .didBecomeActive)
    _ = try app.lines(through: "notification didBecomeActive")
    return app
}
