import QuiesceCore
import QuiesceKit
import QuiesceTesting
import Testing

@MainActor @Suite struct LifeCycleCases {
    // MARK: The App Launch Cycle

    @Test(
        "An app that is launched into the foreground is inactive while it launches, then active",
        .says(.states, "The App Launch Cycle"))
    func foreground() async throws {
        let device = try await launched()
        #expect(
            Subject.told == [
                "willFinishLaunching inactive", "didFinishLaunching inactive", "didBecomeActive",
            ])
        #expect(device.app.state == .active)
    }

    @Test(
        "An app that is launched into the background is in the background as it launches",
        .says(.states, "The App Launch Cycle"))
    func background() async throws {
        let device = try installed(.underTest(modes: [.remoteNotification]))
        try await device.send(push: ["aps": ["content-available": 1]])
        #expect(
            Subject.told.prefix(2) == [
                "willFinishLaunching background", "didFinishLaunching background",
            ])
    }

    @Test(
        "An app that is launched into the background isn't made active, and is suspended once it has handled the event",
        .says(.states, "The App Launch Cycle"))
    func backgroundIsBrief() async throws {
        let device = try installed(.underTest(modes: [.remoteNotification]))
        try await device.send(push: ["aps": ["content-available": 1]])
        #expect(!Subject.told.contains("didBecomeActive"))
        #expect(device.app.state == .suspended)
    }

    @Test(
        "didBecomeActive is called at launch and when the app comes back from the background",
        .says(.states, "What to Do at Launch Time"))
    func becomesActive() async throws {
        let device = try await launched()
        try await device.pressHome()
        try await device.open()
        #expect(Subject.told.count { $0 == "didBecomeActive" } == 2)
    }

    @Test(
        "The launch options say why the app was launched",
        .says(.states, "What to Do at Launch Time"))
    func launchOptions() async throws {
        let device = try await launched(notifies: true)
        #expect(Subject.launchOptions.isEmpty)
        UIApplication.shared.scheduleLocalNotification(alarm(in: 60, on: device))
        try await device.advance(by: .seconds(1))
        try await device.kill()
        try await device.advance(by: .minutes(2))
        try await device.open(try #require(device.notifications.first))
        let cause = Subject.launchOptions[.localNotification] as? UILocalNotification
        #expect(cause?.alertBody == "Tea")
    }

    // MARK: Responding to Interruptions

    @Test(
        "A phone call that comes in makes the app inactive, until the user has dismissed it",
        .says(.states, "Responding to Interruptions"))
    func call() async throws {
        let device = try await launched()
        try await device.interrupt(.callIncoming)
        #expect(device.app.state == .inactive)
        try await device.advance(by: .minutes(1))
        #expect(device.app.state == .inactive)
        try await device.interrupt(.callEnd)
        #expect(device.app.state == .active)
        #expect(Subject.told.suffix(2) == ["willResignActive", "didBecomeActive"])
    }

    @Test(
        "After an interruption the app may move to the background: when the call is answered",
        .says(.states, "Responding to Interruptions"))
    func answeredCall() async throws {
        let device = try await launched()
        try await device.interrupt(.callIncoming)
        try await device.interrupt(.callAnswer)
        #expect(Subject.told.last == "didEnterBackground")
    }

    @Test(
        "An alert of the system makes the app inactive, until the user has dismissed it",
        .says(.states, "Responding to Interruptions", under: [.ios4, .ios7, .ios8]),
        .says(.intoBackground, "Quiet Your App Upon Deactivation"))
    func alert() async throws {
        let device = try await launched()
        try await device.interrupt(.alertShow)
        #expect(UIApplication.shared.applicationState == .inactive)
        try await device.interrupt(.alertDismiss)
        #expect(UIApplication.shared.applicationState == .active)
    }

    @Test(
        "The notification center makes the app inactive, until the user dismisses it",
        .says(.states, "Responding to Interruptions"))
    func notificationCenter() async throws {
        let device = try await launched()
        try await device.interrupt(.notificationCenterShow)
        #expect(device.app.state == .inactive)
        try await device.interrupt(.notificationCenterDismiss)
        #expect(device.app.state == .active)
    }

    @Test(
        "While it is interrupted the app stays in the foreground, and goes on executing",
        .says(.states, "What to Do When an Interruption Occurs"))
    func runsOn() async throws {
        let device = try await launched()
        try await device.interrupt(.alertShow)
        var seconds = 0
        let work = Task {
            while true {
                try await Task.sleep(for: .seconds(1), clock: .device)
                seconds += 1
            }
        }
        defer { work.cancel() }
        try await device.advance(by: .seconds(10))
        #expect(seconds == 10)
        #expect(!Subject.told.contains("didEnterBackground"))
    }

    // MARK: Moving to the Background

    @Test(
        "The Home button makes the app inactive, then moves it to the background",
        .says(.states, "Moving to the Background", under: [.ios4, .ios7, .ios8]),
        .says(.backgroundSequence, "Transition From the Foreground"))
    func home() async throws {
        let device = try await launched()
        try await device.pressHome()
        #expect(Subject.told.suffix(2) == ["willResignActive", "didEnterBackground"])
    }

    @Test(
        "The Sleep/Wake button makes the app inactive, then moves it to the background",
        .says(.states, "Moving to the Background"))
    func lock() async throws {
        let device = try await launched()
        try await device.lock()
        #expect(Subject.told.suffix(2) == ["willResignActive", "didEnterBackground"])
    }

    @Test(
        "Most apps are suspended shortly after didEnterBackground has returned",
        .says(.states, "Moving to the Background", under: [.ios7, .ios8]),
        .says(.executing, "Executing Code in the Background", under: [.ios4]),
        .says(.executionTime, "Overview"),
        .says(.limits, "iOS Background Execution Limits"))
    func suspended() async throws {
        let device = try await launched()
        try await device.pressHome()
        #expect(device.app.state == .suspended)
    }

    @Test(
        "The system suspends an app without telling it, and it executes nothing then",
        .says(.states, "Managing App State Changes"))
    func executesNothing() async throws {
        let device = try await launched()
        var seconds = 0
        let work = Task {
            while true {
                try await Task.sleep(for: .seconds(1), clock: .device)
                seconds += 1
            }
        }
        defer { work.cancel() }
        try await device.pressHome()
        let before = seconds
        try await device.advance(by: .hours(1))
        #expect(Subject.told.last == "didEnterBackground")
        #expect(seconds == before)
    }

    @Test(
        "A suspended app remains in memory: it goes on where it was",
        .says(.states, "Managing App State Changes"))
    func remainsInMemory() async throws {
        let device = try await launched()
        let delegate = try #require(UIApplication.shared.delegate as? Subject)
        try await device.pressHome()
        try await device.advance(by: .days(3))
        try await device.open()
        #expect(UIApplication.shared.delegate as? Subject === delegate)
        #expect(device.app.launches == 1)
    }

    // MARK: Returning to the Foreground

    @Test(
        "An app that comes back is told willEnterForeground, then didBecomeActive",
        .says(.states, "Returning to the Foreground", under: [.ios4, .ios7, .ios8]))
    func comesBack() async throws {
        let device = try await launched()
        try await device.pressHome()
        try await device.open()
        #expect(Subject.told.suffix(2) == ["willEnterForeground", "didBecomeActive"])
    }

    // MARK: Opting Out of Background Execution

    @Test(
        "An app that opts out goes from active to inactive to not running, and never to the background",
        .says(.background, "Opting Out of Background Execution"))
    func optsOut() async throws {
        let device = try await launched(.underTest(exitsOnSuspend: true))
        try await device.pressHome()
        #expect(device.app.state == .notRunning)
        #expect(!device.log.compactMap(\.to).contains(.background))
        #expect(!Subject.told.contains("didEnterBackground"))
    }

    @Test(
        "An app that opts out is told that it ends when the user leaves it",
        .says(.background, "Opting Out of Background Execution"))
    func optsOutTold() async throws {
        let device = try await launched(.underTest(exitsOnSuspend: true))
        try await device.pressHome()
        #expect(Subject.told.last == "willTerminate")
    }

    // MARK: The background sequence

    @Test(
        "An app that is launched for an event is told that it entered the background, and then of the event",
        .says(
            .backgroundSequence, "Handle Background Events",
            differs: "it is told of the event alone: it never left the foreground"))
    func launchedForEvent() async throws {
        let device = try installed(.underTest(modes: [.remoteNotification]))
        try await device.send(push: ["aps": ["content-available": 1]])
        #expect(
            Subject.told == [
                "willFinishLaunching background", "didFinishLaunching background",
                "didReceiveRemoteNotification background",
            ])
    }

    @Test(
        "A suspended app that is resumed for an event is told again that it entered the background",
        .says(
            .backgroundSequence, "Handle Background Events",
            differs: "it is told of the event alone: it was told when it was left"))
    func resumedForEvent() async throws {
        let device = try await launched(.underTest(modes: [.fetch]))
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.fetch()
        #expect(Subject.told.suffix(2) == ["didEnterBackground", "performFetch background"])
    }

    @Test(
        "Once it has handled the event the app may be suspended again",
        .says(.backgroundSequence, "Handle Background Events"))
    func suspendedAgain() async throws {
        let device = try await launched(.underTest(modes: [.fetch]))
        try await device.pressHome()
        try await device.advance(by: .minutes(1))
        try await device.fetch()
        #expect(device.app.state == .suspended)
    }
}
