import TestSupport
import Testing

@testable import QuiesceCore

/// The delivery of transfer events: to whom, when, and in which order (X5, X6, X7).
@Suite struct TransferDeliveryTests {
    private func device(_ profile: PolicyProfile = .ios8) -> TestDevice {
        let device = TestDevice(profile, installing: .test(appA), .test(appB))
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(1), sessions: ["s"])
        device.open(appA)
        device.agent.usual = .nothing
        return device
    }

    private func finishAll(_ device: TestDevice) {
        for (id, attempt) in device.agent.running.sorted(by: { $0.key < $1.key }) {
            device.finish(id, attempt)
        }
        device.run()
    }

    @Test("While the app runs, each verdict comes at once and nothing else does", .behaviour("X5"))
    func running() {
        let device = device()
        device.begin(appA, 1)
        device.begin(appA, 2)
        device.finish(TransferID(2), 1)
        device.run()
        #expect(device.transferCalls(appA) == ["didComplete"])
        finishAll(device)
        #expect(device.transferCalls(appA) == ["didComplete", "didComplete"])
        #expect(device.machine.transferViews.isEmpty)
    }

    @Test(
        "A suspended app is woken once all of a session's tasks are done", .behaviour("X6"))
    func woken() {
        let device = device()
        device.begin(appA, 1)
        device.begin(appA, 2)
        device.home()
        #expect(device.state(appA) == .suspended)
        device.finish(TransferID(1), 1)
        device.run()
        #expect(device.state(appA) == .suspended && device.wait(1) == .delivery)
        finishAll(device)
        #expect(
            device.transferCalls(appA) == [
                "handleEventsForBackgroundURLSession", "didComplete", "didComplete",
                "urlSessionDidFinishEvents",
            ])
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .suspended)
        #expect(device.machine.transferViews.isEmpty && device.payloads.isEmpty)
    }

    @Test(
        "An app that isn't running is launched, makes its session again, and hears all in order",
        .behaviour("X6", "W6"))
    func relaunched() {
        let device = device()
        device.begin(appA, 1)
        device.begin(appA, 2)
        device.home()
        device.die(appA, .signalled(9))
        device.heard[appA] = []
        device.finish(TransferID(2), 1)
        device.run()
        #expect(device.state(appA) == .notRunning)
        device.advance(by: .seconds(5))
        finishAll(device)
        device.advance(by: .seconds(5))
        #expect(
            device.calls(appA) == [
                "didFinishLaunching", "handleEventsForBackgroundURLSession", "didComplete",
                "didComplete", "urlSessionDidFinishEvents",
            ])
        #expect(device.agent.tellings.count == 2)
        #expect(device.state(appA) == .suspended)
        #expect(device.machine.transferViews.isEmpty && device.payloads.isEmpty)
    }

    @Test(
        "An app that closes its session meanwhile hears all the same that it has all",
        .behaviour("X6"))
    func closes() {
        let device = device()
        device.begin(appA, 1)
        device.request(appA, .closeSession(session: "s", cancelling: false))
        device.home()
        device.finish(TransferID(1), 1)
        device.run()
        #expect(
            device.transferCalls(appA) == [
                "handleEventsForBackgroundURLSession", "didComplete", "urlSessionDidFinishEvents",
            ])
        device.advance(by: .seconds(60))
        #expect(device.reasons(appA, .kill).isEmpty)
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "A session that is closed and made again in the wake-up it was told the end of isn't told it again",
        .behaviour("X6"))
    func closesAndMakesAgain() {
        let device = device()
        device.behaviours[appA]?.completesAfter = .seconds(10)
        device.begin(appA, 1)
        device.home()
        finishAll(device)
        device.request(appA, .closeSession(session: "s", cancelling: false))
        device.openSession(appA)
        device.run()
        #expect(
            device.transferCalls(appA) == [
                "handleEventsForBackgroundURLSession", "didComplete", "urlSessionDidFinishEvents",
            ])
    }

    @Test(
        "An app that was force-quit over a verdict, opened, and dies before it takes it is launched for it",
        .behaviour("X6", "X7"))
    func forceQuitOverVerdict() {
        let device = device()
        device.behaviours[appA]?.handlesVerdicts = false
        device.begin(appA, 1)
        finishAll(device)
        device.quit(appA)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .notRunning)
        device.behaviours[appA]?.sessions = []
        device.open(appA)
        device.run()
        device.die(appA, .signalled(9))
        device.behaviours[appA]?.sessions = ["s"]
        device.behaviours[appA]?.handlesVerdicts = true
        device.advance(by: .seconds(60))
        #expect(device.machine.transferViews.isEmpty)
        #expect(
            device.transferCalls(appA).suffix(3) == [
                "handleEventsForBackgroundURLSession", "didComplete", "urlSessionDidFinishEvents",
            ])
    }

    @Test(
        "Launched again for a wake-up it hadn't completed, an app is told the end though nothing is left to tell",
        .behaviour("X6", "W4"), arguments: [true, false])
    func relaunchedWithNothingLeft(hasClosed: Bool) {
        let device = device()
        device.behaviours[appA]?.completesAfter = .seconds(10)
        // It makes its session when it is to handle that one's events.
        device.behaviours[appA]?.sessions = []
        device.openSession(appA)
        device.begin(appA, 1)
        device.home()
        finishAll(device)
        if hasClosed {
            device.request(appA, .closeSession(session: "s", cancelling: false))
        }
        let once = [
            "handleEventsForBackgroundURLSession", "didComplete", "urlSessionDidFinishEvents",
        ]
        #expect(device.transferCalls(appA) == once)
        device.restartDevice()
        device.run()
        device.openSession(appA)
        #expect(
            device.transferCalls(appA) == once + [
                "handleEventsForBackgroundURLSession", "urlSessionDidFinishEvents",
            ])
        device.advance(by: .seconds(10))
        device.quit(appA)
        #expect(!device.machine.facts.contains { $0.key.hasPrefix("session/") })
    }

    @Test("Its handler is called even where it calls it at once, or twice", .behaviour("X6"))
    func completesEarly() {
        let device = device()
        device.behaviours[appA]?.completesAfter = .zero
        device.begin(appA, 1)
        device.home()
        finishAll(device)
        device.complete(appA, 1)
        device.advance(by: .seconds(1))
        #expect(device.reasons(appA, .kill).isEmpty)
        #expect(device.agent.verdicts[appA]?.count == 1)
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "An app that doesn't take what it is woken for isn't woken again and again",
        .behaviour("X6"))
    func ignores() {
        let device = device()
        device.begin(appA, 1)
        device.home()
        device.die(appA, .signalled(9))
        device.behaviours[appA]?.sessions = []
        finishAll(device)
        device.advance(by: .seconds(3_600))
        #expect(device.spawns(appA) == 2)
        #expect(device.wait(1) == .delivery && device.agent.verdicts[appA] == nil)
        device.behaviours[appA]?.sessions = ["s"]
        device.quit(appA)
        device.open(appA)
        #expect(device.agent.verdicts[appA]?.count == 1)
    }

    @Test("An app that crashes over it is told at its next launch", .behaviour("X6", "W5"))
    func crashes() {
        let device = device()
        device.begin(appA, 1)
        device.home()
        device.behaviours[appA]?.dies = ["didComplete": .signalled(11)]
        finishAll(device)
        device.advance(by: .seconds(600))
        #expect(device.reasons(appA, .wake).contains(.appEnded))
        #expect(device.spawns(appA) == 1)
        device.behaviours[appA]?.dies = [:]
        device.open(appA)
        #expect(device.agent.verdicts[appA]?.count == 1)
        #expect(device.redelivered[appA]?.map(\.name) == ["didComplete"])
    }

    @Test("A crash loop delays the launch, and doesn't lose it", .behaviour("X6", "W5"))
    func crashLoop() {
        let device = device()
        device.begin(appA, 1)
        device.home()
        device.die(appA, .signalled(11))
        finishAll(device)
        #expect(device.state(appA) == .notRunning)
        device.advance(by: .seconds(3))
        #expect(device.agent.verdicts[appA]?.count == 1)
        #expect(device.reasons(appA, .wake).contains(.wokenForTransfer))
    }

    @Test("A session without launch events waits for the user", .behaviour("X6"))
    func noLaunchEvents() {
        let device = device()
        var settings = SessionSettings()
        settings.sendsLaunchEvents = false
        device.openSession(appA, "quiet", settings)
        device.begin(appA, 1, "quiet")
        device.home()
        finishAll(device)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .suspended && device.wait(1) == .delivery)
        device.open(appA)
        #expect(device.transferCalls(appA) == ["didComplete"])
    }

    @Test(
        "Force-quit cancels all that is under way, and the app hears of it when it is opened",
        .behaviour("X7", "U2"), arguments: [PolicyProfile.ios4, .ios8])
    func forceQuit(profile: PolicyProfile) {
        let device = device(profile)
        device.begin(appA, 1)
        device.create(appA, 2)
        device.quit(appA)
        #expect(device.agent.running.isEmpty && device.agent.bytes.isEmpty)
        device.advance(by: .seconds(60))
        #expect(device.state(appA) == .notRunning && device.agent.verdicts[appA] == nil)
        device.open(appA)
        let cancelled = TransferOutcome.cancelled(.forceQuit, received: 0, resumable: false)
        #expect(device.agent.verdicts[appA] == [cancelled, cancelled])
        #expect(device.machine.transferViews.isEmpty && device.payloads.isEmpty)
    }

    @Test("Only so many verdicts are outstanding, in the order of their ends", .behaviour("X5"))
    func window() {
        let device = device()
        device.behaviours[appA]?.handlesVerdicts = false
        for task in 1...100 as ClosedRange<UInt64> {
            device.create(appA, task)
            device.command(appA, task, .cancel(keepingBytes: false))
        }
        #expect(device.transferCalls(appA).count == Limits.verdictsOutstanding)
        for id in 1...100 as ClosedRange<UInt64> {
            device.request(appA, .handled(transfer: id))
        }
        let tasks = device.heard[appA, default: []].compactMap { call -> UInt64? in
            guard case .transfer(.completed(_, _, let task)) = call else { return nil }
            return task
        }
        #expect(tasks == Array(1...100))
        #expect(device.machine.transferViews.isEmpty)
    }

    @Test("Each session of an app is woken for by itself", .behaviour("X6"))
    func severalSessions() {
        let device = device()
        device.behaviours[appA]?.sessions = ["s", "t"]
        device.openSession(appA, "t")
        device.begin(appA, 1)
        device.begin(appA, 1, "t")
        device.home()
        device.die(appA, .signalled(9))
        device.advance(by: .seconds(3))
        device.finish(TransferID(2), 1)
        device.run()
        #expect(device.agent.verdicts[appA]?.count == 1)
        device.advance(by: .seconds(3))
        finishAll(device)
        device.advance(by: .seconds(3))
        #expect(device.agent.verdicts[appA]?.count == 2)
        let sessions = device.heard[appA, default: []].compactMap { call -> String? in
            guard case .transfer(.handleEvents(_, let session)) = call else { return nil }
            return session
        }
        #expect(sessions == ["t", "s"])
    }

    @Test("A closed session takes no tasks, and goes when it is empty", .behaviour("X1"))
    func closed() {
        let device = device()
        device.begin(appA, 1)
        device.request(appA, .closeSession(session: "s", cancelling: false))
        device.create(appA, 2)
        #expect(device.decisions.last?.reason == .unknownSession)
        finishAll(device)
        #expect(device.agent.verdicts[appA]?.count == 1)
        #expect(!device.stored.keys.contains { $0.hasPrefix("session/") })
        device.openSession(appA)
        device.begin(appA, 3)
        device.request(appA, .closeSession(session: "s", cancelling: true))
        #expect(device.agent.verdicts[appA]?.count == 2 && device.agent.running.isEmpty)
    }

    @Test("There are only so many sessions and tasks", .behaviour("X1", "reliability A4"))
    func bounds() {
        let device = device()
        for index in 0...Limits.sessionsPerApp { device.openSession(appA, "\(index)") }
        #expect(device.decisions.last { $0.kind == .refuse }?.reason == .tooManySessions)
        #expect(device.agent.tellings.count == Limits.sessionsPerApp)
    }

    @Test(
        "What is begun after several wake-ups is held ever longer, until the user opens the app",
        .behaviour("X6"))
    func relaunchLimiter() {
        let device = device()
        var waits: [Bool] = []
        for task in 1...4 as ClosedRange<UInt64> {
            device.begin(appA, task)
            waits.append(device.wait(task) == .relaunchLimit)
            if task == 1 { device.home() }
            device.advance(by: .seconds(150))
            device.behaviours[appA]?.completesAfter = .seconds(20)
            finishAll(device)
            // Woken: it begins the next before it is suspended.
        }
        #expect(waits == [false, false, true, true])
        device.open(appA)
        #expect(device.wait(4) != .relaunchLimit)
    }

    @Test(
        "Today's systems hold it from the first wake-up on, and no longer once the delay has passed without another",
        .behaviour("X6"))
    func relaunchDelayLapses() {
        let device = device(.ios26)
        device.behaviours[appA]?.completesAfter = .seconds(20)
        device.begin(appA, 1)
        device.home()
        /// Woken, it begins another: for how long is that held?
        func held(_ task: UInt64) -> Int {
            finishAll(device)
            device.begin(appA, task)
            for second in 0...300 {
                if device.wait(task) != .relaunchLimit { return second }
                device.advance(by: .seconds(1))
            }
            return .max
        }
        #expect(held(2) == 60)
        #expect(held(3) == 120)
        device.advance(by: .seconds(119))
        #expect(held(4) == 240)
        device.advance(by: .seconds(241))
        #expect(held(5) == 60)
    }

    @Test("Earlier systems don't forget their wake-ups until the user opens it", .behaviour("X6"))
    func relaunchDelayStays() {
        let device = device(.ios8)
        device.behaviours[appA]?.completesAfter = .seconds(20)
        device.begin(appA, 1)
        device.home()
        finishAll(device)
        device.begin(appA, 2)
        #expect(device.wait(2) != .relaunchLimit)
        device.advance(by: .seconds(30))
        finishAll(device)
        device.advance(by: .seconds(3_600))
        #expect(device.fetch(appA) == .done)
        device.begin(appA, 3)
        #expect(device.wait(3) == .relaunchLimit)
    }
}
