import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct LatenessTests {
    @Test(
        "A timer that fires late extends the limits and kills nothing",
        .behaviour("reliability T6", "reliability T7"))
    func lateTimer() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        device.open(appA)
        device.behaviours[appB] = .ignoring("didFinishLaunching")
        device.advance(by: .seconds(1))
        device.fetch(appB)
        device.fireTimerLate(by: .seconds(3))
        #expect(device.decisions.last?.reason == .timerLate)
        #expect(device.processes.count == 2)
        // A's limit had passed: it ends 3 s from now. B's lay 2 s back: 3 s from now, too.
        device.advance(by: .seconds(3) - Interval(nanoseconds: 1))
        #expect(device.processes.count == 2)
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.processes.isEmpty)
    }

    @Test("A limit that had not passed is extended by as much", .behaviour("reliability T6"))
    func laterLimit() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        device.behaviours[appB] = .ignoring("didFinishLaunching")
        device.open(appA)
        device.advance(by: .seconds(4))
        device.fetch(appB)
        device.fireTimerLate(by: .seconds(1))
        device.advance(by: .seconds(1))
        #expect(device.lastExit(appA)?.reason == .launchTimedOut)
        device.advance(by: .seconds(3) - Interval(nanoseconds: 1))
        #expect(device.processes[appB] != nil)
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.lastExit(appB)?.reason == .launchTimedOut)
    }

    @Test(
        "The machine stood still, whatever is heard first of what happened meanwhile",
        .behaviour("reliability T6", "reliability T7"))
    func heardBeforeTheTimer() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appA] = AppBehaviour(diesWhenKilled: false)
        device.open(appA)
        device.behaviours[appB] = .ignoring("willTerminate")
        device.open(appB)
        device.quit(appA)
        device.quit(appB)
        device.timer = nil
        // Shortly after the limit of B, and long after the one that A is killed again at, whose end
        // is heard first.
        device.now = device.now.advanced(by: .seconds(5) + Limits.timerLateness)
        device.die(appA, .signalled(9))
        device.send(.timer)
        #expect(device.reasons(appB, .kill) == [.forceQuit])
        #expect(device.decisions.contains { $0.reason == .timerLate })
    }

    @Test(
        "A timer that is late shows that the machine stood still, though no limit is long past",
        .behaviour("reliability T6", "reliability T7"), arguments: [false, true])
    func lateForAnAlarm(heardFirst: Bool) {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appB)
        device.schedule(appB, in: .seconds(3))
        device.home()
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        device.open(appA)
        if heardFirst {
            // Another event than the timer comes first, and then the timer.
            device.timer = nil
            device.now = device.now.advanced(by: .seconds(5) + Limits.timerLateness)
            device.die(appB, .signalled(9))
            device.send(.timer)
        } else {
            device.fireTimerLate(by: .seconds(2) + Limits.timerLateness)
        }
        #expect(device.processes[appA] != nil)
        #expect(device.decisions.count { $0.reason == .timerLate } == 1)
    }

    @Test("Ordinary scheduling delay extends nothing", .behaviour("reliability T6"))
    func slightlyLate() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        device.open(appA)
        device.fireTimerLate(by: Limits.timerLateness)
        #expect(device.lastExit(appA)?.reason == .launchTimedOut)
    }

    /// The kinds of deadline, each with the setup that brings the deadline about.
    static let deadlines: [(name: String, arrange: @Sendable (TestDevice) -> Void)] = [
        (
            "launch",
            {
                $0.behaviours[appA] = .ignoring("didFinishLaunching")
                $0.open(appA)
            }
        ),
        (
            "transition",
            {
                $0.behaviours[appA] = .ignoring("didEnterBackground")
                $0.open(appA)
                $0.home()
            }
        ),
        (
            "termination",
            {
                $0.behaviours[appA] = .ignoring("willTerminate")
                $0.open(appA)
                $0.quit(appA)
            }
        ),
        (
            "freeze",
            {
                $0.behaviours[appA] = AppBehaviour(freezesAfter: nil)
                $0.open(appA)
                $0.home()
            }
        ),
        (
            "completion",
            {
                $0.behaviours[appA] = AppBehaviour(completesAfter: nil)
                $0.fetch(appA)
            }
        ),
        (
            "task",
            {
                $0.behaviours[appA] = AppBehaviour(endsTasksWhenExpired: false)
                $0.open(appA)
                $0.beginTask(appA, 1)
                $0.home()
            }
        ),
        (
            "kill",
            {
                $0.behaviours[appA] = AppBehaviour(diesWhenKilled: false)
                $0.open(appA)
                $0.home()
                $0.quit(appA)
            }
        ),
        (
            "unheard",
            {
                $0.open(appA)
                $0.behaviours[appA] = AppBehaviour(connects: false)
                do { try $0.restartDaemon() } catch { Issue.record(error) }
            }
        ),
        (
            "held",
            {
                $0.behaviours[appA] = AppBehaviour(
                    ignores: ["didFinishLaunching"], diesWhenKilled: false)
                $0.open(appA)
                $0.advance(by: .seconds(5))
                $0.push(appA)
                $0.behaviours[appA] = AppBehaviour()
                $0.advance(by: .seconds(2))
            }
        ),
    ]

    @Test(
        "After a late timer no deadline lies in the past, so the timer doesn't spin",
        .behaviour("reliability T6", "reliability T7"), arguments: deadlines.indices)
    func noSpin(kind: Int) throws {
        let device = TestDevice(installing: .test(appA))
        Self.deadlines[kind].arrange(device)
        #expect(device.timer != nil, "\(Self.deadlines[kind].name) has a deadline")
        for _ in 0..<3 where device.timer != nil {
            let lateBefore = device.decisions.filter { $0.reason == .timerLate }.count
            device.fireTimerLate(by: .seconds(10))
            #expect(device.decisions.filter { $0.reason == .timerLate }.count == lateBefore + 1)
            // A warning that fell into the gap is due at once; nothing else is.
            if let timer = device.timer { #expect(timer >= device.now.instant) }
            device.advance(by: .milliseconds(1))
            #expect(device.decisions.filter { $0.reason == .timerLate }.count == lateBefore + 1)
        }
        device.behaviours[appA] = AppBehaviour()
        device.advance(by: .seconds(1000))
    }

    @Test("Early and repeated calls are harmless", .behaviour("reliability T7"))
    func earlyTimer() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        device.open(appA)
        for _ in 0..<20 {
            device.timer = nil
            device.send(.timer)
            #expect(device.timer != nil, "a timer that fired early is asked for again")
        }
        device.advance(by: .seconds(5) - Interval(nanoseconds: 1))
        #expect(device.processes[appA] != nil)
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.lastExit(appA)?.reason == .launchTimedOut)
    }

    @Test("Clocks read a moment apart don't move the timer", .behaviour("reliability T7"))
    func jitter() {
        var machine = SystemMachine(profile: .ios8)
        var now = Moment.zero
        _ = machine.handle(.install(.test(appA), StagedBundle(1), Ticket(1)), at: now)
        _ = machine.handle(.open(appA, arguments: [], Ticket(2)), at: now)
        for _ in 0..<10 {
            now = now.advanced(by: .milliseconds(1))
            now.instant = now.instant + Interval(nanoseconds: 70)
            let reaction = machine.handle(.home(Ticket(3)), at: now)
            #expect(!reaction.effects.contains { if case .arm = $0 { true } else { false } })
        }
    }

    @Test("Two warnings within the slack share one timer", .behaviour("T4"))
    func warningsShareATimer() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appA)
        device.beginTask(appA, 1)
        device.open(appB)
        device.beginTask(appB, 1)
        device.advance(by: .milliseconds(600))
        device.home()
        device.advance(by: .milliseconds(174_400))
        #expect(device.state(appA) == .suspended)
        #expect(device.state(appB) == .suspended)
    }

    @Test("The limits count awake time: the device's sleep is free", .behaviour("reliability T6"))
    func sleepIsFree() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        device.open(appA)
        device.sleep(for: .seconds(1000))
        device.timer = nil
        device.send(.timer)  // It was set on the clock that counts sleep, so it came too early.
        #expect(device.processes[appA] != nil)
        device.advance(by: .seconds(5))
        #expect(device.lastExit(appA)?.reason == .launchTimedOut)
    }
}
