import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct ExplanationTests {
    @Test(
        "why says in one sentence where an app is and why, in every state", .behaviour("D2", "W2"))
    func everyState() {
        let device = TestDevice(installing: .test(appA))
        #expect(device.sentence(appA) == "A has not been opened since it was installed.")
        device.behaviours[appA] = AppBehaviour(
            slow: [
                "didFinishLaunching": .seconds(1), "didEnterBackground": .seconds(1),
                "willTerminate": .seconds(1),
            ], freezesAfter: .seconds(1))
        device.open(appA)
        #expect(
            device.sentence(appA) == "A is coming to the front, because the user opened it (S3).")
        device.advance(by: .seconds(1))
        #expect(device.sentence(appA) == "A is in front, because the user opened it (S3).")
        device.home()
        #expect(
            device.sentence(appA)
                == "A runs in the background, because it has not returned from didEnterBackground yet (S5)."
        )
        device.beginTask(appA, 1, name: "save")
        device.advance(by: .seconds(2))
        #expect(
            device.sentence(appA)
                == "A runs in the background, because one finite-length task is open, for 180 s at most: \"save\" (T2)."
        )
        device.endTask(appA, 1)
        #expect(
            device.sentence(appA)
                == "A runs in the background, because it is just being suspended (S5).")
        device.advance(by: .seconds(1))
        #expect(device.sentence(appA) == "A is suspended: nothing entitles it to run (S5).")
        device.open(appA)
        device.quit(appA)
        #expect(device.sentence(appA) == "A is ending: the user force-quit it (U1).")
        device.advance(by: .seconds(1))
        #expect(
            device.sentence(appA)
                == "A is not running: the user force-quit it (U1). Nothing wakes it until it is opened or the device restarts (U2)."
        )
    }

    @Test("why tells what a killed app is being killed for", .behaviour("W2"))
    func dying() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(
            ignores: ["didFinishLaunching"], diesWhenKilled: false)
        device.fetch(appA)
        #expect(
            device.sentence(appA) == "A runs in the background, because it is being launched (S4).")
        device.advance(by: .seconds(5))
        #expect(
            device.sentence(appA).hasPrefix(
                "A is being killed: it was killed, because it had not finished launching within 5 s"
            ))
    }

    @Test("why of an adopted app that hasn't spoken says so", .behaviour("D2"))
    func adopted() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.behaviours[appA]?.connects = false
        device.processes[appA]?.openTasks = []
        try device.restartDaemon()
        #expect(device.machine.why(appA)?.chain.last?.reason == .adopted)
        device.endTask(appA, 1)
        #expect(device.sentence(appA).contains("one finite-length task is open"))
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .suspended, "its tasks end with the wait")
    }

    @Test("whyNot names every obstacle, the deciding one first", .behaviour("D2", "O4", "U2"))
    func whyNot() throws {
        let device = TestDevice(installing: .test(appA, modes: [.fetch], exitsOnSuspend: true))
        device.open(appA)
        device.quit(appA)
        let answer = try #require(
            device.machine.whyNot(appA, .push(PayloadHandle(1)), at: device.now))
        #expect(answer.obstacles.map(\.reason) == [.forceQuitByUser, .modeNotDeclared, .optedOut])
        #expect(answer.reason == .forceQuitByUser)
        #expect(answer.rule == .u2)
        #expect(
            answer.sentence
                == "A would not be woken for a push: the user force-quit it (U2); open it, or restart the device."
        )
        #expect(device.machine.whyNot(appB, .fetch, at: device.now) == nil)
        #expect(device.machine.why(appB) == nil)
    }

    @Test("whyNot without obstacles says so", .behaviour("D2"))
    func nothingInTheWay() throws {
        let device = TestDevice(installing: .test(appA))
        let answer = try #require(device.machine.whyNot(appA, .fetch, at: device.now))
        #expect(answer.obstacles.isEmpty)
        #expect(answer.planObstacles.map(\.reason) == [.fetchNever, .neverOpened])
        #expect(
            answer.sentence
                == "A is not woken for a fetch now unless `quiesce send` asks for it: it has not asked for fetches (F1); call setMinimumBackgroundFetchInterval, or submit a BGAppRefreshTaskRequest."
        )
    }

    @Test("A task that was never asked for isn't promised to a tool", .behaviour("D2", "F9"))
    func taskNobodyAskedFor() throws {
        let device = TestDevice(installing: .test(appA, modes: [.processing]))
        let cause = WakeCause.task(.processing, identifier: "")
        let answer = try #require(device.machine.whyNot(appA, cause, at: device.now))
        #expect(
            answer.sentence
                == "A is not woken for processing now: it has not submitted a request for this background task; submit a request for it first."
        )
    }

    @Test("A push is told what it must be like to wake the app", .behaviour("D2", "R2"))
    func condition() throws {
        let device = TestDevice(installing: .test(appA))
        let push = try #require(
            device.machine.whyNot(appA, .push(PayloadHandle(0)), at: device.now))
        #expect(
            push.sentence
                == "Nothing keeps A from being woken for a push now. The push needs \"content-available\": 1 in its aps (R2)."
        )
        let older = TestDevice(.ios7, installing: .test(appA))
        #expect(
            older.machine.whyNot(appA, .push(PayloadHandle(0)), at: older.now)?.sentence
                == "Nothing keeps A from being woken for a push now.")
    }

    @Test("An obstacle that time takes away says when, at the earliest", .behaviour("D2"))
    func earliest() throws {
        let device = TestDevice(installing: .test(appA, modes: [.fetch]))
        device.behaviours[appA] = AppBehaviour(dies: ["didFinishLaunching": .signalled(11)])
        device.open(appA)
        device.advance(by: .milliseconds(500))
        var obstacles = try #require(device.machine.whyNot(appA, .fetch, at: device.now)).obstacles
        #expect(obstacles.map(\.reason) == [.crashLoop])
        #expect(obstacles.first?.earliest?.after(device.now) == .milliseconds(1_500))
        // The one does not hide the other, and time changes only one.
        obstacles = try #require(
            device.machine.whyNot(appA, .push(PayloadHandle(0)), at: device.now)
        ).obstacles
        #expect(obstacles.map(\.reason) == [.modeNotDeclared, .crashLoop])
        #expect(obstacles.map { $0.earliest == nil } == [true, false])
        #expect(obstacles.allSatisfy { $0.refusal.change?.isEmpty == false })
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.open(appA)
        for _ in 0..<Limits.wakesPerApp { device.fetch(appA) }
        device.advance(by: .seconds(10))
        obstacles = try #require(device.machine.whyNot(appA, .fetch, at: device.now)).obstacles
        #expect(obstacles.map(\.reason) == [.tooManyWakes])
        #expect(obstacles.first?.earliest?.after(device.now) == .seconds(20))
    }

    @Test(
        "What a wake-up would have to wait for is said, and a shutdown refuses it", .behaviour("D2")
    )
    func delays() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(
            slow: ["didFinishLaunching": .seconds(1), "willTerminate": .seconds(1)])
        func sentence() -> String? {
            device.machine.whyNot(appA, .fetch, at: device.now)?.sentence
        }
        device.open(appA)
        #expect(sentence()?.hasSuffix("It would wait until the launch has finished.") == true)
        device.advance(by: .seconds(1))
        device.install(.test(appA, version: "2"))
        #expect(sentence()?.hasSuffix("It would wait until the present process has ended.") == true)
        device.ask { .shutDown($0) }
        #expect(sentence()?.contains("the device is shutting down") == true)
    }

    @Test("Every cause that can be asked about has its name, and those to come are others")
    func causes() {
        for kind in WakeKind.allCases { #expect(WakeCause(kind).kind == kind) }
        for name in WakeKind.namesToCome { #expect(WakeKind(rawValue: name) == nil) }
        #expect(Set(WakeKind.names).isDisjoint(with: WakeKind.namesToCome))
    }

    @Test("The chain holds the newest decisions about the app, oldest first", .behaviour("D2"))
    func chain() throws {
        let device = TestDevice(installing: .test(appA))
        for _ in 0..<5 {
            device.open(appA)
            device.home()
        }
        let chain = try #require(device.machine.why(appA)).chain
        #expect(chain.count == Limits.decisionsPerApp)
        #expect(chain.map(\.seq) == chain.map(\.seq).sorted())
        #expect(chain.last?.to == .suspended)
    }

    @Test(
        "Every transition, kill and refusal is a decision with a reason, and nearly all a rule",
        .behaviour("D2"))
    func decisionsHaveRules() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appB] = AppBehaviour(completesAfter: nil)
        device.open(appA)
        device.fetch(appB)
        device.beginTask(appA, 1)
        device.home()
        device.endTask(appA, 2)
        device.advance(by: .seconds(300))
        device.push(appB)
        device.quit(appA)
        device.fetch(appA)
        let kinds: Set<Decision.Kind> = [.transition, .kill, .refuse, .task, .wake]
        for decision in device.decisions where kinds.contains(decision.kind) {
            #expect(decision.rule != nil, "\(decision)")
            #expect(decision.app != nil)
            #expect((decision.kind == .transition) == (decision.from != nil && decision.to != nil))
        }
        #expect(Set(device.decisions.map(\.kind)).isSuperset(of: kinds))
        #expect(device.decisions.map(\.seq) == Array(1...UInt64(device.decisions.count)))
    }
}
