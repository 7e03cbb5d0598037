import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct WakeTests {
    @Test(
        "A suspended app is woken, handles, completes, and is suspended again",
        .behaviour("F5", "R5", "F2", "R2"),
        arguments: [
            (WakeResult.newData, Reason.completedNewData), (.noData, .completedNoData),
            (.failed, .completedFailed),
        ])
    func wholeWake(result: WakeResult, reason: Reason) {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(3), result: result)
        device.open(appA)
        device.home()
        #expect(device.push(appA) == .done)
        #expect(device.state(appA) == .background)
        #expect(device.calls(appA).last == "didReceiveRemoteNotification")
        #expect(
            device.sentence(appA)
                == "A runs in the background, because it was woken for a push and has not called its completion handler yet (R2)."
        )
        device.advance(by: .seconds(3))
        #expect(device.state(appA) == .suspended)
        #expect(device.reasons(appA, .wake) == [.wokenForPush, reason])
        #expect(device.decisions.last { $0.kind == .wake }?.rule == .r5)
        #expect(device.payloads.isEmpty)
        #expect(device.spawns(appA) == 1)
    }

    @Test(
        "An app that doesn't call its completion handler is killed at 30 s, not before",
        .behaviour("F5", "R5", "W4", "reliability P2"), arguments: [true, false])
    func missingHandler(isFetch: Bool) {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.open(appA)
        device.home()
        if isFetch { device.fetch(appA) } else { device.push(appA) }
        device.advance(by: .seconds(30) - Interval(nanoseconds: 1))
        #expect(device.state(appA) == .background)
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.lastExit(appA)?.reason == .completionHandlerMissing)
        #expect(device.lastExit(appA)?.rule == (isFetch ? .f5 : .r5))
        let call = isFetch ? "performFetch" : "didReceiveRemoteNotification"
        #expect(
            device.sentence(appA).contains(
                "did not call the completion handler of \(call) within 30 s; call it"))
        #expect(device.reasons(appA, .wake).last == .appEnded)
        #expect(device.payloads.isEmpty)
    }

    @Test("A fetch sends a running app to the background first", .behaviour("F9"))
    func fetchWhileActive() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.fetch(appA)
        #expect(
            device.calls(appA).suffix(3)
                == ["willResignActive", "didEnterBackground", "performFetch"])
        #expect(device.state(appA) == .suspended)
    }

    @Test("A push reaches an app in front where it is", .behaviour("R1"))
    func pushWhileActive() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.push(appA)
        #expect(device.state(appA) == .active)
        #expect(device.calls(appA).last == "didReceiveRemoteNotification")
    }

    @Test("A wake-up that comes while the app launches waits for the launch", .behaviour("F5"))
    func whileLaunching() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["didFinishLaunching": .seconds(4)])
        device.fetch(appA)
        device.advance(by: .seconds(2))
        device.push(appA)
        device.advance(by: .seconds(3))
        #expect(
            device.calls(appA)
                == ["didFinishLaunching", "performFetch", "didReceiveRemoteNotification"])
        #expect(device.spawns(appA) == 1)
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "A wake-up that comes while the app ends or dies is for its next launch",
        .behaviour("F5", "W6"), arguments: [true, false])
    func whileEnding(dying: Bool) {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(
            ignores: dying ? ["didEnterBackground"] : [], slow: ["willTerminate": .seconds(1)],
            diesWhenKilled: false)
        device.open(appA)
        if dying {
            device.home()
            device.advance(by: .seconds(5))
        } else {
            device.install(.test(appA, version: "2"))
        }
        #expect(device.push(appA) == .done)
        #expect(device.spawns(appA) == 1)
        device.behaviours[appA] = AppBehaviour()
        device.advance(by: .seconds(3))
        #expect(device.spawns(appA) == 2)
        #expect(device.calls(appA).last == "didReceiveRemoteNotification")
        #expect(device.state(appA) == .suspended)
        #expect(device.redelivered[appA] == nil)
    }

    @Test(
        "Several wake-ups at once are handled in order, each with its own limit",
        .behaviour("F5", "R5"))
    func severalAtOnce() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.open(appA)
        device.home()
        device.fetch(appA)
        device.advance(by: .seconds(20))
        device.push(appA)
        device.complete(appA, 1)
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(30) - Interval(nanoseconds: 1))
        #expect(device.state(appA) == .background)
        device.complete(appA, 2, .failed)
        #expect(device.state(appA) == .suspended)
    }

    @Test("Completing twice, or what was never asked, is harmless and logged", .behaviour("F5"))
    func completionTwice() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.push(appA)
        device.complete(appA, 1)
        device.complete(appA, 99)
        #expect(device.reasons(appA, .refuse) == [.unknownWake, .unknownWake])
        #expect(device.reasons(appA, .wake) == [.wokenForPush, .completedNewData])
    }

    @Test("Which pushes wake depends on the profile", .behaviour("R2"))
    func contentAvailable() {
        let ios8 = TestDevice(.ios8, installing: .test(appA))
        #expect(ios8.push(appA, contentAvailable: false).refusal == .notContentAvailable)
        #expect(ios8.push(appA, contentAvailable: true) == .done)
        let ios7 = TestDevice(.ios7, installing: .test(appA))
        #expect(ios7.push(appA, contentAvailable: false) == .done)
    }

    @Test("64 wake-ups of one app are accepted and no more", .behaviour("reliability A4"))
    func tooMany() {
        let device = TestDevice(.generous, installing: .test(appA), .test(appB))
        device.behaviours[appA] = AppBehaviour(slow: ["didFinishLaunching": .seconds(4)])
        for _ in 0..<Limits.wakesPerApp { #expect(device.push(appA) == .done) }
        #expect(device.push(appA).refusal == .tooManyWakes)
        #expect(device.push(appB) == .done)
    }

    @Test("An app is thawed for a wake-up that is recorded, and then told", .behaviour("D2"))
    func recorded() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        (device.effects, device.changes) = ([], [])
        device.fetch(appA)
        #expect(
            device.changes.contains { if case .record(.put(.wake)) = $0 { true } else { false } })
        let thawed = try #require(
            device.effects.firstIndex { if case .thaw = $0 { true } else { false } })
        let sent = try #require(
            device.effects.firstIndex { if case .send = $0 { true } else { false } })
        #expect(thawed < sent)
    }

    @Test(
        "An app that crashes over a wake-up has had its attempt", .behaviour("W5", "reliability P9")
    )
    func crashOverWake() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(dies: ["performFetch": .signalled(11)])
        device.fetch(appA)
        #expect(device.reasons(appA, .wake) == [.wokenForFetch, .appEnded])
        #expect(device.spawns(appA) == 1)
    }

    @Test(
        "Launches into the background back off while an app keeps failing",
        .behaviour("reliability P9"),
        arguments: [ExitStatus.signalled(11), .exited(code: 1), .exited(code: 0)])
    func backoff(status: ExitStatus) {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(dies: ["didFinishLaunching": status])
        var wait: Int64 = 2
        for _ in 0..<12 {
            #expect(device.fetch(appA) == .done)
            #expect(device.state(appA) == .notRunning)
            device.advance(by: .seconds(wait) - Interval(nanoseconds: 1))
            #expect(device.fetch(appA).refusal == .crashLoop)
            device.advance(by: Interval(nanoseconds: 1))
            wait = min(2 * wait, 600)
        }
        device.fetch(appA)
        device.behaviours[appA] = AppBehaviour()
        #expect(device.open(appA) == .done, "the user may try at any time")
        #expect(device.state(appA) == .active)
        device.die(appA, .signalled(9))
        device.advance(by: .seconds(2))
        #expect(
            device.fetch(appA) == .done, "a launch that was left in peace starts the count anew")
    }

    @Test(
        "A wake-up accepted while a failing app dies waits for its backoff",
        .behaviour("reliability P9"))
    func heldWake() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(
            ignores: ["didFinishLaunching"], diesWhenKilled: false)
        device.fetch(appA)
        device.advance(by: .seconds(5))
        #expect(device.push(appA) == .done)
        device.behaviours[appA] = AppBehaviour()
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .notRunning)
        try device.restartDaemon()
        device.advance(by: .seconds(2) - Interval(nanoseconds: 1))
        #expect(device.spawns(appA) == 1)
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.calls(appA).last == "didReceiveRemoteNotification")
        #expect(device.reasons(appA, .wake).last == .completedNewData)
    }

    @Test("An unknown app is refused, whatever is asked of it", .behaviour("D2"))
    func unknownApp() {
        let device = TestDevice(installing: .test(appA))
        #expect(device.open(appB).refusal == .unknownApp)
        #expect(device.quit(appB).refusal == .unknownApp)
        #expect(device.fetch(appB).refusal == .unknownApp)
        #expect(device.push(appB).refusal == .unknownApp)
        #expect(device.ask { .uninstall(appB, $0) }.refusal == .unknownApp)
        #expect(device.decisions.filter { $0.kind == .refuse }.count == 5)
    }

    @Test(
        "A push that announces an issue wakes a Newsstand app, any other doesn't", .behaviour("K1"),
        arguments: [PolicyProfile.ios7, .ios8])
    func newsstand(profile: PolicyProfile) {
        let device = TestDevice(
            profile, installing: .test(appA, modes: [.newsstandContent]), .test(appB, modes: []))
        #expect(device.push(appA) == .done)
        #expect(device.calls(appA).contains("didReceiveRemoteNotification"))
        #expect(device.push(appA, contentAvailable: false).refusal == .notContentAvailable)
        #expect(device.push(appB).refusal == .modeNotDeclared)
    }
}
