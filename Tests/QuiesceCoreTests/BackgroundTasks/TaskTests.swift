import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct TaskTests {
    private func leftWithTask(_ profile: PolicyProfile = .ios8, name: String? = "upload")
        -> TestDevice
    {
        let device = TestDevice(profile, installing: .test(appA))
        device.open(appA)
        device.beginTask(appA, 1, name: name)
        device.home()
        return device
    }

    @Test(
        "A task delays suspension; ending the last one suspends at once",
        .behaviour("T1", "T2", "T6"))
    func delaysSuspension() {
        let device = leftWithTask()
        device.beginTask(appA, 2)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .background)
        #expect(device.sentence(appA).contains("2 finite-length tasks are open"))
        device.endTask(appA, 1)
        #expect(device.state(appA) == .background)
        device.endTask(appA, 2)
        #expect(device.state(appA) == .suspended)
        #expect(device.reasons(appA, .task) == [.taskBegan, .taskBegan, .taskEnded, .taskEnded])
    }

    @Test("The app is told when its background time ends", .behaviour("T2"))
    func toldDeadline() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(10))
        device.open(appA)
        device.home()
        let end = device.now.awake + .seconds(180)
        #expect(device.heard[appA]?.last == .didEnterBackground(deadline: end))
        device.fetch(appA)
        device.advance(by: .seconds(3))
        device.beginTask(appA, 1)
        let told = try #require(device.processes[appA]?.backgroundTime)
        #expect(told == device.now.awake + .seconds(180))
    }

    @Test(
        "The allowance is 600 s in ios4 and 180 s from ios7 on; the handler is called 5 s before",
        .behaviour("T3", "T4"),
        arguments: [(PolicyProfile.ios4, 600 as Int64), (.ios7, 180), (.ios8, 180)])
    func allowance(profile: PolicyProfile, seconds: Int64) {
        let device = TestDevice(profile, installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(endsTasksWhenExpired: false)
        device.open(appA)
        device.beginTask(appA, 1, name: "upload")
        device.home()
        device.advance(by: .seconds(seconds - 5) - Interval(nanoseconds: 1))
        #expect(!device.calls(appA).contains("expirationHandler"))
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.heard[appA]?.last == .expireTasks([TaskID(1)]))
        device.advance(by: .seconds(5) - Interval(nanoseconds: 1))
        #expect(device.state(appA) == .background)
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.lastExit(appA)?.reason == .backgroundTaskExpired)
        #expect(
            device.sentence(appA)
                == "A is not running: it was killed, because its background task \"upload\" was still open when its \(seconds) s of background time ran out; call endBackgroundTask in the expiration handler at the latest (T4)."
        )
        #expect(!device.calls(appA).contains("willTerminate"))
    }

    @Test("Ending the task in the expiration handler averts termination", .behaviour("T4"))
    func handlerAverts() {
        let device = leftWithTask()
        device.advance(by: .seconds(175))
        #expect(device.calls(appA).last == "expirationHandler")
        #expect(device.state(appA) == .suspended)
        device.advance(by: .seconds(1000))
        #expect(device.state(appA) == .suspended)
    }

    @Test("A handler that takes too long doesn't avert it", .behaviour("T4", "reliability P2"))
    func slowHandler() {
        let device = leftWithTask()
        device.behaviours[appA] = AppBehaviour(slow: ["expirationHandler": .seconds(6)])
        device.advance(by: .seconds(180))
        #expect(device.lastExit(appA)?.reason == .backgroundTaskExpired)
    }

    @Test("A second task doesn't extend the allowance", .behaviour("T3"))
    func perAppNotPerTask() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(endsTasksWhenExpired: false)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.advance(by: .seconds(100))
        device.beginTask(appA, 2)
        device.endTask(appA, 1)
        device.advance(by: .seconds(80))
        #expect(device.lastExit(appA)?.reason == .backgroundTaskExpired)
    }

    @Test("A task begun after the warning gets its own", .behaviour("T4"))
    func begunAfterWarning() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(endsTasksWhenExpired: false)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.advance(by: .seconds(177))
        device.beginTask(appA, 2)
        #expect(device.heard[appA]?.last == .expireTasks([TaskID(2)]))
        device.advance(by: .seconds(3))
        #expect(device.sentence(appA).contains("its background tasks task 1, task 2 were"))
    }

    @Test(
        "However many tasks begin after the warning, an app that obeys is told of them together and lives",
        .behaviour("T4", "W4"))
    func manyBegunAfterWarning() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(
            slow: ["expirationHandler": .milliseconds(10)], endsTasksWhenExpired: false)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.advance(by: .seconds(177))
        let tasks = Array(2...UInt64(Limits.openTasksPerApp))
        for task in tasks { device.beginTask(appA, task) }
        #expect(device.heard[appA]?.last == .expireTasks([TaskID(2)]))
        device.endTask(appA, 3)
        device.advance(by: .milliseconds(20))
        #expect(device.heard[appA]?.last == .expireTasks(tasks.dropFirst(2).map { TaskID($0) }))
        #expect(device.state(appA) == .background)
    }

    @Test("Only coming back to the foreground renews the allowance", .behaviour("T3"))
    func renewal() {
        let device = leftWithTask()
        device.advance(by: .seconds(170))
        device.open(appA)
        device.home()
        device.advance(by: .seconds(174))
        #expect(device.state(appA) == .background)
        #expect(!device.calls(appA).contains("expirationHandler"))
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .suspended)
        device.fetch(appA)
        device.beginTask(appA, 2)
        #expect(device.state(appA) == .suspended, "a fetch renews nothing: it ends in its warning")
    }

    @Test("The time of tasks that have ended is given anew in front, too", .behaviour("T3"))
    func renewalOfSpent() {
        let device = leftWithTask()
        device.advance(by: .seconds(100))
        device.endTask(appA, 1)
        device.open(appA)
        device.beginTask(appA, 2)
        device.home()
        device.advance(by: .seconds(174))
        #expect(device.state(appA) == .background)
        #expect(!device.calls(appA).contains("expirationHandler"))
    }

    @Test(
        "Who is warned only when the time is over, as the timer was a little late, has the time of a warning all the same",
        .behaviour("T4"))
    func warnedLate() {
        var profile = PolicyProfile.ios8
        profile.expirationWarning = .milliseconds(100)
        profile.expirationWarningSlack = .zero
        let device = TestDevice(profile, installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["expirationHandler": .milliseconds(90)])
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.advance(by: .milliseconds(179_850))
        device.fireTimerLate(by: .milliseconds(200))
        #expect(device.reasons(appA, .task).contains(.expirationWarning))
        device.advance(by: .milliseconds(90))
        #expect(device.state(appA) == .suspended)
        #expect(device.lastExit(appA) == nil)
    }

    @Test("An app can't live on by beginning and ending tasks", .behaviour("T3", "reliability P2"))
    func noInfiniteLife() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(endsTasksWhenExpired: false)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        let left = device.now.awake
        var task: UInt64 = 1
        while device.state(appA) == .background, device.now.awake - left < .seconds(1000) {
            device.beginTask(appA, task + 1)
            device.endTask(appA, task)
            task += 1
            device.advance(by: .seconds(1))
        }
        #expect(device.now.awake - left <= .seconds(186))
        #expect(device.reasons(appA, .input).filter { $0 == .timerLate }.isEmpty)
    }

    @Test(
        "Nor by leaving gaps between them while a wake-up lets it run",
        .behaviour("T3", "reliability P2"))
    func noInfiniteLifeInWakes() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil, endsTasksWhenExpired: false)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.advance(by: .seconds(174))
        device.fetch(appA)
        var task: UInt64 = 1
        let start = device.now.awake
        while device.state(appA) == .background, device.now.awake - start < .seconds(100) {
            device.endTask(appA, task)
            task += 1
            device.beginTask(appA, task)
            device.advance(by: .seconds(1))
        }
        #expect(device.now.awake - start <= .seconds(30))
        #expect(device.decisions.allSatisfy { $0.reason != .timerLate })
    }

    @Test(
        "A task begun with nothing left is expired at once and keeps nothing running",
        .behaviour("T3", "T4"))
    func nothingLeft() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil, endsTasksWhenExpired: false)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.advance(by: .milliseconds(174_999))
        device.fetch(appA)
        device.advance(by: .milliseconds(5_000))
        device.endTask(appA, 1)  // Spent but for 1 ms.
        device.beginTask(appA, 2)  // The warning's 5 s, once.
        device.advance(by: .milliseconds(4_999))
        device.endTask(appA, 2)
        device.beginTask(appA, 3)
        #expect(device.reasons(appA, .refuse) == [.noBackgroundTimeLeft])
        #expect(device.calls(appA).last == "expirationHandler")
        device.endTask(appA, 3)
        #expect(device.state(appA) == .background, "for its fetch")
        device.complete(appA, 1)
        #expect(device.state(appA) == .suspended)
    }

    @Test("Frozen time costs nothing", .behaviour("T5", "reliability P11"))
    func frozenTimeIsFree() {
        let device = leftWithTask()
        device.advance(by: .seconds(100))
        device.endTask(appA, 1)
        device.advance(by: .seconds(100_000))
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(29))
        device.fetch(appA)
        device.beginTask(appA, 2)
        device.advance(by: .seconds(74))
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(1))
        #expect(device.calls(appA).last == "expirationHandler")
    }

    @Test(
        "From ios7 on the device sleeps in spite of tasks, which go on when it wakes",
        .behaviour("T5", "reliability T6"))
    func sleepSuspendsTasks() {
        let device = leftWithTask()
        device.advance(by: .seconds(100))
        device.ask { .sleep($0) }
        #expect(device.state(appA) == .suspended)
        #expect(device.machine.isAsleep)
        #expect(
            device.sentence(appA)
                == "A is suspended while the device sleeps; its open tasks go on when it wakes (T5)."
        )
        device.now.instant = device.now.instant + .seconds(50_000)
        device.ask { .wake($0) }
        #expect(device.state(appA) == .background)
        #expect(device.reasons(appA, .transition).suffix(2) == [.deviceSlept, .taskGoesOn])
        #expect(device.processes[appA]?.backgroundTime == device.now.awake + .seconds(80))
        device.advance(by: .seconds(74))
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .suspended)
    }

    @Test("In ios4 an open task keeps the device awake until it ends", .behaviour("T5"))
    func taskDefersSleep() {
        let device = leftWithTask(.ios4)
        #expect(device.ask { .sleep($0) } == .done)
        #expect(device.keptAwake)
        #expect(!device.machine.isAsleep)
        #expect(device.state(appA) == .background)
        device.endTask(appA, 1)
        #expect(!device.keptAwake)
        #expect(device.machine.isAsleep)
        device.ask { .wake($0) }
        #expect(!device.machine.isAsleep)
    }

    @Test(
        "A new daemon keeps the device awake for it as the last one did",
        .behaviour("T5", "reliability D2"))
    func keepsAwakeAfterRestart() throws {
        let device = leftWithTask(.ios4)
        device.ask { .sleep($0) }
        try device.restartDaemon()
        #expect(device.keptAwake)
        device.ask { .wake($0) }
        #expect(!device.keptAwake)
    }

    @Test("Waking takes a deferred sleep back", .behaviour("T5"))
    func wakeTakesSleepBack() {
        let device = leftWithTask(.ios4)
        device.ask { .sleep($0) }
        device.ask { .wake($0) }
        device.endTask(appA, 1)
        #expect(!device.machine.isAsleep)
    }

    @Test("Ending an unknown or ended id is harmless and logged", .behaviour("T7"))
    func unknownTask() {
        let device = leftWithTask()
        device.endTask(appA, 7)
        #expect(device.reasons(appA, .refuse) == [.unknownTask])
        #expect(device.state(appA) == .background)
        device.endTask(appA, 1)
        #expect(device.state(appA) == .suspended)
    }

    @Test("1000 tasks at once are granted, and no more", .behaviour("T1", "reliability A4"))
    func tooMany() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        for task in 1...1001 { device.beginTask(appA, UInt64(task)) }
        #expect(device.machine.view(appA)?.openTasks == 1000)
        #expect(device.reasons(appA, .refuse) == [.tooManyTasks])
    }

    @Test("A task may be begun while launching, in front, and in the background", .behaviour("T1"))
    func anyState() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["didFinishLaunching": .seconds(1)])
        device.fetch(appA)
        device.beginTask(appA, 1)
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .background)
        device.beginTask(appA, 2)
        device.open(appA)
        device.beginTask(appA, 3)
        #expect(device.machine.view(appA)?.openTasks == 3)
    }

    @Test("What an app said before the freeze counts", .behaviour("T2", "reliability P4"))
    func beginsWhileFreezing() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(freezesAfter: .milliseconds(10))
        device.open(appA)
        device.home()
        device.beginTask(appA, 1)
        device.advance(by: .seconds(1))
        #expect(device.state(appA) == .background)
        #expect(!device.path(appA).contains(.suspended))
    }
}
