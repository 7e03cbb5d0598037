import TestSupport
import Testing

@testable import QuiesceCore

@Suite struct RestartTests {
    @Test(
        "A new daemon adopts running and frozen apps without disturbing them",
        .behaviour("reliability P8"))
    func adopts() throws {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.open(appA)
        device.open(appB)
        let heard = device.heard
        try device.restartDaemon(after: .seconds(100))
        #expect(device.state(appA) == .suspended)
        #expect(device.state(appB) == .active)
        #expect(device.heard == heard)
        #expect(device.processes[appA]?.frozen == true)
        device.advance(by: .seconds(100))
        device.open(appA)
        #expect(device.state(appA) == .active)
        #expect(device.spawns(appA) == 1)
    }

    @Test(
        "An app that was thawed while no daemon ran is heard before it is frozen again",
        .behaviour("S8", "reliability P7", "reliability P8"), arguments: [true, false])
    func heardBeforeFrozen(connects: Bool) throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        #expect(device.state(appA) == .suspended)
        device.behaviours[appA] = AppBehaviour(connects: connects)
        device.processes[appA]?.frozen = false
        device.processes[appA]?.connected = false
        try device.restartDaemon(after: .seconds(60))
        if !connects {
            device.advance(by: .seconds(2) - Interval(nanoseconds: 1))
            #expect(device.state(appA) == .background)
            #expect(device.processes[appA]?.frozen == false)
            device.advance(by: .milliseconds(10))
        }
        #expect(device.processes[appA]?.connected == connects)
        #expect(device.state(appA) == .suspended)
        #expect(device.processes[appA]?.frozen == true)
    }

    @Test(
        "An adopted app isn't judged before it has spoken, or 2 s have passed",
        .behaviour("reliability D2", "reliability P8"))
    func notJudgedUnheard() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.open(appA)
        device.home()
        device.fetch(appA)
        device.behaviours[appA]?.connects = false
        try device.restartDaemon(after: .seconds(3600))
        device.advance(by: .seconds(2) - Interval(nanoseconds: 1))
        #expect(device.processes[appA] != nil)
        device.advance(by: Interval(nanoseconds: 1))
        #expect(device.lastExit(appA)?.reason == .completionHandlerMissing)
    }

    @Test(
        "A callback that ran on without a daemon isn't judged by the time of its absence",
        .behaviour("W1", "reliability P8"))
    func callbackAcrossRestart() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["didEnterBackground": .seconds(4)])
        device.open(appA)
        device.home()
        device.advance(by: .seconds(1))
        // As if the whole machine had stood still but for its clock.
        device.pending.postpone(by: .seconds(3600))
        device.processes[appA]?.busyUntil = device.now.instant + .seconds(3603)
        try device.restartDaemon(after: .seconds(3600))
        device.advance(by: .seconds(4))
        #expect(device.reasons(appA, .kill).isEmpty)
        #expect(!device.decisions.contains { $0.reason == .timerLate })
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "What an app did while no daemon listened counts", .behaviour("reliability D2", "T4", "F5"))
    func catchesUp() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(10))
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        device.fetch(appA)
        // The warning and both ends fall into the time without a daemon.
        let process = try #require(device.processes[appA])
        device.processes[appA]?.connected = false
        device.processes[appA]?.outbox = [
            (1, .endTask(appA, process.launch, request: 2, TaskID(1))),
            (2, .completeWake(appA, process.launch, request: 3, WakeID(1), .noData)),
        ]
        device.processes[appA]?.lastRequest = 3
        device.processes[appA]?.openTasks = []
        device.pending.removeAll()
        try device.restartDaemon(after: .seconds(3600))
        #expect(device.state(appA) == .suspended)
        #expect(device.reasons(appA, .wake).last == .completedNoData)
        #expect(device.reasons(appA, .kill).isEmpty)
    }

    @Test(
        "A task whose time ran out without a daemon is warned before anything else",
        .behaviour("T4", "reliability D2"))
    func warnedAfterRestart() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.beginTask(appA, 1)
        device.home()
        try device.restartDaemon(after: .seconds(3600))
        device.advance(by: .seconds(1))
        #expect(device.calls(appA).last == "expirationHandler")
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "What an app has not handled is sent again, marked if it was received",
        .behaviour("reliability D2", "reliability A5"))
    func redelivery() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(slow: ["willResignActive": .seconds(2)])
        device.open(appA)
        device.home()
        device.advance(by: .seconds(1))
        let heard = device.heard
        try device.restartDaemon()
        #expect(device.heard == heard, "nothing is handed over twice")
        #expect(
            device.redelivered[appA]?.map(\.name) == ["willResignActive", "didEnterBackground"])
        device.advance(by: .seconds(5))
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "A completed wake-up isn't sent again, although its callback hasn't returned",
        .behaviour("reliability D2"))
    func completedIsDone() {
        var machine = SystemMachine(profile: .ios8)
        let launch = Launch(number: 1)
        let events: [Event] = [
            .install(.test(appA), StagedBundle(1), Ticket(1)),
            .fetch(appA, Ticket(2)),
            .spawned(appA, launch, pid: 7),
            .connected(appA, launch, lastReceived: 0, lastHandled: 0, openTasks: []),
            .handled(appA, launch, seq: 1),
            .beginTask(appA, launch, request: 1, TaskID(1), name: nil),
            .completeWake(appA, launch, request: 2, WakeID(1), .newData),
            .disconnected(appA, launch),
        ]
        for event in events { _ = machine.handle(event, at: .zero) }
        let reaction = machine.handle(
            .connected(appA, launch, lastReceived: 2, lastHandled: 1, openTasks: [TaskID(1)]),
            at: .zero)
        #expect(!reaction.effects.contains { if case .send = $0 { true } else { false } })
    }

    @Test(
        "A request is carried out once and acknowledged each time",
        .behaviour("reliability A5", "T1"))
    func requestsOnce() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.beginTask(appA, 1)
        let launch = try #require(device.processes[appA]?.launch)
        device.effects = []
        device.send(.endTask(appA, launch, request: 1, TaskID(1)))
        #expect(device.effects == [.ack(appA, launch, request: 1)])
        #expect(device.machine.view(appA)?.openTasks == 1)
    }

    @Test(
        "Tasks end with the connection and live again if the app says so",
        .behaviour("reliability A5", "T2"))
    func tasksAndConnection() throws {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: .seconds(20))
        device.open(appA)
        device.beginTask(appA, 1)
        device.beginTask(appA, 2)
        device.home()
        device.fetch(appA)
        let launch = try #require(device.processes[appA]?.launch)
        device.processes[appA]?.connected = false
        device.send(.disconnected(appA, launch))
        #expect(device.machine.view(appA)?.openTasks == 0)
        device.processes[appA]?.openTasks = [TaskID(2)]
        device.processes[appA]?.connected = true
        device.send(
            .connected(
                appA, launch, lastReceived: 5, lastHandled: 5, openTasks: [TaskID(2)]))
        #expect(device.machine.view(appA)?.openTasks == 1)
        device.advance(by: .seconds(174))
        #expect(device.state(appA) == .background)
        device.advance(by: .seconds(2))
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "An app that connects just before it is frozen gets its answer",
        .behaviour("reliability A5", "S8"))
    func connectsWhileSuspended() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.home()
        let launch = try #require(device.processes[appA]?.launch)
        device.processes[appA]?.connected = false
        device.send(.disconnected(appA, launch))
        device.processes[appA]?.connected = true
        device.send(
            .connected(appA, launch, lastReceived: 4, lastHandled: 4, openTasks: []))
        #expect(device.state(appA) == .background)
        device.run()
        #expect(device.state(appA) == .suspended)
    }

    @Test(
        "What comes for an app that heard more than was recorded isn't taken for that",
        .behaviour("reliability D5", "reliability P8"))
    func heardUnrecorded() {
        let launch = Launch(number: 1)
        var machine = SystemMachine(profile: .ios8)
        let events: [Event] = [
            .install(.test(appA), StagedBundle(1), Ticket(1)),
            .fetch(appA, Ticket(2)),
            .spawned(appA, launch, pid: 7),
            .connected(appA, launch, lastReceived: 0, lastHandled: 0, openTasks: []),
            .handled(appA, launch, seq: 2),
            .completeWake(appA, launch, request: 1, WakeID(1), .newData),
            .frozen(appA, launch, freeze: 1),
        ]
        for event in events { _ = machine.handle(event, at: .zero) }
        // The daemon that goes on from here woke it for two more calls, and couldn't write that
        // down.
        let found = ObservedProcess(app: appA, launch: launch, pid: 7, frozen: true)
        _ = machine.handle(
            .restarted([found], deviceRestarted: false, launching: true), at: .zero)
        _ = machine.handle(.fetch(appA, Ticket(3)), at: .zero)
        let reaction = machine.handle(
            .connected(appA, launch, lastReceived: 3, lastHandled: 3, openTasks: []), at: .zero)
        #expect(reaction.decisions.contains { $0.kind == .kill && $0.reason == .orphaned })
        let ended = machine.handle(.exited(appA, launch, .signalled(9)), at: .zero)
        let spawned = ended.effects.contains {
            if case .spawn(appA, Launch(number: 2), _) = $0 { true } else { false }
        }
        #expect(spawned, "the next launch is for what it was woken for")
        #expect(machine.audit(at: .zero).apps.first?.wakes == 1)
    }

    @Test(
        "An app that names calls which were never sent is ended for that, not as left over",
        .behaviour("reliability A3", "W2"), arguments: [3, .max >> 1, .max] as [UInt64])
    func neverSent(lastReceived: UInt64) {
        let launch = Launch(number: 1)
        var machine = SystemMachine(profile: .ios8)
        let events: [Event] = [
            .install(.test(appA), StagedBundle(1), Ticket(1)),
            .fetch(appA, Ticket(2)),
            .spawned(appA, launch, pid: 7),
            .connected(appA, launch, lastReceived: 0, lastHandled: 0, openTasks: []),
            .disconnected(appA, launch),
        ]
        for event in events { _ = machine.handle(event, at: .zero) }
        let reaction = machine.handle(
            .connected(
                appA, launch, lastReceived: lastReceived, lastHandled: lastReceived, openTasks: []),
            at: .zero)
        let kills = reaction.decisions.filter { $0.kind == .kill }
        #expect(kills.map(\.reason) == [.protocolViolated])
        #expect(kills.map(\.rule) == [.w2])
    }

    @Test("What names an old launch changes nothing", .behaviour("reliability P1"))
    func oldLaunch() {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.die(appA, .signalled(9))
        device.open(appA)
        let old = Launch(number: 1)
        let before = device.machine
        let stale: [Event] = [
            .spawned(appA, old, pid: 1), .spawnFailed(appA, old, step: "execve", code: 2),
            .exited(appA, old, .signalled(9)), .frozen(appA, old, freeze: 1),
            .foundFrozen(appA, old), .foundThawed(appA, old),
            .connected(appA, old, lastReceived: 0, lastHandled: 0, openTasks: [TaskID(1)]),
            .disconnected(appA, old), .handled(appA, old, seq: 99),
            .beginTask(appA, old, request: 99, TaskID(9), name: nil),
            .endTask(appA, old, request: 99, TaskID(9)),
            .completeWake(appA, old, request: 99, WakeID(1), .failed),
        ]
        for event in stale {
            let reaction = device.machine.handle(event, at: device.now)
            #expect(reaction == Reaction())
        }
        #expect(device.machine == before)
    }

    @Test("Processes that belong to no living app are killed", .behaviour("reliability P8", "W2"))
    func orphans() {
        var machine = SystemMachine(profile: .ios8)
        _ = machine.handle(.install(.test(appA), StagedBundle(1), Ticket(1)), at: .zero)
        let found = [appA, appB].map {
            ObservedProcess(app: $0, launch: Launch(number: 4), pid: 9, frozen: true)
        }
        let reaction = machine.handle(
            .restarted(found, deviceRestarted: false, launching: true), at: .zero)
        let kills = reaction.effects.filter {
            if case .kill = $0 { true } else { false }
        }
        #expect(kills == found.map { .kill($0.app, $0.launch) })
        #expect(reaction.decisions.count { $0.kind == .kill && $0.reason == .orphaned } == 2)
    }

    @Test(
        "No process is started beside one that nobody knew of, before that is gone",
        .behaviour("reliability P8", "S1"))
    func besideOrphan() {
        var machine = SystemMachine(profile: .ios8)
        _ = machine.handle(.install(.test(appA), StagedBundle(1), Ticket(1)), at: .zero)
        let orphan = ObservedProcess(app: appA, launch: Launch(number: 4), pid: 9, frozen: false)
        _ = machine.handle(
            .restarted([orphan], deviceRestarted: false, launching: true), at: .zero)
        func spawns(_ reaction: Reaction) -> [UInt64] {
            reaction.effects.compactMap {
                if case .spawn(_, let launch, _) = $0 { launch.number } else { nil }
            }
        }
        let fetched = machine.handle(.fetch(appA, Ticket(2)), at: .zero)
        #expect(spawns(fetched).isEmpty)
        let exited = machine.handle(
            .exited(appA, orphan.launch, .signalled(9)), at: .zero)
        #expect(spawns(exited) == [5])
    }

    @Test(
        "What is left of a launch that had ended doesn't change how it ended",
        .behaviour("reliability P8", "W2"))
    func leftOver() throws {
        var machine = SystemMachine(profile: .ios8)
        _ = machine.handle(.install(.test(appA), StagedBundle(1), Ticket(1)), at: .zero)
        _ = machine.handle(.open(appA, arguments: [], Ticket(2)), at: .zero)
        let launch = Launch(number: 1)
        _ = machine.handle(.exited(appA, launch, .signalled(11)), at: .zero)
        let facts = machine.facts
        let left = ObservedProcess(app: appA, launch: launch, pid: 9, frozen: false)
        _ = machine.handle(.restarted([left], deviceRestarted: false, launching: true), at: .zero)
        #expect(machine.view(appA)?.isAlive == true)
        _ = machine.handle(.exited(appA, launch, .signalled(9)), at: .zero)
        #expect(machine.view(appA)?.isAlive == false)
        #expect(machine.facts == facts)
    }

    @Test(
        "An app that ended while no daemon ran has an unknown exit status", .behaviour("W5", "W2"))
    func endedMeanwhile() throws {
        let device = TestDevice(installing: .test(appA))
        device.open(appA)
        device.processes[appA] = nil
        try device.restartDaemon()
        #expect(device.lastExit(appA)?.reason == .exitStatusUnknown)
        #expect(device.sentence(appA).contains("how it ended is unknown"))
    }

    @Test(
        "After a restart of the device what waited is launched for",
        .behaviour("reliability D2", "W6"))
    func deviceRestart() {
        let device = TestDevice(installing: .test(appA), .test(appB))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.behaviours[appB] = AppBehaviour(slow: ["didFinishLaunching": .seconds(4)])
        device.fetch(appA)
        device.push(appB)
        device.behaviours = [:]
        device.restartDevice()
        for (app, reason) in [(appA, Reason.completedNewData), (appB, .completedNewData)] {
            #expect(device.reasons(app, .wake).last == reason)
            #expect(device.state(app) == .suspended)
            #expect(device.machine.view(app)?.launch == Launch(number: 2))
        }
        #expect(device.redelivered[appA]?.map(\.name) == ["performFetch"])
        #expect(device.stored.keys.sorted() == ["app/A", "app/B", "device", "pushes"])
        #expect(device.payloads.isEmpty)
    }

    @Test("Wake-ups that a shutdown cuts short come again after it", .behaviour("reliability D2"))
    func shutdownKeepsWakes() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.push(appA)
        device.ask { .shutDown($0) }
        #expect(device.stopped)
        #expect(device.payloads.count == 1)
        device.behaviours = [:]
        device.restartDevice()
        #expect(device.reasons(appA, .wake).last == .completedNewData)
        #expect(device.payloads.isEmpty)
    }

    @Test(
        "What a shutdown cut short doesn't begin again before the restart, whatever comes meanwhile",
        .behaviour("reliability D2"))
    func stoppedBeginsNothing() {
        let device = TestDevice(installing: .test(appA))
        device.behaviours[appA] = AppBehaviour(completesAfter: nil)
        device.push(appA)
        device.ask { .shutDown($0) }
        #expect(device.stopped)
        device.ask { .sleep($0) }
        device.ask { .wake($0) }
        device.ask { .unlock($0) }
        device.push(appA)
        device.advance(by: .seconds(60))
        #expect(device.processes.isEmpty)
        #expect(device.open(appA).refusal == .shuttingDown)
        // Whoever asks for another is answered, too.
        #expect(device.ask { .shutDown($0) } == .done)
    }

    @Test("Launch and wake-up numbers are never used again", .behaviour("reliability P1"))
    func numbersGrow() {
        let device = TestDevice(installing: .test(appA))
        device.fetch(appA)
        device.restartDevice()
        device.fetch(appA)
        #expect(device.heard[appA]?.last == .performFetch(WakeID(2)))
        #expect(device.machine.view(appA)?.launch == Launch(number: 2))
    }

    @Test(
        "In a crash loop of the daemon nothing is launched, and nothing is lost",
        .behaviour("reliability D3"))
    func restartWithoutLaunching() {
        let device = TestDevice(installing: .test(appA))
        device.killedAfter = device.events.count + 1
        device.killedBeforeActing = true
        device.send(.push(appA, contentAvailable: true, PayloadHandle(9), device.newTicket()))
        device.payloads = [PayloadHandle(9)]
        device.timer = nil
        device.daemonIsDead = false
        device.send(.restarted([], deviceRestarted: false, launching: false))
        device.run()
        #expect(device.spawns(appA) == 1, "the one that was asked for and not carried out")
        #expect(device.state(appA) == .notRunning)
        #expect(device.push(appA) == .done)
        #expect(device.calls(appA).filter { $0 == "didReceiveRemoteNotification" }.count == 2)
        #expect(device.payloads.isEmpty)
    }
}
