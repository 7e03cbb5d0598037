import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct WatchdogTests {
    /// Advances to 1 ns before `limit`, expects `app` alive, then to the limit.
    private func expectKilled(_ app: AppID, after limit: Interval, on device: TestDevice) {
        device.advance(by: limit - Interval(nanoseconds: 1))
        #expect(device.processes[app] != nil, "killed before its limit")
        #expect(!device.effects.contains { if case .kill = $0 { true } else { false } })
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.state(app) == .notRunning, "not killed at its limit")
    }

    @Test(
        "An app that doesn't finish launching in 5 s is killed at the limit, not before",
        .behaviour("W1", "W2", "W4"), arguments: [true, false])
    func launchLimit(toForeground: Bool) {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        if toForeground { device.open(appA) } else { device.fetch(appA) }
        expectKilled(appA, after: .seconds(5), on: device)
        #expect(device.lastExit(appA)?.reason == .launchTimedOut)
        #expect(device.lastExit(appA)?.rule == .w1)
        #expect(device.reasons(appA, .kill) == [.launchTimedOut])
        #expect(
            device.sentence(appA)
                == "A is not running: it was killed, because it had not finished launching within 5 s; do slow work after didFinishLaunching has returned, and see that no call in it waits for ever (W1)."
        )
        #expect(!device.calls(appA).contains("willTerminate"))
    }

    @Test("An app that never connects is killed at the launch limit", .behaviour("W1"))
    func neverConnects() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(connects: false)
        device.open(appA)
        expectKilled(appA, after: .seconds(5), on: device)
        #expect(device.lastExit(appA)?.reason == .launchTimedOut)
        #expect(
            device.sentence(appA).contains("it had not connected within 5 s, as every app does"))
    }

    @Test(
        "willResignActive and didEnterBackground have 5 s each", .behaviour("W1"),
        arguments: ["willResignActive", "didEnterBackground"])
    func transitionLimit(call: String) {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring(call)
        device.open(appA)
        device.home()
        expectKilled(appA, after: .seconds(5), on: device)
        #expect(device.lastExit(appA)?.reason == .backgroundTransitionTimedOut)
        #expect(
            device.sentence(appA).contains("\(call) did not return within 5 s"))
        #expect(!device.calls(appA).contains("willTerminate"))
    }

    @Test(
        "The limit of didEnterBackground counts from the return of willResignActive",
        .behaviour("W1"))
    func limitsFollowEachOther() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: [
            "willResignActive": .seconds(4), "didEnterBackground": .seconds(4),
        ])
        device.open(appA)
        device.home()
        device.advance(by: .seconds(8))
        #expect(device.state(appA) == .suspended)
    }

    @Test("An open task doesn't extend didEnterBackground", .behaviour("W1", "T2"))
    func tasksDoNotExtend() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("didEnterBackground")
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        expectKilled(appA, after: .seconds(5), on: device)
        #expect(device.lastExit(appA)?.reason == .backgroundTransitionTimedOut)
    }

    @Test("willTerminate has 5 s", .behaviour("W1", "W3"), arguments: [true, false])
    func terminationLimit(returns: Bool) {
        let device = TestDevice(installing: .test(appA, exitsOnSuspend: true))
        device.behaviours[appA] =
            returns ? AppBehaviour(exitsWhenTerminated: false) : .ignoring("willTerminate")
        device.open(appA)
        device.home()
        expectKilled(appA, after: .seconds(5), on: device)
        #expect(device.lastExit(appA)?.reason == .terminationTimedOut)
        #expect(
            device.sentence(appA)
                == "A is not running: it was killed, because it had not exited within 5 s of willTerminate; return from it sooner (W1)."
        )
    }

    @Test("willTerminate's 5 s begin when willResignActive has returned", .behaviour("W1"))
    func terminationAfterSlowResign() {
        let device = TestDevice(installing: .test(appA, exitsOnSuspend: true))
        device.behaviours[appA] = AppBehaviour(slow: [
            "willResignActive": .seconds(4), "willTerminate": .seconds(4),
        ])
        device.open(appA)
        device.home()
        device.advance(by: .seconds(8))
        #expect(device.lastExit(appA)?.reason == .optedOut)
    }

    @Test("A slow didBecomeActive is the app's own affair", .behaviour("H3"))
    func foregroundHasNoLimit() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["didBecomeActive": .seconds(60)])
        device.open(appA)
        device.advance(by: .seconds(61))
        #expect(device.state(appA) == .active)
    }

    @Test("willTerminate is for apps that run: not suspended, not crashed", .behaviour("W3"))
    func willTerminateOnlyWhenRunning() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appB)
        device.open(appA)
        device.quit(appA)
        #expect(device.calls(appA).suffix(2) == ["willResignActive", "willTerminate"])
        #expect(device.lastExit(appA)?.reason == .forceQuit)
        device.quit(appB)
        #expect(!device.calls(appB).contains("willTerminate"))
        #expect(device.lastExit(appB)?.reason == .forceQuit)
        device.open(appA)
        device.die(appA, .signalled(11))
        #expect(device.calls(appA).filter { $0 == "willTerminate" }.count == 1)
    }

    @Test("No task can be begun in willTerminate", .behaviour("W3", "T1"))
    func noTaskWhileTerminating() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["willTerminate": .seconds(3)])
        device.open(appA)
        device.quit(appA)
        device.beginTask(appA, 1)
        #expect(device.reasons(appA, .refuse) == [.taskWhileTerminating])
        #expect(device.processes[appA]?.outbox.isEmpty == true)
        device.advance(by: .seconds(3))
        #expect(device.lastExit(appA)?.reason == .forceQuit)
    }

    @Test(
        "A process that ends by itself is noticed with its signal or code", .behaviour("W5", "W2"),
        arguments: [
            (ExitStatus.exited(code: 0), Reason.exitedNormally, "it exited by itself"),
            (.exited(code: 3), .exitedWithError, "it exited by itself with code 3"),
            (.signalled(11), .crashed, "it crashed with signal 11"),
        ])
    func exits(status: ExitStatus, reason: Reason, words: String) {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.die(appA, status)
        #expect(device.state(appA) == .notRunning)
        #expect(device.lastExit(appA)?.reason == reason)
        #expect(device.lastExit(appA)?.status == status)
        #expect(device.sentence(appA) == "A is not running: \(words) (W5).")
        #expect(device.machine.foreground == nil)
        #expect(device.reasons(appA, .transition).last == reason)
    }

    @Test("The next launch is told how the last one ended", .behaviour("W2", "reliability P2"))
    func nextLaunchIsTold() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("didEnterBackground")
        device.open(appA)
        device.home()
        device.advance(by: .seconds(5))
        device.behaviours[appA] = AppBehaviour()
        device.open(appA)
        #expect(
            device.heard[appA]?.contains(
                .finishLaunching(
                    toForeground: true, cause: .user, previousExit: .backgroundTransitionTimedOut))
                == true)
    }

    @Test("A process that can't be started says so", .behaviour("W5", "reliability P9"))
    func spawnFails() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(spawnError: 8)
        device.open(appA)
        #expect(device.state(appA) == .notRunning)
        #expect(
            device.sentence(appA)
                == "A is not running: its process could not be started (execve, errno 8); check the executable in its bundle (W5)."
        )
    }

    @Test("A kill that doesn't take is tried again every 2 s", .behaviour("W4"))
    func killIsRetried() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(
            ignores: ["didFinishLaunching"], diesWhenKilled: false)
        device.open(appA)
        device.advance(by: .seconds(10))
        let kills = device.effects.filter { if case .kill = $0 { true } else { false } }.count
        #expect(kills == 3)
        #expect(device.reasons(appA, .kill) == [.launchTimedOut, .killRetried, .killRetried])
        device.behaviours[appA]?.diesWhenKilled = true
        device.advance(by: .seconds(2))
        #expect(device.lastExit(appA)?.reason == .launchTimedOut)
    }

    @Test(
        "An app isn't shown as suspended before the kernel says so",
        .behaviour("reliability P4", "S8"))
    func slowFreeze() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(freezesAfter: .seconds(1))
        device.open(appA)
        device.home()
        device.advance(by: .milliseconds(999))
        #expect(device.state(appA) == .background)
        #expect(device.sentence(appA).contains("just being suspended"))
        device.advance(by: .milliseconds(1))
        #expect(device.state(appA) == .suspended)
    }

    @Test("An app that can't be frozen is killed after 2 s", .behaviour("reliability P4", "W2"))
    func freezeTimesOut() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(freezesAfter: nil)
        device.open(appA)
        device.home()
        expectKilled(appA, after: .seconds(2), on: device)
        #expect(device.lastExit(appA)?.reason == .freezeTimedOut)
    }

    @Test("An app that hears 256 calls and handles none is killed", .behaviour("reliability A4"))
    func floodedApp() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.behaviours[appA] = .ignoring("willResignActive")
        for _ in 0..<Limits.outstandingCallsPerApp where device.processes[appA] != nil {
            device.home()
            device.open(appA)
        }
        #expect(device.reasons(appA, .kill).first == .notResponding)
    }

    @Test("Somebody else's thaw and freeze are undone", .behaviour("reliability P7"))
    func reconciles() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        let launch = try #require(device.processes[appA]?.launch)
        device.processes[appA]?.frozen = true
        device.send(.foundFrozen(appA, launch))
        #expect(device.processes[appA]?.frozen == false)
        device.home()
        device.processes[appA]?.frozen = false
        device.send(.foundThawed(appA, launch))
        #expect(device.state(appA) == .background)
        device.run()
        #expect(device.state(appA) == .suspended)
        #expect(device.processes[appA]?.frozen == true)
    }
}

@Suite struct ConnectionAbuseTests {
    @Test(
        "An app that hangs up and connects again and again out of sight can't stay awake by it",
        .behaviour("S5", "W2", "W4", "reliability A5"))
    func hangsUpForEver() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(freezesAfter: .seconds(1))
        device.open(appA)
        device.home()
        let process = try #require(device.processes[appA])
        for _ in 0..<100 where device.state(appA) != .notRunning {
            device.processes[appA]?.connected = false
            device.send(.disconnected(appA, process.launch))
            guard device.processes[appA]?.connected != nil else { continue }
            device.processes[appA]?.connected = true
            device.send(
                .connected(
                    appA, process.launch, lastReceived: process.lastReceived,
                    lastHandled: process.lastHandled, openTasks: []))
            device.run()
        }
        #expect(device.lastExit(appA)?.reason == .connectionAbused)
        #expect(device.sentence(appA).contains("more than \(Limits.hangUpsPerStay) times"))
    }
}
