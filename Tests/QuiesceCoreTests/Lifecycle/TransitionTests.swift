import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct TransitionTests {
    @Test(
        "A launch to the foreground passes through inactive to active", .behaviour("S1", "S2", "S3")
    )
    func launchToForeground() {
        let device = TestDevice(installing: .test(appA))
        #expect(device.open(appA) == .done)
        #expect(device.calls(appA) == ["didFinishLaunching", "didBecomeActive"])
        #expect(
            device.heard[appA]?.first
                == .finishLaunching(toForeground: true, cause: .user, previousExit: nil))
        #expect(device.path(appA) == [.notRunning, .inactive, .active])
        #expect(device.reasons(appA, .transition) == [.opened, .didFinishLaunching])
        #expect(device.machine.view(appA)?.pid == device.processes[appA]?.pid)
    }

    @Test("A launch into the background handles its event and is suspended", .behaviour("S4", "F2"))
    func launchIntoBackground() {
        let device = TestDevice(installing: .test(appA))
        #expect(device.fetch(appA) == .done)
        #expect(device.calls(appA) == ["didFinishLaunching", "performFetch"])
        #expect(
            device.heard[appA]?.first
                == .finishLaunching(toForeground: false, cause: .fetch, previousExit: nil))
        #expect(device.path(appA) == [.notRunning, .background, .suspended])
        #expect(device.machine.foreground == nil)
    }

    @Test("Leaving: resign active, enter background, suspended", .behaviour("S5", "S2", "S8"))
    func leaving() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        #expect(device.calls(appA).suffix(2) == ["willResignActive", "didEnterBackground"])
        #expect(
            device.path(appA)
                == [.notRunning, .inactive, .active, .inactive, .background, .suspended])
        #expect(device.processes[appA]?.frozen == true)
        #expect(device.timer == nil, "a device whose apps are suspended rests")
    }

    @Test("A suspended app hears nothing until it is thawed", .behaviour("S8"))
    func suspendedHearsNothing() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        let heard = device.calls(appA).count
        device.advance(by: .seconds(86_400))
        device.quit(appA)
        #expect(device.calls(appA).count == heard)
    }

    @Test("Reopening continues the same process", .behaviour("S6", "M4"))
    func reopening() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        device.open(appA)
        #expect(device.spawns(appA) == 1)
        #expect(device.calls(appA).suffix(2) == ["willEnterForeground", "didBecomeActive"])
        #expect(device.path(appA).suffix(3) == [.suspended, .inactive, .active])
        #expect(device.machine.view(appA)?.launch == Launch(number: 1))
    }

    @Test("Opening another app sends the first to the background", .behaviour("S1", "S5"))
    func switching() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appA)
        device.open(appB)
        #expect(device.state(appA) == .suspended)
        #expect(device.state(appB) == .active)
        #expect(device.machine.recents == [appB, appA])
    }

    @Test(
        "An app that answers nothing but launch still goes through every state", .behaviour("S10"))
    func optionalMethods() {
        // The SDK reports a call as handled whether the delegate implements it or not.
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        device.open(appA)
        device.home()
        #expect(Set(device.path(appA)) == Set(AppState.allCases))
    }

    @Test(
        "Opened while it launches into the background, an app enters the foreground",
        .behaviour("S6"))
    func openedWhileLaunching() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["didFinishLaunching": .seconds(1)])
        device.fetch(appA)
        device.open(appA)
        device.advance(by: .seconds(2))
        #expect(
            device.calls(appA) == [
                "didFinishLaunching", "willEnterForeground", "didBecomeActive", "performFetch",
            ])
        #expect(device.state(appA) == .active)
        #expect(device.spawns(appA) == 1)
    }

    @Test("Left while it launches, an app goes to the background when it has", .behaviour("S5"))
    func leftWhileLaunching() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["didFinishLaunching": .seconds(1)])
        device.open(appA)
        device.home()
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(2))
        #expect(device.calls(appA) == ["didFinishLaunching", "didEnterBackground"])
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "Locking sends the app in front to the background, unlocking brings it back",
        .behaviour("S7"))
    func locking() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.ask { .lock($0) }
        #expect(device.state(appA) == .suspended)
        #expect(device.open(appA).refusal == .deviceLocked)
        device.ask { .unlock($0) }
        #expect(device.state(appA) == .active)
    }

    @Test("An app that was force-quit behind the lock doesn't come back", .behaviour("U1", "S7"))
    func quitBehindLock() {
        var profile = PolicyProfile.ios4
        profile.backgroundModes.append(.fetch)
        let device = TestDevice(profile, installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.open(appA)
        device.ask { .lock($0) }
        device.quit(appA)
        #expect(device.fetch(appA) == .done)
        device.ask { .unlock($0) }
        #expect(device.state(appA) == .background)
        #expect(device.machine.foreground == nil)
    }

    @Test("The confirmation of an earlier freeze doesn't count for this one", .behaviour("S8"))
    func lateConfirmation() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(freezesAfter: nil)
        func leave() throws -> UInt64 {
            device.open(appA)
            device.home()
            return try #require(device.processes[appA]?.freezing)
        }
        let (earlier, freeze) = try (leave(), leave())
        let launch = try #require(device.processes[appA]).launch
        device.send(.frozen(appA, launch, freeze: earlier))
        #expect(device.state(appA) == .background)
        device.processes[appA]?.frozen = true
        device.send(.frozen(appA, launch, freeze: freeze))
        #expect(device.state(appA) == .suspended)
    }

    @Test("Home calls off an opening that waits for the last process to end", .behaviour("S5"))
    func homeCallsOffOpening() {
        let device = TestDevice(installing: .test(appA, exitsOnSuspend: true))
        device.behaviours[appA] = AppBehaviour(slow: ["willTerminate": .seconds(1)])
        device.open(appA)
        device.home()
        device.open(appA)
        device.open(appA)
        device.home()
        device.advance(by: .seconds(60))
        #expect(device.spawns(appA) == 1)
    }

    @Test("Reopened while it ends, an app starts anew, once", .behaviour("O1"))
    func reopenedWhileEnding() {
        let device = TestDevice(installing: .test(appA, exitsOnSuspend: true))
        device.behaviours[appA] = AppBehaviour(slow: ["willTerminate": .seconds(1)])
        device.open(appA)
        device.home()
        device.open(appA)
        device.open(appA, arguments: ["--again"])
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .active)
        #expect(device.spawns(appA) == 2)
        #expect(device.effects.contains(.spawn(appA, Launch(number: 2), arguments: ["--again"])))
        device.die(appA, .signalled(11))
        #expect(device.state(appA) == .notRunning)
        #expect(device.spawns(appA) == 2)
    }
}
