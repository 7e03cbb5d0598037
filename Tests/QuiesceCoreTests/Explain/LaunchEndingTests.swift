import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct LaunchEndingTests {
    @Test(
        "Each kill is told once, with its rule, its numbers and what to change",
        .behaviour("W2", "T4"))
    func kill() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(endsTasksWhenExpired: false)
        device.open(appA)
        device.beginTask(appA, 1, name: "save")
        device.home()
        device.advance(by: .seconds(200))
        let endings = device.machine.whyKilled(appA)
        let ending = try #require(endings.first)
        #expect(endings.count == 1 && endings == device.machine.whyKilled())
        #expect(ending.isKill && ending.rule == .t4 && ending.launch == Launch(number: 1))
        #expect(
            ending.sentence
                == "It was killed, because its background task \"save\" was still open when its 180 s of background time ran out."
        )
        #expect(ending.change == "Call endBackgroundTask in the expiration handler at the latest.")
        #expect(ending.detail?.words == "180 s used up with \"save\" open")
        #expect(device.machine.why(appA)?.endings == endings)
    }

    @Test(
        "What is killed while it ends is told twice: why it was to end, and why that took too long",
        .behaviour("W1", "W2"))
    func slowEnd() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("willTerminate")
        device.open(appA)
        device.quit(appA)
        device.advance(by: .seconds(10))
        #expect(
            device.machine.whyKilled(appA).map(\.reason) == [.forceQuit, .terminationTimedOut])
    }

    @Test("Endings that nobody decided are told too, newest last", .behaviour("W2", "W5"))
    func ownEndings() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appA)
        device.die(appA, .signalled(11))
        device.open(appB)
        device.die(appB, .exited(code: 3))
        device.open(appA)
        device.die(appA, .exited(code: 0))
        let all = device.machine.whyKilled()
        #expect(all.map(\.reason) == [.crashed, .exitedWithError, .exitedNormally])
        #expect(!all.contains { $0.isKill })
        #expect(all.map(\.seq) == all.map(\.seq).sorted { ($0 ?? 0) < ($1 ?? 0) })
        #expect(device.machine.whyKilled(appB).map(\.reason) == [.exitedWithError])
    }

    @Test(
        "What ended an app that was removed is still known, also when it is installed again",
        .behaviour("W2"))
    func uninstalled() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.ask { .uninstall(appA, $0) }
        #expect(device.machine.whyKilled(appA).map(\.reason) == [.uninstalled])
        let gone = try #require(device.machine.why(appA))
        #expect(gone.sentence == "A is not installed." && gone.reason == .unknownApp)
        #expect(gone.since == nil && gone.endings.count == 1)
        device.install(.test(appA))
        #expect(device.machine.whyKilled(appA).map(\.reason) == [.uninstalled])
        #expect(device.machine.why(appA)?.sentence.contains("has not been opened") == true)
    }

    @Test("A refusal of an app that was never installed can be asked about", .behaviour("D2"))
    func unknown() throws {
        let device = TestDevice()
        #expect(device.machine.why(appB) == nil)
        device.open(appB)
        let answer = try #require(device.machine.why(appB))
        #expect(
            answer.refusals.map(\.sentence) == ["No app of that id is installed."]
                && answer.refusals.first?.change == "See `quiesce apps`.")
    }

    @Test(
        "After a restart of the device, each app's last ending is still known",
        .behaviour("W2", "reliability D2"))
    func restarted() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = .ignoring("didFinishLaunching")
        device.open(appA)
        device.advance(by: .seconds(6))
        device.restartDevice()
        let ending = try #require(device.machine.whyKilled(appA).first)
        #expect(ending.reason == .launchTimedOut && ending.isKill && ending.seq == nil)
        #expect(ending.sentence.contains("within 5 s"))
    }

    @Test("With what a journal has, all of it is told, and nothing twice", .behaviour("W2"))
    func earlier() {
        let device = TestDevice(installing: .test(appA))
        for _ in 0..<40 {
            device.open(appA)
            device.quit(appA)
        }
        let remembered = device.machine.whyKilled(appA)
        let all = device.machine.whyKilled(appA, earlier: device.decisions)
        #expect(remembered.count < 40 && remembered.count >= Limits.endingsPerApp)
        #expect(all.count == 40 && all.suffix(remembered.count) == remembered[...])
        #expect(device.machine.whyKilled(appB, earlier: device.decisions).isEmpty)
    }
}
